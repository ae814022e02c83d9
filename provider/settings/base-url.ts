/** The service's address: its parser, and the URLs of the endpoints. */
import { excerpt } from "../http/excerpt.js";
import { isLoopback } from "../http/proxy.js";
import type { Parsed, Parser } from "./parsers.js";

const TAKES = "the service's address, for example https://api.example.com";

/** The end of an address that is too long: requests add it themselves. */
const ADDED = /(?:\/v2)+(?:\/workflows|\/auth\/token)?$/i;

/** Parses the address. The URL has no trailing slash in `href`, unless its path is empty. */
export const address: Parser<URL> = {
  type: "string",
  takes: TAKES,
  parse: (given) => (typeof given === "string" ? parseAddress(given.trim()) : undefined),
};

function parseAddress(text: string): Parsed<URL> {
  if (text === "") {
    return { fault: `is empty. It takes ${TAKES}.` };
  }
  if (/^(["'`]).*\1$/.test(text)) {
    return { fault: "begins and ends with quotation marks. Remove them." };
  }
  const url = parseUrl(text);
  if (url === undefined) {
    return { fault: `is not a URL${inParentheses(text)}. It takes ${TAKES}.` };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { fault: `must begin with https://${inParentheses(text)}.` };
  }
  if (url.username !== "" || url.password !== "") {
    return { fault: "must not contain a user or password. Set clientId and clientSecret instead." };
  }
  if (text.includes("?") || text.includes("#")) {
    return { fault: "must not have a query (?…) or a fragment (#…)." };
  }
  const path = pathOf(url);
  if (ADDED.test(path)) {
    const right = `${url.origin}${path.replace(ADDED, "")}`;
    return { fault: `must end before /v2, which is added to it: use ${excerpt(right)}.` };
  }
  url.pathname = path;
  return { value: url };
}

function parseUrl(text: string): URL | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** The text, for messages. One with these characters may contain a password, and is not shown. */
function inParentheses(text: string): string {
  return /[@?#]/.test(text) ? "" : ` ("${excerpt(text)}")`;
}

/** What is wrong with an address to which the secret is sent unencrypted, unless `allowInsecureHttp` is set. */
export function insecureFault(url: URL): string | undefined {
  if (url.protocol !== "http:" || isLoopback(url)) {
    return undefined;
  }
  return (
    `must begin with https:// (${excerpt(url.host)} is not this machine, and http sends the secret unencrypted). ` +
    "To allow it anyway, set allowInsecureHttp to true."
  );
}

/** The URL of `path` ("/v2/workflows") behind the path of the base. */
export function endpoint(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${pathOf(baseUrl)}${path}`;
  return url;
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, "");
}
