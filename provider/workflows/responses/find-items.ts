/** Finds the list of items in a response whose shape is not documented. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { isPointer, locate, pointerStep, readPath } from "../../http/json-path.js";
import { isContainerName, rowAboutPages } from "./conventions.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { names, normaliseName } from "./names-and-values.js";
import { isJsonNumber } from "../json/numbers.js";

/*
 * The rules, in their order, if no `itemsPath` is given:
 *
 * 1. A response that is a list is the listing, unless one of its elements has the listing, beside others that describe it.
 * 2. Usual places are looked at in the order of the names below: at the top of the body, then inside `_embedded`, `data`,
 *    `result` and the like. The first list found there is the listing, if it has items.
 * 3. An empty list at a usual place is the listing unless another list has items: then it is not clear which is meant.
 *    One with an id and a name beside it, such as the `nodes` of one workflow, counts only under the first seven names.
 * 4. `null` at a usual place, before any list, is a response without a listing.
 * 5. If nothing is at a usual place: an empty list where the page before has its items, unless another list has items.
 * 6. Else the only list of the body, or of the only object around a list, such as `data`. Its items must be objects, and its name
 *    must not match `NEVER_ITEMS`. If it is empty, the other fields of the body must describe its pages.
 *
 * What is not clear is an error that asks for `itemsPath`.
 */

const words = (text: string): readonly string[] => text.split(" ");

const USUAL_NAMES = words("workflows items data results value records content");
const NAMES = [
  ...USUAL_NAMES,
  ...words("result values entries elements resources objects documents docs hits nodes member members rows list"),
  ...words("collection entities workflowlist workflowdefinitions payload response"),
];

/** Objects around a list, the surest first. */
const AROUND = words("embedded data result results response payload body d workflows hits content");

/** Objects around the whole content of a response. */
const WRAPPERS = words("data result results response payload body d");

/** Lists that are never the listing. */
const NEVER_ITEMS = names(`
  .*(?:error|warning|invalid|excluded|removed|deleted|archived).*
  (?:.*[a-z])?(?:err|fault|fail|failure|exception|problem|violation|issue|denied|skipped|rejected|missing)s?
  (?:.*[a-z])?(?:notice|notification|alert|message|detail|hint|suggestion|diagnostic|info|cause|reason)s?
  (?:.*[a-z])?(?:(?<!cata|dia|back|b)log|trace|stack|outage|incident|breakdown|option|setting)s?
  (?:.*[a-z])?(?:permission|role|scope|tag|label|feature|capability|capabilitie|deprecation|(?<!con)version|locale|language)s?
  (?:.*[a-z])?(?:link|header|param|parameter|argument|filter|facet|aggregation|bucket|column|field|schema|sort)s?
  included|help|order|maintenance
`);

/** Lists of links of any kind: `links`, `pageLinks`. */
const LINKS = /links?$/;

/** The links of the response or of an object in it: `links`, `_links`. */
const OWN_LINKS = /^links?$/;

/** Lists of texts that describe a response. */
const RESPONSE_WORDS = names("(?:context|profile|expand|locale|language|scope)s?|class(?:es)?");

/** Lists of any kind that repeat what was asked for: columns, the order, filters. `orders` may be what is listed. */
const REQUEST_WORDS = names(`
  (?:.*schema|.*column|header|field|filter|facet)s?
  sort(?:s|by|ing|ings|fields?|orders?)?|order(?:by|ing|ings|fields?)?
`);

/** Fields that describe a response, beside hints about its pages. */
const NEUTRAL = names(`
  object|kind|type|id|requestid|correlationid|traceid|version|apiversion|schema|context|etag
  status|code|success|ok|warnings|errors?|messages?|time|timestamp|took|duration|url|self|selflink|href|links?
  meta|metadata|responsemetadata|pg|(?:list|result|response)?info
  has(?:more|additional|errors?)|more|islast|last|first|done|prev|previous|limit|offset|size|skip|start
  .*(?:pagin|page|total|cursor|next|count).*
`);

const HINT =
  "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";

/** Keys named in an error, at most. */
const MAX_NAMED_KEYS = 20;
/** Objects inside each other in which lists are looked for, at most. */
const MAX_DEPTH = 4;

export interface FoundItems {
  readonly items: JsonValue[];
  /** Where they are: a JSON Pointer; empty for the response itself. */
  readonly pointer: string;
  /** Set if the response has no list there, and `itemsPath` says that it may leave it out. */
  readonly isLeftOut?: boolean;
}

/**
 * @param noun what is listed, in the plural, for messages.
 * @param placeBefore where the page before has its list. An empty list there is the listing, whatever its name.
 * @throws ListingError `listing`, which names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, itemsPath?: string, noun = "workflows", placeBefore?: string): FoundItems {
  if (itemsPath !== undefined) {
    return itemsAt(body, itemsPath);
  }
  if (Array.isArray(body)) {
    return checkObjects({ items: body, pointer: "" }, noun);
  }
  if (!isJsonObject(body)) {
    throw noItems(`The response has no list of ${noun}: it is ${describe(body)}.`, body);
  }
  return checkObjects(usualList(body, noun) ?? emptyListAt(body, placeBefore) ?? onlyList(body, noun), noun);
}

/** A path that ends in a question mark leads to a list that need not be there: missing or `null` it is empty. */
function itemsAt(body: JsonValue, itemsPath: string): FoundItems {
  const exact = locate<JsonValue>(body, itemsPath);
  const isOptional = exact === undefined && itemsPath.endsWith("?");
  const path = isOptional ? itemsPath.slice(0, -1) : itemsPath;
  const found = isOptional ? locate<JsonValue>(body, path) : exact;
  if (Array.isArray(found?.value)) {
    return { items: found.value, pointer: found.pointer };
  }
  const isMissing = found === undefined || found.value === null;
  const instead = found === undefined ? "nothing" : kindOf(found.value);
  const fault = `At \`itemsPath\` "${excerpt(itemsPath)}" the response has ${instead}, not a list: it is ${describe(body)}.`;
  if (isOptional && isMissing && isJsonObject(body)) {
    const pointer = found?.pointer ?? pointerOf(path);
    // A path with a spelling mistake leads nowhere, too.
    const other = otherListOfObjects(body, pointer);
    if (other === undefined) {
      return { items: [], pointer, isLeftOut: true };
    }
    throw noItems(`It is not clear where the list is: ${fault}`, body);
  }
  throw noItems(fault, body, isMissing && isJsonObject(body) ? path : undefined);
}

function pointerOf(path: string): string {
  return isPointer(path) ? path : path.split(".").map(pointerStep).join("");
}

function otherListOfObjects(body: JsonObject, pointer: string): FoundItems | undefined {
  return listsIn(body, pointer, "everywhere").find((list) => list.items.some(isJsonObject) && !describesResponse(list));
}

/** Rule 5. */
function emptyListAt(body: JsonObject, pointer: string | undefined): FoundItems | undefined {
  const list = pointer === undefined ? undefined : readPath<JsonValue>(body, pointer);
  const isEmpty = Array.isArray(list) && list.length === 0;
  return pointer !== undefined && isEmpty && otherContent(body, pointer) === undefined
    ? { items: [], pointer }
    : undefined;
}

/** Rules 2 to 4. */
function usualList(body: JsonObject, noun: string): FoundItems | undefined {
  for (const { pointer, value, name } of usualPlaces(body)) {
    if (value === null && USUAL_NAMES.includes(name)) {
      throw noItems(
        `The response has null at "${excerpt(pointer)}", not a list of ${noun}: it is ${describe(body)}.`,
        body,
        pointer,
      );
    }
    if (!Array.isArray(value)) {
      continue;
    }
    const around = readPath<JsonValue>(body, pointer.slice(0, pointer.lastIndexOf("/")));
    if (!USUAL_NAMES.includes(name) && isJsonObject(around) && isLikeOneWorkflow(around)) {
      throw noItems(`The list at "${excerpt(pointer)}" ${IN_ONE_WORKFLOW}: the response is ${describe(body)}.`, body);
    }
    const other = value.length > 0 ? undefined : otherContent(body, pointer);
    if (other !== undefined) {
      throw noItems(
        `It is not clear where the ${noun} are: the list at "${excerpt(pointer)}" is empty, but "${excerpt(other)}" is not.`,
        body,
      );
    }
    return { items: value, pointer };
  }
  return undefined;
}

/**
 * Whether the body is an object without a list, whose fields all describe its pages.
 *
 * @param mayBeNull whether it may have `null` where the list would be.
 */
export function describesPagesOnly(body: JsonValue, mayBeNull = false): boolean {
  const isNull = (name: string, value: JsonValue): boolean => mayBeNull && value === null && NAMES.includes(name);
  return (
    isJsonObject(body) &&
    listsIn(body, "", "everywhere").every(({ pointer }) => LINKS.test(normaliseName(pointer))) &&
    Object.entries(body).every(([key, value]) => {
      const name = normaliseName(key);
      return isNull(name, value) || (value !== null && NEUTRAL.test(name));
    })
  );
}

/** The list at a usual place of a response that need not be a listing; `undefined` if there is none. */
export function usualListIn(body: JsonValue): FoundItems | undefined {
  const place = isJsonObject(body) ? usualPlaces(body).find(({ value }) => Array.isArray(value)) : undefined;
  return place === undefined ? undefined : { items: place.value as JsonValue[], pointer: place.pointer };
}

interface Place {
  readonly pointer: string;
  readonly value: JsonValue;
  readonly name: string;
}

/** The values at usual places, in their order. */
function usualPlaces(body: JsonObject): Place[] {
  const around = AROUND.flatMap((name) => fieldsNamed(body, "", name));
  const inside = around.flatMap(({ value, pointer }) => {
    if (!isJsonObject(value)) {
      return [];
    }
    const workflows = fieldsNamed(value, pointer, "workflows");
    return [...usualFields(value, pointer), ...workflows.flatMap((place) => usualFields(place.value, place.pointer))];
  });
  return [...usualFields(body, ""), ...inside.filter(({ value }) => value !== null)];
}

function usualFields(value: JsonValue, pointer: string): Place[] {
  return isJsonObject(value) ? NAMES.flatMap((name) => fieldsNamed(value, pointer, name)) : [];
}

function fieldsNamed(object: JsonObject, pointer: string, name: string): Place[] {
  return Object.entries(object)
    .filter(([key]) => normaliseName(key) === name)
    .map(([key, value]) => ({ pointer: pointer + pointerStep(key), value, name }));
}

/** Another list with items, or objects by name at a usual place, beside an empty list. Links describe pages. */
function otherContent(body: JsonObject, pointer: string): string | undefined {
  const list = listsIn(body, pointer, "around").find((other) => other.items.length > 0 && !describesResponse(other));
  const named = USUAL_NAMES.flatMap((name) => fieldsNamed(body, "", name)).find(
    (place) => isJsonObject(place.value) && !pointer.startsWith(`${place.pointer}/`) && isMapOfObjects(place.value),
  );
  return list?.pointer ?? named?.pointer;
}

/**
 * Whether the list describes the response: its links, its order, its columns, how many items there are, or texts such as its
 * locales.
 */
function describesResponse({ items, pointer }: FoundItems): boolean {
  const [parent = "", name = ""] = pointer.split("/").slice(-2).map(normaliseName);
  return (
    LINKS.test(name) ||
    REQUEST_WORDS.test(name) ||
    // The parameters that a service takes (Hydra).
    (parent === "search" && name === "mapping") ||
    rowAboutPages(name, items) !== undefined ||
    (RESPONSE_WORDS.test(name) && items.every((element) => typeof element === "string"))
  );
}

function isMapOfObjects(object: JsonObject): boolean {
  const values = Object.values(object);
  return values.length > 0 && values.every(isJsonObject);
}

/**
 * All lists of the body except the one at `pointer`.
 *
 * @param scope "everywhere": in objects of any name. "around": in those that describe the body or surround the list at `pointer`.
 */
function listsIn(body: JsonObject, pointer: string, scope: "everywhere" | "around"): FoundItems[] {
  const found: FoundItems[] = [];
  const visit = (object: JsonObject, at: string, depth: number): void => {
    for (const [key, value] of Object.entries(object)) {
      const below = at + pointerStep(key);
      if (Array.isArray(value)) {
        if (below !== pointer) {
          found.push({ items: value, pointer: below });
        }
      } else if (isJsonObject(value) && depth < MAX_DEPTH) {
        const name = normaliseName(key);
        if (
          scope === "everywhere" ||
          isContainerName(name) ||
          NAMES.includes(name) ||
          pointer.startsWith(`${below}/`)
        ) {
          visit(value, below, depth + 1);
        }
      }
    }
  };
  visit(body, "", 0);
  return found;
}

/** Rule 6. */
function onlyList(body: JsonObject, noun: string): FoundItems {
  const wrapper = fieldsNamed(body, "", "embedded").find(({ value }) => isJsonObject(value)) ?? onlyWrapper(body);
  const around = (wrapper?.value ?? body) as JsonObject;
  const lists = candidateLists(around);
  const [only] = lists;
  if (only === undefined) {
    throw noItems(`The response has no list of ${noun}: it is ${describe(body)}.`, body, "/path/to/list");
  }
  if (lists.length > 1) {
    const fault = `${lists.length} lists, none at a usual place`;
    throw noItems(`The response has ${fault}: it is ${describe(body)}.`, body);
  }
  const [key, value] = only;
  const pointer = (wrapper?.pointer ?? "") + pointerStep(key);
  const beside = Object.entries(body)
    .filter(([name, field]) => !isEmptyCompanion(name, field) && pointerStep(name) !== (wrapper?.pointer ?? pointer))
    .map(([name]) => name);
  const unclear = whyNotItems(beside, key, value) ?? whyPartOfOther(body, around, { pointer, items: value });
  if (unclear !== undefined) {
    throw noItems(
      `The response has no list of ${noun} at a usual place, and ${unclear}: it is ${describe(body)}.`,
      body,
    );
  }
  return { items: value, pointer };
}

/** The lists of an object that may be the listing. */
function candidateLists(object: JsonObject): [key: string, list: JsonValue[]][] {
  const lists = Object.entries(object).filter(
    (field): field is [string, JsonValue[]] => Array.isArray(field[1]) && !OWN_LINKS.test(normaliseName(field[0])),
  );
  return lists.length > 1 ? lists.filter(([key, list]) => !isEmptyCompanion(key, list)) : lists;
}

/** `warnings: []` and the like describe the response. With something in them they make it doubtful. */
function isEmptyCompanion(key: string, value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0 && NEVER_ITEMS.test(normaliseName(key));
}

/**
 * The object around the only list, such as `data` in `{ "data": { "flows": […], "total": 3 } }`, if its other fields describe
 * pages.
 */
function onlyWrapper(body: JsonObject): Place | undefined {
  if (Object.values(body).some(Array.isArray)) {
    return undefined;
  }
  const hasListAlone = ({ value }: Place): boolean => {
    const fields = isJsonObject(value) ? Object.entries(value) : [];
    const others = fields.filter(([, field]) => !Array.isArray(field));
    return fields.length === others.length + 1 && others.every(([key]) => NEUTRAL.test(normaliseName(key)));
  };
  const wrappers = WRAPPERS.flatMap((name) => fieldsNamed(body, "", name)).filter(hasListAlone);
  return wrappers.length === 1 ? wrappers[0] : undefined;
}

/** @param beside the names of the fields at the top of the body, without the one that has the list. */
function whyNotItems(beside: readonly string[], key: string, list: readonly JsonValue[]): string | undefined {
  const name = normaliseName(key);
  const shown = `"${excerpt(key)}"`;
  if (NEVER_ITEMS.test(name)) {
    return `${shown} is not the name of a listing`;
  }
  const usual = beside.find((other) => USUAL_NAMES.includes(normaliseName(other)));
  if (usual !== undefined) {
    return `beside ${shown} there is "${excerpt(usual)}"`;
  }
  if (!list.every(isJsonObject)) {
    return `${shown} does not list objects`;
  }
  const other = beside.find((field) => !NEUTRAL.test(normaliseName(field)));
  return list.length === 0 && other !== undefined ? `${shown} is empty beside "${excerpt(other)}"` : undefined;
}

/** Why the only list may be a part of something else. */
function whyPartOfOther(body: JsonObject, around: JsonObject, { pointer, items }: FoundItems): string | undefined {
  const shown = `"${excerpt(pointer)}"`;
  if (isLikeOneWorkflow(around)) {
    return `${shown} ${IN_ONE_WORKFLOW}`;
  }
  const deeper = listsIn(body, pointer, "everywhere").find(
    (other) =>
      other.items.some(isJsonObject) &&
      !other.pointer
        .split("/")
        .map(normaliseName)
        .some((step) => LINKS.test(step) || NEVER_ITEMS.test(step)),
  );
  if (deeper !== undefined) {
    return `beside ${shown} there is the list "${excerpt(deeper.pointer)}"`;
  }
  const isGroup = (item: JsonValue): boolean =>
    isJsonObject(item) && fieldsNamed(item, "", "workflows").some((field) => Array.isArray(field.value));
  return items.some(isGroup) ? `the items of ${shown} have lists of workflows themselves` : undefined;
}

const IN_ONE_WORKFLOW = "is in an object with an id and a name, like one workflow";

const IDENTIFIES = /^_?(?:id|gid|uid|uuid|key|slug)$/;

function isLikeOneWorkflow(object: JsonObject): boolean {
  const has = (pattern: RegExp): boolean =>
    Object.entries(object).some(([key, value]) => pattern.test(normaliseName(key)) && isScalar(value));
  return has(IDENTIFIES) && has(/^(?:name|title|displayname|label)$/);
}

function isScalar(value: JsonValue): boolean {
  return value !== null && !Array.isArray(value) && !isJsonObject(value);
}

/** A list of texts or numbers is probably not the listing. If it is, the user sets `itemsPath`. */
function checkObjects(found: FoundItems, noun: string): FoundItems {
  const place = listInside(found);
  if (place !== undefined) {
    const around = found.pointer === "" ? "the response" : `"${excerpt(found.pointer)}"`;
    throw new ListingError(
      `It is not clear where the ${noun} are: ${around} is a list, and has a list at "${excerpt(place)}".`,
      {
        code: "listing",
        hint: `If that is the list of ${noun}, set \`itemsPath\` to ${JSON.stringify(place)}. If not, set it to ${JSON.stringify(found.pointer)}.`,
      },
    );
  }
  const index = found.items.findIndex((item) => !isJsonObject(item));
  if (index !== -1) {
    const place = found.pointer === "" ? "the response" : `"${excerpt(found.pointer)}"`;
    const kind = kindOf(found.items[index] ?? null);
    throw new ListingError(`Item ${index + 1} of the list at ${place} is ${kind}, not an object.`, {
      code: "listing",
      hint: `If that is right, set \`itemsPath\` to ${JSON.stringify(found.pointer)}.`,
    });
  }
  return found;
}

/** Where a list has the listing inside it, beside what describes it: `[[ items ], 137]`. */
function listInside({ items, pointer }: FoundItems): string | undefined {
  const lists = items.flatMap((element, index) =>
    Array.isArray(element) ? [{ element, step: pointerStep(index) }] : [],
  );
  const isBeside = lists.length === 1 && items.length > 1 && lists[0]?.element.every(isJsonObject) === true;
  const inside = isBeside ? lists[0]?.step : listInOnly(items);
  return inside === undefined ? undefined : pointer + inside;
}

/**
 * Where the only element of a list has a list, if all its other fields describe pages: it is a response itself, such as
 * MongoDB's `[{ "metadata": [{ "total": 137 }], "data": [ items ] }]`.
 */
function listInOnly(items: readonly JsonValue[]): string | undefined {
  const [only] = items;
  const fields = items.length === 1 && isJsonObject(only) ? Object.entries(only) : [];
  const lists = fields.filter(
    ([key, value]) => Array.isArray(value) && value.every(isJsonObject) && NAMES.includes(normaliseName(key)),
  );
  const others = fields
    .filter((field) => !lists.includes(field) && field[1] !== null)
    .map(([key]) => normaliseName(key));
  const describesPages =
    others.some((name) => /pag|total|count|cursor|meta|next|more/.test(name)) &&
    others.every((name) => NEUTRAL.test(name) && !IDENTIFIES.test(name));
  return lists.length === 1 && describesPages ? pointerStep(0) + pointerStep(lists[0]?.[0] ?? "") : undefined;
}

function describe(body: JsonValue): string {
  return isJsonObject(body) ? `an object with ${describeKeys(body)}` : kindOf(body);
}

function describeKeys(object: JsonObject): string {
  const keys = Object.keys(object);
  if (keys.length === 0) {
    return "no keys";
  }
  const named = keys.slice(0, MAX_NAMED_KEYS).map((key) => `"${excerpt(key)}" (${kindOf(object[key] as JsonValue)})`);
  const rest = keys.length - named.length;
  return `the keys ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
}

/** What a value is, for messages: `"a list"`. */
export function kindOf(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (isJsonNumber(value)) {
    return "a number";
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** @param missing the path of the list, if it may be one that the service leaves out when it is empty. */
function noItems(message: string, body: JsonValue, missing?: string): ListingError {
  const lists = isJsonObject(body)
    ? listsIn(body, "", "everywhere").filter(
        (list) => list.items.length > 0 && list.items.every(isJsonObject) && !describesResponse(list),
      )
    : [];
  const places = lists.slice(0, 3).map(({ pointer, items }) => `"${excerpt(pointer)}" (${items.length} objects)`);
  const hint =
    places.length > 0
      ? `${HINT}, such as ${places.join(" or ")}.`
      : missing === undefined
        ? `${HINT}.`
        : `${HINT}. If the service leaves out an empty list, or has null for it, end the path with a question mark: "${excerpt(missing)}?".`;
  return new ListingError(message, { code: "listing", hint });
}
