/**
 * Breaks up text that Pulumi's engine would read as colour codes; runs in every process. The engine reads `<{%…%}>` in all that it
 * prints: a known code colours the line, an unknown one ends the engine with a panic, and after `<{%` alone the text is cut off.
 */

const START = "<{%";

/** Returns whether the engine would read a code in the text. */
export function hasColourCode(text: string): boolean {
  return text.includes(START);
}

/** Returns the text with an underscore in each start of a code: `<{%x%}>` becomes `<{_%x%}>`. Without a start there is no code. */
export function breakColourCodes(text: string): string {
  return text.replaceAll(START, "<{_%");
}
