/** The access tokens that the emulator issued. */
import { randomBytes } from "node:crypto";
import type { Tenant } from "./types.js";

export interface IssuedTokens {
  /** Every token so far, oldest first. */
  readonly all: string[];
  /** A new token that leads to the tenant. */
  readonly issue: (tenant: Tenant) => string;
  /** The tenant of a valid token, or why it is not valid. */
  readonly check: (token: string) => { readonly tenant: Tenant } | { readonly fault: string };
  readonly revoke: () => void;
}

/** How long a token is good, and its `expires_in`. */
export const LIFETIME_SECONDS = 3600;

export function createTokens(): IssuedTokens {
  const all: string[] = [];
  const valid = new Map<string, Tenant>();
  return {
    all,
    issue: (tenant) => {
      const token = createToken();
      all.push(token);
      valid.set(token, tenant);
      return token;
    },
    check: (token) => {
      const tenant = valid.get(token);
      return tenant === undefined ? { fault: "The access token is unknown or revoked" } : { tenant };
    },
    revoke: () => valid.clear(),
  };
}

/** Long, easy to search for, and with characters that base64 and percent-encoding change (RFC 6750 §2.1's b64token). */
function createToken(): string {
  return `emulated-token.${randomBytes(24).toString("hex")}~+/${randomBytes(24).toString("base64url")}==`;
}
