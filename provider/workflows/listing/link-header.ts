/** Reads `Link` headers (RFC 8288). */
import { headerText } from "../../http/response.js";
import { ListingError } from "../../http/errors.js";

/** A longer header is refused: real ones have a few hundred characters. */
const MAX_HEADER_LENGTH = 16_384;

export interface Link {
  /** As it is written: absolute or relative. */
  readonly target: string;
  /** In lower case. Only the first `rel` of a link counts (§3.3). */
  readonly relations: readonly string[];
  /** The first value of each parameter, by its name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** One token of the header: white space or a separator, an address, a parameter, or one that cannot be read. */
const TOKEN =
  /[\s,]+|<([^<>]*)>|;\s*(?:([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]*)))?)?\s*|([^])/gy;

/**
 * The links of a header, in their order.
 *
 * @throws ListingError `listing`: a header that cannot be read could hide a next page.
 */
export function parseLinks(header: string | readonly string[] | undefined): Link[] {
  const text = typeof header === "object" ? header.join(", ") : (header ?? "");
  if (text.length > MAX_HEADER_LENGTH) {
    throw unreadable(`is ${text.length} characters long; up to ${MAX_HEADER_LENGTH} are read.`);
  }
  const links: { target: string; parameters: Map<string, string> }[] = [];
  let isOpen = false;
  for (const [token, target, name, quoted, plain, unexpected] of text.matchAll(TOKEN)) {
    if (unexpected !== undefined || (token.startsWith(";") && !isOpen) || (target !== undefined && isOpen)) {
      throw unreadable("cannot be read (RFC 8288).");
    }
    if (target !== undefined) {
      links.push({ target: headerText(target), parameters: new Map() });
      isOpen = true;
    } else if (token.includes(",") && !token.startsWith(";")) {
      isOpen = false;
    }
    const parameters = links.at(-1)?.parameters;
    const key = name?.toLowerCase();
    if (key !== undefined && parameters?.has(key) === false) {
      parameters.set(key, quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
    }
  }
  return links.map(({ target, parameters }) => ({ target, parameters, relations: relationsOf(parameters) }));
}

function relationsOf(parameters: ReadonlyMap<string, string>): readonly string[] {
  return (parameters.get("rel") ?? "").split(/\s+/).map(relationName);
}

/** The relation as one writes it: without case, single quotes around it, and the address of IANA's registry before it. */
function relationName(relation: string): string {
  const name = relation.trim().toLowerCase();
  return name.replace(/^'|'$/g, "").replace(/^https?:\/\/www\.iana\.org\/assignments\/(?:link-)?relations?\//, "");
}

/**
 * The target of the first link with this relation; `undefined` if there is none. A link with an `anchor` describes another
 * resource than the response, unless the anchor is the response's own address, such as `anchor=""` (§3.2). A link with
 * `results="false"` leads to an empty page (Sentry).
 */
export function linkTarget(links: readonly Link[], relation: string, address: URL): string | undefined {
  const found = links.find(({ relations, parameters }) => {
    const anchor = parameters.get("anchor");
    return (
      relations.includes(relation) &&
      parameters.get("results") !== "false" &&
      (anchor === undefined || isSameAddress(anchor, address))
    );
  });
  return found?.target;
}

function isSameAddress(anchor: string, address: URL): boolean {
  if (!URL.canParse(anchor, address.href)) {
    return false;
  }
  const anchored = new URL(anchor, address.href);
  // A fragment names a part of the response.
  return (
    anchored.hash === "" &&
    anchored.pathname + anchored.search === address.pathname + address.search &&
    anchored.origin === address.origin
  );
}

function unreadable(problem: string): ListingError {
  return new ListingError(`The Link header of the response ${problem}`, {
    code: "listing",
    hint: 'If the service has no further pages, set pagination to { type: "none" }.',
  });
}
