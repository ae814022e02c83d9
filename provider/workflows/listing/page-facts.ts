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
import { isLinkPart, type Meaning, meaningOf, readField } from "./fields.js";
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
  const [known, suspicious, structures, lastPages]: [Fact[], Fact[], Fact[], Fact[]] = [[], [], [], []];
  const unknown: string[] = [];
  const firstPages = new Set<string | undefined>();
  for (const field of fieldsBeside(body, list, unrelated).concat(fieldsInHeaders(response, unrelated))) {
    const { name, normal, value, pointer: location, isAbout } = field;
    const plain = { meaning: "other", location, name, value: null } as const;
    const read = isJsonObject(value) ? undefined : readField(normal, value);
    if (isAbout && read !== undefined) {
      const meaning = read.meaning === "next" ? kindOfNext(field) : read.meaning;
      const fact = { ...plain, meaning, value: read.value };
      known.push(fact);
      if (meaning === "other" && /^last/.test(normal) && isOtherPage(value, url)) {
        lastPages.push(fact);
      } else if (meaning === "other" && /^(?:first|self|current)/.test(normal)) {
        firstPages.add(addressIn(value, url)?.search);
      }
    } else if (isJsonObject(value) || Array.isArray(value)) {
      const isOpen = (parts: [string, JsonValue][]): boolean => parts.length > 0 && !parts.some(namesPage);
      if (isAbout && namesPage([normal, "cursor"]) && isOpen(Object.entries(value))) {
        structures.push(plain);
      }
    } else if ((isAbout && value === true) || (read?.meaning !== "other" && isOtherPage(value, url))) {
      suspicious.push({ ...plain, value: value as string | true });
    } else if (isAbout && value !== null && value !== false && value !== "") {
      unknown.push(location);
    }
  }
  const further = lastPages.filter(({ value }) => !firstPages.has(addressIn(value, url)?.search));
  return { known, suspicious: suspicious.concat(structures, further), unknown };
}

/** Whether a field names a page, or says that there is none. */
function namesPage([key, value]: readonly [string, JsonValue]): boolean {
  const name = normaliseName(key);
  return isLinkPart(name) || ["next", "position"].includes(meaningOf(name, value) ?? "");
}

function kindOfNext({ name, normal, value, pointer }: FieldBeside): "address" | "next number" | "cursor" {
  const isLink = pointer === LINK_LOCATION || /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  if (isLink || (!isOpaque && isAddress(String(cursorOf(value))))) {
    return "address";
  }
  return !isOpaque && numberOf(value) !== undefined ? "next number" : "cursor";
}

function addressIn(text: JsonValue, page: URL): URL | undefined {
  const isUrl = typeof text === "string" && isAddress(text) && URL.canParse(text, page.href);
  return isUrl ? new URL(text, page.href) : undefined;
}

/** Whether it is an address of this path with another query. */
function isOtherPage(text: JsonValue, page: URL): boolean {
  const { host, pathname, search } = addressIn(text, page) ?? page;
  return host === page.host && pathname === page.pathname && search !== "" && search !== page.search;
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
