/** What was read, as values in the program: safe to cross the engine again, and checked against the user's schema. */
import { log, type Resource } from "@pulumi/pulumi";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ItemError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { type CopiedOutput, engineSafe, explainPlaces } from "../workflows/items/engine-safe.js";
import { type JsonValue, parseJson } from "../workflows/json/json.js";

/** Any validator that speaks Standard Schema. None: the values are not checked. Without types, it can be null. */
type Schema<T> = StandardSchemaV1<unknown, T> | null | undefined;

/** How many mismatches an error names. */
const MAX_NAMED = 5;

const SUBJECTS: Readonly<Record<CopiedOutput, string>> = {
  items: "The workflows do",
  workflow: "The workflow does",
  value: "The response does",
};

/**
 * The items as `schema` returns them.
 *
 * @param read what was read, or its JSON.
 * @param resource the resource that a warning is shown at.
 * @throws ItemError (`schema`) that names the first items that do not match, and the location in each.
 */
export async function typedItems<T>(read: JsonValue[] | string, schema: Schema<T>, resource?: Resource): Promise<T[]> {
  const items = await safeValue("items", typeof read === "string" ? parseJson(read) : read, resource);
  return matching("items", items as unknown[], schema);
}

/** The value of a path, or the one workflow, as `schema` returns it. Throws as `typedItems` does. */
export async function typedValue<T>(
  output: "value" | "workflow",
  read: JsonValue,
  schema: Schema<T>,
  resource?: Resource,
): Promise<T> {
  const value = await safeValue(output, read, resource);
  const [typed] = await matching(output, [value], schema);
  return typed as T;
}

async function matching<T>(output: CopiedOutput, values: readonly unknown[], schema: Schema<T>): Promise<T[]> {
  if (schema === undefined || schema === null) {
    return values as T[];
  }
  const typed: T[] = [];
  const named: string[] = [];
  let count = 0;
  for (const [index, value] of values.entries()) {
    const result = await schema["~standard"].validate(value);
    if (result.issues === undefined) {
      typed.push(result.value);
    } else {
      count += result.issues.length;
      const first = result.issues.slice(0, MAX_NAMED - named.length);
      const name = output === "items" ? `item ${index}` : `the ${output}`;
      named.push(...first.map((issue) => `${name}${locationOf(issue)}: ${excerpt(issue.message)}`));
    }
  }
  if (count > 0) {
    const more = count > named.length ? `, and ${count - named.length} more` : "";
    throw new ItemError(`${SUBJECTS[output]} not match the schema: ${named.join("; ")}${more}.`, {
      code: "schema",
      hint: "Correct the schema, or narrow what is read.",
    });
  }
  return typed;
}

function locationOf({ path = [] }: StandardSchemaV1.Issue): string {
  const segments = path.map((part) => String(typeof part === "object" ? part.key : part));
  return segments.length === 0 ? "" : ` at ${excerpt(segments.join("."))}`;
}

/** A copy that is safe as an output of the stack or as an input of another resource. Warns of the places that were changed. */
async function safeValue(output: CopiedOutput, read: JsonValue, resource: Resource | undefined): Promise<unknown> {
  const { value, places } = engineSafe(read);
  if (places.length > 0) {
    await log.warn(explainPlaces(output, places), resource);
  }
  return value;
}
