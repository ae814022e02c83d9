/** What one page says about the pages of its listing: the known fields beside the list, and what looks like more. */
import { readPath } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import {
  type FieldBeside,
  fieldsBeside,
  fieldsInHeaders,
  HEADER_PREFIX,
  headerJson,
  LINK_LOCATION,
} from "./beside-list.js";
import { type Meaning, meaningOf, readField } from "./fields.js";
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

/** @param list where the list is. */
export function readFacts(
  body: JsonValue,
  list: string,
  response: Pick<ServiceResponse, "headers" | "url">,
  unrelated: readonly string[],
): PageFacts {
  const { url } = response;
  const [known, suspicious, structures]: [Fact[], Fact[], Fact[]] = [[], [], []];
  const unknown: string[] = [];
  const named: NamedFact[] = [];
  for (const field of fieldsBeside(body, list, unrelated).concat(fieldsInHeaders(response, unrelated))) {
    const { name, normal, value, pointer: location, isAbout } = field;
    const plain = { meaning: "other", location, name, value: null } as const;
    const read = isJsonObject(value) ? undefined : readField(normal, value);
    if (isAbout && read !== undefined) {
      const meaning = read.meaning === "next" ? kindOfNext(field) : read.meaning;
      const fact = { ...plain, meaning, value: read.value };
      known.push(fact);
      named.push({ normal, fact });
    } else if (isJsonObject(value) || Array.isArray(value)) {
      const isPointer = ["next", "position"].includes(meaningOf(normal, "cursor") ?? "");
      if (isAbout && isPointer && Object.keys(value).length > 0) {
        structures.push(plain);
      }
    } else if ((isAbout && value === true) || (read?.meaning !== "other" && isOtherPage(value, url))) {
      suspicious.push({ ...plain, value: value as string | true });
    } else if (isAbout && value !== null && value !== false && value !== "") {
      unknown.push(location);
    }
  }
  // What names a page, or says that there is none, explains the objects around it.
  const pointers = known.filter(({ meaning }) => POINTERS.has(meaning));
  const around = new Set(pointers.flatMap(({ location }) => placesAround(location)));
  const open = structures.filter(({ location }) => !around.has(location));
  return { known, suspicious: suspicious.concat(open, lastPages(named, url)), unknown };
}

const POINTERS: ReadonlySet<Fact["meaning"]> = new Set(["address", "cursor", "next number", "position"]);

/** The pointers of the objects around a field. */
function placesAround(location: string): string[] {
  return location.split("/").map((_, depth, steps) => steps.slice(0, depth).join("/"));
}

function kindOfNext({ name, normal, value, pointer }: FieldBeside): "address" | "next number" | "cursor" {
  const isLink = pointer === LINK_LOCATION || /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  if (isLink || (!isOpaque && isAddress(String(cursorOf(value))))) {
    return "address";
  }
  return !isOpaque && numberOf(value) !== undefined ? "next number" : "cursor";
}

type NamedFact = Pick<FieldBeside, "normal"> & { readonly fact: Fact };

/** The addresses of a last page, where it is neither this page nor the first one. */
function lastPages(named: readonly NamedFact[], url: URL): Fact[] {
  const others = (pattern: RegExp): Fact[] =>
    named.filter(({ normal, fact }) => fact.meaning === "other" && pattern.test(normal)).map(({ fact }) => fact);
  const queryOf = ({ value }: Fact): string | undefined =>
    typeof value === "string" && URL.canParse(value, url.href) ? new URL(value, url).search : undefined;
  const here = new Set(others(/^(?:first|self|current)/).map(queryOf));
  return others(/^last/).filter((fact) => isOtherPage(fact.value, url) && !here.has(queryOf(fact)));
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
    const next = facts.known.find(({ meaning, location }) => meaning === "address" && location === LINK_LOCATION);
    return next?.value ?? null;
  }
  const value = exact.startsWith(HEADER_PREFIX) ? headerAt(exact, response) : readPath<JsonValue>(body, exact);
  return isOptional ? (value ?? null) : value;
}

function headerAt(path: string, { headers }: ServiceResponse): JsonValue | undefined {
  const [name = "", ...steps] = path.slice(HEADER_PREFIX.length).split("/");
  const [text] = [headers[name.toLowerCase()]].flat();
  return text === undefined || steps.length === 0 ? text : readPath<JsonValue>(headerJson(text), `/${steps.join("/")}`);
}
