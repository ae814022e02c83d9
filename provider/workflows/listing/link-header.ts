/** Rule 3, in headers: `Link: <?page=2>; rel="next"` names the next page (RFC 8288). */
import { decodeHeader } from "../../http/response.js";
import { listingError } from "./advice.js";
import { normalise } from "./names.js";

/** Patterns that match in one way only, so that a hostile header cannot make them backtrack. */
const PARAMETER = /;\s*(?:([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]+)|(?=[,;]|$)))?\s*)?/g;
const LINK = new RegExp(`[\\s,]*<([^<>]*)>\\s*((?:${PARAMETER.source})*)(?:,|$)`, "gy");

/** Returns the target of the first link with a relation. Throws for a header that cannot be read: it could hide one. */
export function linkTo(wanted: string, header: string, address: URL): string | undefined {
  let end = 0;
  let found: string | undefined;
  for (const { 0: link, 1: target = "", 2: list = "", index } of header.matchAll(LINK)) {
    end = index + link.length;
    const { rel = "", anchor = "" } = parametersIn(list);
    const isOurs = URL.canParse(anchor, address.href) && new URL(anchor, address).href === address.href;
    if (isOurs && rel.split(/\s+/).some((relation) => relationOf(relation) === wanted)) {
      found ??= decodeHeader(target);
    }
  }
  if (/[^\s,]/.test(header.slice(end))) {
    const hint =
      "To read on by another way, set `pagination` with the service's own parameter, and name Link in `unrelatedFields`. Only if these are all, name it there alone.";
    throw listingError("The Link header of the response cannot be read (RFC 8288).", hint);
  }
  return found;
}

/** Returns the parameters of a link by their names. The first of several with one name counts. */
function parametersIn(list: string): Partial<Record<string, string>> {
  const parameters: Partial<Record<string, string>> = {};
  for (const [, name = "", quoted, plain = ""] of list.matchAll(PARAMETER)) {
    parameters[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, "$1") ?? plain.replace(/^'|'$/g, "");
  }
  return parameters;
}

/** Returns the normalised name of a relation: `next` for `hydra:next`, `https://a.example/rels#next` and `nextPage`. */
export function relationOf(relation: string): string {
  return normalise(relation.replace(/^.*[/#]/, "")).replace(/^nextpage$/, "next");
}
