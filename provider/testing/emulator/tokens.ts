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

/** @param lifetimeSeconds `null`: for ever. */
export function createTokens(lifetimeSeconds: number | null): IssuedTokens {
  const all: string[] = [];
  const valid = new Map<string, { tenant: Tenant; expiresAt: number }>();
  return {
    all,
    issue: (tenant) => {
      const token = createToken();
      all.push(token);
      valid.set(token, {
        tenant,
        expiresAt: lifetimeSeconds === null ? Infinity : Date.now() + lifetimeSeconds * 1000,
      });
      return token;
    },
    check: (token) => {
      const issued = valid.get(token);
      if (issued === undefined) {
        return { fault: "The access token is unknown or revoked" };
      }
      return issued.expiresAt <= Date.now() ? { fault: "The access token expired" } : { tenant: issued.tenant };
    },
    revoke: () => valid.clear(),
  };
}

/** Long, easy to search for, and with characters that base64 and percent-encoding change (RFC 6750 §2.1's b64token). */
function createToken(): string {
  return `emulated-token.${randomBytes(24).toString("hex")}~+/${randomBytes(24).toString("base64url")}==`;
}
