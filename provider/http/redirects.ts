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
 * only the same origin is allowed. A target without a parameter of the query, such as a filter, would be another listing. got asks this of
 * every response, so it must never throw.
 */
export function mayFollow({ redirects, url }: ServiceRequest, redirect: Redirect): boolean {
  const target = targetOf(redirect);
  if (redirects === "never" || target === undefined) {
    return false;
  }
  return target.origin === url.origin && isPlain(target) && parameterLeftOut(url, target) === undefined;
}

/** Returns the name of the first parameter of the query that the target leaves out; `undefined` if it has all of them. */
function parameterLeftOut(url: URL, target: URL): string | undefined {
  return [...url.searchParams.keys()].find((name) => !target.searchParams.has(name));
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
  if (target.username !== "" || target.password !== "") {
    return "to a URL with credentials in it";
  }
  const name = excerpt(clean(nameOf(target)));
  if (redirects === "never") {
    return `to ${name}: credentials are never sent to another address`;
  }
  const parameter = parameterLeftOut(url, target);
  return target.origin === url.origin && parameter !== undefined
    ? `to an address that leaves out the parameter \`${excerpt(clean(parameter))}\` of the query: it would be another listing`
    : `to another origin (${name}): the token is never sent there`;
}

function targetOf({ statusCode, headers, url }: Redirect): URL | undefined {
  const address = decodeHeader(headers.location ?? "");
  return FOLLOWED.has(statusCode) && address !== "" && URL.canParse(address, url) ? new URL(address, url) : undefined;
}

/** Returns whether the target has neither credentials nor a protocol such as `blob:`. `blob:https://x/…` has the origin `https://x`. */
function isPlain(target: URL): boolean {
  return isHttp(target) && target.username === "" && target.password === "";
}

function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** Matches a path that is plain words, such as `/login/sign-in`. */
const PLAIN_PATH = /^(?:\/[A-Za-z_-]{0,20})+$/;

/** Names the target of a redirect. A path that is not plain words is left out: it may be a token, which nobody knows yet. */
function nameOf(target: URL): string {
  if (!isHttp(target)) {
    return target.protocol;
  }
  return target.pathname !== "/" && PLAIN_PATH.test(target.pathname) ? target.origin + target.pathname : target.origin;
}
