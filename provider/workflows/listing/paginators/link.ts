/** Follows the address of the next page, which each page names. Runs in both processes. */
import { excerpt } from "../../../base/text.js";
import type { CursorPagination } from "../../arguments/argument-types.js";
import { type ArgumentStyle, listingError, renderArgument } from "../advice.js";
import { valueAt } from "../declared-signals.js";
import { cursorOf, isPathOf } from "../values.js";
import { numberedByAddress } from "./candidates.js";
import type { Paginator } from "./paginator.js";

/** Follows the addresses that pages name by known names, or the one at `urlPath`. */
export function linkPaginator(
  style: ArgumentStyle,
  declaration?: CursorPagination & { readonly urlPath: string },
): Paginator {
  return {
    declaration,
    pageNamesNextPage: true,
    next(page) {
      const { moreSign, response, items } = page;
      const stated = moreSign?.kind === "nextUrl" ? String(moreSign.value) : undefined;
      const address = declaration === undefined ? stated : cursorOf(valueAt(page, declaration.urlPath)?.value);
      return address === undefined ? undefined : requestTo(address, response.url, items.length, style);
    },
  };
}

/**
 * Returns the request for an address, resolved against the address of the page:
 *
 * 1. `http` becomes `https` if the page came by `https` from the same host, because a service behind a TLS proxy may not know its own
 *    scheme. `https` never becomes `http`.
 * 2. If the path lacks only the beginning of the page's path, it becomes the page's path, because a service behind a proxy may not know its
 *    own prefix. Example: `/v2/workflows` on a page from `/tenant/v2/workflows`.
 * 3. Throws for another origin. If the address has the number of the second page, such as `?page=2`, the error has the `pagination` that
 *    counts the pages instead.
 */
export function requestTo(address: string, page: URL, itemsOnPage: number, style: ArgumentStyle): URL {
  // Parts of a URI template (RFC 6570), such as `{&sort}` in Spring's links, are left out without a value.
  const text = address.replace(/\{[?&][\w.,*:%]+\}/g, "");
  // An address that cannot be parsed gets a protocol that no page has, so that it is refused below.
  const url = new URL(URL.canParse(text, page.href) ? text : "unreadable:", page.href);
  url.hash = "";
  const isSameHost = url.hostname === page.hostname && ["", page.port].includes(url.port);
  if (page.protocol === "https:" && url.protocol === "http:" && isSameHost) {
    url.protocol = "https:";
    url.port = page.port;
  }
  // `blob:https://x/…` has the origin `https://x`, so the check of the origin alone is not enough.
  if (url.origin !== page.origin || url.protocol === "blob:" || url.username + url.password !== "") {
    const declaration = numberedByAddress(url.href, itemsOnPage);
    const advice =
      declaration && ` Or set ${renderArgument("pagination", declaration, style)} in place of that address.`;
    throw listingError(
      `The next page would come from "${excerpt(`${url.protocol}//${url.host}`)}": nothing was sent there.`,
      `Only addresses on ${page.origin}, without a user name, are followed: the access token is for the service alone. Is baseUrl the address that the service itself uses?${advice ?? ""}`,
      declaration,
    );
  }
  if (isPathOf(url.pathname, page)) {
    url.pathname = page.pathname;
  }
  return url;
}
