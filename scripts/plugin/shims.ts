/**
 * Replaces what takes the plugin time to load but is seldom or never used. `bundle.ts` puts these replacements into the bundle; they run in
 * the plugin's process.
 */

/**
 * Stands for two packages that the plugin never uses: `@grpc/proto-loader`, and got's `http2-wrapper`. The second one makes a TLS socket
 * when it is loaded, and so reads all root certificates (20 ms).
 */
export default {};

/**
 * Stands for `Intl.ListFormat`. The package `@sindresorhus/is`, which got uses, makes two of them when it is loaded, for error messages that
 * are seldom shown. The first one takes 12 ms, because it loads the language data. This one waits until it has to format something.
 */
export class ListFormat {
  readonly #options: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...options: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#options = options;
  }

  /** Makes the real `Intl.ListFormat`, and lets it format the words. */
  format(words: Iterable<string>): string {
    return new globalThis.Intl.ListFormat(...this.#options).format(words);
  }
}
