/** The forms in which a secret could be shown. */

/** Raw, base64, alone and behind an id as HTTP Basic has it, and percent-encoded. */
export function secretForms(secret: string, clientId: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(`${clientId}:${secret}`).toString("base64").replace(/=+$/, ""),
    encodeURIComponent(secret),
  ];
}
