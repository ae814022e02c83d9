/** The paths of the argument `pagination`: what they lead to, and the error if one leads nowhere. */
import { excerpt } from "../../http/excerpt.js";
import { locate, stepNames } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import { HEADER_PREFIX, headerJson, headerValue, LINK_LOCATION } from "./beside-list.js";
import { cursorOf, flagOf, normaliseName, numberOf } from "./names.js";
import type { Fact } from "./page-facts.js";

/** A page, as its response has it. */
export interface PageContent {
  readonly response: ServiceResponse;
  readonly body: JsonValue;
  readonly items: readonly JsonValue[];
  /** What it says without `pagination`. */
  readonly facts: readonly Fact[];
}

type Read = (value?: JsonValue) => Fact["value"] | undefined;

const PATHS: Readonly<Record<string, readonly [meaning: Fact["meaning"], read: Read, expected: string]>> = {
  cursorPath: ["position", nextOf, "text or number"],
  urlPath: ["position", nextOf, "text"],
  morePath: ["more", flagOf, "true or false"],
  lastPath: ["last", flagOf, "true or false"],
  totalPagesPath: ["pages", numberOf, "number"],
  totalPath: ["total", numberOf, "number"],
};

/** `null`: no next page. */
function nextOf(value?: JsonValue): string | null | undefined {
  return cursorOf(value) ?? (value === true || Array.isArray(value) || isJsonObject(value) ? undefined : null);
}

/** A path of `pagination`, what is expected there, what one page has there, and what that says if it is as expected. */
export type DeclaredPath = ReturnType<typeof declaredPaths>[number];

export function declaredPaths(pagination: Pagination | undefined, page: PageContent) {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const row = PATHS[option];
    if (row === undefined || typeof path !== "string") {
      return [];
    }
    const [meaning, read, expected] = row;
    const { pointer: location = path, value: found } = locateIn(page, path) ?? {};
    const value = read(found);
    const fact: Fact | undefined =
      value === undefined ? undefined : { meaning, location, name: nameAt(location), value };
    return [{ option, path, expected, found, fact }];
  });
}

function nameAt(location: string): string {
  return stepNames(location.replace(HEADER_PREFIX, "/")).at(-1) ?? "";
}

/**
 * A path that leads nowhere on the first page is wrong. What names the next page may be missing on a last page (also if that is the
 * first one), unless the page says that more follow, or may say so, or has a field of that name elsewhere.
 *
 * @param more what says that more follow.
 */
export function refuseNowhere(
  { declared, facts }: Pick<PageContent, "facts"> & { readonly declared: readonly DeclaredPath[] },
  more: Fact | undefined,
): void {
  const names = new Set(facts.map(({ name }) => normaliseName(name)));
  const isMore = more !== undefined || facts.some(({ meaning }) => meaning === "suspicious");
  for (const { option, path, expected, found, fact } of declared) {
    const isMissing = found === undefined && (isMore || names.has(normaliseName(nameAt(path))));
    if (isMissing || (fact === undefined && found !== null)) {
      throw listingError(
        `The response has ${found === undefined ? "nothing" : `no ${expected}`} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path. If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`,
      );
    }
  }
}

/** What is at a path of `pagination`, in the body or in a header. One that ends in a question mark may lead nowhere: `null`. */
export function locateIn(page: PageContent, path: string): { pointer: string; value: JsonValue } | undefined {
  if (path.endsWith("?")) {
    return locateIn(page, path.slice(0, -1)) ?? { pointer: path, value: null };
  }
  if (!path.startsWith(HEADER_PREFIX)) {
    return locate<JsonValue>(page.body, path);
  }
  const [, header = "", rest = ""] = /^header:([^/]*)(.*)$/s.exec(path) ?? [];
  const name = header.toLowerCase();
  if (name === "link") {
    const next = page.facts.find(({ meaning, location }) => meaning === "address" && location === LINK_LOCATION);
    return { pointer: LINK_LOCATION, value: next?.value ?? null };
  }
  const [text] = [page.response.headers[name]].flat();
  const value = text === undefined || rest === "" ? text && headerValue(name, text) : headerJson(text);
  return value === undefined ? undefined : locate<JsonValue>(value, rest, HEADER_PREFIX + name);
}
