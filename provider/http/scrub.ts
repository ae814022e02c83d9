/** Takes a request's own credentials out of remote text: a service may echo what it was sent. */

/** Gives `text` back without the secrets it was made for; one that was cut off while it arrived may end within a secret. */
export type Scrub = (text: string, isCut?: boolean) => string;

const MASK = "[secret]";
/** A form shorter than this is too likely to be part of a word: the whole text is withheld instead. */
const SHORTEST_MASKED = 4;
/** A piece of a secret at the cut end of a text counts as the secret from this length on. */
const SHORTEST_PIECE = 4;

/** Credentials kept in mind at a time: the client's, its token, and those renewed a moment ago. */
const REMEMBERED = 4;

/**
 * Gives a `Scrub` for the value of an `Authorization` header: it removes the value, what it encodes, and the usual ways to
 * write them, and those of the last few headers too: an answer to one request may name the credentials of another.
 */
export function createScrubber(): (authorization: string | undefined) => Scrub {
  const remembered = new Map<string, string[]>();
  let scrub: Scrub = (text) => text;
  return (authorization) => {
    if (authorization === undefined) return scrub;
    const known = remembered.get(authorization);
    remembered.delete(authorization);
    remembered.set(authorization, known ?? secretsOf(authorization).flatMap(formsOf));
    if (known !== undefined) return scrub;
    for (const oldest of remembered.keys()) {
      if (remembered.size > REMEMBERED) remembered.delete(oldest);
    }
    scrub = scrubOf([...remembered.values()].flat());
    return scrub;
  };
}

function scrubOf(all: readonly string[]): Scrub {
  const forms = [...new Set(all)].filter((form) => form !== "");
  const short = forms.filter((form) => form.length < SHORTEST_MASKED);
  const long = forms.filter((form) => form.length >= SHORTEST_MASKED).sort((a, b) => b.length - a.length);
  const pattern = new RegExp(long.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "gi");
  return (text, isCut = false) => {
    if (short.some((form) => text.includes(form))) return "(not shown: it repeats the credentials)";
    if (long.length === 0) return text;
    const masked = text.replace(pattern, MASK);
    return isCut ? withoutCutSecret(masked, long) : masked;
  };
}

function secretsOf(authorization: string): string[] {
  const [, scheme = "", value = ""] = /^(\S+) +(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return [value];
  const pair = Buffer.from(value, "base64").toString("utf8");
  return [value, pair, pair.slice(pair.indexOf(":") + 1)];
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    percent,
    percent.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
    new URLSearchParams([["", secret]]).toString().slice(1),
    json,
    json.replace(/\//g, "\\/"),
    json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
    secret.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"),
    // The usual mistakes with UTF-8: read as Latin-1, and written as Latin-1.
    bytes.toString("latin1"),
    Buffer.from(secret, "latin1").toString("utf8"),
  ];
}

function withoutCutSecret(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    for (let length = Math.min(form.length - 1, text.length); length >= SHORTEST_PIECE; length -= 1) {
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${MASK}`;
    }
  }
  return text;
}
