/** Rule 6: every page is new, or empty, or an error. The items that were read are remembered, and each page is compared with them. */
import { identityFor, type IdentityOf, type KeyPath } from "../items/identity.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";

/** How a page compares with those before it. "The last item again", then new ones, is what an offset gives that counts from 1. */
export type Comparison =
  "new items" | "the same page again" | "the last item again" | "items that were read before" | "no items";

type Items = readonly JsonValue[];

/** Remembers the items of all pages. */
export class SeenItems {
  readonly #pages: Items[] = [];
  /** For each item's key: the index of its page. */
  readonly #pageOf = new Map<string, number>();
  /** How many pages are in `#pageOf`. A listing of one page needs none. */
  #indexed = 0;
  #identityOf: IdentityOf | undefined;

  /** @param keyPath what identifies an item. By default, an id that all items of the first two pages have, else the whole item. */
  constructor(readonly keyPath: KeyPath) {}

  add(items: Items): void {
    this.#pages.push(items);
  }

  compare(items: Items): Comparison {
    this.#indexPages(items);
    const pages = items.map((item) => this.#pageOf.get(this.#keyOf(item)));
    if (items.length === 0) {
      return "no items";
    }
    if (pages.every((page) => page === undefined)) {
      return "new items";
    }
    const [first, ...others] = pages;
    if (first !== undefined && others.every((page) => page === first) && this.#pages[first]?.length === items.length) {
      return "the same page again";
    }
    // With the keyPath "none", equal items on different pages are different items, because the user said so.
    if (this.keyPath === "none") {
      return "new items";
    }
    return this.#isLastAgain(items[0]) && others.every((page) => page === undefined)
      ? "the last item again"
      : "items that were read before";
  }

  /** Adds the pages that are not indexed yet. The first time, decides what identifies an item. @param items the second page. */
  #indexPages(items: Items): void {
    if (this.#indexed === 0) {
      this.#identityOf = identityFor([...this.#pages.flat(), ...items], this.keyPath);
    }
    for (const page of this.#pages.slice(this.#indexed)) {
      page.forEach((item) => this.#pageOf.set(this.#keyOf(item), this.#indexed));
      this.#indexed += 1;
    }
  }

  #isLastAgain(item: JsonValue = null): boolean {
    return this.#keyOf(this.#pages.at(-1)?.at(-1) ?? null) === this.#keyOf(item);
  }

  #keyOf(item: JsonValue): string {
    return this.#identityOf?.(item) ?? canonicalJson(item);
  }
}
