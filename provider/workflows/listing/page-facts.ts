/** What one page says about the pages of its listing: the known fields beside the list, and what looks like more. */
import { readPath, stepNames } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonValue, parseJson } from "../json/json.js";
import { type FieldBeside, fieldsBeside, isNamedIn } from "./beside-list.js";
import { isContainer, isLinkPart, isPointerPart, type Meaning, meaningOf, valueOf } from "./fields.js";
import { linkTargets } from "./link-header.js";
import { cursorOf, isAddress, normaliseName, numberOf } from "./names.js";

/** A field or a header with a known meaning. */
export interface Fact {
  readonly meaning: Meaning | "address" | "next number" | "cursor" | "full";
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** As the service writes it. */
  readonly name: string;
  /** `null` where what would name the next page names none, or is an object. */
  readonly value: string | number | boolean | null;
}

export interface PageFacts {
  readonly known: readonly Fact[];
  /**
   * An unknown `true`, an unknown text that is an address of this path with another query, a cursor that is an object, and a last
   * page that is not the first one.
   */
  readonly suspicious: readonly Fact[];
  /** Where unknown numbers and texts are. */
  readonly unknown: readonly string[];
}

type Response = Pick<ServiceResponse, "headers" | "url">;

const HEADER_PREFIX = "header:";
const LINK_LOCATION = `${HEADER_PREFIX}Link`;
const UNKNOWN = { meaning: "other", value: null } as const;

/** @param list where the list is. */
export function readFacts(body: JsonValue, list: string, response: Response, unrelated: readonly string[]): PageFacts {
  const { headers, url } = response;
  const facts = { known: [] as Fact[], suspicious: [] as Fact[], unknown: [] as string[] };
  const takeFields = (from: JsonValue, root = ""): void => {
    const fields = fieldsBeside(from, list, unrelated, root);
    fields.forEach((field) => addField(facts, field, url));
    const pointers = facts.known.filter(({ meaning }) => POINTERS.has(meaning));
    const around = new Set(pointers.flatMap(({ location }) => placesAround(location)));
    for (const { pointer, name } of fields.filter(isStructuredPointer)) {
      if (!around.has(pointer)) {
        facts.suspicious.push({ ...UNKNOWN, location: pointer, name });
      }
    }
  };
  takeFields(body);
  for (const [key, value] of Object.entries(headers)) {
    const text = [value].flat()[0];
    const location = HEADER_PREFIX + key;
    if (text === undefined || isNamedIn(unrelated, location, key)) {
      continue;
    }
    if (key === "link") {
      const isRelation = ([name]: [string, string]): boolean =>
        (name === "next" || meaningOf(name, "/") === "other") && !isNamedIn(unrelated, location, name);
      const links = [...linkTargets(value, url)].filter(isRelation);
      facts.known.push(...links.map(([name, target]) => linkFact(name, target, LINK_LOCATION)));
    } else if (isContainer(normaliseName(key)) && text.startsWith("{")) {
      takeFields(headerJson(text), location);
    } else {
      facts.known.push(...factsInHeader(location, key, text));
    }
  }
  facts.suspicious.push(...lastPages(facts.known, url));
  return facts;
}

/** What names a page, or says that there is none. */
const POINTERS: ReadonlySet<Fact["meaning"]> = new Set(["address", "cursor", "next number", "position"]);

/** The pointers of the objects around a field. */
function placesAround(location: string): string[] {
  return location.split("/").map((_, depth, steps) => steps.slice(0, depth).join("/"));
}

/** Whether an object or a list, which is not empty, has the name of a cursor. */
function isStructuredPointer({ normal, value, isAbout }: FieldBeside): boolean {
  const isStructure = (isJsonObject(value) || Array.isArray(value)) && Object.keys(value).length > 0;
  return isAbout && isStructure && ["next", "position"].includes(meaningOf(normal, "cursor") ?? "");
}

function addField(facts: { known: Fact[]; suspicious: Fact[]; unknown: string[] }, field: FieldBeside, url: URL): void {
  const { name, normal: own, value, pointer: location, parent, isAbout } = field;
  // `next: { href }`, `next: { after }`: the object's name says which page it is.
  const isNamedByParent =
    isLinkPart(own) ||
    (own === "value" && meaningOf(parent, 1) === "total") ||
    (meaningOf(parent, null) === "next" && isPointerPart(own));
  const normal = isNamedByParent ? parent : own;
  const meaning = isJsonObject(value) ? undefined : meaningOf(normal, value);
  if (meaning !== undefined && isAbout) {
    facts.known.push(factOf(meaning, normal, { location, name, value }));
  } else if (isJsonObject(value) || Array.isArray(value)) {
    for (const link of isAbout && Array.isArray(value) ? linksIn(value, location) : []) {
      facts.known.push(link);
    }
  } else if (isAbout ? value === true || isOtherPage(value, url) : meaning !== "other" && isOtherPage(value, url)) {
    facts.suspicious.push({ ...UNKNOWN, location, name, value: value as string | true });
  } else if (isAbout && value !== null && value !== false && value !== "") {
    facts.unknown.push(location);
  }
}

function factOf(
  meaning: Meaning,
  normal: string,
  { location, name, value }: Pick<Fact, "location" | "name"> & { readonly value: JsonValue },
): Fact {
  const kind = meaning === "next" ? kindOfNext(name, normal, value) : meaning;
  return { meaning: kind, location, name, value: valueOf(meaning, value) };
}

function kindOfNext(name: string, normal: string, value: JsonValue): "address" | "next number" | "cursor" {
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  const isLink = /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  if (isLink || (!isOpaque && isAddress(String(cursorOf(value))))) {
    return "address";
  }
  return !isOpaque && numberOf(value) !== undefined ? "next number" : "cursor";
}

/** `links: [{ rel: "next", href: … }]`. */
function linksIn(list: readonly JsonValue[], location: string): Fact[] {
  return list.flatMap((element, index): Fact[] => {
    const link = isJsonObject(element) ? element : {};
    const relation = link["rel"] ?? link["relation"];
    const part = Object.keys(link).find((key) => isLinkPart(normaliseName(key))) ?? "";
    const target = link[part];
    return typeof relation === "string" && typeof target === "string"
      ? [linkFact(relation, target, `${location}/${index}/${part}`)]
      : [];
  });
}

function linkFact(relation: string, value: string, location: string): Fact {
  const name = relation.toLowerCase();
  return { meaning: name === "next" ? "address" : "other", location, name, value };
}

/** The addresses of a last page, where it is neither this page nor the first one. */
function lastPages(known: readonly Fact[], url: URL): Fact[] {
  const others = known.filter(({ meaning, value }) => meaning === "other" && typeof value === "string");
  const isNamed = ({ location, name }: Fact, pattern: RegExp): boolean =>
    pattern.test(normaliseName(isLinkPart(normaliseName(name)) ? (stepNames(location).at(-2) ?? "") : name));
  const queryOf = ({ value }: Fact): string =>
    URL.canParse(String(value), url.href) ? new URL(String(value), url).search : "";
  const here = new Set(others.filter((fact) => isNamed(fact, /^(?:first|self|current)/)).map(queryOf));
  return others.filter((fact) => isNamed(fact, /^last/) && isOtherPage(fact.value, url) && !here.has(queryOf(fact)));
}

function factsInHeader(location: string, key: string, text: string): Fact[] {
  const normal = normaliseName(key);
  const range =
    normal === "contentrange" ? /^(?:[\w-]+ +)?(?:\d+-\d+|\*)\/(\d{1,15})$/.exec(text.trim())?.[1] : undefined;
  if (range !== undefined) {
    return [{ meaning: "total", location, name: key, value: Number(range) }];
  }
  // A vendor's name stands before what the header says: `X-WP-Total`, `Opc-Next-Page`. Limits of rates say nothing of pages.
  const short = /(?<!rate.*)(?:next-?\w+|next-[\w-]+|total|total-?pages|total-count)$/i.exec(key)?.[0] ?? "";
  const meaning = meaningOf(normal, text) ?? meaningOf(normaliseName(short), text);
  return meaning === undefined || meaning === "other"
    ? []
    : [factOf(meaning, normal, { location, name: key, value: text })];
}

function headerJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Whether it is an address of this path with another query. */
function isOtherPage(text: JsonValue, page: URL): boolean {
  if (typeof text !== "string" || !isAddress(text) || !URL.canParse(text, page.href)) {
    return false;
  }
  const url = new URL(text, page.href);
  return url.host === page.host && url.pathname === page.pathname && url.search !== "" && url.search !== page.search;
}

/** A page, as its response has it. */
export interface PageContent {
  readonly response: ServiceResponse;
  readonly body: JsonValue;
  readonly items: readonly JsonValue[];
  readonly facts: PageFacts;
}

/** What is at a path of `pagination`, in the body or in a header. One that ends in a question mark may lead nowhere: `null`. */
export function valueAt(path: string, { body, response, facts }: PageContent): JsonValue | undefined {
  const isOptional = path.endsWith("?");
  const exact = isOptional ? path.slice(0, -1) : path;
  if (exact.toLowerCase() === LINK_LOCATION.toLowerCase()) {
    return (
      facts.known.find(({ meaning, location }) => meaning === "address" && location === LINK_LOCATION)?.value ?? null
    );
  }
  const value = exact.startsWith(HEADER_PREFIX) ? headerAt(exact, response) : readPath<JsonValue>(body, exact);
  return isOptional ? (value ?? null) : value;
}

function headerAt(path: string, { headers }: Response): JsonValue | undefined {
  const [name = "", ...steps] = path.slice(HEADER_PREFIX.length).split("/");
  const text = [headers[name.toLowerCase()]].flat()[0];
  return text === undefined || steps.length === 0 ? text : readPath<JsonValue>(headerJson(text), `/${steps.join("/")}`);
}
