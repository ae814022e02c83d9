/** Text for terminals and logs: remote text made safe, colours, and how numbers are written. */
import { styleText } from "node:util";

/**
 * Replaces control, format (bidirectional, zero-width) and separator characters by one space each: none may move a
 * terminal's cursor or forge a line. Unlike `excerpt`, keeps the whole length.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** The same JSON, with such characters inside its strings as `\u` escapes. JSON itself allows most of them. */
export function printableJson(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : character.split("").map(escapeUnit).join(""),
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

export type Colour = "green" | "red" | "yellow" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

/** @param enabled Whether the output is a terminal that shows colours. */
export function createPaint(enabled: boolean): Paint {
  return (colour, text) => (enabled ? styleText(colour, text, { validateStream: false }) : text);
}

export function workflowCount(count: number): string {
  return `${count} ${count === 1 ? "workflow" : "workflows"}`;
}

/** "12 ms", "1.4 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
