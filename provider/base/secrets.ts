/** The secrets of a session, and how they are kept out of messages: each in exact forms, which this file lists. */

/** Keeps registered secrets out of texts. A text is cleaned as a whole, once, before it is shown. */
export interface Secrets {
  /**
   * Registers a secret. Call it before the secret is first used. Two kinds of text are not kept: one with fewer than
   * four characters, which is a part of many words, and one that is nothing but a placeholder, such as `${NAME}`.
   */
  readonly add: (secret: string) => void;
  /** Registers the client secret or another one whose parts are secret too: ten of its characters in a row. */
  readonly addClientSecret: (secret: string) => void;
  /**
   * Registers a token of `client`, whose parts are secret too. The last twenty tokens of each client are kept, because
   * a slow request may have been sent with an older one.
   */
  readonly addToken: (client: object, token: string) => void;
  /** Returns the text with `[secret]` in place of each secret in it. */
  readonly clean: (text: string) => string;
}

const MASK = "[secret]";
/** A shorter text is a part of many ordinary words. */
const MIN_LENGTH = 4;
/** If a text has this many characters in a row in common with a secret, it quotes a part of the secret. */
const RUN_LENGTH = 10;
const TOKENS_KEPT = 20;

/** Matches a value that is nothing but a placeholder: `$(NAME)`, `${NAME}`, `${{ secrets.NAME }}`, `%NAME%`. */
export const PLACEHOLDER = /^\s*(?:\$\([\w.-]+\)|\$\{[\w.:-]+\}|\$\{\{[^{}]*\}\}|%[A-Za-z_]\w*%)\s*$/;

/** Makes an empty collection of secrets. */
export function createSecrets(): Secrets {
  const exactForms = new Set<string>();
  /** The secrets whose parts are secret too. Tokens are not among them, because only the last ones are kept. */
  const clientSecrets = new Set<string>();
  const tokensOf = new Map<object, readonly string[]>();
  const add = (secret: string): void => {
    formsOf(secret).forEach((form) => exactForms.add(form));
  };

  return {
    add,
    addClientSecret: (secret) => {
      add(secret);
      if (!PLACEHOLDER.test(secret)) {
        clientSecrets.add(secret);
      }
    },
    addToken: (client, token) => {
      const others = (tokensOf.get(client) ?? []).filter((other) => other !== token);
      tokensOf.set(client, [...others, token].slice(-TOKENS_KEPT));
    },
    clean: (text) => {
      const tokens = [...tokensOf.values()].flat();
      const cleaned = maskForms(text, [...exactForms, ...tokens.flatMap(formsOf)]);
      return [...clientSecrets, ...tokens].reduce(maskRuns, cleaned);
    },
  };
}

/**
 * Returns the exact forms of a secret:
 *
 * 1. as it is, and without the spaces around it;
 * 2. as in JSON: see `jsonForms`;
 * 3. percent-encoded: see `urlForms`;
 * 4. percent-decoded, also with a space for `+`: some services decode a secret, and so it is set encoded for them.
 */
function formsOf(secret: string): string[] {
  if (PLACEHOLDER.test(secret)) {
    return [];
  }
  const trimmed = secret.trim();
  const decoded = [trimmed, trimmed.replaceAll("+", " ")].map(percentDecoded);
  const forms = [secret, trimmed, ...jsonForms(trimmed), ...urlForms(trimmed), ...decoded];
  return [...new Set(forms)].filter((form) => form.trim().length >= MIN_LENGTH);
}

/**
 * Returns a text as it stands in strings of JSON. Python also escapes what is outside ASCII, Go the signs `&`, `<` and
 * `>`, .NET both. The digits of these escapes may be capitals, and a slash may be escaped too.
 */
function jsonForms(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const escaped = [/[\u0080-\uffff]/g, /[&<>]/g, /[&<>\u0080-\uffff]/g].map((characters) =>
    plain.replace(characters, jsonEscape),
  );
  const inCapitals = escaped.map((form) => form.replace(/(?<=\\u)..../g, (digits) => digits.toUpperCase()));
  return [plain, ...escaped, ...inCapitals].flatMap((form) => [form, form.replaceAll("/", "\\/")]);
}

/** Returns the escape of a character in JSON: `\u00e9`. */
function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Returns a text as it stands in addresses and forms: as JavaScript encodes it, with `+` for a space, with all that RFC
 * 3986 reserves (`!'()*`), and as a form. The digits may be small letters (`%2F`, `%2f`).
 */
function urlForms(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  const reserved = encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const inForm = new URLSearchParams([["", text]]).toString().slice(1);
  return [encoded, encoded.replaceAll("%20", "+"), reserved, inForm].flatMap((form) => [
    form,
    form.replace(/%../g, (escape) => escape.toLowerCase()),
  ]);
}

/** Returns the text without percent-encoding, or the text itself if it cannot be decoded. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Masks each of the forms in the text, a longer one before a shorter one that may be a part of it. */
function maskForms(text: string, forms: readonly string[]): string {
  const longestFirst = [...new Set(forms)].sort((left, right) => right.length - left.length);
  // Masks in the text stay as they are: a secret such as "secret" must not mask them again.
  return longestFirst.reduce(
    (cleaned, form) => mapUnmasked(cleaned, (part) => part.replaceAll(form, () => MASK)),
    text,
  );
}

/** Masks each part of the text that has ten or more characters in a row in common with the secret. */
function maskRuns(text: string, secret: string): string {
  return mapUnmasked(text, (part) => {
    let cleaned = "";
    let start = 0;
    while (start < part.length) {
      const length = lengthOfRun(part, start, secret);
      cleaned += length === 0 ? part.charAt(start) : MASK;
      start += Math.max(1, length);
    }
    return cleaned;
  });
}

/** Returns how many characters from `start` on also stand in the secret, in a row; 0 if they are fewer than ten. */
function lengthOfRun(text: string, start: number, secret: string): number {
  let end = start + RUN_LENGTH;
  if (end > text.length || !secret.includes(text.slice(start, end))) {
    return 0;
  }
  while (end < text.length && secret.includes(text.slice(start, end + 1))) {
    end += 1;
  }
  return end - start;
}

/** Replaces the parts of the text between the masks. */
function mapUnmasked(text: string, replace: (part: string) => string): string {
  return text.split(MASK).map(replace).join(MASK);
}
