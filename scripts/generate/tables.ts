/** The tables of the pages: settings, arguments, exit codes. */
import { EXIT_MEANINGS } from "../../provider/cli/exit-codes.js";
import { fallbackOf, NAMESPACE, SETTINGS } from "../../provider/settings/definitions.js";
import { ARGUMENTS } from "../../provider/workflows/arguments/table.js";
import { FIELDS } from "../../provider/workflows/listing/fields.js";
import type { ArgumentsSchema, SchemaNode } from "../../provider/plugin/schema-types.js";

export function renderSettings(): string {
  const rows = SETTINGS.map((setting) => [
    code(`${NAMESPACE}:${setting.key}`),
    code(setting.env),
    setting.required ? "required" : fallbackOf(setting),
    setting.description,
  ]);
  return table(["config key", "environment", "default", "meaning"], rows);
}

export function renderArguments({ properties, definitions }: ArgumentsSchema): string {
  const rows = Object.entries(ARGUMENTS).map(([name, { on }]) => {
    const [meaning, fallback] = split(properties[name]);
    return [code(name), on.map(code).join(", "), meaning, fallback];
  });
  const operators = Object.entries(definitions["WhereOperators"]?.properties ?? {});
  const ways = paginationTypes(definitions);
  const words = (name: string): string => definitions[name]?.description ?? "";
  return [
    table(["argument", "of", "meaning", "default"], rows),
    `**\`where\`**: ${words("Where")} ${words("WhereCondition")} ${words("WhereOperators")}`,
    table(
      ["operator", "matches"],
      operators.map(([name, { description = "" }]) => [code(name), description]),
    ),
    `**\`pagination\`**: ${words("Pagination")}`,
    table(
      ["`type`", "how the next page is requested"],
      ways.map(([type, { description = "" }]) => [code(`"${type}"`), description]),
    ),
    table(["option", "with `type`", "meaning", "default"], optionRows(ways)),
  ].join("\n\n");
}

type Way = readonly [type: string, node: SchemaNode];

function paginationTypes(definitions: ArgumentsSchema["definitions"]): Way[] {
  return (definitions["Pagination"]?.anyOf ?? []).map(({ $ref = "" }) => {
    const node = definitions[$ref.replace("#/definitions/", "")] ?? {};
    return [node.properties?.["type"]?.const ?? "", node];
  });
}

/** One row for each option that means the same with several types. */
function optionRows(ways: readonly Way[]): string[][] {
  const options = ways.flatMap(([type, { properties = {} }]) =>
    Object.entries(properties).map(([name, { description = "" }]) => ({ type, name, description })),
  );
  const rows = options.filter(
    ({ name, description }, index) =>
      name !== "type" && options.findIndex((one) => one.name === name && one.description === description) === index,
  );
  return rows.map(({ name, description }) => {
    const types = options.filter((one) => one.name === name && one.description === description);
    return [code(name), types.map(({ type }) => code(`"${type}"`)).join(", "), ...split({ description })];
  });
}

/** The sentences of a description, and the default in the last one. */
function split({ description = "" }: SchemaNode = {}): [meaning: string, fallback: string] {
  const [, meaning = description, fallback = ""] = /^([^]*?) ?Default: ([^]*)\.$/.exec(description) ?? [];
  return [meaning, fallback];
}

/** What the listing's reader knows of pages. */
export function renderFields(): string {
  return table(
    ["a field such as", "says"],
    Object.values(FIELDS).map(({ example, says }) => [code(example), says]),
  );
}

export function renderExitCodes(): string {
  return table(
    ["code", "meaning"],
    EXIT_MEANINGS.map(([exitCode, meaning]) => [String(exitCode), meaning]),
  );
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
