/** Builds addresses of the service: fills in the parts of a path (`/v2/workflows/{id}`), and adds query parameters. */
import type { Issue } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { describeValue, wrongValue } from "../settings/issue-text.js";
import type { Arguments, Query } from "./arguments/argument-types.js";

/** A part of the path to fill in. */
const PLACEHOLDER = /\{([^{}]*)\}/g;
/**
 * Matches a separator of a path's segments (RFC 3986 §3.3), and an encoded one, which some servers decode before they
 * split the path.
 */
const SEPARATOR = /\/|\\|%2f|%5c/i;
/** A segment that moves within the path, in any spelling that servers or URL parsers read as dots. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Fills in the parts of a path, which are names in braces, and percent-encodes them. Returns the path and every issue.
 * A path without issues begins with `/` and stays below the base URL, and `parameters` has a value for each part and
 * for nothing else.
 */
export function fillPath(
  path: string,
  parameters: Arguments["parameters"] = {},
): { readonly value: string; readonly issues: readonly Issue[] } {
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const value = path
    .toWellFormed()
    .replace(PLACEHOLDER, (_part, name: string) => encodeURIComponent(String(parameters[name]).toWellFormed()));
  const issues: Issue[] = [];
  const report = (property: string, predicate: string): void => {
    issues.push({ property, reason: `\`${property}\` ${predicate}` });
  };
  const pathIssue = findPathIssue(path, value);
  if (pathIssue !== undefined) {
    report("path", pathIssue);
  }
  for (const name of names.filter((needed) => !Object.hasOwn(parameters, needed))) {
    report("parameters", `has no "${excerpt(name)}", which the path needs.`);
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    if (!names.includes(name)) {
      report(`parameters.${excerpt(name)}`, `is not used: the path has no {${excerpt(name)}}.`);
    } else if (parameter === "") {
      report(`parameters.${excerpt(name)}`, "is empty, so that another path would be read.");
    }
  }
  return { value, issues };
}

/**
 * Returns why the path cannot be requested, or `undefined` if it can. A path that can be requested has these properties:
 *
 * 1. It begins with one slash, so that no part of it is a host: `//evil.example`.
 * 2. It has no query and no fragment.
 * 3. It has no `..` between its slashes, also not by its parameters (`/{a}{b}`) or in an encoded spelling.
 * 4. `new URL` changes nothing in it, apart from letters outside ASCII. It would change spaces, backslashes and line
 *    breaks.
 */
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
  if (filled.split(SEPARATOR).some((segment) => DOTS.test(segment))) {
    return "must stay below `baseUrl`: it has no . or .. between its slashes, also not by its parameters.";
  }
  const encoded = filled.replace(/[^\0-\x7f]+/g, encodeURIComponent);
  if (new URL(filled, "https://service.invalid").pathname !== encoded || /\/\/|%(?![0-9a-f]{2})/i.test(filled)) {
    // No character is quoted, because the path may be secret.
    return "is no path of an address. Write a value with other characters as {name}, and give it in `parameters`.";
  }
  return undefined;
}

/**
 * Returns the texts that are sent for each parameter: `1`, `"1"` and `["1"]` are the same, and an empty list sends
 * nothing.
 */
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
