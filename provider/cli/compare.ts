/** `pulumi-workflows compare A B`: shows which workflows two files have, miss, or have with other values. Runs in the command line. */
import { describeCount, printable } from "../base/text.js";
import { summaryOf, withParts, WorkflowsError } from "../base/errors.js";
import { diffItems, differingFields, type FieldDiff } from "../workflows/items/changes.js";
import { describeMissing, joinFirst } from "../workflows/items/describe.js";
import { parseField, valuesAt } from "../workflows/items/fields.js";
import { identityFor } from "../workflows/items/identity.js";
import { presentListing } from "../workflows/items/view.js";
import { type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { escapeMarkdown, renderMarkdownTable } from "./markdown.js";
import { type Options, parseListingOptions } from "./options.js";
import { readItems } from "./read-items.js";
import { cellValue, renderTable, shortValue } from "./table.js";
import { printableJson } from "./text.js";

/** One of the two files. */
interface Side {
  readonly path: string;
  readonly items: readonly JsonValue[];
  readonly digest: string;
}

type Comparison = ReturnType<typeof compareSides>;

/** `pulumi-workflows compare`: prints the differences. Ends with 1 if there are any and if `--exit-code` is set. */
export async function compare(options: Options, pathA: string, pathB: string): Promise<ExitCode> {
  const { context, exitCode } = options;
  const comparison = compareSides(
    await readSide(pathA, options),
    await readSide(pathB, options),
    options.key ?? DEFAULT_KEY,
  );
  await context.write(render(comparison, options));
  return !comparison.isEqual && exitCode === true ? EXIT.different : EXIT.ok;
}

/** Writes the comparison in the form that the options ask for. */
function render(comparison: Comparison, { context, json, markdown }: Options): string {
  if (json === true) {
    return asJson(comparison);
  }
  return markdown === true ? asMarkdown(comparison) : asText(comparison, context);
}

/** Ids differ between environments, so a name identifies a workflow unless `--key` says otherwise. */
const DEFAULT_KEY = "name";

/** Reads the workflows of a file as they are compared. Throws if there are workflows and none of them has the key. Errors name the file. */
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
    const { items: presented, digest } = presentListing(items, { ...view, select });
    return { path, items: presented, digest };
  } catch (error) {
    throw error instanceof WorkflowsError
      ? withParts(error, { doing: undefined, problem: `${path}: ${summaryOf(error)}` })
      : error;
  }
}

/** Compares the workflows of two files. Two workflows are the same one if they have the same key. */
function compareSides(a: Side, b: Side, key: string) {
  const path = parseField(key);
  // A path through lists leads to several values. The first one is the key.
  const keyOf = (item: JsonValue): JsonValue => valuesAt(item, path)[0] ?? null;
  // The list is empty, because `identityFor` looks at the items only if no key is given.
  const { added, removed, changed, same } = diffItems(a.items, b.items, identityFor([], [key]));
  const keyed = (items: readonly JsonValue[]) => items.map((item) => ({ key: keyOf(item), item }));
  const different = changed.map(({ before, after }) => ({
    key: keyOf(before),
    fields: differingFields(before, after),
  }));
  const isEqual = added.length + removed.length + changed.length === 0;
  return { a, b, key, onlyInA: keyed(removed), onlyInB: keyed(added), different, same, isEqual };
}

/** Writes the report in the form of schemas/compare.schema.json. */
function asJson({ a, b, key, onlyInA, onlyInB, different, same, isEqual }: Comparison): string {
  const side = ({ path, items, digest }: Side): JsonValue => ({ path, count: items.length, digest });
  const differences = different.map((workflow) => ({
    key: workflow.key,
    fields: workflow.fields.map(({ field, before, after }) => ({
      field,
      ...(before === undefined ? {} : { a: before }),
      ...(after === undefined ? {} : { b: after }),
    })),
  }));
  const report: JsonValue = {
    command: "compare",
    format: 1,
    equal: isEqual,
    key,
    a: side(a),
    b: side(b),
    onlyInA,
    onlyInB,
    different: differences,
    same,
  };
  return `${printableJson(stringifyJson(report))}\n`;
}

/** Writes the comparison for a terminal. */
function asText(comparison: Comparison, { paint, width }: CommandContext): string {
  const { a, b, key, different, same, isEqual } = comparison;
  const head = `A: ${describeSide(a)}\nB: ${describeSide(b)}\n\n`;
  if (isEqual) {
    return `${head}${paint("green", "No difference")}: ${same} the same.\n`;
  }
  const table = renderTable([key, "", "A → B"], rowsOf(comparison), width, paint);
  // If no two workflows are the same, the cause is often an id or a time, which differs between any two environments.
  const allDiffer = same === 0 && different.length > 0;
  const advice = allDiffer ? `${paint("dim", "--ignore-fields leaves out fields such as id.")}\n` : "";
  return `${head}${table}${paint("bold", summary(comparison))}\n${advice}`;
}

/** Writes the comparison for a pipeline's summary page. */
function asMarkdown(comparison: Comparison): string {
  const { a, b, key, same, isEqual } = comparison;
  const head = `A: ${escapeMarkdown(describeSide(a))}<br>\nB: ${escapeMarkdown(describeSide(b))}\n\n`;
  if (isEqual) {
    return `${head}No difference: ${same} the same.\n`;
  }
  return `${head}${renderMarkdownTable([key, "", "A → B"], rowsOf(comparison))}\n${summary(comparison)}\n`;
}

/** Returns the file's path and the number of its workflows. */
function describeSide({ path, items }: Side): string {
  return `${printable(path)}, ${describeCount(items.length, "workflows")}`;
}

/** Counts the workflows of each kind, in words. */
function summary({ onlyInA, onlyInB, different, same }: Comparison): string {
  return `${onlyInA.length} only in A, ${onlyInB.length} only in B, ${different.length} different, ${same} the same.`;
}

/** Returns a row for each workflow that differs: its key, how it differs, and its fields. */
function rowsOf({ key, onlyInA, onlyInB, different }: Comparison): string[][] {
  const rowLabel = (workflow: Comparison["onlyInA"][number]): string =>
    workflow.key === null ? `(no ${key}) ${shortValue(workflow.item)}` : cellValue(workflow.key);
  return [
    ...onlyInA.map((workflow) => [rowLabel(workflow), "only in A", ""]),
    ...onlyInB.map((workflow) => [rowLabel(workflow), "only in B", ""]),
    ...different.map((workflow) => [cellValue(workflow.key), "differs", describeDifferences(workflow.fields)]),
  ];
}

/** At most this many fields are shown for one workflow that differs; `--json` has them all. */
const MAX_FIELDS = 4;

/** Returns the fields that differ, with both values: "enabled: true → false". */
function describeDifferences(fields: readonly FieldDiff[]): string {
  const describe = (diff: FieldDiff): string => `${diff.field}: ${shortValue(diff.before)} → ${shortValue(diff.after)}`;
  return joinFirst(fields, MAX_FIELDS, describe, "; ");
}
