/** The service's address: its parser, and the URLs of the endpoints. */
import { excerpt } from "../http/excerpt.js";
import { isLoopback } from "../http/proxy.js";
import type { Parser } from "./parsers.js";

const EXAMPLE = "https://api.example.com";

/** Parses the address. The URL has no trailing slash in `href`, unless its path is empty. */
export const address: Parser<URL> = {
  type: "string",
  takes: `the service's address, for example ${EXAMPLE}`,
  parse: (given) => {
    if (typeof given !== "string") {
      return undefined;
    }
    const fault = faultIn(given);
    if (fault !== undefined) {
      return { fault };
    }
    const url = new URL(given.trim());
    url.pathname = pathOf(url);
    return { value: url };
  },
};

function faultIn(text: string): string | undefined {
  if (text.trim() === "") {
    return `is empty. It takes the service's address, for example ${EXAMPLE}.`;
  }
  const url = parse(text);
  // A text with these characters may contain a password. It is not shown.
  const shown = /[@?#]/.test(text) ? "" : ` ("${excerpt(text)}")`;
  if (url === undefined) {
    return `is not a URL${shown}. It takes the service's address, for example ${EXAMPLE}.`;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return `must begin with https://${shown}.`;
  }
  if (url.username !== "" || url.password !== "") {
    return "must not contain a user or password. Set clientId and clientSecret instead.";
  }
  if (text.includes("?") || text.includes("#")) {
    return "must not have a query (?…) or a fragment (#…).";
  }
  if (/\/v2$/i.test(pathOf(url)) || /\/v2\/(workflows|auth\/token)$/i.test(pathOf(url))) {
    const without = `${url.origin}${pathOf(url).replace(/\/v2(\/.*)?$/i, "")}`;
    return `must end before /v2, which is added to it: use ${excerpt(without)}.`;
  }
  return undefined;
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

function parse(text: string): URL | undefined {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/+$/, "");
}
