/** The plugin's replacement for `Intl.ListFormat`. A dependency makes two when it is loaded, for messages of errors. */

/** Loads its language data (12 ms) only when it is used. */
export class ListFormat {
  readonly #options: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...options: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#options = options;
  }

  format(words: Iterable<string>): string {
    return new globalThis.Intl.ListFormat(...this.#options).format(words);
  }
}
