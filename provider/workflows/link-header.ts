/** The next page as a `Link` header names it (RFC 8288). */
import { parse } from "http-link-header";
import { headerText } from "../http/decode-text.js";
import { ListingError } from "../http/errors.js";

/** A header longer than this is refused: real ones have a few hundred characters. */
const MAX_HEADER_LENGTH = 16_384;

/** The parser copies all parameters of a link for each of its relations: 3.6 s and 370 MB for one made for it. */
const MAX_COPIES = 100_000;

/**
 * What the parser cannot read but may stand in a header: parameters without a value (RFC 8288 §3), which it takes together with
 * the next one, links and all; and empty elements of the list (RFC 9110 §5.6.1). Addresses and quoted text come first, as they are.
 */
const ADDRESS_OR_TEXT = /(<[^>]*>|"(?:[^"\\]|\\.)*")/;
const PASSED_OVER = new RegExp(
  `${ADDRESS_OR_TEXT.source}|;\\s*[\\w!#$%&'*+.^\`|~-]+\\s*(?=[;,]|$)|,\\s*(?=,|$)|^[\\s,]+`,
  "g",
);

/**
 * The target of the first link with the relation `next`, as it is written; `undefined` where there is none. Links with an
 * `anchor` speak of another resource than the answer and are passed over (RFC 8288 §3.2).
 *
 * @throws ListingError `listing`: a header that cannot be read could hide a next page.
 */
export function nextLink(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === "object" ? header.join(", ") : header;
  if (text === undefined || text.trim() === "") {
    return undefined;
  }
  if (text.length > MAX_HEADER_LENGTH) {
    throw unreadable(`is ${text.length} characters long; up to ${MAX_HEADER_LENGTH} are read.`);
  }
  const countOf = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  if (countOf(/[;=]/g) * countOf(/ /g) > MAX_COPIES) {
    throw unreadable("has too many parameters and relations.");
  }
  const links = readLinks(text);
  const next = links.find(
    ({ rel, anchor }) => typeof rel === "string" && rel.toLowerCase() === "next" && anchor === undefined,
  );
  // A parameter of that name would stand in a list with the address.
  const target = [next?.["uri"]].flat()[0];
  return typeof target === "string" ? headerText(target) : undefined;
}

/** The links and their parameters. One that is given twice is a list. */
function readLinks(text: string): Record<string, unknown>[] {
  let links: Record<string, unknown>[];
  try {
    links = parse(text.replace(PASSED_OVER, (_found, kept?: string) => kept ?? "")).refs;
  } catch {
    throw unreadable("cannot be read (RFC 8288).");
  }
  if (links.some((link) => Object.keys(link).some((name) => /[;,<]/.test(name)))) {
    throw unreadable("cannot be read (RFC 8288).");
  }
  return links;
}

function unreadable(fault: string): ListingError {
  return new ListingError(`The answer's Link header ${fault}`, {
    code: "listing",
    hint: 'If the service has no further pages, set pagination to { type: "none" }.',
  });
}
