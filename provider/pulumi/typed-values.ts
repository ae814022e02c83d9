/** What was read, as values in the program: safe to cross the engine again, and checked against the user's schema. */
import { log, type Resource } from "@pulumi/pulumi";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ItemError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { type CopiedOutput, engineSafe, explainPlaces } from "../workflows/items/engine-safe.js";
import { type JsonValue, parseJson } from "../workflows/json/json.js";

/** Any validator that speaks Standard Schema. `undefined`: the values are not checked. */
export type Schema<T> = StandardSchemaV1<unknown, T> | undefined;

/** How many mismatches an error names. */
const MAX_NAMED = 5;

/** The items in a resource's `json`, as `schema` returns them. Throws as `typedItems` does. */
export async function parseItems<T>(json: string, schema: Schema<T>, resource: Resource): Promise<T[]> {
  return typedItems(parseJson(json) as JsonValue[], schema, resource);
}

/** Without types, a schema can be null. As with all arguments, that is none. */
function isGiven<T>(schema: Schema<T> | null): schema is NonNullable<Schema<T>> {
  return schema !== undefined && schema !== null;
}

/**
 * The items as `schema` returns them.
 *
 * @param resource the resource that a warning is shown at.
 * @throws ItemError (`schema`) that names the first items that do not match, and the place in each.
 */
export async function typedItems<T>(read: JsonValue[], schema: Schema<T>, resource?: Resource): Promise<T[]> {
  const items = (await safeValue("items", read, resource)) as unknown[];
  if (!isGiven(schema)) {
    return items as T[];
  }
  const matching: T[] = [];
  const mismatches: Mismatches = { named: [], count: 0 };
  for (const [index, item] of items.entries()) {
    const result = await schema["~standard"].validate(item);
    if (result.issues === undefined) {
      matching.push(result.value);
    } else {
      note(mismatches, `item ${index}`, result.issues);
    }
  }
  if (mismatches.count > 0) {
    const hint = "Correct the schema, or narrow the listing with `where`.";
    throw mismatchError("The workflows do not match the schema", mismatches, hint);
  }
  return matching;
}

/**
 * The value of a path, or the one workflow, as `schema` returns it.
 *
 * @param resource the resource that a warning is shown at.
 * @throws ItemError (`schema`) that names the first places that do not match.
 */
export async function typedValue<T>(
  output: "value" | "workflow",
  read: JsonValue,
  schema: Schema<T>,
  resource?: Resource,
): Promise<T> {
  const value = await safeValue(output, read, resource);
  if (!isGiven(schema)) {
    return value as T;
  }
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) {
    return result.value;
  }
  const mismatches: Mismatches = { named: [], count: 0 };
  note(mismatches, `the ${output}`, result.issues);
  throw output === "value"
    ? mismatchError("The response does not match the schema", mismatches, "Correct the schema, or read another path.")
    : mismatchError("The workflow does not match the schema", mismatches, "Correct the schema, or `where`.");
}

interface Mismatches {
  /** The first ones, with their places. */
  readonly named: string[];
  count: number;
}

function note(mismatches: Mismatches, subject: string, issues: readonly StandardSchemaV1.Issue[]): void {
  mismatches.count += issues.length;
  for (const issue of issues.slice(0, MAX_NAMED - mismatches.named.length)) {
    mismatches.named.push(`${subject}${pathOf(issue)}: ${excerpt(issue.message)}`);
  }
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  const segments = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return segments.length === 0 ? "" : ` at ${excerpt(segments.join("."))}`;
}

function mismatchError(problem: string, { named, count }: Mismatches, hint: string): ItemError {
  const more = count > named.length ? `, and ${count - named.length} more` : "";
  return new ItemError(`${problem}: ${named.join("; ")}${more}.`, { code: "schema", hint });
}

/** A copy that is safe as an output of the stack or as an input of another resource. Warns of the places that were changed. */
async function safeValue(output: CopiedOutput, read: JsonValue, resource: Resource | undefined): Promise<unknown> {
  const { value, places } = engineSafe(read);
  if (places.length > 0) {
    await log.warn(explainPlaces(output, places), resource);
  }
  return value;
}
