/** `pulumi-workflows compare A B`: which workflows two files have, miss, or have with other values. */
import { summaryOf, withParts, WorkflowsError } from "../base/errors.js";
import { printable } from "../base/excerpt.js";
import { diffItems, differingFields, type FieldDiff } from "../workflows/items/changes.js";
import { describeMissing, few } from "../workflows/items/describe.js";
import { parseField, valuesAt } from "../workflows/items/fields.js";
import { identityFor } from "../workflows/items/identity.js";
import { presentListing } from "../workflows/items/view.js";
import { type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { type Options, parseListingOptions } from "./options.js";
import { readItems } from "./read-items.js";
import { escapeMarkdown, renderMarkdownTable, renderTable, shortValue, valueText } from "./table.js";
import { printableJson, workflowCount } from "./text.js";

interface Side {
  readonly path: string;
  readonly items: readonly JsonValue[];
  readonly digest: string;
}

type Comparison = ReturnType<typeof compareSides>;

export async function compare(options: Options, pathA: string, pathB: string): Promise<ExitCode> {
  const { context, json, markdown, exitCode } = options;
  const comparison = compareSides(
    await readSide(pathA, options),
    await readSide(pathB, options),
    options.key ?? DEFAULT_KEY,
  );
  const asChosen = markdown === true ? asMarkdown : asText;
  await context.write(json === true ? asJson(comparison) : asChosen(comparison, context));
  return !comparison.isEqual && exitCode === true ? EXIT.different : EXIT.ok;
}

const DEFAULT_KEY = "name";

/** The workflows of a file, as they are compared. Its errors name the file. */
async function readSide(path: string, options: Options): Promise<Side> {
  const { context, key = DEFAULT_KEY } = options;
  const { view } = parseListingOptions(options);
  const items = await readItems(path, context);
  const missing = describeMissing(items, key);
  if (missing !== undefined) {
    throw new CommandError("usage", `${path}: ${missing}`, "Set --key to a field that all of them have.");
  }
  // The key is kept, even if it is not selected.
  const select = view.select === undefined ? undefined : [key, ...view.select];
  try {
    const { items: shown, digest } = presentListing(items, { ...view, select });
    return { path, items: shown, digest };
  } catch (error) {
    throw error instanceof WorkflowsError
      ? withParts(error, { doing: undefined, problem: `${path}: ${summaryOf(error)}` })
      : error;
  }
}

function compareSides(a: Side, b: Side, key: string) {
  const path = parseField(key);
  // Of a path that passes through lists, the first value counts.
  const keyOf = (item: JsonValue): JsonValue => valuesAt(item, path)[0] ?? null;
  const { added, removed, changed, same } = diffItems(a.items, b.items, identityFor([], [key]));
  const keyed = (items: readonly JsonValue[]) => items.map((item) => ({ key: keyOf(item), item }));
  const fields = changed.map(({ before, after }) => ({ key: keyOf(before), fields: differingFields(before, after) }));
  const isEqual = added.length + removed.length + changed.length === 0;
  return { a, b, key, onlyInA: keyed(removed), onlyInB: keyed(added), different: fields, same, isEqual };
}

/** As schemas/compare.schema.json describes it. */
function asJson({ a, b, key, onlyInA, onlyInB, different, same, isEqual }: Comparison): string {
  const side = ({ path, items, digest }: Side): JsonValue => ({ path, count: items.length, digest });
  const differences = different.map((each) => ({
    key: each.key,
    fields: each.fields.map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { a: before }),
      ...(after === undefined ? {} : { b: after }),
    })),
  }));
  const sides = { a: side(a), b: side(b), onlyInA, onlyInB };
  const report: JsonValue = {
    command: "compare",
    format: 1,
    equal: isEqual,
    key,
    ...sides,
    different: differences,
    same,
  };
  return `${printableJson(stringifyJson(report))}\n`;
}

/** Fields shown for one workflow that differs, at most; `--json` has them all. */
const MAX_FIELDS = 4;

function asText(comparison: Comparison, { paint, width }: CommandContext): string {
  const { a, b, isEqual, different, same } = comparison;
  const head = `A: ${describeSide(a)}\nB: ${describeSide(b)}\n\n`;
  if (isEqual) {
    return `${head}${paint("green", "No difference")}: ${same} the same.\n`;
  }
  const table = renderTable(headOf(comparison), rowsOf(comparison), width, paint);
  // Ids and times differ between any two environments.
  const isAdvised = same === 0 && different.length > 0;
  const advice = isAdvised ? `${paint("dim", "--ignore-fields leaves out fields such as id.")}\n` : "";
  return `${head}${table}${paint("bold", sumOf(comparison))}\n${advice}`;
}

function asMarkdown(comparison: Comparison): string {
  const sides = [comparison.a, comparison.b].map((side) => escapeMarkdown(describeSide(side)));
  const head = `A: ${sides[0]}<br>\nB: ${sides[1]}\n\n`;
  return comparison.isEqual
    ? `${head}No difference: ${comparison.same} the same.\n`
    : `${head}${renderMarkdownTable(headOf(comparison), rowsOf(comparison))}\n${sumOf(comparison)}\n`;
}

function describeSide({ path, items }: Side): string {
  return `${printable(path)}, ${workflowCount(items.length)}`;
}

function headOf({ key }: Comparison): string[] {
  return [key, "", "A → B"];
}

function rowsOf({ key, onlyInA, onlyInB, different }: Comparison): string[][] {
  const nameOf = (workflow: Comparison["onlyInA"][number]): string =>
    workflow.key === null ? `(no ${key}) ${shortValue(workflow.item)}` : valueText(workflow.key);
  return [
    ...onlyInA.map((workflow) => [nameOf(workflow), "only in A", ""]),
    ...onlyInB.map((workflow) => [nameOf(workflow), "only in B", ""]),
    ...different.map((each) => [valueText(each.key), "differs", describeDifferences(each.fields)]),
  ];
}

function sumOf({ onlyInA, onlyInB, different, same }: Comparison): string {
  return `${onlyInA.length} only in A, ${onlyInB.length} only in B, ${different.length} different, ${same} the same.`;
}

function describeDifferences(fields: readonly FieldDiff[]): string {
  const describe = (diff: FieldDiff): string => `${diff.field}: ${shortValue(diff.before)} → ${shortValue(diff.after)}`;
  return few(fields, MAX_FIELDS, describe, "; ");
}
