/** Reads `Link` headers (RFC 8288). */
import { ListingError } from "../../base/errors.js";
import { headerText } from "../../http/response.js";

/** Where it is, as messages and arguments write it. */
export const LINK_LOCATION = "header:Link";

/** Each can be followed in one way only, so that a hostile header costs no more time than another. */
const PARAMETER = /;\s*(?:([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]+)|(?=[,;]|$)))?\s*)?/g;
const LINK = new RegExp(`[\\s,]*<([^<>]*)>\\s*((?:${PARAMETER.source})*)(?:,|$)`, "gy");

/**
 * The target of the first link to the next page, as it is written. A link with an `anchor` describes another resource than the
 * response, unless that is the response's own address, such as `anchor=""` (§3.2). One with `results="false"` leads to an empty page
 * (Sentry). A header that cannot be read is an error: it could hide a next page.
 */
export function nextLink(header: string, address: URL): string | undefined {
  let next: string | undefined;
  let end = 0;
  for (const { 0: link, 1: target = "", 2: list = "", index } of header.matchAll(LINK)) {
    end = index + link.length;
    const parameters = [...list.matchAll(PARAMETER)].map(([, name = "", quoted, plain = ""]): [string, string] => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, "$1") ?? plain.replace(/^'|'$/g, ""),
    ]);
    // The first one of each name counts (§3.3).
    const first: Readonly<Partial<Record<string, string>>> = Object.fromEntries(parameters.reverse());
    const { anchor = "", results, rel = "" } = first;
    const isAbout = URL.canParse(anchor, address.href) && new URL(anchor, address).href === address.href;
    if (isAbout && results !== "false" && rel.toLowerCase().split(/\s+/).includes("next")) {
      next ??= headerText(target);
    }
  }
  if (/[^\s,]/.test(header.slice(end))) {
    const hint = 'If the service has no further pages, set the pagination type "none".';
    throw new ListingError("The Link header of the response cannot be read (RFC 8288).", { code: "listing", hint });
  }
  return next;
}
