/** Reads the signals at the paths that the argument `pagination` names. Runs in both processes. */
import { jsonIn, locate, stepNames } from "../../base/json-path.js";
import { firstHeader } from "../../http/response.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { headerValue } from "./header-fields.js";
import { LINK_LOCATION, pageLinks } from "./link-header.js";
import { normaliseName } from "./names.js";
import { exactnessOf } from "./qualifiers.js";
import { bodyFields, HEADER_PREFIX } from "./response-fields.js";
import { COUNTING } from "./signal-names.js";
import type { ReadResponse, Signal, SignalKind } from "./signals.js";
import { countOf, flagOf, nextPageNameOf } from "./values.js";

export interface PathOption {
  readonly option: string;
  readonly path: string;
  readonly kind: SignalKind;
  readonly parse: (value: JsonValue) => Signal["value"] | undefined;
  /** The expected type of the value, for messages. */
  readonly expected: string;
}

const PATH_OPTIONS: Readonly<Partial<Record<string, Omit<PathOption, "option" | "path">>>> = {
  cursorPath: { kind: "position", parse: nextPageNameOf, expected: "text or number" },
  urlPath: { kind: "position", parse: nextPageNameOf, expected: "text" },
  morePath: { kind: "hasMore", parse: flagOf, expected: "true or false" },
  lastPath: { kind: "isLast", parse: flagOf, expected: "true or false" },
  totalPagesPath: { kind: "totalPages", parse: countOf, expected: "number" },
  totalPath: { kind: "total", parse: countOf, expected: "number" },
};

/** Returns the options of `pagination` that are paths in a response. */
export function pathOptionsOf(pagination: Pagination | undefined): PathOption[] {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const row = PATH_OPTIONS[option];
    return row === undefined || typeof path !== "string" ? [] : [{ option, path, ...row }];
  });
}

/** Returns the signals at the paths of `pagination`. */
export function declaredSignals(pagination: Pagination | undefined, page: ReadResponse, list: string): Signal[] {
  return pathOptionsOf(pagination).flatMap(({ option, path, kind, parse }) => {
    const { pointer: location = path, value: fieldValue } = valueAt(page, path) ?? {};
    const value = fieldValue === undefined ? undefined : parse(fieldValue);
    const name = stepNames(location.replace(HEADER_PREFIX, "/")).at(-1) ?? "";
    const signal = { declaredBy: option, kind, location, name };
    if (value === undefined) {
      return [];
    }
    if (!COUNTING.includes(kind)) {
      return [{ ...signal, value }];
    }
    const field = { name, normal: normaliseName(name), location, value: fieldValue ?? null, describesResponse: true };
    return [{ ...signal, value, exactness: exactnessOf(field, bodyFields(page.body, list, [])) }];
  });
}

/**
 * Returns the value at a path of `pagination`, in the body or a header; `undefined` if nothing is there. It returns `null` in two cases:
 * 1. Nothing is there, and the path ends in a question mark.
 * 2. The path is `header:Link`, and there is no link to a next page. The last page of such a service has no such link.
 */
export function valueAt(page: ReadResponse, path: string): { pointer: string; value: JsonValue } | undefined {
  if (path.endsWith("?")) {
    return valueAt(page, path.slice(0, -1)) ?? { pointer: path, value: null };
  }
  if (!path.startsWith(HEADER_PREFIX)) {
    return locate<JsonValue>(page.body, path);
  }
  const [, header = "", rest = ""] = /^header:([^/]*)(.*)$/s.exec(path) ?? [];
  const name = header.toLowerCase();
  const text = firstHeader(page.response.headers, name);
  if (name === "link") {
    return { pointer: LINK_LOCATION, value: pageLinks(text ?? "", page.response.url).next ?? null };
  }
  if (text === undefined) {
    return undefined;
  }
  const value = rest === "" ? headerValue(name, text) : (jsonIn(text) as JsonValue | undefined);
  return value === undefined ? undefined : locate<JsonValue>(value, rest, HEADER_PREFIX + name);
}
