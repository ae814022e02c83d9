/** What the strictest server would refuse in a request: five rules that a client can break. */
import type { FakeRequest } from "./fake-service.js";

/** Headers that a request may have only once (RFC 9110 §5.3). */
const ONCE = ["authorization", "host", "accept", "content-type", "content-length", "user-agent"];
/** The characters that RFC 3986 allows in a path with a query: no bare `%`, no `[`, no space, no `#`. */
const TARGET = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;
const FORM = /^application\/x-www-form-urlencoded *(?:; *charset=utf-8 *)?$/i;
const GRANT = "grant_type=client_credentials";

/** Returns what is wrong with a request, or `undefined`. */
export function faultOf({ endpoint, target, query, headers, headerLists, body }: FakeRequest): string | undefined {
  const twice = ONCE.find((name) => (headerLists[name]?.length ?? 0) > 1);
  if (twice !== undefined) {
    return `The header ${twice} was sent more than once.`;
  }
  if (!TARGET.test(target) || target.endsWith("?")) {
    return `The address ${target} is not as RFC 3986 wants it.`;
  }
  if (!/\*\/\*|application\/(?:json|\*)/.test(headers.accept ?? "*/*")) {
    return `Accept does not allow JSON: ${headers.accept}.`;
  }
  if (endpoint === "listing") {
    const header = ["content-type", "content-length", "transfer-encoding"].find((name) => headers[name] !== undefined);
    return header === undefined ? undefined : `A GET has no body and no ${header}.`;
  }
  const isExact = query === "" && body === GRANT && FORM.test(headers["content-type"] ?? "");
  return isExact && headers["transfer-encoding"] === undefined
    ? undefined
    : `A token request has the form ${GRANT} with its length, and no query.`;
}
