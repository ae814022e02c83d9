/** What the paths of the argument `pagination` lead to. */
import { excerpt } from "../../http/excerpt.js";
import { stepNames } from "../../http/json-path.js";
import type { Pagination } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import { cursorOf, flagOf, normaliseName, numberOf } from "./names.js";
import { type Fact, type PageContent, valueAt } from "./page-facts.js";

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

function pathsIn(pagination: Pagination | undefined, page: PageContent) {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const row = PATHS[option];
    if (row === undefined || typeof path !== "string") {
      return [];
    }
    const [meaning, read, expected] = row;
    const found = valueAt(path, page);
    return [{ option, path, meaning, expected, found, value: read(found) }];
  });
}

export function declaredFacts(pagination: Pagination | undefined, page: PageContent): Fact[] {
  return pathsIn(pagination, page).flatMap(({ path, meaning, value }) =>
    value === undefined ? [] : [{ meaning, location: path, name: path, value }],
  );
}

/**
 * A path that leads nowhere on the first page is wrong. What names the next page may be missing on a last page (also if that is the
 * first one), unless the page says that more follow, or has a field of that name elsewhere.
 *
 * @param more what says that more follow.
 */
export function refuseNowhere(pagination: Pagination | undefined, page: PageContent, more: Fact | undefined): void {
  const nameAt = (location: string): string => normaliseName(stepNames(location).at(-1) ?? "");
  const { known, unknown } = page.facts;
  const names = new Set([...known.map(({ location }) => location), ...unknown].map(nameAt));
  for (const { option, path, expected, found, value } of pathsIn(pagination, page)) {
    const isMissing = found === undefined && (more !== undefined || names.has(nameAt(path)));
    if (isMissing || (value === undefined && found !== null)) {
      throw listingError(
        `The response has ${found === undefined ? "nothing" : `no ${expected}`} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path. If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`,
      );
    }
  }
}
