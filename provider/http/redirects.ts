/** Checks redirects. The token request follows none, the listing follows those to its own origin. */
import { excerpt } from "./excerpt.js";
import { type NamedRequest, redirectFailure } from "./failures.js";
import type { Redact } from "./redactor.js";
import { headerText } from "./response-body.js";

export interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
}

const MAX_REDIRECTS = 10;
/** The others, such as 300 and 304, have no single target. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The URL to send the request to next. Throws an `AttemptFailure` if the redirect must not be followed. */
export function nextUrl(request: NamedRequest, visited: readonly URL[], redirect: Redirect, redact: Redact): URL {
  const { status, location } = redirect;
  const refuse = (why: string): Error => redirectFailure(request, status, why);
  if (location === undefined || !FOLLOWED.has(status)) {
    throw refuse("without a usable target");
  }
  const target = parse(headerText(location), visited.at(-1) ?? request.url);
  if (target === undefined) {
    throw refuse("to something that is not a URL");
  }
  // A blob: URL has the origin of the URL inside it.
  const hasOrigin = target.origin !== "null" && target.protocol !== "blob:";
  const shown = excerpt(redact(hasOrigin ? target.origin : target.protocol));
  if (request.redirects === "never") {
    throw refuse(`to ${shown}: credentials are never sent to another address`);
  }
  if (!hasOrigin || target.origin !== request.url.origin) {
    throw refuse(`to another origin (${shown}): the token is never sent there`);
  }
  if (target.username !== "" || target.password !== "") {
    throw refuse("to a URL with credentials in it");
  }
  if (visited.some((url) => url.href === target.href)) {
    throw refuse("in a loop");
  }
  if (visited.length > MAX_REDIRECTS) {
    throw refuse(`after ${MAX_REDIRECTS} other redirects`);
  }
  return target;
}

function parse(location: string, base: URL): URL | undefined {
  try {
    const url = new URL(location, base);
    url.hash = "";
    return url;
  } catch {
    return undefined;
  }
}
