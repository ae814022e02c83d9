/** Reads the reason that an unsuccessful response gives in the header `WWW-Authenticate`. */
import { firstHeader, decodeHeader } from "./response.js";
import type { ServiceResponse } from "./types.js";

/**
 * Reads the error in `WWW-Authenticate`, of whatever scheme (RFC 6750 §3). The header
 * `Bearer error="invalid_token", error_description="It has expired"` has the error `invalid_token` and the text
 * "invalid_token: It has expired". The text is empty if there is neither of the two.
 */
export function readChallenge(headers: ServiceResponse["headers"]): {
  readonly error: string | undefined;
  readonly text: string;
} {
  const header = decodeHeader(firstHeader(headers, "www-authenticate") ?? "");
  const parameters = parametersIn(header);
  const error = parameters.get("error");
  const parts = [error, parameters.get("error_description")];
  return { error, text: parts.filter((part) => part !== undefined).join(": ") };
}

/**
 * Matches a parameter with its value in quotation marks (`error="denied"`) or without them (`error=denied`). A search
 * goes on after the whole value, so that an `error=` in a realm does not count. In quotation marks, a backslash stands
 * before a quotation mark that belongs to the value.
 */
const PARAMETER = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** Returns the parameters of all challenges. The first one of each name counts, unless it is blank. */
function parametersIn(header: string): ReadonlyMap<string, string> {
  const parameters = [...header.matchAll(PARAMETER)].map(([, name = "", quoted, plain = ""]): [string, string] => [
    name.toLowerCase(),
    (quoted?.replace(/\\(.)/g, "$1") ?? plain).trim(),
  ]);
  // A Map keeps the last value of a name, so the order is reversed.
  return new Map(parameters.filter(([, value]) => value !== "").reverse());
}
