/** Reads what a page says at the paths of the argument `pagination`. */
import { excerpt } from "../../base/text.js";
import { jsonIn, locate, stepNames } from "../../base/json-path.js";
import { firstHeader } from "../../http/response.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import { type Field, type Head, HEADER } from "./fields.js";
import { linkTo } from "./link-header.js";
import { type Kind, normalise } from "./names.js";
import { type Sign, signOf } from "./signs.js";
import { countOf, flagOf, nextOf, type Scalar } from "./values.js";

interface PathOption {
  readonly kind: Kind;
  readonly read: (value: JsonValue) => Scalar | undefined;
  /** What is expected there, for messages. */
  readonly expected: string;
}

/** The options that are paths, with the kind of what is there. */
const PATHS: Readonly<Partial<Record<string, PathOption>>> = {
  cursorPath: { kind: "next", read: nextOf, expected: "text or number" },
  urlPath: { kind: "next", read: nextOf, expected: "text or number" },
  morePath: { kind: "more", read: flagOf, expected: "true or false" },
  lastPath: { kind: "last", read: flagOf, expected: "true or false" },
  totalPath: { kind: "total", read: countOf, expected: "number" },
  totalPagesPath: { kind: "pages", read: countOf, expected: "number" },
};

/** Returns the signs at the paths of `pagination`. A flag or a number that is `null` says nothing, and is accepted. */
export function declaredSigns(
  pagination: Pagination | undefined,
  body: JsonValue,
  head: Head,
  fields: readonly Field[],
): Sign[] {
  return Object.entries({ ...pagination }).flatMap(([option, path]: [string, unknown]) => {
    const { kind, read } = PATHS[option] ?? {};
    const found = typeof path === "string" && kind !== undefined ? valueAt(body, head, path) : undefined;
    const value = found && (found.value === null ? null : read?.(found.value));
    if (found === undefined || kind === undefined || value === undefined) {
      return [];
    }
    const name = stepNames(found.pointer.replace(HEADER, "/")).at(-1) ?? "";
    const field: Field = {
      name,
      normal: normalise(name),
      value: found.value,
      location: found.pointer,
      about: "response",
    };
    const isSilent = value === null && kind !== "next";
    return { ...signOf(isSilent ? "other" : kind, value, field, fields), declaredBy: option };
  });
}

/** Throws if a path leads to nothing usable on the first page. A cursor may be missing, unless a sign says that more may follow. */
export function requirePaths(pagination: Pagination, signs: readonly Sign[], mayBeMore: boolean): void {
  for (const [option, path] of Object.entries(pagination) as [string, string][]) {
    const { kind, expected = "" } = PATHS[option] ?? {};
    const isMissing = kind !== undefined && !signs.some(({ declaredBy }) => declaredBy === option);
    if (isMissing && (kind !== "next" || mayBeMore)) {
      const optional = ` If the service leaves the field out on its last page, end the path with a question mark: ${JSON.stringify(`${path}?`)}.`;
      throw listingError(
        `The response has no ${expected} at pagination.${option} "${excerpt(path)}".`,
        `Correct the path.${mayBeMore ? "" : optional}`,
      );
    }
  }
}

/** Returns the value at a path, in the body or a header. `null`: nothing is there, and the path ends in `?` or is `header:Link`. */
function valueAt(body: JsonValue, head: Head, path: string): ReturnType<typeof locate<JsonValue>> {
  if (path.endsWith("?")) {
    return valueAt(body, head, path.slice(0, -1)) ?? { pointer: path, value: null };
  }
  const [, header, rest = ""] = /^header:([^/]*)(.*)$/s.exec(path) ?? [];
  if (header === undefined) {
    return locate<JsonValue>(body, path);
  }
  const name = header.toLowerCase();
  const text = firstHeader(head.headers, name);
  if (name === "link") {
    return { pointer: "header:Link", value: linkTo("next", text ?? "", head.url) ?? null };
  }
  const plain = name === "content-range" ? text?.replace(/^.*\//, "") : text;
  const value = rest === "" ? plain : (jsonIn(plain ?? "") as JsonValue | undefined);
  return value === undefined ? undefined : locate<JsonValue>(value, rest, HEADER + name);
}
