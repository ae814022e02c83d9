/** Parses the service's address, and makes the URLs of its endpoints. */
import { nameSetting } from "../base/setting-names.js";
import { excerpt } from "../base/text.js";
import { isLoopback } from "../http/loopback.js";
import { settingOf, type SettingValues } from "./definitions.js";
import type { Parsed, Predicate } from "./issue-text.js";

/** Suffixes that users paste by mistake: the client appends them itself. */
const PASTED_SUFFIX = /(?:\/v2)+(?:\/workflows|\/auth\/token)?$/i;

/**
 * Parses the address into a URL without a trailing slash. The path of a URL is never empty, so an address without a
 * path has `/`.
 */
export function parseAddress(text: string): Parsed<URL> {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    // The text may be the Client Secret, set in the wrong place, so it is not shown.
    return { issue: `is not a URL that begins with https://. It takes ${settingOf("baseUrl").expected}.` };
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return { issue: "must not contain a user or password. Set clientId and clientSecret instead." };
  }
  if (/[?#]/.test(text)) {
    return { issue: "must not have a query (?…) or a fragment (#…)." };
  }
  const path = pathWithoutSlash(url);
  const pathPrefix = path.replace(PASTED_SUFFIX, "");
  if (path !== pathPrefix) {
    return { issue: `must end before /v2, which is added to it: use ${excerpt(`${url.origin}${pathPrefix}`)}.` };
  }
  url.pathname = path;
  return { value: url };
}

/**
 * Returns the issue of an address to which the secret would be sent unencrypted; `undefined` for https, for this
 * machine, and if it is allowed. Also `undefined` if one of the two settings is wrong.
 */
export function findInsecureIssue({ baseUrl, allowInsecureHttp }: Partial<SettingValues>): Predicate | undefined {
  if (baseUrl?.protocol !== "http:" || allowInsecureHttp !== false || isLoopback(baseUrl)) {
    return undefined;
  }
  const reason = `${excerpt(baseUrl.host)} is not this machine, and http sends the secret unencrypted`;
  return `must begin with https:// (${reason}). To allow it anyway, set ${nameSetting("allowInsecureHttp")} to true.`;
}

/** Returns the URL of a path of the service, such as `/v2/workflows`. The path of the base URL comes before it. */
export function endpoint(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${pathWithoutSlash(baseUrl)}${path}`;
  return url;
}

function pathWithoutSlash(url: URL): string {
  return url.pathname.replace(/\/+$/, "");
}
