/** Which items were read before: every page of a listing brings new ones. */
import { identityFor, type IdentityOf, type KeyPath } from "../items/identity.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";

/** What a page has, compared with the pages before it. */
export type Novelty =
  | "empty"
  /** Only items that were not read yet. */
  | "new"
  /** The same items as one page before, all of them. */
  | "same page"
  /** It begins with the last item of the page before, and has new ones. */
  | "last item again"
  /** Some items that were read before. */
  | "some again";

export interface SeenItems {
  compare(items: readonly JsonValue[]): Novelty;
  add(items: readonly JsonValue[]): void;
}

/**
 * @param keyPath the argument: what identifies an item. Items that nothing identifies are the same if all of their fields are;
 *   on one page such items are different ones.
 */
export function createSeenItems(keyPath: KeyPath): SeenItems {
  const pages: (readonly JsonValue[])[] = [];
  let identity: IdentityOf | undefined;
  let isIdentified = false;
  /** The page of each key, and how many pages are in it: keys are made when they are needed. */
  let pageOf = new Map<string, number>();
  let indexed = 0;

  const keyOf = (item: JsonValue): string => identity?.(item) ?? canonicalJson(item);

  function index(): void {
    for (; indexed < pages.length; indexed++) {
      for (const item of pages[indexed] ?? []) {
        pageOf.set(keyOf(item), indexed);
      }
    }
  }

  /** By default a field identifies the items only if all of them have it. */
  function identify(items: readonly JsonValue[]): void {
    if (isIdentified && (keyPath !== undefined || identity === undefined || items.every(identity))) {
      return;
    }
    identity = identityFor([...pages.flat(), ...items], keyPath);
    isIdentified = true;
    pageOf = new Map();
    indexed = 0;
  }

  return {
    add: (items) => void pages.push(items),
    compare(items) {
      if (items.length === 0) {
        return "empty";
      }
      identify(items);
      index();
      const before = items.map((item) => pageOf.get(keyOf(item)));
      const [page] = before;
      if (before.every((number) => number === undefined)) {
        return "new";
      }
      if (page !== undefined && before.every((number) => number === page) && pages[page]?.length === items.length) {
        return "same page";
      }
      const last = pages.at(-1)?.at(-1);
      const isLast = last !== undefined && items[0] !== undefined && keyOf(last) === keyOf(items[0]);
      return isLast && before.slice(1).every((number) => number === undefined) ? "last item again" : "some again";
    },
  };
}
