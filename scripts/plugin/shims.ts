/** What the bundle has in place of packages and classes that cost time when they are loaded, and are not used or seldom. */

/**
 * For `@grpc/proto-loader`, and for got's `http2-wrapper`: that one makes a TLS socket when it is loaded, and so reads all root
 * certificates (20 ms).
 */
export default {};

/** For `Intl.ListFormat`, of which a dependency makes two when it is loaded. It loads its language data (12 ms) when it is used. */
export class ListFormat {
  readonly #options: ConstructorParameters<typeof Intl.ListFormat>;

  constructor(...options: ConstructorParameters<typeof Intl.ListFormat>) {
    this.#options = options;
  }

  format(words: Iterable<string>): string {
    return new globalThis.Intl.ListFormat(...this.#options).format(words);
  }
}
