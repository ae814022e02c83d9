/** Reads when a JWT expires. */

/**
 * The `exp` claim in milliseconds since the epoch (RFC 7519 §4.1.4); `undefined` for a token that is no JWT or has none.
 * The signature is not looked at: the service judges its token, we only wonder when to ask for the next.
 */
export function jwtExpiry(token: string): number | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? "", "base64url").toString("utf8"));
    const exp = typeof claims === "object" && claims !== null && "exp" in claims ? claims.exp : undefined;
    return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
