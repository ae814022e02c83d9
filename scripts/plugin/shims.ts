/** Replaces what costs time when the plugin's process loads it, and what the plugin does not use or uses seldom. */

/**
 * Stands for `@grpc/proto-loader`, and for got's `http2-wrapper`, which makes a TLS socket when it is loaded, and so reads all
 * root certificates (20 ms).
 */
export default {};

/** Stands for `Intl.ListFormat`, which loads its language data (12 ms) when it is made. A dependency makes two when it is loaded. */
export class ListFormat {
  readonly #options: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...options: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#options = options;
  }

  /** Makes the real one when it is first needed. */
  format(words: Iterable<string>): string {
    return new globalThis.Intl.ListFormat(...this.#options).format(words);
  }
}
