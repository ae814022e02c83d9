/** Turns the text of one setting into its value, or says what is wrong with it. */
import type { SettingDefinition } from "./definitions.js";

/** What a setting takes, as messages say it. */
export function whatItTakes(definition: SettingDefinition): string {
  const example = definition.example === undefined ? "" : ` such as ${definition.example}`;
  const range = definition.range === undefined ? "" : ` from ${definition.range[0]} to ${definition.range[1]}`;
  switch (definition.kind) {
    case "positive number":
      return `a number${range}`;
    case "whole number":
      return `a whole number${range}`;
    case "boolean":
      return "true or false";
    case "pointer":
      return `a JSON Pointer (RFC 6901)${example}`;
    case "text":
    case "secret":
      return "a text";
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number in `text`, if it is one that `definition` takes. */
export function parseNumber(text: string, definition: SettingDefinition): number | undefined {
  const trimmed = text.trim();
  const value = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
  const [least, greatest] = definition.range ?? [0, Number.MAX_SAFE_INTEGER];
  const fits = value >= least && value <= greatest;
  return fits && (definition.kind !== "whole number" || Number.isInteger(value)) ? value : undefined;
}

/** `true`/`false`, in any case, or `1`/`0` as environments have them. */
export function parseBoolean(text: string): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case "true":
    case "1":
      return true;
    case "false":
    case "0":
      return false;
    default:
      return undefined;
  }
}
