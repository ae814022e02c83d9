/** Decides which redirects got follows: each request says whether it follows none, or those to its own origin. */
import type { Secrets } from "../base/secrets.js";
import { excerpt } from "../base/text.js";
import { decodeHeader } from "./response.js";
import type { ServiceRequest } from "./types.js";

/** A response with a status from 300 to 399. */
interface Redirect {
  readonly statusCode: number;
  readonly headers: { readonly location?: string | undefined };
  /** The address of the response. */
  readonly url: string;
}

/** Redirects with a single target. Others, such as 300 and 304, have none. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns whether got may follow a redirect. got itself sends the token from https to http of the same host, and other headers to any host, so
 * only the same origin is allowed. A target with another query, such as one without a filter, would be another listing. got asks this of every
 * response, so it must never throw.
 */
export function mayFollow({ redirects, url }: ServiceRequest, redirect: Redirect): boolean {
  const target = targetOf(redirect);
  if (redirects === "never" || target === undefined) {
    return false;
  }
  // The origin of `blob:https://x/…` is `https://x`, so the protocol is compared too.
  const isSameOrigin = target.protocol === url.protocol && target.origin === url.origin;
  return isSameOrigin && !hasCredentials(target) && lostParameter(url, target) === undefined;
}

/** Returns the name of the first parameter of the query that the target does not have with the same value; `undefined` if it has all of them. */
function lostParameter(url: URL, target: URL): string | undefined {
  const lost = [...url.searchParams].find(([name, value]) => !target.searchParams.getAll(name).includes(value));
  return lost?.[0];
}

/** Says why a redirect was not followed, after "a redirect". */
export function whyNotFollowed(
  { redirects, url }: ServiceRequest,
  redirect: Redirect,
  clean: Secrets["clean"],
): string {
  const target = targetOf(redirect);
  if (target === undefined) {
    return "without a usable target";
  }
  if (hasCredentials(target)) {
    return "to a URL with credentials in it";
  }
  const name = excerpt(clean(nameOf(target)));
  if (redirects === "never") {
    return `to ${name}: credentials are never sent to another address`;
  }
  const parameter = lostParameter(url, target);
  return target.origin === url.origin && parameter !== undefined
    ? `to an address without the query's parameter \`${excerpt(clean(parameter))}\`, or with another value of it: it would be another listing`
    : `to another origin (${name}): the token is never sent there`;
}

function targetOf({ statusCode, headers, url }: Redirect): URL | undefined {
  const address = decodeHeader(headers.location ?? "");
  return FOLLOWED.has(statusCode) && address !== "" && URL.canParse(address, url) ? new URL(address, url) : undefined;
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** Matches a path that is plain words and versions, such as `/api/v2/sign-in`. */
const PLAIN_PATH = /^(?:\/(?:[A-Za-z_-]{0,20}|v\d{1,2}))+$/;

/** Names the target of a redirect. A path that is not plain words is left out: it may be a token, which nobody knows yet. */
function nameOf({ protocol, origin, pathname }: URL): string {
  if (!/^https?:$/.test(protocol)) {
    return protocol;
  }
  return PLAIN_PATH.test(pathname) ? origin + pathname : origin;
}
