/** The client credentials: what they may contain, and an object that does not print the secret. */
import { withHiddenField } from "./hidden-field.js";
import { LOST_DIGITS, type Parser, textFault } from "./parsers.js";

export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: it is in no `inspect` and no JSON. */
  readonly clientSecret: string;
}

/** HTTP Basic joins id and secret by a colon, so an id with a colon cannot be sent (RFC 7617 §2). */
export const clientId: Parser<string> = {
  type: "string",
  takes: "a text without a colon",
  parse: (given) => {
    if (typeof given === "string" && textFault(given) === undefined && given.includes(":")) {
      return {
        fault:
          "contains a colon, which HTTP Basic cannot send in a user name (RFC 7617). Is it the Client ID alone, without the secret?",
      };
    }
    return credential.parse(given);
  },
};

/** A text that HTTP Basic can send. Used as it is. */
export const credential: Parser<string> = {
  type: "string",
  takes: "a text",
  parse: (given) => {
    if (typeof given === "number") return { fault: LOST_DIGITS };
    if (typeof given !== "string") return undefined;
    const fault = textFault(given);
    return fault === undefined ? { value: given } : { fault };
  },
};

/** `clientId` and `clientSecret` are checked: see the table of settings. */
export function createCredentials({ clientId, clientSecret }: Credentials): Credentials {
  return withHiddenField({ clientId }, "clientSecret", clientSecret);
}
