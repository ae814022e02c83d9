/** `pulumi-workflows compare A B`: which workflows two environments have, miss, or hold differently. */
import type { JsonValue } from "../workflows/json.js";
import { stringifyJson } from "../workflows/json.js";
import { presentListing } from "../workflows/view.js";
import { shortValue, valueText } from "./cells.js";
import { type Comparison, compareListings, type KeyedItem, usualDifferences } from "./compare-listings.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import type { OpenSession } from "./open-session.js";
import { printable, printableJson } from "./printable.js";
import { askedFor, type QuestionOptions } from "./question.js";
import { readSide, type Side } from "./sides.js";
import { createPaint, type Paint } from "./style.js";
import { workflowCount } from "./wording.js";

export type CompareCommand = OpenSession &
  QuestionOptions & {
    readonly key: string;
    readonly json?: boolean | undefined;
    readonly exitCode?: boolean | undefined;
  };

/** Fields told of one workflow that differs, at most; `--json` has them all. */
const FIELDS_TOLD = 4;

interface Shown extends Side {
  readonly count: number;
  readonly digest: string;
}

export async function compare(a: string, b: string, command: CompareCommand): Promise<ExitCode> {
  const { surroundings, progress } = command;
  const { request, view } = askedFor(command);
  const sides: Shown[] = [];
  for (const reference of [a, b]) {
    progress.doing(`Reading ${reference}`);
    const side = await readSide(reference, request, command);
    sides.push({ ...side, ...presentListing([...side.items], withKey(view, command.key)) });
  }
  progress.stop();
  const [left, right] = sides as [Shown, Shown];
  const comparison = compareListings(left.items, right.items, command.key);
  const equal = isEqual(comparison);
  surroundings.write(
    command.json === true
      ? asJson(left, right, comparison, command.key)
      : await asText(left, right, comparison, command),
  );
  return !equal && command.exitCode === true ? EXIT.different : EXIT.ok;
}

/** The key stays, whatever is selected. */
function withKey<View extends { select?: readonly string[] | undefined }>(view: View, key: string): View {
  return view.select === undefined || view.select.includes(key) ? view : { ...view, select: [key, ...view.select] };
}

function isEqual({ onlyInA, onlyInB, different }: Comparison): boolean {
  return onlyInA.length + onlyInB.length + different.length === 0;
}

/** As schemas/compare.schema.json says. */
function asJson(left: Shown, right: Shown, comparison: Comparison, key: string): string {
  const side = ({ reference, description, count, digest }: Shown): JsonValue => ({
    reference,
    description,
    count,
    digest,
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

async function asText(a: Shown, b: Shown, comparison: Comparison, command: CompareCommand): Promise<string> {
  const { surroundings, key } = command;
  const paint = createPaint(surroundings.colour);
  const { onlyInA, onlyInB, different, same } = comparison;
  const head = [
    `A: ${printable(a.description)}, ${workflowCount(a.count)}`,
    `B: ${printable(b.description)}, ${workflowCount(b.count)}`,
    "",
  ];
  if (isEqual(comparison)) return `${[...head, `${paint("green", "No difference")}: ${same} the same.`].join("\n")}\n`;
  const { renderTable } = await import("./table.js");
  const rows = [
    ...onlyInA.map((item) => [nameOf(item, key), "only in A", ""]),
    ...onlyInB.map((item) => [nameOf(item, key), "only in B", ""]),
    ...different.map(({ key: name, fields }) => [valueText(name), "differs", describeDifferences(fields)]),
  ];
  const table = renderTable([key, "", "A → B"], rows, surroundings.width, paint);
  const sum = `${onlyInA.length} only in A, ${onlyInB.length} only in B, ${different.length} held differently, ${same} the same.`;
  return [...head, table + paint("bold", sum), ...advice(comparison, paint), ""].join("\n");
}

function describeDifferences(fields: Comparison["different"][number]["fields"]): string {
  const told = fields.slice(0, FIELDS_TOLD).map(({ field, a, b }) => `${field}: ${shortValue(a)} → ${shortValue(b)}`);
  return told.join("; ") + (fields.length > FIELDS_TOLD ? `; and ${fields.length - FIELDS_TOLD} more` : "");
}

/** Ids and times differ between any two environments: say how to look past them. */
function advice(comparison: Comparison, paint: Paint): string[] {
  const usual = usualDifferences(comparison).map(printable);
  return usual.length === 0
    ? []
    : [paint("dim", `All of them differ in ${usual.join(", ")}: leave it out with --ignore-fields ${usual.join(",")}`)];
}

function nameOf({ key, item }: KeyedItem, field: string): string {
  return key === null ? `(no ${field}) ${shortValue(item)}` : valueText(key);
}
