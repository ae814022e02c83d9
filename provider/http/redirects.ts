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
  const refuse = (why: string, hint?: string): Error => redirectFailure(request, status, why, hint);
  if (location === undefined || !FOLLOWED.has(status)) {
    throw refuse("without a usable target", "Is baseUrl right?");
  }
  const target = parse(headerText(location), visited.at(-1) ?? request.url);
  if (target === undefined) {
    throw refuse("to something that is not a URL");
  }
  // A blob: URL has the origin of the URL inside it.
  const hasOrigin = target.origin !== "null" && target.protocol !== "blob:";
  // Without the path, which may have a token that is not known here.
  const shown = excerpt(redact(hasOrigin ? target.origin : target.protocol));
  const hint = hasOrigin ? moveHint(request.url, target, redact) : undefined;
  if (request.redirects === "never") {
    throw refuse(`to ${shown}: credentials are never sent to another address`, hint);
  }
  if (!hasOrigin || target.origin !== request.url.origin) {
    throw refuse(`to another origin (${shown}): the token is never sent there`, hint);
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

/** A prefix of a path that is no token. */
const PLAIN_PREFIX = /^(?:\/[a-z][a-z0-9-]{0,15}){0,2}$/i;

/** The hint if the same path of the service is at another base. A redirect to plain http is no such move. */
function moveHint({ protocol, href, pathname }: URL, target: URL, redact: Redact): string | undefined {
  const [endpoint] = /\/v2\/(?!.*\/v2\/).+$/.exec(pathname) ?? [];
  const path = target.pathname.replace(/\/$/, "");
  if (endpoint === undefined || !path.endsWith(endpoint)) {
    return undefined;
  }
  const prefix = path.slice(0, -endpoint.length);
  const base = `${target.origin}${prefix}`;
  const isMove = !href.startsWith(`${base}${endpoint}`) && PLAIN_PREFIX.test(prefix) && redact(base) === base;
  return isMove && (target.protocol === "https:" || target.protocol === protocol)
    ? `Nothing was sent there. If that is the service's right address, set baseUrl to ${excerpt(base)}.`
    : undefined;
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
