/** The address of a next page that a response names: where it leads, and whether a request may go there. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { PageRequest } from "./page-order.js";

/** Query parameters of a URI template (RFC 6570), such as `{&sort}` in Spring's links: without a value they are left out. */
const OPTIONAL_PARAMETERS = /\{[?&][\w.,*:%]+\}/g;
/** What a template asks for otherwise. An address has no such braces. */
const TEMPLATE = /\{[+#./;]?[A-Za-z_][\w.,*:]*\}/;

/**
 * The address, against the page's own. `http` is read as `https` if the page came by `https` from the same host: a service
 * behind a TLS proxy may not know its own scheme. Never the other way.
 */
function resolveAddress(target: string, base: URL): URL {
  const address = target.replace(OPTIONAL_PARAMETERS, "");
  const [template] = TEMPLATE.exec(address) ?? [];
  if (template !== undefined) {
    throw new ListingError(`The response names the next page by a template with "${excerpt(template)}" in it.`, {
      code: "listing",
      hint: "Set pagination to say which query parameter carries the next page, and where its value is.",
    });
  }
  if (!URL.canParse(address, base.href)) {
    throw new ListingError("The response names a next page whose address cannot be read.", {
      code: "listing",
      hint: "Set pagination to say how the service's next pages are requested.",
    });
  }
  const url = new URL(address, baseFor(address, base));
  url.hash = "";
  const isSameHost = url.hostname === base.hostname && (url.port === "" || url.port === base.port);
  if (
    base.protocol !== "https:" ||
    url.protocol !== "http:" ||
    !isSameHost ||
    url.username !== "" ||
    url.password !== ""
  ) {
    return withPrefixOf(base, url);
  }
  const upgraded = new URL(base.origin);
  upgraded.pathname = url.pathname;
  upgraded.search = url.search;
  return withPrefixOf(base, upgraded);
}

/** The request for an address that a page names. */
export function requestTo(address: string, page: URL): PageRequest {
  return { url: resolveAddress(address, page), headers: {} };
}

/**
 * What the address is relative to: the page, or where the API begins if the address repeats several steps of the page's own path. Eve
 * has `v2/workflows?page=2` on the page `/v2/workflows`. From the page on it would be `/v2/v2/workflows`.
 */
function baseFor(address: string, { href, origin, pathname }: URL): string {
  const [path = ""] = address.split(/[?#]/);
  const isFromRoot = /^[^/:]+\//.test(path) && pathname.endsWith(`/${path}`);
  return isFromRoot ? origin + pathname.slice(0, -path.length) : href;
}

/**
 * The address behind a gateway that adds a path: the service, which does not know of `/gateway`, names `/v2/workflows?page=2` on
 * the page `/gateway/v2/workflows`. At the address that it names there is nothing, or another service.
 */
function withPrefixOf(page: URL, url: URL): URL {
  const [whole, known] = [page, url].map(({ pathname }) => pathname.replace(/\/+$/, "")) as [string, string];
  if (known === "" || !whole.endsWith(known)) {
    return url;
  }
  const prefixed = new URL(url);
  prefixed.pathname = whole.slice(0, -known.length) + url.pathname;
  return prefixed;
}

/**
 * Every request for a page needs this check: the access token goes to the service alone.
 *
 * @throws ListingError if the address is on another origin, or has a user name or a password.
 */
export function checkOrigin(url: URL, origin: string): void {
  const place = excerpt(`${url.protocol}//${url.host}`);
  // The origin of blob:https://… is the one inside.
  if (url.origin !== origin || url.protocol === "blob:") {
    throw new ListingError(
      `The next page would come from "${place}", another origin than ${origin}: nothing was sent there.`,
      {
        code: "listing",
        hint: "The access token is for the service alone. Is baseUrl the address that the service itself uses?",
      },
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ListingError("The next page's address has a user name or a password.", {
      code: "listing",
      hint: "Nothing was sent there. Set pagination to say how the service's next pages are requested.",
    });
  }
}
