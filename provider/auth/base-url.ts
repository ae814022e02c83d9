/** The service's address: checked once, and the URLs of its endpoints made from it. */
import { SettingsError } from "../http/errors.js";
import type { Fault } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isLoopback } from "../http/loopback.js";

export interface BaseUrlOptions {
  /** Let plain http to another host pass: credentials and token then travel unencrypted. Default false. */
  readonly allowInsecureHttp?: boolean | undefined;
}

const EXAMPLE = "for example https://api.example.com";

/** What is wrong with a base URL, or `undefined` where it can be used. */
export function baseUrlFault(value: unknown, options: BaseUrlOptions = {}): Fault | undefined {
  const fault = (what: string): Fault => ({ property: "baseUrl", reason: `baseUrl ${what}` });
  if (value === undefined || value === null) return fault(`is missing: the service's address, ${EXAMPLE}.`);
  if (typeof value !== "string") return fault(`must be a string, ${EXAMPLE}.`);
  if (value.trim() === "") return fault(`is empty: it must be the service's address, ${EXAMPLE}.`);
  const url = parse(value);
  // What cannot be read is not shown where it may hold a user's password.
  const shown = /[@?#]/.test(value) ? "" : ` ("${excerpt(value)}")`;
  if (url === undefined) return fault(`is not a URL${shown}: it must be the service's address, ${EXAMPLE}.`);
  if (url.protocol !== "https:" && url.protocol !== "http:") return fault(`must begin with https://${shown}.`);
  if (url.username !== "" || url.password !== "") {
    return fault("must not hold a user or password: they belong in clientId and clientSecret.");
  }
  if (value.includes("?") || value.includes("#")) return fault("must not have a query (?…) or a fragment (#…).");
  if (/\/v2$/i.test(pathOf(url)) || /\/v2\/(workflows|auth\/token)$/i.test(pathOf(url))) {
    const without = `${url.origin}${pathOf(url).replace(/\/v2(\/.*)?$/i, "")}`;
    return fault(`must end before /v2, which is added to it: use ${excerpt(without)}.`);
  }
  if (url.protocol === "http:" && !isLoopback(url) && options.allowInsecureHttp !== true) {
    return fault(
      `must begin with https:// (${excerpt(url.host)} is not this machine, and over http the secret could be read on the way). To allow it all the same, set allowInsecureHttp to true.`,
    );
  }
  return undefined;
}

/** The URL of `text`, without a trailing slash in `href` but for an empty path. Throws a `SettingsError`. */
export function parseBaseUrl(text: string, options: BaseUrlOptions = {}): URL {
  const fault = baseUrlFault(text, options);
  if (fault !== undefined) throw new SettingsError([fault]);
  const url = new URL(text.trim());
  url.pathname = pathOf(url);
  return url;
}

/** The URL of `path` ("/v2/workflows") under the base, whose own path stays before it. */
export function endpoint(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${pathOf(baseUrl)}${path}`;
  return url;
}

function parse(text: string): URL | undefined {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, "");
}
