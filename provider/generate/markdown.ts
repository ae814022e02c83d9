/** The descriptions of settings and arguments as tables, and where generated parts are in a page. */
import { fallbackOf as settingFallbackOf, NAMESPACE, SETTINGS } from "../settings/definitions.js";
import { ARGUMENTS, NAMED_TYPES, propertiesOf } from "../workflows/arguments/definitions.js";
import { fallbackOf, nameOfKind, type PropertyDefinition, type TypeName } from "../workflows/arguments/description.js";

export function renderSettings(): string {
  const rows = SETTINGS.map((setting) => [
    code(`${NAMESPACE}:${setting.key}`),
    code(setting.env),
    setting.required ? "required" : settingFallbackOf(setting),
    setting.description,
  ]);
  return table(["config key", "environment", "default", "meaning"], rows);
}

export function renderArguments(): string {
  const rows = ARGUMENTS.map((argument) => [
    code(argument.name),
    argument.on.map((kind) => code(nameOfKind(kind))).join(", "),
    argument.description,
    fallbackOf(argument) ?? "",
  ]);
  const operators = propertiesOf("WhereOperators").map(({ name, description }) => [code(name), description]);
  return [
    table(["argument", "of", "meaning", "default"], rows),
    `**\`where\`**: ${NAMED_TYPES.Where.description} ${NAMED_TYPES.WhereCondition.description} ${NAMED_TYPES.WhereOperators.description}`,
    table(["operator", "matches"], operators),
    `**\`pagination\`**: ${NAMED_TYPES.Pagination.description}`,
    table(
      ["`type`", "how the next page is requested"],
      choices().map(([type, name]) => [code(`"${type}"`), NAMED_TYPES[name].description]),
    ),
    table(["with `type`", "option", "meaning", "default"], paginationRows()),
  ].join("\n\n");
}

function choices(): [type: string, name: TypeName][] {
  const pagination = NAMED_TYPES.Pagination;
  return "choices" in pagination ? Object.entries(pagination.choices) : [];
}

/** One row for each option that means the same with several types. */
function paginationRows(): string[][] {
  const rows = new Map<string, { types: string[]; property: PropertyDefinition }>();
  for (const [type, name] of choices()) {
    for (const property of propertiesOf(name)) {
      if (property.name === "type") {
        continue;
      }
      const key = JSON.stringify(property);
      rows.set(key, { property, types: [...(rows.get(key)?.types ?? []), code(`"${type}"`)] });
    }
  }
  return [...rows.values()].map(({ types, property }) => [
    types.join(", "),
    code(property.name),
    property.description,
    fallbackOf(property) ?? "",
  ]);
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Two comments in a page, and what is between them. */
export interface Part {
  /** What is before its name in the first comment: "generated", "measured". */
  readonly kind: string;
  readonly name: string;
  readonly content: string;
}

/** The page with the part between its two comments replaced. `file` is what an error calls the page. */
export function betweenMarkers(page: string, file: string, { kind, name, content }: Part): string {
  const [start, end] = [`<!-- ${kind}: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`${file} has no ${start} … ${end}.`);
  }
  return `${page.slice(0, from)}${start}\n\n${content.trimEnd()}\n\n${page.slice(to)}`;
}
