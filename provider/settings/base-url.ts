/** Parses the service's address, and makes the URLs of its endpoints. Runs in both processes. */
import { excerpt } from "../base/excerpt.js";
import { isLoopback } from "../http/proxy.js";
import { settingOf } from "./definitions.js";
import type { Parsed } from "./issue-text.js";
import { nameSetting } from "./names.js";

/** Suffixes that users paste by mistake: the client appends them itself. */
const PASTED_SUFFIX = /(?:\/v2)+(?:\/workflows|\/auth\/token)?$/i;

/** Parses the address into a URL without a trailing slash. (A WHATWG URL keeps `/` for an empty path.) */
export function parseAddress(text: string): Parsed<URL> {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    // A text with these characters may contain a password: it is not shown.
    const quoted = /[@?#]/.test(text) ? "" : ` ("${excerpt(text)}")`;
    return { issue: `is not a URL that begins with https://${quoted}. It takes ${settingOf("baseUrl").expected}.` };
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return { issue: "must not contain a user or password. Set clientId and clientSecret instead." };
  }
  if (/[?#]/.test(text)) {
    return { issue: "must not have a query (?…) or a fragment (#…)." };
  }
  const path = pathOf(url);
  const expectedPath = path.replace(PASTED_SUFFIX, "");
  url.pathname = path;
  return path === expectedPath
    ? { value: url }
    : { issue: `must end before /v2, which is added to it: use ${excerpt(`${url.origin}${expectedPath}`)}.` };
}

/** Returns what is wrong with an address to which the secret would be sent unencrypted. Not asked if `allowInsecureHttp` is set. */
export function findInsecureIssues(url: URL): readonly string[] {
  if (url.protocol !== "http:" || isLoopback(url)) {
    return [];
  }
  const reason = `${excerpt(url.host)} is not this machine, and http sends the secret unencrypted`;
  return [`must begin with https:// (${reason}). To allow it anyway, set ${nameSetting("allowInsecureHttp")} to true.`];
}

/** Returns the URL of `path` ("/v2/workflows") behind the path of the base. */
export function endpoint(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${pathOf(baseUrl)}${path}`;
  return url;
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, "");
}
