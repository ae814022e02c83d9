/** Builds addresses of the service: fills in the parts of a path (`/v2/workflows/{id}`), and adds query parameters. Runs in both processes. */
import type { Issue } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { describeValue, wrongValue } from "../settings/issue-text.js";
import type { Arguments, Query } from "./arguments/argument-types.js";

/** A part of the path to fill in. */
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** A segment between two slashes (RFC 3986 §3.3), which may contain parts to fill in. Letters outside ASCII are sent as UTF-8. */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2}|[^\0-\x7f]|\{[^{}]*\})+$/iu;
/** A segment that moves within the path, in any spelling that servers or URL parsers read as dots. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Fills in the parts of a path, which are names in braces, and percent-encodes them. Returns the path and every issue. A path
 * without issues begins with `/` and stays below the base URL, and `parameters` has a value for each part and for nothing else.
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
    ...Object.entries(parameters).map(([name, parameter]) => {
      const unused = names.includes(name) ? undefined : `is not used: the path has no {${excerpt(name)}}.`;
      const empty = parameter === "" ? "is empty, so that another path would be read." : undefined;
      return [`parameters.${excerpt(name)}`, unused ?? empty];
    }),
  ].flatMap(([property = "", issue]) =>
    issue === undefined ? [] : [{ property, reason: `\`${property}\` ${issue}` }],
  );
  return { value, issues };
}

function findPathIssue(path: string, filled: string): string | undefined {
  if (!/^\/(?!\/)/.test(path)) {
    // An address with these characters may contain a password, so it is not shown.
    const shownPath = /[@?#]/.test(path) ? undefined : describeValue(path);
    return wrongValue(
      shownPath,
      "a path that begins with one slash and is below `baseUrl`, such as /v2/workflows/wf_1",
    );
  }
  // Only outside of braces, because a name in braces may have any character.
  if (/[?#](?![^{}]*\})/.test(path)) {
    return "has a query or a fragment. Give query parameters in `query`, and a ? or # of a name in `parameters`.";
  }
  // Some services have addresses with one slash at the end.
  const segments = path
    .replace(/\/$/, "")
    .split(/\/(?![^{}]*\})/)
    .slice(1);
  const dots = segments.find((segment) => DOTS.test(segment));
  if (dots !== undefined) {
    return `cannot have ${JSON.stringify(dots)} between its slashes. It must stay below \`baseUrl\`.`;
  }
  const wrongSegment = segments.find((segment) => !SEGMENT.test(segment));
  if (wrongSegment !== undefined) {
    // Quote only the offending character, because the path may be secret.
    const forbidden = /[^\w.~!$&'()*+,;=:@\x80-\u{10ffff}-]/u;
    const [character = wrongSegment] = forbidden.exec(wrongSegment.replace(PLACEHOLDER, "")) ?? [];
    const advice = "Write such a value as {name}, and give it in `parameters`.";
    return `cannot have ${JSON.stringify(character)} between its slashes. ${advice}`;
  }
  // Values can form `.` or `..` segments, alone or together: `/{a}{b}` with "." and ".".
  const leadsOut = filled.split("/").some((segment) => DOTS.test(segment));
  return leadsOut ? "leads out of its folder with its parameters." : undefined;
}

/** Returns the texts that are sent for each parameter: `1`, `"1"` and `["1"]` are the same, and an empty list sends nothing. */
export function sentQuery(query: object): Readonly<Record<string, readonly string[]>> {
  const sent = Object.entries(query).map(
    ([name, value]: [string, unknown]) => [name, [value].flat().map(String)] as const,
  );
  return Object.fromEntries(sent.filter(([, texts]) => texts.length > 0));
}

/** Returns the address with these query parameters and no others. A list repeats its key. */
export function withQuery(address: URL, query: Query): URL {
  const parameters = Object.entries(sentQuery(query)).flatMap(([key, texts]) =>
    texts.map((text): [string, string] => [key, text]),
  );
  const url = new URL(address);
  // `+` is a space to forms only; `%20` is one to every service.
  url.search = new URLSearchParams(parameters).toString().replaceAll("+", "%20");
  return url;
}
