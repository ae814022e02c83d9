/** Makes remote text safe to show in a message: one short line without control characters. */

const LONGEST = 200;
/** Enough to fill an excerpt; what follows in a long text need not be cleaned. */
const LOOKED_AT = 20 * LONGEST;

/**
 * `text` as one line of at most 200 characters. Control, format (bidirectional, zero-width) and separator characters
 * become a space: none may move a terminal's cursor, forge a line of a log, or join what they stood between.
 */
export function excerpt(text: string): string {
  const line = text
    .slice(0, LOOKED_AT)
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length <= LONGEST && text.length <= LOOKED_AT) return line;
  return `${characters.slice(0, LONGEST).join("")}…`;
}
