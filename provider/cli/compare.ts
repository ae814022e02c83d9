/** `pulumi-workflows compare A B`: which workflows two environments have, miss, or have with other values. */
import { inShell, printable } from "../http/excerpt.js";
import { parsePath, pointerStep } from "../http/json-path.js";
import type { KeyedItem } from "../workflows/items/changes.js";
import { digestItems } from "../workflows/json/digest.js";
import { describeFields, someItemHas } from "../workflows/items/fields.js";
import { type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { ListingView } from "../workflows/types.js";
import { viewItems } from "../workflows/items/view.js";
import { renderTable, shortValue, valueText } from "./table.js";
import { type Comparison, compareListings, usualDifferences } from "./compare-listings.js";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { type ListingOptions, parseListingOptions } from "./listing-options.js";
import type { OpenSession } from "./open-session.js";
import { ofSide, readSides, type Side } from "./sides.js";
import { createPaint, type Paint, printableJson, workflowCount } from "./text.js";

export type CompareCommand = OpenSession &
  ListingOptions & {
    readonly key?: string | undefined;
    readonly json?: boolean | undefined;
    readonly exitCode?: boolean | undefined;
  };

/** Fields shown for one workflow that differs, at most; `--json` has them all. */
const MAX_FIELDS = 4;

export async function compare(a: string, b: string, command: CompareCommand): Promise<ExitCode> {
  const { context, progress, key = "name" } = command;
  const { request, view } = parseListingOptions(command);
  const sides = await readSides([a, b], request, command);
  progress.stop();
  const [left, right] = sides.map((side, index): Side => {
    const label = `${index === 0 ? "A" : "B"} (${side.description})`;
    return { ...side, items: onSide(label, () => viewSide(side.items, view, key)) };
  }) as [Side, Side];
  const comparison = compareListings(left.items, right.items, key);
  const equal = isEqual(comparison);
  await context.write(
    command.json === true ? asJson(left, right, comparison, key) : asText(left, right, comparison, { context, key }),
  );
  return !equal && command.exitCode === true ? EXIT.different : EXIT.ok;
}

function viewSide(items: readonly JsonValue[], view: ListingView, key: string): readonly JsonValue[] {
  checkKey(items, key);
  return viewItems(items, withKey(view, key));
}

function onSide<T>(label: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ofSide(label, error);
  }
}

function checkKey(items: readonly JsonValue[], key: string): void {
  if (items.length > 0 && !someItemHas(items, parsePath(key))) {
    throw new CommandError(
      "usage",
      `no workflow has a field "${key}" (--key); the fields are ${describeFields(items, key)}.`,
      "Set --key to a field that all of them have.",
    );
  }
}

/** The key is kept, even if it is not selected. */
function withKey(view: ListingView, key: string): ListingView {
  return view.select === undefined || view.select.includes(key) ? view : { ...view, select: [key, ...view.select] };
}

function isEqual({ onlyInA, onlyInB, different }: Comparison): boolean {
  return onlyInA.length + onlyInB.length + different.length === 0;
}

/** As schemas/compare.schema.json describes it. */
function asJson(left: Side, right: Side, comparison: Comparison, key: string): string {
  const side = ({ reference, description, items }: Side): JsonValue => ({
    reference,
    description,
    count: items.length,
    digest: digestItems(items),
  });
  const keyed = (items: readonly KeyedItem[]): JsonValue => items.map((each) => ({ ...each }));
  const report: JsonValue = {
    command: "compare",
    format: 1,
    equal: isEqual(comparison),
    key,
    a: side(left),
    b: side(right),
    onlyInA: keyed(comparison.onlyInA),
    onlyInB: keyed(comparison.onlyInB),
    different: comparison.different.map((each) => ({
      key: each.key,
      fields: each.fields.map(({ field, a, b }) => ({
        field,
        ...(a === undefined ? {} : { a }),
        ...(b === undefined ? {} : { b }),
      })),
    })),
    same: comparison.same,
  };
  return `${printableJson(stringifyJson(report))}\n`;
}

function asText(
  a: Side,
  b: Side,
  comparison: Comparison,
  { context, key }: { context: CommandContext; key: string },
): string {
  const paint = createPaint(context.colour);
  const { onlyInA, onlyInB, different, same } = comparison;
  const head = [
    `A: ${printable(a.description)}, ${workflowCount(a.items.length)}`,
    `B: ${printable(b.description)}, ${workflowCount(b.items.length)}`,
    "",
  ];
  if (isEqual(comparison)) {
    return `${[...head, `${paint("green", "No difference")}: ${same} the same.`].join("\n")}\n`;
  }
  const rows = [
    ...onlyInA.map((item) => [nameOf(item, key), "only in A", ""]),
    ...onlyInB.map((item) => [nameOf(item, key), "only in B", ""]),
    ...different.map(({ key: name, fields }) => [valueText(name), "differs", describeDifferences(fields)]),
  ];
  const table = renderTable([key, "", "A → B"], rows, context.width, paint);
  const sum = `${onlyInA.length} only in A, ${onlyInB.length} only in B, ${different.length} different, ${same} the same.`;
  return [...head, table + paint("bold", sum), ...advice(comparison, paint), ""].join("\n");
}

function describeDifferences(fields: Comparison["different"][number]["fields"]): string {
  const shown = fields.slice(0, MAX_FIELDS).map(({ field, a, b }) => `${field}: ${shortValue(a)} → ${shortValue(b)}`);
  return shown.join("; ") + (fields.length > MAX_FIELDS ? `; and ${fields.length - MAX_FIELDS} more` : "");
}

/** Ids and times differ between any two environments. */
function advice(comparison: Comparison, paint: Paint): string[] {
  const usual = usualDifferences(comparison).flatMap(({ field, names }) => {
    const path = fieldInList(names);
    return path === undefined ? [] : [{ field: printable(field), path }];
  });
  if (usual.length === 0) {
    return [];
  }
  const named = usual.map(({ field }) => field).join(", ");
  const paths = usual.map(({ path }) => path).join(",");
  const argument = /^[\w.,-]+$/.test(paths) ? paths : inShell(paths);
  return [paint("dim", `All of them differ in ${named}: leave it out with --ignore-fields ${argument}`)];
}

/** A field as `--ignore-fields` reads it. `undefined`: it cannot be written there, or not be shown as it is. */
function fieldInList(names: readonly string[]): string | undefined {
  const isPlain = names.every((name) => /^\w[\w-]*$/.test(name));
  const path = isPlain ? names.join(".") : names.map(pointerStep).join("");
  const isReadAsItIs = !/[,?]/.test(path) && printable(path) === path;
  return isReadAsItIs ? path : undefined;
}

function nameOf({ key, item }: KeyedItem, field: string): string {
  return key === null ? `(no ${field}) ${shortValue(item)}` : valueText(key);
}
