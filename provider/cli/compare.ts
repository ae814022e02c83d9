/** `pulumi-workflows compare A B`: which workflows two files have, miss, or have with other values. */
import { summaryOf, withParts, WorkflowsError } from "../http/errors.js";
import { printable } from "../http/excerpt.js";
import { parsePath } from "../http/json-path.js";
import { diffItems, differingFields, type FieldDiff } from "../workflows/items/changes.js";
import { describeFields, someItemHas, valuesAt } from "../workflows/items/fields.js";
import { identityFor } from "../workflows/items/identity.js";
import { viewItems } from "../workflows/items/view.js";
import { digestItems } from "../workflows/json/digest.js";
import { type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { ListingView } from "../workflows/types.js";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { parseListingOptions, type ViewOptions } from "./options.js";
import { readItems } from "./read-items.js";
import { renderTable, shortValue, valueText } from "./table.js";
import { createPaint, printableJson, workflowCount } from "./text.js";

interface CompareOptions extends ViewOptions {
  readonly context: CommandContext;
  readonly key?: string | undefined;
  readonly json?: boolean | undefined;
  readonly exitCode?: boolean | undefined;
}

interface Side {
  readonly path: string;
  readonly items: readonly JsonValue[];
}

type Comparison = ReturnType<typeof compareItems>;

export async function compare(options: CompareOptions, pathA: string, pathB: string): Promise<ExitCode> {
  const { context, key = "name" } = options;
  const { view } = parseListingOptions(options);
  const [a, b] = [await readSide("A", pathA, view, key, context), await readSide("B", pathB, view, key, context)];
  const comparison = compareItems(a.items, b.items, key);
  await context.write(options.json === true ? asJson(a, b, comparison) : asText(a, b, comparison, context));
  return !comparison.isEqual && options.exitCode === true ? EXIT.different : EXIT.ok;
}

function compareItems(a: readonly JsonValue[], b: readonly JsonValue[], key: string) {
  const path = parsePath(key);
  // Of a path that passes through lists, the first value counts.
  const keyOf = (item: JsonValue): JsonValue => valuesAt(item, path)[0] ?? null;
  const { added, removed, changed, same } = diffItems(a, b, identityFor([], [key]));
  const keyed = (items: readonly JsonValue[]) => items.map((item) => ({ key: keyOf(item), item }));
  const different = changed.map(({ before, after }) => ({
    key: keyOf(before),
    fields: differingFields(before, after),
  }));
  return {
    key,
    added: keyed(added),
    removed: keyed(removed),
    different,
    same,
    isEqual: added.length + removed.length + changed.length === 0,
  };
}

/** The workflows of a file, as they are compared. An error names the side: the user cannot see which of the two it is. */
async function readSide(
  side: string,
  path: string,
  view: ListingView,
  key: string,
  context: CommandContext,
): Promise<Side> {
  const items = await readItems(path, context);
  if (items.length > 0 && !someItemHas(items, parsePath(key))) {
    throw new CommandError(
      "usage",
      `${side} (${path}): no workflow has a field "${key}" (--key); the fields are ${describeFields(items, key)}.`,
      "Set --key to a field that all of them have.",
    );
  }
  // The key is kept, even if it is not selected.
  const select = view.select === undefined ? undefined : [key, ...view.select];
  try {
    return { path, items: viewItems(items, { ...view, select }) };
  } catch (error) {
    throw error instanceof WorkflowsError
      ? withParts(error, { doing: undefined, problem: `${side} (${path}): ${summaryOf(error)}` })
      : error;
  }
}

/** As schemas/compare.schema.json describes it. */
function asJson(left: Side, right: Side, { key, isEqual, removed, added, different, same }: Comparison): string {
  const side = ({ path, items }: Side): JsonValue => ({ path, count: items.length, digest: digestItems(items) });
  const report: JsonValue = {
    command: "compare",
    format: 1,
    equal: isEqual,
    key,
    a: side(left),
    b: side(right),
    onlyInA: removed,
    onlyInB: added,
    different: different.map((each) => ({
      key: each.key,
      fields: each.fields.map(({ field, before, after }) => ({
        field,
        ...(before === undefined ? {} : { a: before }),
        ...(after === undefined ? {} : { b: after }),
      })),
    })),
    same,
  };
  return `${printableJson(stringifyJson(report))}\n`;
}

/** Fields shown for one workflow that differs, at most; `--json` has them all. */
const MAX_FIELDS = 4;

function asText(a: Side, b: Side, comparison: Comparison, { colour, width }: CommandContext): string {
  const paint = createPaint(colour);
  const { key, added, removed, different, same } = comparison;
  const head = [
    `A: ${printable(a.path)}, ${workflowCount(a.items.length)}`,
    `B: ${printable(b.path)}, ${workflowCount(b.items.length)}`,
    "",
  ];
  if (comparison.isEqual) {
    return `${[...head, `${paint("green", "No difference")}: ${same} the same.`].join("\n")}\n`;
  }
  const nameOf = (one: Comparison["added"][number]): string =>
    one.key === null ? `(no ${key}) ${shortValue(one.item)}` : valueText(one.key);
  const rows = [
    ...removed.map((each) => [nameOf(each), "only in A", ""]),
    ...added.map((each) => [nameOf(each), "only in B", ""]),
    ...different.map((each) => [valueText(each.key), "differs", describeDifferences(each.fields)]),
  ];
  const table = renderTable([key, "", "A → B"], rows, width, paint);
  const sum = `${removed.length} only in A, ${added.length} only in B, ${different.length} different, ${same} the same.`;
  // Ids and times differ between any two environments.
  const advice =
    same > 0 || different.length === 0 ? [] : [paint("dim", "--ignore-fields leaves out fields such as id.")];
  return [...head, table + paint("bold", sum), ...advice, ""].join("\n");
}

function describeDifferences(fields: readonly FieldDiff[]): string {
  const shown = fields
    .slice(0, MAX_FIELDS)
    .map((diff) => `${diff.field}: ${shortValue(diff.before)} → ${shortValue(diff.after)}`);
  return shown.join("; ") + (fields.length > MAX_FIELDS ? `; and ${fields.length - MAX_FIELDS} more` : "");
}
