/** Writes text for terminals and logs: safe remote text, colours, numbers, options in place of arguments. */
import { styleText } from "node:util";
import { hyphenated } from "../base/setting-names.js";
import { argumentNames } from "../workflows/arguments/table.js";

/** Writes control and format characters in the strings of a JSON text as `\u` escapes. JSON itself allows most of them. */
export function printableJson(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** The colours and weights that the command line uses. */
type Colour = "green" | "red" | "yellow" | "dim" | "bold";
/** Returns a text in a colour. */
export type Paint = (colour: Colour, text: string) => string;

/**
 * Returns the function that paints.
 *
 * @param enabled Whether the output is a terminal that shows colours. If not, texts are returned as they are.
 */
export function createPaint(enabled: boolean): Paint {
  return (colour, text) => (enabled ? styleText(colour, text, { validateStream: false }) : text);
}

/** Writes a duration as "12 ms" or "1.4 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Arguments of programs that the command line does not have. */
const WITHOUT_OPTION: ReadonlySet<string> = new Set(["minItems", "allowEmpty", "secret", "schema"]);

/** The names of all arguments that the command line has as options. */
const ARGUMENTS_WITH_OPTION: ReadonlySet<string> = new Set(
  argumentNames("getWorkflows").filter((name) => !WITHOUT_OPTION.has(name)),
);

/** Returns the option of an argument: `--ignore-fields` for `ignoreFields[0]`. */
export function optionOf(property: string): string {
  const [name = ""] = /^[A-Za-z]*/.exec(property) ?? [];
  return `--${hyphenated(name)}`;
}

/**
 * Replaces the names of arguments (in backticks) by those of options, in a message for programs: `itemsPath` becomes `--items-path`. An
 * argument with its value needs no replacement. The command line creates its session with `style: "option"`, so the session itself
 * writes the option.
 */
export function withOptions(message: string): string {
  return message.replace(/`([A-Za-z]+)`/g, (quoted, name: string) =>
    ARGUMENTS_WITH_OPTION.has(name) ? `\`${optionOf(name)}\`` : quoted,
  );
}
