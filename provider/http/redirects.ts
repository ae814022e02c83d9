/** Checks redirects. The token request follows none, a listing follows those to its own origin. */
import { excerpt } from "../base/excerpt.js";
import { type NamedRequest, redirectFailure } from "./failures.js";
import type { Redact } from "../base/redactor.js";
import { headerText } from "./response.js";

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
  const base = visited.at(-1)?.href;
  const address = headerText(location ?? "");
  if (!FOLLOWED.has(status) || address === "" || !URL.canParse(address, base)) {
    throw refuse("without a usable target");
  }
  const target = new URL(address, base);
  target.hash = "";
  // A blob: URL has the origin of the URL inside it.
  const isHttp = /^https?:$/.test(target.protocol);
  // Without the path, which may have a token that is not known here.
  const shown = excerpt(redact(isHttp ? target.origin : target.protocol));
  if (request.redirects === "never") {
    throw refuse(`to ${shown}: credentials are never sent to another address`);
  }
  if (!isHttp || target.origin !== request.url.origin) {
    throw refuse(`to another origin (${shown}): the token is never sent there`);
  }
  if (target.username !== "" || target.password !== "") {
    throw refuse("to a URL with credentials in it");
  }
  if (visited.some(({ href }) => href === target.href)) {
    throw refuse("in a loop");
  }
  if (visited.length > MAX_REDIRECTS) {
    throw refuse(`after ${MAX_REDIRECTS} other redirects`);
  }
  return target;
}
