/** Which items were read before: every page of a listing brings new ones. */
import { identityFor, type IdentityOf, type KeyPath } from "../items/identity.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";

/** What a page has, compared with the pages before it. "the last item again": that of the page before, then new ones. */
export type Novelty =
  "no items" | "new items" | "the same page again" | "the last item again" | "items that were read before";

type Items = readonly JsonValue[];

/** Items that nothing identifies are the same if all of their fields are; on one page such items are different ones. */
export class SeenItems {
  readonly #pages: Items[] = [];
  /** The keys of each page that was compared. */
  readonly #keys = new WeakMap<Items, readonly string[]>();
  /** The page of each key, and how many pages are in it. */
  readonly #pageOf = new Map<string, number>();
  #indexed = 0;
  #identityOf: IdentityOf | undefined;

  /** @param keyPath the argument: what identifies an item. By default, a field that all items of the first two pages have. */
  constructor(readonly keyPath: KeyPath) {}

  add(items: Items): void {
    this.#pages.push(items);
  }

  compare(items: Items): Novelty {
    if (items.length === 0) {
      return "no items";
    }
    if (this.#indexed === 0) {
      this.#identityOf = identityFor([...this.#pages.flat(), ...items], this.keyPath);
    }
    for (const page of this.#pages.slice(this.#indexed)) {
      this.#keysOf(page).forEach((key) => this.#pageOf.set(key, this.#indexed));
      this.#indexed += 1;
    }
    const last = this.#keysOf(this.#pages.at(-1) ?? []).at(-1);
    const keys = this.#keysOf(items);
    const [page, ...others] = keys.map((key) => this.#pageOf.get(key));
    const areOthersNew = others.every((number) => number === undefined);
    if (page === undefined && areOthersNew) {
      return "new items";
    }
    if (others.every((number) => number === page) && this.#pages[page ?? -1]?.length === items.length) {
      return "the same page again";
    }
    if (last === keys[0] && areOthersNew) {
      return "the last item again";
    }
    // Equal items are none that were read before, if the user says that nothing identifies them.
    return this.keyPath === "none" ? "new items" : "items that were read before";
  }

  #keysOf(items: Items): readonly string[] {
    const keys = this.#keys.get(items) ?? items.map((item) => this.#identityOf?.(item) ?? canonicalJson(item));
    this.#keys.set(items, keys);
    return keys;
  }
}
