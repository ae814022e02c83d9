/** Makes the parts of the pages about settings, arguments and exit codes. Runs in `npm run generate`. */
import { EXIT_MEANINGS } from "../../provider/cli/exit-codes.js";
import type { ArgumentsSchema, SchemaNode } from "../../provider/plugin/argument-specs.js";
import { fallbackOf, NAMESPACE, SETTINGS } from "../../provider/settings/definitions.js";
import { ARGUMENTS } from "../../provider/workflows/arguments/table.js";

/** Returns the settings as a table, and below it, as a list, what a cell has no space for. */
export function renderSettings(): string {
  const rows = SETTINGS.map((setting) => {
    const [meaning = "", ...details] = sentencesIn(setting.description);
    return { setting, meaning, details };
  });
  const cells = rows.map(({ setting, meaning }) => [
    code(`${NAMESPACE}:${setting.key}`),
    code(setting.env),
    setting.required ? "required" : fallbackOf(setting),
    meaning,
  ]);
  const details = rows
    .filter(({ details }) => details.length > 0)
    .map(({ setting, details }) => `- ${code(setting.key)}: ${details.join(" ")}`);
  return [table(["config key", "environment", "default", "meaning"], cells), details.join("\n")].join("\n\n");
}

/** Returns a section for each argument. */
export function renderArguments(schema: ArgumentsSchema): string {
  const { properties, definitions } = schema;
  const sections = Object.entries(ARGUMENTS).map(([name, { on }]) => {
    const [meaning, fallback] = splitDefault(properties[name]?.description);
    const isRequired = name === "path";
    return [
      `### ${code(name)}`,
      `Of ${on.map(code).join(", ")}. Type: ${typeOf(properties[name], name)}. ${isRequired ? "Required" : `Default: ${fallback}`}.`,
      meaning,
      ...(name === "where" ? [whereDetails(definitions)] : []),
      ...(name === "pagination" ? [paginationDetails(definitions)] : []),
    ].join("\n\n");
  });
  return sections.join("\n\n");
}

/** Returns the rules of conditions, and the operators. */
function whereDetails(definitions: ArgumentsSchema["definitions"]): string {
  const words = ["Where", "WhereCondition", "WhereOperators"].map((name) => definitions[name]?.description ?? "");
  const operators = Object.entries(definitions["WhereOperators"]?.properties ?? {});
  return [
    listOfRules(words.join(" ")),
    "The operators:",
    operators.map(([name, node]) => `- ${code(name)} (${typeOf(node)}): ${node.description ?? ""}`).join("\n"),
  ].join("\n\n");
}

/** Returns the rules of `pagination`, its types and its options. */
function paginationDetails(definitions: ArgumentsSchema["definitions"]): string {
  const types = paginationTypes(definitions);
  return [
    listOfRules(definitions["Pagination"]?.description ?? ""),
    "The types:",
    types.map(([type, { description = "" }]) => `- ${code(`"${type}"`)}: ${description}`).join("\n"),
    "The options:",
    optionLines(types).join("\n"),
  ].join("\n\n");
}

/**
 * Returns the sentences of a type's description as a list. The first is left out: the description of the argument has
 * it.
 */
function listOfRules(description: string): string {
  const [, ...rules] = sentencesIn(description);
  return rules.map((rule) => `- ${rule}`).join("\n");
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
 * Returns a line for each option of `pagination`. An option that several types describe with the same words, such as
 * `sizeParameter`, has one line, which names all these types.
 */
function optionLines(paginationTypes: readonly PaginationType[]): string[] {
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
    const suffix = fallback === "" ? "" : ` Default: ${fallback}.`;
    return `- ${code(option)} (${typeOf(node)}; with ${types.join(", ")}): ${meaning}${suffix}`;
  });
}

/** Returns the sentences of a description. */
function sentencesIn(description: string): string[] {
  return description.split(/(?<=[.)]) (?=[A-Z])/);
}

/**
 * Divides a description, such as "Items on a page. Default: 50.", into its meaning ("Items on a page.") and its default
 * ("50").
 */
function splitDefault(description = ""): [meaning: string, fallback: string] {
  const [, meaning = description, fallback = ""] = /^([^]*?) ?Default: ([^]*)\.$/.exec(description) ?? [];
  return [meaning, fallback];
}

export function renderExitCodes(): string {
  return table(
    ["code", "meaning"],
    EXIT_MEANINGS.map(([exitCode, meaning]) => [String(exitCode), meaning]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
