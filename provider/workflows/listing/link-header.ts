/** Reads `Link` headers (RFC 8288). */
import { headerText } from "../../http/response.js";
import { ListingError } from "../../http/errors.js";

/** A longer header is refused: real ones have a few hundred characters. */
const MAX_HEADER_LENGTH = 16_384;

/** One token of the header: white space or a separator, an address, a parameter, or one that cannot be read. */
const TOKEN =
  /[\s,]+|<([^<>]*)>|;\s*(?:([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]*)))?)?\s*|([^])/gy;

/**
 * The target of the first link with each relation, as it is written. A link with an `anchor` describes another resource than the
 * response, unless the anchor is the response's own address, such as `anchor=""` (§3.2). A link with `results="false"` leads to an
 * empty page (Sentry).
 *
 * @throws ListingError `listing`: a header that cannot be read could hide a next page.
 */
export function linkTargets(header: string | readonly string[] | undefined, address: URL): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const { target, parameters } of linksIn([header ?? []].flat().join(", "))) {
    const anchor = parameters.get("anchor");
    const isAbout = anchor === undefined || (URL.canParse(anchor, address.href) && isSame(anchor, address));
    for (const relation of isAbout && parameters.get("results") !== "false" ? relationsIn(parameters.get("rel")) : []) {
      targets.set(relation, targets.get(relation) ?? target);
    }
  }
  return targets;
}

function isSame(anchor: string, { href }: URL): boolean {
  return new URL(anchor, href).href === href;
}

/** As one writes them: without case, single quotes, and the address of IANA's registry before them. */
function relationsIn(rel = ""): string[] {
  const registry = /^https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//;
  return rel.split(/\s+/).map((name) => name.toLowerCase().replace(/^'|'$/g, "").replace(registry, ""));
}

interface Link {
  readonly target: string;
  /** The first value of each parameter, by its name in lower case: only the first `rel` counts (§3.3). */
  readonly parameters: Map<string, string>;
}

function linksIn(text: string): Link[] {
  if (text.length > MAX_HEADER_LENGTH) {
    throw unreadable(`is ${text.length} characters long; up to ${MAX_HEADER_LENGTH} are read.`);
  }
  const links: Link[] = [];
  let open: Link | undefined;
  for (const [token, target, name, quoted, plain, unexpected] of text.matchAll(TOKEN)) {
    const isParameter = token.startsWith(";");
    if (
      unexpected !== undefined ||
      (isParameter && open === undefined) ||
      (target !== undefined && open !== undefined)
    ) {
      throw unreadable("cannot be read (RFC 8288).");
    }
    if (target !== undefined) {
      open = { target: headerText(target), parameters: new Map() };
      links.push(open);
    } else if (token.includes(",") && !isParameter) {
      open = undefined;
    }
    const key = name?.toLowerCase();
    if (key !== undefined && open?.parameters.has(key) === false) {
      open.parameters.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
    }
  }
  return links;
}

function unreadable(problem: string): ListingError {
  return new ListingError(`The Link header of the response ${problem}`, {
    code: "listing",
    hint: 'If the service has no further pages, set pagination to { type: "none" }.',
  });
}
