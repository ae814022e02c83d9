/** The next page as a `Link` header names it (RFC 8288). */
import { parse } from "http-link-header";
import { ListingError } from "../http/errors.js";

/** A header longer than this is refused: real ones have a few hundred characters. */
const MAX_HEADER_LENGTH = 16_384;

/** The parser copies all parameters of a link for each of its relations: 3.6 s and 370 MB for one made for it. */
const MAX_COPIES = 100_000;

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
  let links;
  try {
    links = parse(text).refs;
  } catch {
    throw unreadable("cannot be read (RFC 8288).");
  }
  const next = links.find(
    // A parameter that is given twice comes as a list, whatever the types say.
    ({ rel, uri, anchor }: Record<string, unknown>) =>
      typeof rel === "string" && rel.toLowerCase() === "next" && typeof uri === "string" && anchor === undefined,
  );
  return next?.uri;
}

function unreadable(fault: string): ListingError {
  return new ListingError(`The answer's Link header ${fault}`, {
    code: "listing",
    hint: 'If the service has no further pages, set pagination to { type: "none" }.',
  });
}
