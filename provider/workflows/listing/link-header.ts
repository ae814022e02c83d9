/** Reads `Link` headers (RFC 8288). */
import { ListingError } from "../../http/errors.js";
import { headerText } from "../../http/response.js";

/** A longer header is refused: real ones have a few hundred characters. */
const MAX_HEADER_LENGTH = 16_384;

/** Each can be followed in one way only, so that a hostile header costs no more time than another. */
const PARAMETER = /;\s*(?:([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]+)|(?=[,;]|$)))?\s*)?/g;
const LINK = new RegExp(`[\\s,]*<([^<>]*)>\\s*((?:${PARAMETER.source})*)(?:,|$)`, "gy");

/** The address of IANA's registry may stand before a relation. */
const REGISTRY = /^https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//;

/**
 * The target of the first link with each relation, as it is written. A link with an `anchor` describes another resource than the
 * response, unless the anchor is the response's own address, such as `anchor=""` (§3.2). A link with `results="false"` leads to an
 * empty page (Sentry).
 *
 * @throws ListingError `listing`: a header that cannot be read could hide a next page.
 */
export function linkTargets(header: string | readonly string[] | undefined, address: URL): ReadonlyMap<string, string> {
  const text = [header ?? []].flat().join(", ");
  if (text.length > MAX_HEADER_LENGTH) {
    throw unreadable(`is ${text.length} characters long; up to ${MAX_HEADER_LENGTH} are read.`);
  }
  const targets = new Map<string, string>();
  let end = 0;
  for (const { 0: link, 1: target = "", 2: list = "", index } of text.matchAll(LINK)) {
    end = index + link.length;
    const { anchor = "", results, rel = "" } = parametersIn(list);
    const isAbout = URL.canParse(anchor, address.href) && new URL(anchor, address).href === address.href;
    const relations = isAbout && results !== "false" ? rel.toLowerCase().split(/\s+/) : [];
    for (const relation of relations.map((name) => name.replace(/^'|'$/g, "").replace(REGISTRY, ""))) {
      targets.set(relation, targets.get(relation) ?? headerText(target));
    }
  }
  if (/[^\s,]/.test(text.slice(end))) {
    throw unreadable("cannot be read (RFC 8288).");
  }
  return targets;
}

/** The first value of each parameter, by its name in lower case: only the first `rel` counts (§3.3). */
function parametersIn(list: string): Readonly<Partial<Record<string, string>>> {
  const parameters = [...list.matchAll(PARAMETER)].map(([, name = "", quoted, plain = ""]): [string, string] => [
    name.toLowerCase(),
    quoted?.replace(/\\(.)/g, "$1") ?? plain,
  ]);
  return Object.fromEntries(parameters.reverse());
}

function unreadable(problem: string): ListingError {
  return new ListingError(`The Link header of the response ${problem}`, {
    code: "listing",
    hint: 'If the service has no further pages, set the pagination type "none".',
  });
}
