/** Collects the pagination hints of a response, in its body and in its headers, by the table of conventions. */
import { pointerStep, readPath } from "../http/json-path.js";
import type { ServiceResponse } from "../http/types.js";
import { conventionOf, type HintValue, isContainerName, isNextName, isPagesName, type Meaning } from "./conventions.js";
import { isJsonObject, type JsonObject, type JsonValue, ownField, parseJson } from "./json.js";
import { linkTarget, parseLinks, relationName } from "./link-header.js";
import { isEmptyValue, normaliseName, readCursor } from "./names-and-values.js";

/** One field or header that says something about the pages. */
export interface Hint {
  readonly meaning: Meaning;
  /** Where it is: a JSON Pointer into the body, or `header:` and a name. The options of `pagination` take the same. */
  readonly place: string;
  /** The field's name as the service writes it. */
  readonly name: string;
  /** The name of the object around it; empty at the top of the body and for headers. */
  readonly parent: string;
  readonly value: HintValue;
}

export interface PageHints {
  readonly found: readonly Hint[];
  /** Whether a field that names the next page is there and empty: `"next": null`. */
  readonly namesNoNext: boolean;
  /** Whether the body looks like the lists of Stripe, which take the last item's id as cursor. */
  readonly isStripeList: boolean;
  /** Whether the body is a response of OData, which has `$skip` and no page numbers. */
  readonly isODataList: boolean;
}

/** Objects inside each other in which hints are looked for, at most. Those around the items do not count. */
const MAX_DEPTH = 5;
/** Elements of a list of links that are looked at, at most. */
const MAX_LINKS = 50;
/** Elements of a list of remarks that are looked at, at most. */
const MAX_REMARKS = 50;
const HEADER_PREFIX = "header:";

/**
 * @param itemsPointer where the items are: hints are looked for around them, never in them.
 */
export function collectHints(
  body: JsonValue,
  itemsPointer: string,
  response: Pick<ServiceResponse, "headers" | "url">,
): PageHints {
  const collector = createCollector(itemsPointer);
  collectLinkHeader(response, collector);
  for (const [name, value] of Object.entries(response.headers)) {
    const text = typeof value === "object" ? value[0] : value;
    if (text !== undefined && text.length <= 4096) {
      collectHeader(name, text, collector);
    }
  }
  if (isJsonObject(body)) {
    walk(body, { pointer: "", name: "", depth: 0 }, collector);
  }
  const isStripeList = isJsonObject(body) && ownField(body, "object") === "list";
  const isODataList = isJsonObject(body) && isOData(body);
  return { found: collector.found, namesNoNext: collector.namesNoNext, isStripeList, isODataList };
}

/** A count alone is no proof: other services borrow its name. OData 3 and 4 name their metadata, and OData 2 has `d`. */
function isOData(body: JsonObject): boolean {
  const has = (name: string): boolean => ownField(body, name) !== undefined;
  const wrapped = ownField(body, "d");
  return (
    has("@odata.context") ||
    (has("@context") && has("@count")) || // 4.01
    has("odata.metadata") ||
    (isJsonObject(wrapped) && ownField(wrapped, "__count") !== undefined) ||
    has("@iot.count") || // SensorThings
    Object.keys(body).some((name) => /^[^@]+@odata\.count$/.test(name)) // Redfish
  );
}

interface Collector {
  readonly itemsPointer: string;
  readonly found: Hint[];
  namesNoNext: boolean;
  add(name: string, normalised: readonly string[], parent: string, place: string, value: JsonValue): void;
}

function createCollector(itemsPointer: string): Collector {
  const collector: Collector = {
    itemsPointer,
    found: [],
    namesNoNext: false,
    add(name, normalised, parent, place, value) {
      for (const candidate of normalised) {
        const match = conventionOf(candidate, value);
        if (match !== undefined) {
          collector.found.push({ meaning: match.convention.meaning, place, name, parent, value: match.value });
          return;
        }
      }
      if (isEmptyValue(value) && normalised.some(isNextName)) {
        collector.namesNoNext = true;
      }
    },
  };
  return collector;
}

function walk(object: JsonObject, at: { pointer: string; name: string; depth: number }, collector: Collector): void {
  for (const [key, value] of Object.entries(object)) {
    const pointer = at.pointer + pointerStep(key);
    const annotation = ANNOTATION.exec(key);
    if (pointer === collector.itemsPointer || (annotation !== null && !annotatesItems(annotation[1], at, collector))) {
      continue;
    }
    const name = normaliseName(annotation?.[2] ?? key);
    const isAncestor = collector.itemsPointer.startsWith(`${pointer}/`);
    if (isJsonObject(value) && (isAncestor || (at.depth < MAX_DEPTH && isContainerName(name, at.name)))) {
      collector.add(key, namesBelow(name, at.name), at.name, pointer, Object.keys(value).length === 0 ? null : value);
      walk(value, { pointer, name, depth: isAncestor ? at.depth : at.depth + 1 }, collector);
      collectStructure(key, name, pointer, value, collector);
    } else if (isJsonObject(value) && at.depth < MAX_DEPTH && describesPages(value)) {
      walk(value, { pointer, name, depth: at.depth + 1 }, collector);
    } else if (isJsonObject(value) && at.depth < MAX_DEPTH) {
      walkPagesBelow(value, { pointer, depth: at.depth + 1 }, collector);
      collectStructure(key, name, pointer, value, collector);
    } else if (Array.isArray(value)) {
      collectLinkList(value, { pointer, name }, collector);
      collectRemarks(key, value, { pointer, name, parent: at.name }, collector);
      collectStructure(key, name, pointer, value, collector);
    } else if (!isJsonObject(value)) {
      collector.add(key, namesBelow(name, at.name), at.name, pointer, value);
    }
  }
}

/** `warnings: ["…"]`, or a list of objects with a text: each is read as if it stood alone under the list's name. */
function collectRemarks(
  key: string,
  list: readonly JsonValue[],
  { pointer, name, parent }: { pointer: string; name: string; parent: string },
  collector: Collector,
): void {
  for (const [index, element] of list.slice(0, MAX_REMARKS).entries()) {
    const texts = isJsonObject(element) ? Object.values(element) : [element];
    for (const text of texts) {
      const match = typeof text === "string" ? conventionOf(name, text) : undefined;
      if (match?.convention.value === "remark") {
        const place = `${pointer}/${index}`;
        collector.found.push({ meaning: match.convention.meaning, place, name: key, parent, value: match.value });
      }
    }
  }
}

/** OData's annotation of another field: `Members@odata.nextLink` is the next page of `Members` (OData JSON 4.01, §4.5). */
const ANNOTATION = /^([^@]+)(@[A-Za-z][\w.-]*)$/;

/** Whether the annotated field is the list, or is around it. An annotation of another field says nothing of the list. */
function annotatesItems(field = "", { pointer }: { pointer: string }, { itemsPointer }: Collector): boolean {
  return `${itemsPointer}/`.startsWith(`${pointer}${pointerStep(field)}/`);
}

/**
 * Whether an object of any name is about pages: beside a page's number or offset it has how many there are, or what follows. An
 * object with a list may be another listing.
 */
function describesPages(object: JsonObject): boolean {
  if (Object.values(object).some((value) => Array.isArray(value))) {
    return false;
  }
  const fields = Object.entries(object).map(([key, value]) => {
    const name = normaliseName(key);
    return { name, meaning: conventionOf(name, value)?.convention.meaning };
  });
  return (
    fields.some(({ name, meaning }) => (meaning === "page" || meaning === "offset") && POSITION.test(name)) &&
    fields.some(({ meaning }) => meaning !== undefined && REACH.has(meaning))
  );
}

/** A bare `start`, `from` or `number` in an object of another name is as well a time, or the number of a run. */
const POSITION = /page|offset|^skip$|startat|startindex/;
const REACH: ReadonlySet<Meaning> = new Set<Meaning>([
  "total",
  "count",
  "pages",
  "cursor",
  "next number",
  "address",
  "more",
  "last",
]);

/** `extra: { pagination: … }`: an object of another name that has no list of its own may say more of the pages. */
function walkPagesBelow(object: JsonObject, at: { pointer: string; depth: number }, collector: Collector): void {
  if (Object.values(object).some((value) => Array.isArray(value))) {
    return;
  }
  for (const [key, value] of Object.entries(object)) {
    const name = normaliseName(key);
    if (isJsonObject(value) && isPagesName(name)) {
      walk(value, { pointer: at.pointer + pointerStep(key), name, depth: at.depth + 1 }, collector);
    }
  }
}

/**
 * A next page that is named by an object or a list, such as `LastEvaluatedKey: { id: … }`: its first text or number is the cursor,
 * if nothing in it was recognised.
 */
function collectStructure(key: string, name: string, pointer: string, value: JsonValue, collector: Collector): void {
  if (
    !isNextName(name) ||
    /^(?:more|older|following)/.test(name) ||
    collector.found.some(({ place }) => place.startsWith(`${pointer}/`)) ||
    namesNone(value)
  ) {
    return;
  }
  const leaf = firstLeaf(value, pointer, key, 0);
  if (leaf !== undefined) {
    collector.found.push({ meaning: "cursor", parent: "", ...leaf });
  }
}

/** A link without a target, such as `next: { title: "Next page", href: null }`; and a list of objects, which is no cursor. */
function namesNone(value: JsonValue): boolean {
  if (Array.isArray(value)) {
    return value.some(isJsonObject);
  }
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([key, inner]) => isEmptyValue(inner) && isNextName(`next${normaliseName(key)}`))
  );
}

function firstLeaf(
  value: JsonValue,
  place: string,
  name: string,
  depth: number,
): Pick<Hint, "place" | "name" | "value"> | undefined {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) {
    const text = readCursor(value);
    return text === undefined ? undefined : { place, name, value: text };
  }
  if (depth === MAX_DEPTH) {
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const leaf = firstLeaf(inner, place + pointerStep(key), isList ? name : key, depth + 1);
    if (leaf !== undefined) {
      return leaf;
    }
  }
  return undefined;
}

/** The names under which a field counts: in `next`, `href` is the next page's address; in `total`, `value` is the total. */
function namesBelow(name: string, parent: string): string[] {
  if (/^next|^following$|^more$|^older$/.test(parent)) {
    return [parent + name];
  }
  // In `paging`, `token` is the paging token.
  const isToken = name === "token" && /^(?:page|paging|pagination)$/.test(parent);
  return isToken || /^(?:cursors?|totals?|counts?)$/.test(parent) ? [parent + name, name] : [name];
}

/**
 * `links: [{ "rel": "next", "href": … }]`, FHIR's `link: [{ "relation": "next", "url": … }]`, and several links of one relation in
 * HAL: `next: [{ "href": … }]`. The relation is compared without case, as in a Link header.
 */
function collectLinkList(
  list: readonly JsonValue[],
  at: { pointer: string; name: string },
  collector: Collector,
): void {
  for (const [index, element] of list.slice(0, MAX_LINKS).entries()) {
    if (!isJsonObject(element)) {
      continue;
    }
    const relations = relationsOf(element, at.name);
    const isNext = relations.includes("next");
    if (!isNext && !relations.includes("last")) {
      continue;
    }
    for (const name of ["href", "url", "uri"]) {
      const target = ownField(element, name);
      if (typeof target === "string") {
        collector.add(
          name,
          [(isNext ? "next" : "last") + name],
          "",
          at.pointer + pointerStep(index) + pointerStep(name),
          target,
        );
      }
    }
  }
}

/** Other names than `rel` count in a list of links alone: elsewhere `name: "next"` may be anything. */
function relationsOf(element: JsonObject, listName: string): readonly string[] {
  const isLinks = /links?$/.test(listName);
  const fields = ["rel", "relation", ...(isLinks ? ["type", "name"] : [])].map((name) => ownField(element, name));
  const written = listName === "next" ? ["next"] : fields.flat();
  return written.flatMap((relation) => (typeof relation === "string" ? [relationName(relation)] : []));
}

function collectLinkHeader({ headers, url }: Pick<ServiceResponse, "headers" | "url">, collector: Collector): void {
  const links = parseLinks(headers["link"]);
  const next = linkTarget(links, "next", url);
  const last = linkTarget(links, "last", url);
  const place = `${HEADER_PREFIX}Link`;
  if (next !== undefined) {
    collector.found.push({ meaning: "address", place, name: "Link", parent: "", value: next });
  } else if (last !== undefined && links.every(({ relations }) => !relations.includes("next"))) {
    collector.found.push({ meaning: "last address", place, name: "Link", parent: "", value: last });
  } else if (links.length > 0) {
    collector.namesNoNext = true;
  }
}

/** Headers whose names match a convention, and describe something else. */
const OTHER_HEADERS = new Set(["link", "content-location", "location", "age", "accept-ranges", "range", "etag"]);

function collectHeader(name: string, text: string, collector: Collector): void {
  if (OTHER_HEADERS.has(name)) {
    return;
  }
  const place = HEADER_PREFIX + displayName(name);
  const bare = normaliseName(name.replace(/^x-/, ""));
  if (/^\s*\{/.test(text) && /pag|meta|cursor/.test(bare)) {
    const object = parsedHeader(text);
    if (isJsonObject(object)) {
      walk(object, { pointer: place, name: bare, depth: 0 }, collector);
    }
    return;
  }
  const withoutContext = normaliseName(
    name.replace(/^x-/, "").replace(/^(?:pagination|paging|page|list|wp|ms|results?|items)-(?=.)/, ""),
  );
  // A vendor's prefix: `opc-next-page`, `x-nomad-nexttoken`, and below `x-acme-total-count`.
  const next = /^.+?-((?:next|continuation).*)$/.exec(name)?.[1];
  if (next !== undefined && !/^(?:x|x-ms)-(?:next|continuation)/.test(name)) {
    collector.add(displayName(next), [normaliseName(next)], "", place, text);
    return;
  }
  const isPageHeader =
    bare !== withoutContext ||
    name.startsWith("x-") ||
    /total|next|page|range|count|more|cursor|continuation|^warning$/.test(bare);
  if (isPageHeader) {
    const total = /^.+-(total-?(?:count|pages|items|results|records))$/.exec(name)?.[1];
    const candidates = [bare, withoutContext, ...(total === undefined ? [] : [normaliseName(total)])];
    collector.add(displayName(name), candidates, "", place, text);
  }
}

function parsedHeader(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** As documentation writes it: `x-total-count` is `X-Total-Count`. */
function displayName(header: string): string {
  return header.startsWith("x-ms-") ? header : header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * What is at a place that an option of `pagination` names: a path into the body, or `header:` with a header's name
 * and, for a header that has JSON, a JSON Pointer into that.
 */
export function readPlace(body: JsonValue, headers: ServiceResponse["headers"], place: string): JsonValue | undefined {
  if (!isHeaderPlace(place)) {
    return readPath<JsonValue>(body, place);
  }
  const [name = "", ...steps] = place.slice(HEADER_PREFIX.length).split("/");
  const header = headers[name.toLowerCase()];
  const text = typeof header === "object" ? header[0] : header;
  if (text === undefined || steps.length === 0) {
    return text;
  }
  return readPath<JsonValue>(parsedHeader(text), `/${steps.join("/")}`);
}

/** Where the body has a cursor in a field of this name, in no list; `undefined` if it has none. */
export function findCursorNamed(name: string, body: JsonValue, pointer = "", depth = 0): string | undefined {
  if (!isJsonObject(body) || depth > MAX_DEPTH) {
    return undefined;
  }
  if (readCursor(ownField(body, name)) !== undefined) {
    return pointer + pointerStep(name);
  }
  for (const [key, value] of Object.entries(body)) {
    const found = findCursorNamed(name, value, pointer + pointerStep(key), depth + 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

export function isHeaderPlace(place: string): boolean {
  return place.startsWith(HEADER_PREFIX);
}
