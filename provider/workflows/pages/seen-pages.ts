/** Pages and items that come twice: the listing would never end, or another item may be missing. */
import { isDeepStrictEqual } from "node:util";
import { ListingError } from "../../http/errors.js";
import { PAGINATION_DEFAULTS } from "../arguments/names.js";
import { excerpt } from "../../http/excerpt.js";
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "../json/json.js";
import { isJsonNumber, numberText } from "../json/numbers.js";
import type { PageOrder, PageRequest } from "./page-order.js";
import { otherParameters } from "./suggest-pagination.js";

/** An item that came on two pages, with other fields. */
export interface ChangedItem {
  /** As it was first, on which page, and that page's request. */
  readonly item: JsonValue;
  readonly before: number;
  readonly request: PageRequest;
  /** The field that identifies it, and the page on which it came again. */
  readonly identity: string;
  readonly again: number;
}

/** Remembers pages by address and by content. */
export interface SeenPages {
  /** @throws ListingError if a page before has this address. */
  checkAddress(request: PageRequest, number: number): void;
  /** The number of the page with the same items. */
  pageWithItems(items: readonly JsonValue[], number: number): number | undefined;
  /** @throws ListingError if an item was on a page before: where one comes twice, another may be missing. */
  checkItems(items: readonly JsonValue[], number: number, noun: string): void;
  /** The first item that came twice with other fields. */
  changedItem(): ChangedItem | undefined;
}

export function createSeenPages(): SeenPages {
  const requests: PageRequest[] = [];
  const addresses = new Map<string, number>();
  const contents = new Map<string, { number: number; items: readonly JsonValue[] }>();
  const identified = new Map<string, { number: number; item: JsonValue }>();
  let pageBefore: readonly JsonValue[] = [];
  let changed: ChangedItem | undefined;

  const remember = (items: readonly JsonValue[], number: number): void => {
    for (const item of items) {
      for (const identity of identityOf(item)) {
        identified.set(identity, { number, item });
      }
    }
  };

  const checkIdentity = (identity: string, item: JsonValue, number: number, noun: string): void => {
    const before = identified.get(identity);
    if (before === undefined) {
      return;
    }
    if (canonicalJson(before.item) === canonicalJson(item)) {
      throw itemTwice(identity, before.number, number, noun);
    }
    const request = requests[before.number - 1];
    changed ??= request && { item: before.item, before: before.number, request, identity, again: number };
  };

  return {
    changedItem: () => changed,
    checkAddress(request, number) {
      const key = keyOf(request);
      const before = addresses.get(key);
      if (before !== undefined) {
        throw repeated(`The next page has the address of page ${before}.`);
      }
      addresses.set(key, number);
      requests.push(request);
    },
    pageWithItems(items, number) {
      if (items.length === 0) {
        return undefined;
      }
      // The first and the last item differ between nearly all pages. Only where they are the same is the page compared.
      const ends = [items[0] ?? null, items.at(-1) ?? null];
      const key = `${items.length} ${canonicalJson(ends)}`;
      const before = contents.get(key);
      if (before !== undefined && canonicalJson([...before.items]) === canonicalJson([...items])) {
        return before.number;
      }
      contents.set(key, { number, items });
      return undefined;
    },
    checkItems(items, number, noun) {
      // A page may have an item twice: it is remembered only when the next page comes.
      remember(pageBefore, number - 1);
      const overlap = overlapOf(pageBefore, items);
      pageBefore = items;
      if (overlap > 1) {
        throw overlapping(overlap, number, noun);
      }
      for (const item of items) {
        for (const identity of identityOf(item)) {
          checkIdentity(identity, item, number, noun);
        }
      }
    },
  };
}

export function isSameRequest(one: PageRequest, other: PageRequest): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ url, headers }: PageRequest): string {
  return `${url.href} ${JSON.stringify(headers)}`;
}

/**
 * How many items at the end of the page before are also at the beginning of this one, if nothing identifies them. One item may
 * come twice. Several in the same order show that the pages overlap.
 */
function overlapOf(before: readonly JsonValue[], items: readonly JsonValue[]): number {
  const [first] = items;
  if (first === undefined || identityOf(first).length > 0) {
    return 0;
  }
  const start = before.findIndex((item) => isDeepStrictEqual(item, first));
  const end = start === -1 ? [] : before.slice(start);
  return isDeepStrictEqual(end, items.slice(0, end.length)) ? end.length : 0;
}

const TWICE_HINT =
  "If the listing changed while it was read, try again. If not, ask for a fixed order or for larger pages, with `query`.";

function overlapping(overlap: number, number: number, noun: string): ListingError {
  return new ListingError(`Page ${number} begins with the ${overlap} ${noun} with which the page before ends.`, {
    code: "listing",
    hint: 'If the service counts items, not pages, set the pagination type "offset". If the listing changed while it was read, try again.',
  });
}

export function itemMoved({ identity, before, again }: ChangedItem, noun: string): ListingError {
  return new ListingError(
    `One of the ${noun}, with the ${excerpt(identity)}, was on page ${before} and, with other fields, on page ${again}. Page ${before} no longer has it: another one may be missing.`,
    { code: "listing", hint: TWICE_HINT },
  );
}

function itemTwice(identity: string, before: number, number: number, noun: string): ListingError {
  return new ListingError(
    `One of the ${noun}, with the ${excerpt(identity)}, is on page ${before} and on page ${number}. Another one may be missing.`,
    {
      code: "listing",
      hint: TWICE_HINT,
    },
  );
}

/**
 * @param order the one that should have led to another page.
 * @param echo the name under which the response repeats which page it is.
 */
export function repeated(
  fault: string,
  order: Pick<PageOrder, "parameter" | "cursorField" | "startedAt"> = {},
  echo?: string,
): ListingError {
  return new ListingError(`${fault} The listing would never end.`, {
    code: "listing",
    hint: otherPages(order, echo),
  });
}

/** For a service that does not take the argument as it is: another parameter, or another type. */
export function otherPages(order: Pick<PageOrder, "parameter" | "cursorField" | "startedAt">, echo?: string): string {
  return `${knowsParameter(order, echo)}${OTHER_WAYS[order.startedAt?.type ?? "cursor"]}`;
}

/** The question whether the service knows the parameter, with a space after it; empty if there is none. */
export function knowsParameter(
  { parameter, cursorField, startedAt }: Pick<PageOrder, "parameter" | "cursorField" | "startedAt">,
  echo?: string,
): string {
  if (parameter === undefined) {
    return "";
  }
  // A name that the response repeats is not always the one that the service takes.
  const usual =
    echo === parameter && startedAt !== undefined ? PAGINATION_DEFAULTS[startedAt.type].parameter : parameter;
  const others = [
    echo ?? parameter,
    usual,
    ...(cursorField === undefined ? [] : otherParameters(cursorField, parameter)),
  ];
  const names = others.filter((name) => name !== parameter).map((name) => `"${excerpt(name)}"`);
  const such = names.length === 0 ? "" : `, such as ${listed(names)}`;
  return `Does it know the query parameter "${excerpt(parameter)}"? If not, set pagination.parameter to its own${such}. `;
}

/** `"a", "b" or "c"`. */
function listed(names: readonly string[]): string {
  return names.length === 1 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

const OTHER_WAYS = {
  cursor: 'If the service counts pages or items, set the pagination type "page" or "offset".',
  page: 'If the service counts items, not pages, set the pagination type "offset".',
  offset: 'If the service counts pages, not items, set the pagination type "page".',
};

/** Whether two readings of a page have an item in common. Other items, or fields, may have changed between them. */
export function sharesItem(items: readonly JsonValue[], others: readonly JsonValue[]): boolean {
  return items.some(isAmong(others));
}

/** Whether all items are among the others. */
export function sharesAll(items: readonly JsonValue[], others: readonly JsonValue[]): boolean {
  return items.every(isAmong(others));
}

/** Whether one of the items, which a field identifies, is none of the others. Without such a field it may only have changed. */
export function hasOtherItem(items: readonly JsonValue[], others: readonly JsonValue[]): boolean {
  return !sharesAll(
    items.filter((item) => identityOf(item).length > 0),
    others,
  );
}

function isAmong(others: readonly JsonValue[]): (item: JsonValue) => boolean {
  const known = new Set(others.flatMap((item) => [canonicalJson(item), ...identityOf(item)]));
  return (item) => [canonicalJson(item), ...identityOf(item)].some((key) => known.has(key));
}

/** Fields that identify an item, the surest first. Only items that are equal in all fields count as the same item. */
const IDENTIFYING = ["id", "_id", "uid", "uuid", "guid", "key", "urn", "arn", "slug", "Id", "ID"];
/** The same for workflows alone, and for Kubernetes, which has them inside `metadata`. */
const IDENTIFYING_WORKFLOWS = ["workflowId", "workflow_id", "workflowID", "WorkflowId"];

/** The first field that identifies an item, as a string; empty if it has none. */
function identityOf(item: JsonValue): readonly string[] {
  if (!isJsonObject(item)) {
    return [];
  }
  const metadata = ownField(item, "metadata");
  const found =
    identityIn(item, IDENTIFYING) ??
    identityIn(item, IDENTIFYING_WORKFLOWS) ??
    (isJsonObject(metadata) ? identityIn(metadata, IDENTIFYING) : undefined);
  return found === undefined ? [] : [found];
}

function identityIn(object: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = ownField(object, field);
    if (typeof value === "string" || isJsonNumber(value)) {
      return `${field} ${typeof value === "string" ? value : numberText(value)}`;
    }
  }
  return undefined;
}
