/** Text for terminals and logs: remote text made safe, colours, numbers, and options in place of arguments. */
import { styleText } from "node:util";
import { hyphenated } from "../base/excerpt.js";

/** The same JSON, with control and format characters inside its strings as `\u` escapes. JSON itself allows most of them. */
export function printableJson(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

type Colour = "green" | "red" | "yellow" | "dim" | "bold";
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

/** The options of arguments whose names differ from theirs. */
const OTHER_NAMES: Readonly<Record<string, string>> = { parameters: "--parameter", path: "<path>" };

const ARGUMENTS: ReadonlySet<string> = new Set([
  ...Object.keys(OTHER_NAMES),
  ...["allowMissing", "connection", "ignoreFields", "itemsPath", "keyPath", "maxItems", "maxPages"],
  ...["pagination", "query", "select", "sortBy", "unrelatedFields", "where"],
]);

/** `ignoreFields[0]` comes from `--ignore-fields`. */
export function optionOf(property: string): string {
  const [name = ""] = /^[A-Za-z]*/.exec(property) ?? [];
  return OTHER_NAMES[name] ?? `--${hyphenated(name)}`;
}

/** A message for programs, with the names of arguments (in backticks) replaced by those of options. */
export function withOptions(message: string): string {
  return message.replace(/`([A-Za-z]+)`/g, (quoted, name: string) =>
    ARGUMENTS.has(name) ? `\`${optionOf(name)}\`` : quoted,
  );
}
