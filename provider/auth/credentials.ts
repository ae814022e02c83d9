/** The client credentials: checked once, and sent as RFC 7617 wants it. */
import { SettingsError } from "../http/errors.js";
import type { Fault } from "../http/errors.js";
import { withHiddenField } from "./hidden-field.js";

export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: it shows in no `inspect` and no JSON. */
  readonly clientSecret: string;
}

/** What is wrong with an id and a secret; empty where they can be used. The reasons hold neither. */
export function credentialFaults(clientId: unknown, clientSecret: unknown): Fault[] {
  const faults: Fault[] = [];
  const idFault = textFault("clientId", clientId);
  if (idFault !== undefined) faults.push(idFault);
  else if (String(clientId).includes(":")) {
    faults.push({
      property: "clientId",
      reason:
        "clientId holds a colon, which HTTP Basic cannot send in a user name (RFC 7617): is it the Client ID alone, without the secret?",
    });
  }
  const secretFault = textFault("clientSecret", clientSecret);
  if (secretFault !== undefined) faults.push(secretFault);
  return faults;
}

function textFault(property: string, value: unknown): Fault | undefined {
  const reason = (what: string): Fault => ({ property, reason: `${property} ${what}` });
  if (value === undefined || value === null) return reason("is missing.");
  if (typeof value !== "string")
    return reason(`must be a string, not ${Array.isArray(value) ? "array" : typeof value}.`);
  if (value.trim() === "") return reason("is empty.");
  if (/[\r\n]/.test(value)) return reason("holds a line break: was it copied with the end of its line?");
  // eslint-disable-next-line no-control-regex -- RFC 7617 §2: no control characters.
  if (/[\u0000-\u001f\u007f]/.test(value)) return reason("holds a control character, which HTTP Basic cannot send.");
  if (/\p{Surrogate}/u.test(value)) return reason("holds half a character (a lone UTF-16 surrogate).");
  return undefined;
}

/** Checks both. Throws a `SettingsError` that names all faults at once. */
export function createCredentials(given: { clientId: string; clientSecret: string }): Credentials {
  const faults = credentialFaults(given.clientId, given.clientSecret);
  if (faults.length > 0) throw new SettingsError(faults);
  const { clientId, clientSecret } = given;
  return withHiddenField({ clientId }, "clientSecret", clientSecret);
}

/**
 * The value of the `Authorization` header: base64 of the UTF-8 bytes of `id:secret`, as they are. The percent-encoding
 * of RFC 6749 §2.3.1 is left out: the service does not undo it.
 */
export function basicAuthorization({ clientId, clientSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`, "utf8").toString("base64")}`;
}
