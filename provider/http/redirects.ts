/** Checks redirects: each request says whether it follows none, or those to its own origin. Runs in both processes. */
import { excerpt } from "../base/text.js";
import type { Secrets } from "../base/secrets.js";
import { AttemptFailure, type NamedRequest, redirectFailure } from "./failures.js";
import { decodeHeader } from "./response.js";

/** A response with a status from 300 to 399. */
export interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
}

const MAX_REDIRECTS = 10;
/** Redirects with a single target. Others, such as 300 and 304, have none. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the URL to send the request to next. Throws an `AttemptFailure` if the redirect must not be followed. */
export function nextUrl(
  request: NamedRequest,
  visited: readonly URL[],
  redirect: Redirect,
  clean: Secrets["clean"],
): URL {
  const { status, location } = redirect;
  const refuse = (why: string): Error => new AttemptFailure(redirectFailure(request, status, why));
  const base = visited.at(-1)?.href;
  const address = decodeHeader(location ?? "");
  if (!FOLLOWED.has(status) || address === "" || !URL.canParse(address, base)) {
    throw refuse("without a usable target");
  }
  const target = new URL(address, base);
  target.hash = "";
  // `blob:https://x/…` has the origin `https://x`, so the check of the origin alone is not enough.
  const isHttp = /^https?:$/.test(target.protocol);
  // Show only the origin: the path may contain a token that the redactor has never seen.
  const targetName = excerpt(clean(isHttp ? target.origin : target.protocol));
  if (request.redirects === "never") {
    throw refuse(`to ${targetName}: credentials are never sent to another address`);
  }
  if (!isHttp || target.origin !== request.url.origin) {
    throw refuse(`to another origin (${targetName}): the token is never sent there`);
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
