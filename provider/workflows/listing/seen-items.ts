/** Remembers the items that were read, because every page of a listing must bring new ones. Runs in both processes. */
import { identityFor, type IdentityOf, type KeyPath } from "../items/identity.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { Outcome } from "./outcome.js";

type Items = readonly JsonValue[];

/** The items of all pages. If items have no id, two items on different pages are the same if all of their fields are equal. */
export class SeenItems {
  readonly #pages: Items[] = [];
  /** A cache: the keys of each page, so that they are computed once. */
  readonly #keys = new WeakMap<Items, readonly string[]>();
  /** For each item's key: the index of the latest page that has the item. */
  readonly #pageOf = new Map<string, number>();
  /** How many pages are in `#pageOf`. */
  #indexed = 0;
  #identityOf: IdentityOf | undefined;

  /** @param keyPath the argument: what identifies an item. By default, a field that all items of the first two pages have. */
  constructor(readonly keyPath: KeyPath) {}

  add(items: Items): void {
    this.#pages.push(items);
  }

  /** Compares the items of a further page with all pages that were added. */
  compare(items: Items): Exclude<Outcome, Outcome.Refused> {
    if (items.length === 0) {
      return Outcome.Empty;
    }
    this.#indexPages(items);
    const keys = this.#keysOf(items);
    // For each item, the earlier page that has it.
    const [pageOfFirst, ...pagesOfOthers] = keys.map((key) => this.#pageOf.get(key));
    const areOthersNew = pagesOfOthers.every((page) => page === undefined);
    if (pageOfFirst === undefined && areOthersNew) {
      return Outcome.NewItems;
    }
    const areOnOnePage = pageOfFirst !== undefined && pagesOfOthers.every((page) => page === pageOfFirst);
    if (areOnOnePage && this.#pages[pageOfFirst]?.length === items.length) {
      return Outcome.SamePage;
    }
    const lastKey = this.#keysOf(this.#pages.at(-1) ?? []).at(-1);
    if (lastKey === keys[0] && areOthersNew) {
      return Outcome.LastItemAgain;
    }
    // With the keyPath "none", equal items on different pages are different items, because the user said so.
    return this.keyPath === "none" ? Outcome.NewItems : Outcome.Overlap;
  }

  #indexPages(nextItems: Items): void {
    if (this.#indexed === 0) {
      this.#identityOf = identityFor([...this.#pages.flat(), ...nextItems], this.keyPath);
    }
    for (const page of this.#pages.slice(this.#indexed)) {
      this.#keysOf(page).forEach((key) => this.#pageOf.set(key, this.#indexed));
      this.#indexed += 1;
    }
  }

  #keysOf(items: Items): readonly string[] {
    const keys = this.#keys.get(items) ?? items.map((item) => this.#identityOf?.(item) ?? canonicalJson(item));
    this.#keys.set(items, keys);
    return keys;
  }
}
