/** Remote text made safe for terminals and logs, in tables, CSV and JSON. */

/**
 * Control, format (bidirectional, zero-width) and separator characters as one space each: none may move a terminal's
 * cursor or forge a line. Unlike `excerpt`, keeps the whole length.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** The same JSON, with such characters inside its strings as `\u` escapes: JSON itself lets most of them pass. */
export function printableJson(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : character.split("").map(escapeUnit).join(""),
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
