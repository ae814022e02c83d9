/** Reads `Link` headers (RFC 8288). Runs in both processes. */
import { WorkflowsError } from "../../base/errors.js";
import { decodeHeader } from "../../http/response.js";
import { isNextRelation } from "./signal-names.js";

/** The location of a link, as messages and arguments write it. */
export const LINK_LOCATION = "header:Link";

/** Patterns that match in one way only, so that a hostile header cannot make them backtrack. */
const PARAMETER = /;\s*(?:([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]+)|(?=[,;]|$)))?\s*)?/g;
const LINK = new RegExp(`[\\s,]*<([^<>]*)>\\s*((?:${PARAMETER.source})*)(?:,|$)`, "gy");

/** The targets of a response's links to pages, as they are written. */
export interface PageLinks {
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly last?: string | undefined;
}

/**
 * Returns the first link to each page. A link does not count if its `anchor` is another address than the response's own (§3.2), or if
 * it has `results="false"`, because it then leads to an empty page (Sentry). Throws for a header that cannot be read, because it could
 * hide a next page.
 */
export function pageLinks(header: string, address: URL): PageLinks {
  const links: Partial<Record<keyof PageLinks, string>> = {};
  let end = 0;
  for (const { 0: link, 1: target = "", 2: parameters = "", index } of header.matchAll(LINK)) {
    end = index + link.length;
    const { anchor = "", results, rel = "" } = parametersIn(parameters);
    const isAboutResponse = URL.canParse(anchor, address.href) && new URL(anchor, address).href === address.href;
    const relations = rel.toLowerCase().split(/\s+/);
    for (const relation of ["first", "next", "last"] as const) {
      const hasRelation = relation === "next" ? relations.some(isNextRelation) : relations.includes(relation);
      if (isAboutResponse && results !== "false" && hasRelation) {
        links[relation] ??= decodeHeader(target);
      }
    }
  }
  if (/[^\s,]/.test(header.slice(end))) {
    const hint =
      "To read on by another way, set `pagination` with the service's own parameter, and name Link in `unrelatedFields`. Only if these are all, name it there alone.";
    throw new WorkflowsError("The Link header of the response cannot be read (RFC 8288).", { code: "listing", hint });
  }
  return links;
}

/** Reads the parameters of a link. The first one of each name counts (§3.3). */
function parametersIn(list: string): Readonly<Partial<Record<string, string>>> {
  const parameters = [...list.matchAll(PARAMETER)].map(([, name = "", quoted, plain = ""]): [string, string] => [
    name.toLowerCase(),
    quoted?.replace(/\\(.)/g, "$1") ?? plain.replace(/^'|'$/g, ""),
  ]);
  // `Object.fromEntries` keeps the last value of a repeated name, so the list is reversed.
  return Object.fromEntries(parameters.reverse());
}
