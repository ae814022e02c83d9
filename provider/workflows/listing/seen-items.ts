/** Which items were read before: every page of a listing brings new ones. */
import { identityFor, type IdentityOf, type KeyPath } from "../items/identity.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";

/** What a page has, compared with the pages before it. "the last item again": that of the page before, then new ones. */
export type Novelty =
  "no items" | "new items" | "the same page again" | "the last item again" | "items that were read before";

/**
 * Items that nothing identifies are the same if all of their fields are; on one page such items are different ones. Nothing is
 * compared if there is one page.
 */
export class SeenItems {
  readonly #pages: (readonly JsonValue[])[] = [];
  #identity: IdentityOf | undefined;
  /** The page of each key, and how many pages are in it. */
  #pageOf = new Map<string, number>();
  #indexed = 0;

  /** @param keyPath the argument: what identifies an item. By default, a field that all items have. */
  constructor(readonly keyPath: KeyPath) {}

  add(items: readonly JsonValue[]): void {
    this.#pages.push(items);
  }

  compare(items: readonly JsonValue[]): Novelty {
    if (items.length === 0) {
      return "no items";
    }
    this.#index(items);
    const pages = items.map((item) => this.#pageOf.get(this.#keyOf(item)));
    const [page] = pages;
    if (pages.every((number) => number === undefined)) {
      return "new items";
    }
    if (page !== undefined && pages.every((number) => number === page) && this.#pages[page]?.length === items.length) {
      return "the same page again";
    }
    const last = this.#pages.at(-1)?.at(-1) ?? null;
    const isLast = this.#keyOf(last) === this.#keyOf(items[0] ?? null);
    return isLast && pages.slice(1).every((number) => number === undefined)
      ? "the last item again"
      : "items that were read before";
  }

  #index(next: readonly JsonValue[]): void {
    const isOpen = this.keyPath === undefined && this.#identity !== undefined && !next.every(this.#identity);
    if (this.#indexed === 0 || isOpen) {
      this.#identity = identityFor([...this.#pages.flat(), ...next], this.keyPath);
      this.#pageOf = new Map();
      this.#indexed = 0;
    }
    for (; this.#indexed < this.#pages.length; this.#indexed++) {
      this.#pages[this.#indexed]?.forEach((item) => this.#pageOf.set(this.#keyOf(item), this.#indexed));
    }
  }

  #keyOf(item: JsonValue): string {
    return this.#identity?.(item) ?? canonicalJson(item);
  }
}
