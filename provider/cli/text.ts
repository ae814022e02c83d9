/** Text for terminals and logs: remote text made safe, colours, how numbers are written, and options for arguments. */
import { styleText } from "node:util";

/** The same JSON, with control and format characters inside its strings as `\u` escapes. JSON itself allows most of them. */
export function printableJson(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : character.split("").map(escapeUnit).join(""),
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

type Colour = "green" | "red" | "yellow" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

/** @param enabled Whether the output is a terminal that shows colours. */
export function createPaint(enabled: boolean): Paint {
  return (colour, text) => (enabled ? styleText(colour, text, { validateStream: false }) : text);
}

/** The option of each argument that the command line takes, or the operand. */
const OPTIONS: Readonly<Record<string, string>> = {
  allowMissing: "--allow-missing",
  connection: "--connection",
  ignoreFields: "--ignore-fields",
  itemsPath: "--items-path",
  maxItems: "--max-items",
  maxPages: "--max-pages",
  pagination: "--pagination",
  parameters: "--parameter",
  path: "<path>",
  query: "--query",
  select: "--select",
  sortBy: "--sort-by",
  where: "--where",
};

/** `ignoreFields[0]` comes from `--ignore-fields`. */
export function optionOf(property: string): string {
  const [name = ""] = /^[A-Za-z]*/.exec(property) ?? [];
  return OPTIONS[name] ?? `--${name}`;
}

/** A message for programs, with the names of arguments (in backticks) replaced by those of options. */
export function withOptions(message: string): string {
  return message.replace(/`([A-Za-z]+)`/g, (quoted, name: string) =>
    Object.hasOwn(OPTIONS, name) ? `\`${OPTIONS[name]}\`` : quoted,
  );
}

export function workflowCount(count: number): string {
  return `${count} ${count === 1 ? "workflow" : "workflows"}`;
}

/** "12 ms", "1.4 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
