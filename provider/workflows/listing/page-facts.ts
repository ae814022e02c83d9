/** What one page says about the pages of its listing: the known fields beside the list, and what looks like more. */
import { isPointer, pointerStep, readPath } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json/json.js";
import { isJsonNumber, numberText } from "../json/numbers.js";
import { isContainer, isLinkPart, isPointerPart, type Meaning, meaningOf } from "./fields.js";
import { linkTarget, parseLinks } from "./link-header.js";
import { cursorOf, flagOf, isAddress, normaliseName, numberOf } from "./names.js";

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
  /** An unknown `true`, an unknown text that is an address of this path with another query, and a cursor that is an object. */
  readonly suspicious: readonly Fact[];
  /** Where unknown numbers and texts are. */
  readonly unknown: readonly string[];
}

type Response = Pick<ServiceResponse, "headers" | "url">;

const HEADER_PREFIX = "header:";
const LINK_LOCATION = `${HEADER_PREFIX}Link`;
const MAX_DEPTH = 4;

/**
 * @param list where the list is.
 * @param unrelated the argument `unrelatedFields`: names at any depth, or pointers.
 */
export function readFacts(body: JsonValue, list: string, response: Response, unrelated: readonly string[]): PageFacts {
  const facts = { known: [] as Fact[], suspicious: [] as Fact[], unknown: [] as string[] };
  const isUnrelated = (location: string, name: string): boolean =>
    unrelated.some((field) => (isPointer(field) ? `${location}/`.startsWith(`${field}/`) : field === name));
  const visit = (object: JsonObject, at: string, parent: string, depth: number): void => {
    for (const [name, value] of Object.entries(object)) {
      const location = at + pointerStep(name);
      if (location === list || isUnrelated(location, name)) {
        continue;
      }
      const own = normaliseName(name);
      if (isJsonObject(value) || Array.isArray(value)) {
        const before = facts.known.length;
        if (Array.isArray(value)) {
          facts.known.push(...factsInList(value, location, name));
        } else if (depth < MAX_DEPTH && (list.startsWith(`${location}/`) || describesPages(own))) {
          visit(value, location, own, depth + 1);
        }
        const isPointer = ["next", "position"].includes(meaningOf(own, "cursor") ?? "");
        if (isPointer && Object.keys(value).length > 0 && !facts.known.slice(before).some(isPointerFact)) {
          facts.suspicious.push({ meaning: "other", location, name, value: null });
        }
      } else {
        // `next: { href }`, `next: { after }`: the object's name says which page it is.
        const isNamedByParent =
          isLinkPart(own) ||
          (own === "value" && meaningOf(parent, 1) === "total") ||
          (meaningOf(parent, null) === "next" && isPointerPart(own));
        addField(facts, { location, name, normal: isNamedByParent ? parent : own, value, url: response.url });
      }
    }
  };
  if (isJsonObject(body)) {
    visit(body, "", "", 0);
  }
  for (const [key, value] of Object.entries(response.headers)) {
    const text = typeof value === "string" ? value : value?.[0];
    const location = HEADER_PREFIX + key;
    if (text === undefined || isUnrelated(location, key)) {
      continue;
    }
    if (key === "link") {
      facts.known.push(...factsInLink(value, response.url));
    } else {
      facts.known.push(...factsInHeader(location, key, text, visit));
    }
  }
  return facts;
}

/** Whether the fact names a page, or that there is none. */
function isPointerFact({ meaning }: Fact): boolean {
  return ["address", "cursor", "next number", "position"].includes(meaning);
}

/** Whether an object with this name has fields about pages. */
function describesPages(normal: string): boolean {
  const meaning = meaningOf(normal, null);
  return isContainer(normal) || meaning === "next" || meaning === "other";
}

interface Field {
  readonly location: string;
  readonly name: string;
  readonly normal: string;
  readonly value: Exclude<JsonValue, JsonObject | JsonValue[]>;
  readonly url: URL;
}

function addField(facts: { known: Fact[]; suspicious: Fact[]; unknown: string[] }, field: Field): void {
  const { location, name, normal, value, url } = field;
  const meaning = meaningOf(normal, value);
  if (meaning !== undefined) {
    facts.known.push(factOf(meaning, field));
  } else if (value === true || (typeof value === "string" && isOtherPage(value, url))) {
    facts.suspicious.push({ meaning: "other", location, name, value });
  } else if (value !== null && value !== false && value !== "") {
    facts.unknown.push(location);
  }
}

function factOf(meaning: Meaning, { location, name, normal, value }: Omit<Field, "url">): Fact {
  const plain = isJsonNumber(value) ? numberText(value) : value;
  switch (meaning) {
    case "next": {
      const cursor = cursorOf(value);
      const isOpaque = /cursor|token|marker|key|continu/.test(normal);
      const isLink = /(?:url|uri|link|href|path)$/.test(normaliseName(name));
      const kind = isLink || (!isOpaque && isAddress(String(cursor))) ? "address" : "cursor";
      const isNumber = kind === "cursor" && !isOpaque && numberOf(value) !== undefined;
      return { meaning: isNumber ? "next number" : kind, location, name, value: cursor ?? null };
    }
    case "position":
      return { meaning, location, name, value: cursorOf(value) ?? null };
    case "more":
    case "last":
      return { meaning, location, name, value: flagOf(value) === true };
    case "other":
    case "missing":
      return { meaning, location, name, value: plain };
    default:
      return { meaning, location, name, value: numberOf(value) ?? 0 };
  }
}

/** `links: [{ rel: "next", href: … }]`, and parts that did not respond. */
function factsInList(list: readonly JsonValue[], location: string, name: string): Fact[] {
  const meaning = list.length > 0 ? meaningOf(normaliseName(name), list as JsonValue[]) : undefined;
  if (meaning === "missing") {
    return [{ meaning, location, name, value: list.length }];
  }
  return list.flatMap((link, index): Fact[] => {
    const relation = isJsonObject(link) ? (link["rel"] ?? link["relation"]) : undefined;
    const part = isJsonObject(link) ? Object.keys(link).find((key) => isLinkPart(normaliseName(key))) : undefined;
    const target = isJsonObject(link) && part !== undefined ? link[part] : undefined;
    if (typeof relation !== "string" || typeof target !== "string" || part === undefined) {
      return [];
    }
    const isNext = relation.toLowerCase() === "next";
    return [
      {
        meaning: isNext ? "address" : "other",
        location: `${location}/${index}/${part}`,
        name: relation,
        value: target,
      },
    ];
  });
}

function factsInLink(header: string | readonly string[] | undefined, url: URL): Fact[] {
  const links = parseLinks(header);
  return ["next", "first", "last", "prev", "self"].flatMap((relation): Fact[] => {
    const value = linkTarget(links, relation, url);
    const meaning = relation === "next" ? "address" : "other";
    return value === undefined ? [] : [{ meaning, location: LINK_LOCATION, name: relation, value }];
  });
}

function factsInHeader(
  location: string,
  key: string,
  text: string,
  visit: (object: JsonObject, at: string, parent: string, depth: number) => void,
): Fact[] {
  const normal = normaliseName(key);
  const range =
    normal === "contentrange" ? /^(?:[\w-]+ +)?(?:\d+-\d+|\*)\/(\d{1,15})$/.exec(text.trim())?.[1] : undefined;
  if (range !== undefined) {
    return [{ meaning: "total", location, name: key, value: Number(range) }];
  }
  if (isContainer(normal) && text.startsWith("{")) {
    const json = headerJson(text);
    if (isJsonObject(json)) {
      visit(json, location, "", 0);
    }
    return [];
  }
  // A vendor's name stands before what the header says: `X-WP-Total`, `Opc-Next-Page`. Limits of rates say nothing of pages.
  const short = normaliseName(
    /(?<!rate.*)(?:next-?\w+|next-[\w-]+|total|total-?pages|total-count)$/i.exec(key)?.[0] ?? "",
  );
  const meaning = meaningOf(normal, text) ?? meaningOf(short, text);
  return meaning === undefined || meaning === "other"
    ? []
    : [factOf(meaning, { location, name: key, normal, value: text })];
}

function headerJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Whether the text is an address of this path with another query. */
function isOtherPage(text: string, page: URL): boolean {
  if (!isAddress(text) || !URL.canParse(text, page.href)) {
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

/** In place of a path, of which it is none: the address of the next page, wherever it is. */
export const ANY_ADDRESS = "\0";

/** What is at a path of `pagination`, in the body or in a header. One that ends in a question mark may lead nowhere. */
export function valueAt(path: string, { body, response, facts }: PageContent): JsonValue | undefined {
  if (path === ANY_ADDRESS) {
    return facts.known.find(({ meaning, value }) => meaning === "address" && value !== null)?.value ?? null;
  }
  if (path.toLowerCase() === LINK_LOCATION.toLowerCase()) {
    return (
      facts.known.find(({ meaning, location }) => meaning === "address" && location === LINK_LOCATION)?.value ?? null
    );
  }
  const exact = locationValue(path, body, response);
  return exact === undefined && path.endsWith("?") ? (locationValue(path.slice(0, -1), body, response) ?? null) : exact;
}

function locationValue(path: string, body: JsonValue, { headers }: Response): JsonValue | undefined {
  if (!path.startsWith(HEADER_PREFIX)) {
    return readPath<JsonValue>(body, path);
  }
  const [name = "", ...steps] = path.slice(HEADER_PREFIX.length).split("/");
  const text = [headers[name.toLowerCase()]].flat()[0];
  return text === undefined || steps.length === 0 ? text : readPath<JsonValue>(headerJson(text), `/${steps.join("/")}`);
}
