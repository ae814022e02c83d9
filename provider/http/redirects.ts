/** Where a redirect may lead: nowhere for the token request, to its own origin for the listing. */
import { headerText } from "./decode-text.js";
import { excerpt } from "./excerpt.js";
import { redirectFailure } from "./failures.js";
import type { NamedRequest } from "./failures.js";
import type { Redact } from "./redactor.js";

export interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
}

const MOST_HOPS = 10;
/** 300 and 304 name no one place to go to. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The URL to go on with. Throws an `AttemptFailure` where it must not be followed; nothing is sent there then. */
export function nextHop(request: NamedRequest, visited: readonly URL[], redirect: Redirect, redact: Redact): URL {
  const { status, location } = redirect;
  const refuse = (why: string): Error => redirectFailure(request, status, why);
  if (location === undefined || !FOLLOWED.has(status)) throw refuse("that names no place to go to");
  const target = parse(headerText(location), visited.at(-1) ?? request.url);
  if (target === undefined) throw refuse("to what is not a URL");
  // The origin of blob:https://… is the one inside.
  const isPlace = target.origin !== "null" && target.protocol !== "blob:";
  const place = excerpt(redact(isPlace ? target.origin : target.protocol));
  if (request.redirects === "never") throw refuse(`to ${place}, and credentials are sent to no other place`);
  if (!isPlace || target.origin !== request.url.origin)
    throw refuse(`to another origin (${place}), where no token may go`);
  if (target.username !== "" || target.password !== "") throw refuse("to a URL with credentials in it");
  if (visited.some((url) => url.href === target.href)) throw refuse("that leads in a circle");
  if (visited.length > MOST_HOPS) throw refuse(`after ${MOST_HOPS} others`);
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
