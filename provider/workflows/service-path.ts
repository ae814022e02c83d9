/** Addresses of the service: a path below the base URL with parts that are filled in (`/v2/workflows/{id}`), and query parameters. */
import type { Issue } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import { describeValue, wrongValue } from "../settings/issue-text.js";
import type { Arguments, Query } from "./arguments/argument-types.js";

/** A part to fill in. */
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** What may be between the slashes (RFC 3986 §3.3), or parts to fill in; letters outside ASCII are sent as UTF-8. */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2}|[^\0-\x7f]|\{[^{}]*\})+$/iu;
/** A segment that moves within the path, in any spelling that servers or URL parsers read as dots. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * The path with its parts, names in braces, filled in and percent-encoded, and every issue. Without issues it begins with `/` and
 * stays below the base URL, and `parameters` has a value for each part, and for nothing else.
 */
export function fillPath(
  path: string,
  parameters: Arguments["parameters"] = {},
): { readonly value: string; readonly issues: readonly Issue[] } {
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const value = path.replace(PLACEHOLDER, (_part, name: string) =>
    encodeURIComponent(String(parameters[name]).toWellFormed()),
  );
  const missing = names.filter((name) => !Object.hasOwn(parameters, name));
  const issues = [
    ["path", findPathIssue(path, value)],
    ...missing.map((name) => ["parameters", `has no "${excerpt(name)}", which the path needs.`]),
    ...Object.entries(parameters).map(([name, given]) => {
      const unused = names.includes(name) ? undefined : `is not used: the path has no {${excerpt(name)}}.`;
      const empty = given === "" ? "is empty, so that another path would be read." : undefined;
      return [`parameters.${excerpt(name)}`, unused ?? empty];
    }),
  ].flatMap(([property = "", issue]) =>
    issue === undefined ? [] : [{ property, reason: `\`${property}\` ${issue}` }],
  );
  return { value, issues };
}

function findPathIssue(path: string, filled: string): string | undefined {
  if (!/^\/(?!\/)/.test(path)) {
    // An address with these characters may contain a password: it is not shown.
    const got = /[@?#]/.test(path) ? undefined : describeValue(path);
    return wrongValue(got, "a path that begins with one slash and is below `baseUrl`, such as /v2/workflows/wf_1");
  }
  // Only outside of braces: a name there may have any character.
  if (/[?#](?![^{}]*\})/.test(path)) {
    return "has a query or a fragment. Give query parameters in `query`, and a ? or # of a name in `parameters`.";
  }
  // One slash at the end is part of some services' addresses.
  const segments = path
    .replace(/\/$/, "")
    .split(/\/(?![^{}]*\})/)
    .slice(1);
  const odd = segments.find((segment) => !SEGMENT.test(segment) || DOTS.test(segment));
  if (odd !== undefined) {
    // One character: the path may be a secret.
    const [character = odd] = /[^\w.~!$&'()*+,;=:@\x80-\u{10ffff}-]/u.exec(odd.replace(PLACEHOLDER, "")) ?? [];
    const value = "Write such a value as {name}, and give it in `parameters`.";
    const advice = DOTS.test(odd) ? "It must stay below `baseUrl`." : value;
    return `cannot have ${JSON.stringify(DOTS.test(odd) ? odd : character)} between its slashes. ${advice}`;
  }
  // A value may be a segment of dots, or complete one: `/{a}{b}`.
  const leadsOut = filled.split("/").some((segment) => DOTS.test(segment));
  return leadsOut ? "leads out of its folder with its parameters." : undefined;
}

/** The texts that a query sends for each of its parameters: `1`, `"1"` and `["1"]` are one value, and an empty list sends nothing. */
export function sentQuery(query: object): Readonly<Record<string, readonly string[]>> {
  const sent = Object.entries(query).map(
    ([name, value]: [string, unknown]) => [name, [value].flat().map(String)] as const,
  );
  return Object.fromEntries(sent.filter(([, texts]) => texts.length > 0));
}

/** The address with these parameters and no others; a list repeats its key. */
export function withQuery(address: URL, query: Query): URL {
  const parameters = Object.entries(sentQuery(query)).flatMap(([key, texts]) =>
    texts.map((text): [string, string] => [key, text]),
  );
  const url = new URL(address);
  // `+` is a space to forms only; `%20` is one to every service.
  url.search = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
  return url;
}
