/** Addresses of the service: a path below the base URL with parts that are filled in (`/v2/workflows/{id}`), and query parameters. */
import type { Issue } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { Query } from "./arguments/argument-types.js";

/** Values for the parts of a path. */
export type PathParameters = Readonly<Record<string, string | number | boolean>>;

/** A part to fill in. */
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** What may be between the slashes (RFC 3986 §3.3); letters outside ASCII are sent as UTF-8. */
const SEGMENT = /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2}|[^\0-\x7f])+$/iu;

/**
 * The path with its parts filled in and percent-encoded, or every fault. It begins with `/` and stays below the base URL.
 *
 * @param path its parts are names in braces.
 * @param parameters a value for each part, and for nothing else.
 */
export function fillPath(
  path: string,
  parameters: PathParameters = {},
): { readonly value: string } | { readonly faults: readonly Issue[] } {
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const faults = [
    ...pathFaults(path),
    ...names.filter((name) => !Object.hasOwn(parameters, name)).map((name) => missing(name)),
    ...Object.entries(parameters).flatMap(([name, value]) => parameterFaults(name, value, names)),
  ];
  if (faults.length > 0) {
    return { faults };
  }
  const value = path.replace(PLACEHOLDER, (_part, name: string) => encodeURIComponent(String(parameters[name])));
  // A part may be a whole segment, or complete one: `/{a}{b}` with two dots.
  return value.split("/").some(isDots)
    ? { faults: [fault("path", "leads out of its folder with its parameters")] }
    : { value };
}

function pathFaults(path: string): Issue[] {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) {
    return [fault("path", "is an address of its own. It takes a path below `baseUrl`, such as /v2/workflows/wf_1")];
  }
  if (!path.startsWith("/")) {
    return [fault("path", `is "${excerpt(path)}", but must begin with a slash, such as /v2/workflows/wf_1`)];
  }
  if (/[?#]/.test(path)) {
    return [
      fault(
        "path",
        "has a query or a fragment. Give query parameters in `query`, and a ? or # of a name in `parameters`",
      ),
    ];
  }
  const segments = path.slice(1).split("/");
  // One slash at the end is part of some services' addresses.
  const inner = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  if (inner.includes("")) {
    return [fault("path", "has an empty segment (//)")];
  }
  if (inner.some(isDots)) {
    return [fault("path", "has a segment . or .., and must stay below `baseUrl`")];
  }
  const odd = inner.find((segment) => !SEGMENT.test(segment.replace(PLACEHOLDER, "x")));
  return odd === undefined
    ? []
    : [
        fault(
          "path",
          `has "${excerpt(odd)}", which cannot stand in an address. Write such a value as {name}, and give it in \`parameters\``,
        ),
      ];
}

function parameterFaults(name: string, value: string | number | boolean, names: readonly string[]): Issue[] {
  const property = `parameters.${excerpt(name)}`;
  if (!names.includes(name)) {
    return [fault(property, `is not used: the path has no {${excerpt(name)}}`)];
  }
  if (value === "") {
    return [fault(property, "is empty, so that another path would be read")];
  }
  return String(value).isWellFormed() ? [] : [fault(property, "is not valid Unicode text")];
}

function missing(name: string): Issue {
  return fault("parameters", `has no "${excerpt(name)}", which the path needs`);
}

/** A segment that moves within the path, in any spelling that servers or URL parsers read as dots. */
function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function fault(property: string, problem: string): Issue {
  return { property, reason: `\`${property}\` ${problem}.` };
}

/** The address with these parameters and no others; a list repeats its key. */
export function withQuery(address: URL, query: Query): URL {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const element of typeof value === "object" ? value : [value]) {
      parameters.append(key, String(element));
    }
  }
  const url = new URL(address);
  // `+` is a space to forms only; `%20` is one to every service.
  url.search = parameters.toString().replaceAll("+", "%20");
  return url;
}
