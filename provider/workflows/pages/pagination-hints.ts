/** Collects the pagination hints of a response, in its body and in its headers, by the table of conventions. */
import { pointerStep } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import {
  conventionOf,
  type HintValue,
  isContainerName,
  isNextName,
  isPagesName,
  isRemarkName,
  type Meaning,
  rowAboutPages,
} from "../responses/conventions.js";
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "../json/json.js";
import { type Link, linkTarget, parseLinks, relationName } from "./link-header.js";
import { isEmptyValue, normaliseName, readCursor } from "../responses/names-and-values.js";
import { findPosition, type Position } from "./page-addresses.js";
import { HEADER_PREFIX, headerIn, LINK_PLACE, parseHeader } from "./places.js";

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
  /** How addresses in the response and the request's own say which page. */
  readonly position?: Position | undefined;
}

/**
 * @param itemsPointer where the items are: hints are looked for around them, never in them.
 */
export function collectHints(
  body: JsonValue,
  itemsPointer: string,
  response: Pick<ServiceResponse, "headers" | "url">,
): PageHints {
  const collector = createCollector(itemsPointer);
  const links = parseLinks(response.headers["link"]);
  collectLinkHeader(links, response.url, collector);
  for (const name of Object.keys(response.headers)) {
    const text = headerIn(response.headers, name);
    if (text !== undefined && text.length <= 4096) {
      collectHeader(name, text, collector);
    }
  }
  if (isJsonObject(body)) {
    walk(body, { place: "", name: "" }, collector);
  } else if (Array.isArray(body) && itemsPointer !== "") {
    collectBeside(body, "", collector);
  }
  const isStripeList = isJsonObject(body) && ownField(body, "object") === "list";
  const isODataList = isJsonObject(body) && isOData(body);
  const position = findPosition(body, itemsPointer, links, response.url);
  return { found: collector.found, namesNoNext: collector.namesNoNext, isStripeList, isODataList, position };
}

/**
 * A list with the items inside it: `[{ "total": 137 }, [ items ]]` (World Bank), `[[ items ], 137]` (TypeORM's
 * `findAndCount`), `[{ "metadata": [{ "total": 137 }], "data": [ items ] }]` (MongoDB's `$facet`).
 */
function collectBeside(list: readonly JsonValue[], at: string, collector: Collector): void {
  for (const [index, element] of list.entries()) {
    const place = at + pointerStep(index);
    if (isJsonObject(element)) {
      walk(element, { place, name: "" }, collector);
    } else if (place !== collector.itemsPointer) {
      collector.add({ place, name: "count", parent: "" }, ["count"], element);
    }
  }
}

/** OData's annotation of another field: `Members@odata.nextLink` is the next page of `Members` (OData JSON 4.01, §4.5). */
const ANNOTATION = /^([^@]+)(@[A-Za-z][\w.-]*)$/;

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
    Object.keys(body).some((name) => ANNOTATION.exec(name)?.[2] === "@odata.count") // Redfish
  );
}

interface Collector {
  readonly itemsPointer: string;
  readonly found: Hint[];
  namesNoNext: boolean;
  /** @param candidates the normalised names under which the field counts, the surest first. */
  add(field: Field, candidates: readonly string[], value: JsonValue): void;
}

type Field = Pick<Hint, "place" | "name" | "parent">;

function createCollector(itemsPointer: string): Collector {
  const asItems = namedAfter(normaliseName(itemsPointer.split("/").at(-1) ?? ""));
  const collector: Collector = {
    itemsPointer,
    found: [],
    namesNoNext: false,
    add(field, candidates, value) {
      for (const candidate of candidates.flatMap((name) => [name, ...asItems(name)])) {
        const match = conventionOf(candidate, value);
        if (match !== undefined) {
          collector.found.push({ ...field, meaning: match.convention.meaning, value: match.value });
          return;
        }
      }
      if (isEmptyValue(value) && candidates.some(isNextName)) {
        collector.namesNoNext = true;
      }
    },
  };
  return collector;
}

/**
 * The list's own name counts as "items": beside `flows`, `totalFlows` is the number of all items and `flowCount` too. Gives the other
 * name of a field whose name has it.
 */
function namedAfter(listName: string): (name: string) => readonly string[] {
  const singular = listName.replace(/ies$/, "y").replace(/s$/, "");
  return (name) => {
    const part = [listName, singular].find((spelling) => name.includes(spelling));
    return part === undefined || singular.length < 3 ? [] : [name.replace(part, "items")];
  };
}

/** @param at where the object is, and its normalised name. */
function walk(object: JsonObject, at: { place: string; name: string }, collector: Collector): void {
  for (const [key, value] of Object.entries(object)) {
    const place = at.place + pointerStep(key);
    const [, annotated, term] = ANNOTATION.exec(key) ?? [];
    // An annotation of another field than the list and those around it says nothing of the list.
    const isOfOther = annotated !== undefined && !isAround(at.place + pointerStep(annotated), collector);
    if (place === collector.itemsPointer || isOfOther) {
      continue;
    }
    const field = { place, name: key, parent: at.name };
    // `pagination_next` is `next`.
    const name = normaliseName(term ?? key).replace(/(?:page|paging|pagination)(?=next)/, "");
    collector.add(field, namesBelow(name, at.name), value);
    if (isJsonObject(value)) {
      if (isRemarkName(name)) {
        collectRemark(value, field, name, collector);
      }
      collectInObject(value, field, name, collector);
      collectStructure(value, field, name, collector);
    } else if (Array.isArray(value)) {
      collectInList(value, field, name, collector);
      collectStructure(value, field, name, collector);
    }
  }
}

/** Whether the list is at the place, or inside it. */
function isAround(place: string, { itemsPointer }: Collector): boolean {
  return `${itemsPointer}/`.startsWith(`${place}/`);
}

function collectInObject(object: JsonObject, { place, parent }: Field, name: string, collector: Collector): void {
  const isAboutList =
    isAround(place, collector) || isContainerName(name, parent) || (name === "last" && isLinksName(parent));
  // An object of another name that has a list may be another listing.
  if (!isAboutList && Object.values(object).some((value) => Array.isArray(value))) {
    return;
  }
  if (isAboutList || describesPages(object)) {
    walk(object, { place, name }, collector);
    return;
  }
  // `extra: { pagination: … }`
  for (const [key, value] of Object.entries(object)) {
    const nameBelow = normaliseName(key);
    if (isJsonObject(value) && isPagesName(nameBelow)) {
      walk(value, { place: place + pointerStep(key), name: nameBelow }, collector);
    }
  }
}

/** Whether an object of any name is about pages: beside a page's number or offset it has how many there are, or what follows. */
function describesPages(object: JsonObject): boolean {
  const fields = Object.entries(object).map(([key, value]) => {
    const name = normaliseName(key);
    return { name, meaning: conventionOf(name, value)?.convention.meaning };
  });
  return (
    fields.some(({ name, meaning }) => (meaning === "page" || meaning === "offset") && POSITION.test(name)) &&
    fields.some(({ meaning }) => meaning !== undefined && EXTENT.has(meaning))
  );
}

/** A bare `start`, `from` or `number` in an object of another name may be a time, or the number of a run. */
const POSITION = /page|offset|^skip$|startat|startindex/;
/** How many there are, or what follows. */
const EXTENT: ReadonlySet<Meaning> = new Set<Meaning>([
  "total",
  "count",
  "pages",
  "cursor",
  "next number",
  "address",
  "more",
  "last",
]);

function collectInList(
  list: readonly JsonValue[],
  { place, name: key, parent }: Field,
  name: string,
  collector: Collector,
): void {
  for (const [index, element] of list.entries()) {
    const placeInList = place + pointerStep(index);
    const relation = isJsonObject(element) ? relationOf(element, name) : undefined;
    if (isJsonObject(element) && relation !== undefined) {
      walk(element, { place: placeInList, name: relation }, collector);
    }
    if (isRemarkName(name)) {
      collectRemark(element, { place: placeInList, name: key, parent }, name, collector);
    }
  }
  if (isAround(place, collector)) {
    collectBeside(list, place, collector);
    return;
  }
  const row = rowAboutPages(name, list);
  if (row !== undefined) {
    walk(row, { place: place + pointerStep(0), name }, collector);
  }
}

/** `warnings: ["…"]`, `warnings: [{ "message": "…" }]` and `warning: { … }`: each text is read as if it stood alone under the name. */
function collectRemark(remark: JsonValue, field: Field, name: string, collector: Collector): void {
  for (const text of isJsonObject(remark) ? Object.values(remark) : [remark]) {
    collector.add(field, [name], text);
  }
}

/**
 * The relation of a link to the next or the last page: `links: [{ "rel": "next", "href": … }]`, FHIR's
 * `link: [{ "relation": "next", "url": … }]`, and several links of one relation in HAL: `next: [{ "href": … }]`. It is compared
 * without case, as in a Link header.
 */
function relationOf(element: JsonObject, listName: string): string | undefined {
  if (listName === "next") {
    return ["href", "url", "uri"].some((name) => Object.hasOwn(element, name)) ? "next" : undefined;
  }
  // Other names count in a list of links alone: elsewhere `name: "next"` may be anything.
  const names = isLinksName(listName) ? ["rel", "relation", "type", "name"] : ["rel", "relation"];
  const relations = names
    .flatMap((name) => ownField(element, name))
    .filter((relation) => typeof relation === "string")
    .map(relationName);
  return ["next", "last"].find((relation) => relations.includes(relation));
}

function isLinksName(name: string): boolean {
  return /links?$/.test(name);
}

/**
 * A next page that is named by an object or a list, such as `LastEvaluatedKey: { id: … }`: its first text or number is the cursor,
 * if nothing in it was recognised.
 */
function collectStructure(value: JsonValue, { place, name: key }: Field, name: string, collector: Collector): void {
  if (
    !isNextName(name) ||
    /^(?:more|older|following)/.test(name) ||
    collector.found.some((hint) => hint.place.startsWith(`${place}/`)) ||
    namesNone(value)
  ) {
    return;
  }
  const leaf = firstLeaf(value, place, key);
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

/** The first cursor in the value. In a list it has the name of the list. */
function firstLeaf(value: JsonValue, place: string, name: string): Pick<Hint, "place" | "name" | "value"> | undefined {
  if (!Array.isArray(value) && !isJsonObject(value)) {
    const cursor = readCursor(value);
    return cursor === undefined ? undefined : { place, name, value: cursor };
  }
  for (const [key, inner] of Object.entries(value)) {
    const leaf = firstLeaf(inner, place + pointerStep(key), Array.isArray(value) ? name : key);
    if (leaf !== undefined) {
      return leaf;
    }
  }
  return undefined;
}

/** The names under which a field counts: in `next`, `href` is the next page's address; in `total`, `value` is the total. */
function namesBelow(name: string, parent: string): readonly string[] {
  if (parent.startsWith("next")) {
    return [parent + name];
  }
  if (/^(?:following|more|older)$/.test(parent)) {
    return [parent + name, `next${name}`];
  }
  // In `paging`, `token` is the paging token, and in `last`, `href` is the last page's address.
  const isPartOfName = name === "token" || /^(?:last|(?:cursor|total|count)s?)$/.test(parent);
  return isPartOfName ? [parent + name, name] : [name];
}

function collectLinkHeader(links: readonly Link[], url: URL, collector: Collector): void {
  const next = linkTarget(links, "next", url);
  const first = linkTarget(links, "first", url);
  const last = linkTarget(links, "last", url);
  const place = LINK_PLACE;
  if (next !== undefined) {
    collector.found.push({ meaning: "address", place, name: "Link", parent: "", value: next });
  } else if (last !== undefined && last !== first && links.every(({ relations }) => !relations.includes("next"))) {
    collector.found.push({ meaning: "last address", place, name: "Link", parent: "", value: last });
  } else if (links.length > 0) {
    collector.namesNoNext = true;
  }
}

/** Headers whose names match a convention, and describe something else. */
const OTHER_HEADERS = new Set([
  "x-token",
  "link",
  "content-location",
  "location",
  "age",
  "accept-ranges",
  "range",
  "etag",
]);

function collectHeader(name: string, text: string, collector: Collector): void {
  if (OTHER_HEADERS.has(name)) {
    return;
  }
  const place = HEADER_PREFIX + displayName(name);
  const unprefixed = name.replace(/^x-(?:ms-)?/, "");
  const bare = normaliseName(unprefixed);
  const object = /pag|meta|cursor/.test(bare) ? parseHeader(text) : null;
  if (isJsonObject(object)) {
    walk(object, { place, name: bare }, collector);
    collectStructure(object, { place, name: displayName(name), parent: "" }, bare, collector);
    return;
  }
  const withoutContext = normaliseName(
    unprefixed.replace(/^(?:pagination|paging|page|list|wp|results?|items)-(?=.)/, ""),
  );
  // A vendor's prefix: `opc-next-page`, `x-nomad-nexttoken`, and below `x-acme-total-count`.
  const next = /-((?:next|continuation).*)/.exec(unprefixed)?.[1];
  if (next !== undefined) {
    collector.add({ place, name: displayName(next), parent: "" }, [normaliseName(next)], text);
    return;
  }
  const isPageHeader =
    bare !== withoutContext ||
    name.startsWith("x-") ||
    /total|next|page|range|count|more|cursor|continuation|warning/.test(bare);
  if (isPageHeader) {
    const total = /-(total-?(?:count|pages|items|results|records))$/.exec(unprefixed)?.[1];
    const candidates = [bare, withoutContext, ...(total === undefined ? [] : [normaliseName(total)])];
    collector.add({ place, name: displayName(name), parent: "" }, candidates, text);
  }
}

/** As documentation writes it: `x-total-count` is `X-Total-Count`. */
function displayName(header: string): string {
  return header.startsWith("x-ms-") ? header : header.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
