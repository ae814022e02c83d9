/** Makes the tables of the pages: settings, arguments, exit codes and the fields of pages. Runs in `npm run generate`. */
import { EXIT_MEANINGS } from "../../provider/cli/exit-codes.js";
import { fallbackOf, NAMESPACE, SETTINGS } from "../../provider/settings/definitions.js";
import { ARGUMENTS } from "../../provider/workflows/arguments/table.js";
import { SIGNAL_NAMES } from "../../provider/workflows/listing/signal-names.js";
import type { ArgumentsSchema, SchemaNode } from "./arguments-schema.js";

export function renderSettings(): string {
  const rows = SETTINGS.map((setting) => [
    code(`${NAMESPACE}:${setting.key}`),
    code(setting.env),
    setting.type === "strings" ? "object of strings" : setting.type,
    setting.required ? "required" : fallbackOf(setting),
    setting.description,
  ]);
  return table(["config key", "environment", "type", "default", "meaning"], rows);
}

export function renderArguments({ properties, definitions }: ArgumentsSchema): string {
  const rows = Object.entries(ARGUMENTS).map(([name, { on }]) => {
    const [meaning, fallback] = splitDefault(properties[name]?.description);
    return { name, cells: [code(name), typeOf(properties[name], name), on.map(code).join(", "), meaning], fallback };
  });
  const operators = Object.entries(definitions["WhereOperators"]?.properties ?? {});
  const types = paginationTypes(definitions);
  const words = (name: string): string => definitions[name]?.description ?? "";
  return [
    "### Required",
    table(
      ["argument", "type", "of", "meaning"],
      rows.filter(({ name }) => isRequired(name)).map(({ cells }) => cells),
    ),
    "### Optional",
    table(
      ["argument", "type", "of", "meaning", "default"],
      rows.filter(({ name }) => !isRequired(name)).map(({ cells, fallback }) => [...cells, fallback]),
    ),
    "### Where",
    sentenceList(`${words("Where")} ${words("WhereCondition")} ${words("WhereOperators")}`),
    table(
      ["operator", "type", "matches"],
      operators.map(([name, node]) => [code(name), typeOf(node), node.description ?? ""]),
    ),
    "### Pagination",
    sentenceList(words("Pagination")),
    table(
      ["`type`", "how the next page is requested"],
      types.map(([type, { description = "" }]) => [code(`"${type}"`), description]),
    ),
    table(["option", "type", "with `type`", "meaning", "default"], optionRows(types)),
  ].join("\n\n");
}

/** Without its path, `getJson` has nothing to read. Everything else has a default. */
function isRequired(argument: string): boolean {
  return argument === "path";
}

/** Returns each sentence of a description as an item of a list. */
function sentenceList(description: string): string {
  return description
    .split(/(?<=[.)]) (?=[A-Z])/)
    .map((sentence) => `- ${sentence}`)
    .join("\n");
}

/** Types that the page or TypeScript explains, by name, with a link to the explanation. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  Where: "[conditions](#where)",
  WhereCondition: "[condition](#where)",
  WhereValue: "string, number, boolean or null",
  Pagination: "[object](#pagination)",
  Query: "object of values or lists",
  QueryValue: "string, number or boolean",
};

/** Returns the type of an argument in words, such as "string or list of strings". */
function typeOf(node: SchemaNode = {}, name = ""): string {
  const { $ref, type, anyOf, items, additionalProperties } = node;
  if (name === "schema") {
    return "[Standard Schema](https://standardschema.dev)";
  }
  if ($ref !== undefined) {
    return NAMED_TYPES[$ref.replace("#/definitions/", "")] ?? "object";
  }
  if (node.enum !== undefined) {
    return node.enum.map((value) => code(`"${value}"`)).join(" or ");
  }
  if (anyOf !== undefined) {
    return inWords(anyOf.map((choice) => typeOf(choice)));
  }
  if (items !== undefined) {
    return items.type === "string" ? "list of strings" : "list";
  }
  if (typeof additionalProperties === "object") {
    return "object of values";
  }
  return typeof type === "string" ? type : inWords(type ?? ["any"]);
}

/** Joins words, such as "string, number or boolean". */
function inWords(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** A value of `type` in `pagination`, such as "cursor", with the type of the options that go with it. */
type PaginationType = readonly [type: string, node: SchemaNode];

function paginationTypes(definitions: ArgumentsSchema["definitions"]): PaginationType[] {
  return (definitions["Pagination"]?.anyOf ?? []).map(({ $ref = "" }) => {
    const node = definitions[$ref.replace("#/definitions/", "")] ?? {};
    return [node.properties?.["type"]?.const ?? "", node];
  });
}

/**
 * Returns the rows of all options of `pagination`. An option that several types describe with the same words, such as `sizeParameter`, has
 * one row, which names all these types.
 */
function optionRows(paginationTypes: readonly PaginationType[]): string[][] {
  const rows = new Map<string, { option: string; node: SchemaNode; types: string[] }>();
  for (const [type, { properties = {} }] of paginationTypes) {
    for (const [option, node] of Object.entries(properties).filter(([name]) => name !== "type")) {
      const key = `${option}: ${node.description ?? ""}`;
      const row = rows.get(key) ?? { option, node, types: [] };
      row.types.push(code(`"${type}"`));
      rows.set(key, row);
    }
  }
  return [...rows.values()].map(({ option, node, types }) => {
    const [meaning, fallback] = splitDefault(node.description);
    return [code(option), typeOf(node), types.join(", "), meaning, fallback];
  });
}

/** Divides a description, such as "Items on a page. Default: 50.", into its meaning ("Items on a page.") and its default ("50"). */
function splitDefault(description = ""): [meaning: string, fallback: string] {
  const [, meaning = description, fallback = ""] = /^([^]*?) ?Default: ([^]*)\.$/.exec(description) ?? [];
  return [meaning, fallback];
}

/** Returns the table of the fields and headers by which a listing's reader recognises pages. */
export function renderFields(): string {
  return table(
    ["a field such as", "says"],
    Object.values(SIGNAL_NAMES).map(({ example, meaning }) => [code(example), meaning]),
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
