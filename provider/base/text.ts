/** Prepares text for messages: short, on one line, safe for a terminal and for Pulumi's engine. */

const MAX_CHARACTERS = 200;
/**
 * A text may be very long. Only this many of its characters are cleaned and searched, which are enough for an excerpt.
 */
export const MAX_SEARCHED = 20 * MAX_CHARACTERS;

/**
 * Returns `text` as one line. Control, format (bidirectional, zero-width) and separator characters become a space: they
 * cannot move a terminal's cursor, forge a line of a log, or join the words beside them.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** Returns the beginning of `printable(text)`: at most 200 characters. */
export function excerpt(text: string): string {
  return beginningOf(text, MAX_CHARACTERS);
}

/** Returns the beginning of `printable(text)`: at most `maxCharacters`. */
export function beginningOf(text: string, maxCharacters: number): string {
  const line = printable(text.slice(0, MAX_SEARCHED));
  const characters = Array.from(line);
  if (characters.length <= maxCharacters && text.length <= MAX_SEARCHED) {
    return line;
  }
  return `${characters.slice(0, maxCharacters).join("")}…`;
}

/**
 * Quotes a shell argument for a command that is shown to the user. It may contain text from the service, which the
 * shell must not run.
 */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a number with its noun, which ends in "s": "1 workflow", "3 workflows". */
export function describeCount(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/s$/, "") : plural}`;
}

/** Writes milliseconds as seconds: "12 s", "0.4 s", "0.005 s". */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds >= 10) {
    return `${Math.ceil(seconds)} s`;
  }
  // `Number` drops the zeros at the end: "1.0" becomes 1.
  return `${Number(seconds < 0.1 ? seconds.toPrecision(1) : seconds.toFixed(1))} s`;
}

/**
 * The start of a colour code of Pulumi's engine, such as `<{%bold%}>`. The engine reads these codes in all that it
 * prints. An unknown one ends the engine with a panic, and after `<{%` alone the text is cut off.
 */
const COLOUR_START = "<{%";

/** Returns the text with an underscore in each colour code, so that the engine prints the code as text: `<{_%x%}>`. */
export function breakColourCodes(text: string): string {
  return text.replaceAll(COLOUR_START, "<{_%");
}
