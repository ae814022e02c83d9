/** The part of write-good that is used; it has no types of its own. */
declare module "write-good" {
  interface Suggestion {
    readonly index: number;
    readonly offset: number;
    readonly reason: string;
  }
  export default function writeGood(text: string, options?: Readonly<Record<string, boolean>>): Suggestion[];
}
