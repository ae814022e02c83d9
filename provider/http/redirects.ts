/** Decides which redirects got follows: each request says whether it follows none, or those to its own origin. */
import type { Response } from "got";
import type { Secrets } from "../base/secrets.js";
import { excerpt } from "../base/text.js";
import { decodeHeader } from "./response.js";
import type { ServiceRequest } from "./types.js";

/** A response that may be a redirect. */
type Redirect = Pick<Response, "statusCode" | "headers" | "url">;

/** Redirects with a single target. Others, such as 300 and 304, have none. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns why a redirect is not followed, after "a redirect"; `undefined` if it is followed:
 *
 * 1. It leads to no address, or to one with credentials in it.
 * 2. The request follows no redirects, because it has the client's credentials.
 * 3. It leads to another origin. got alone would send the token from https to http of the same host, and other headers
 *    to any host.
 * 4. It lacks a parameter of the query, or changes its value. Without a filter, for example, it would be another
 *    listing.
 *
 * got asks this of every response, so it must never throw.
 */
export function whyNotFollowed(
  { redirects, url }: ServiceRequest,
  redirect: Redirect,
  clean: Secrets["clean"],
): string | undefined {
  const target = targetOf(redirect);
  if (target === undefined) {
    return "without a usable target";
  }
  if (target.username !== "" || target.password !== "") {
    return "to a URL with credentials in it";
  }
  const name = excerpt(clean(nameOf(target)));
  if (redirects === "never") {
    return `to ${name}: credentials are never sent to another address`;
  }
  if (target.protocol !== url.protocol || target.host !== url.host) {
    return `to another origin (${name}): the token is never sent there`;
  }
  const lost = lostParameter(url, target);
  return lost === undefined
    ? undefined
    : `to an address without the query's parameter \`${excerpt(clean(lost))}\`, or with another value of it: it would be another listing`;
}

/**
 * Returns the name of the first parameter of the query that the target lacks or has with another value; `undefined` if
 * there is none.
 */
function lostParameter(url: URL, target: URL): string | undefined {
  const lost = [...url.searchParams].find(([name, value]) => !target.searchParams.getAll(name).includes(value));
  return lost?.[0];
}

/** Returns the address that a redirect leads to; `undefined` if there is none. */
function targetOf({ statusCode, headers, url }: Redirect): URL | undefined {
  const address = decodeHeader(headers.location ?? "");
  return FOLLOWED.has(statusCode) && address !== "" && URL.canParse(address, url) ? new URL(address, url) : undefined;
}

/** Matches a path that is plain words and versions, such as `/api/v2/sign-in`. */
const PLAIN_PATH = /^(?:\/(?:[A-Za-z_-]{0,20}|v\d{1,2}))+$/;

/**
 * Names the target of a redirect. A path that is not plain words is left out: it may be a token, which nobody knows
 * yet.
 */
function nameOf({ protocol, origin, pathname }: URL): string {
  if (!/^https?:$/.test(protocol)) {
    return protocol;
  }
  return PLAIN_PATH.test(pathname) ? origin + pathname : origin;
}
