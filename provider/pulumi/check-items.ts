/** Validates what was read against the user's own schema: any validator that speaks Standard Schema. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ItemError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";

/** How many mismatches an error names. */
const MOST_NAMED = 5;

/**
 * The items as `schema` gives them.
 *
 * @throws ItemError (`schema`) that names the first items that do not fit, and the place in each.
 */
export async function checkItems<T>(items: readonly unknown[], schema: StandardSchemaV1<unknown, T>): Promise<T[]> {
  const fitting: T[] = [];
  const named: string[] = [];
  let problems = 0;
  for (const [index, item] of items.entries()) {
    const result = await schema["~standard"].validate(item);
    if (result.issues === undefined) {
      fitting.push(result.value);
    } else {
      problems += result.issues.length;
      for (const issue of result.issues.slice(0, MOST_NAMED - named.length)) {
        named.push(`item ${index}${pathOf(issue)}: ${excerpt(issue.message)}`);
      }
    }
  }
  if (problems > 0) {
    const more = problems > named.length ? `, and ${problems - named.length} more` : "";
    throw new ItemError(`The workflows are not as the schema says: ${named.join("; ")}${more}.`, {
      code: "schema",
      hint: "Correct the schema, or narrow the listing with `where`.",
    });
  }
  return fitting;
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  const segments = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return segments.length === 0 ? "" : ` at ${excerpt(segments.join("."))}`;
}

/**
 * The value as `schema` gives it.
 *
 * @throws ItemError (`schema`) that names the first places that do not match.
 */
export async function checkValue<T>(value: unknown, schema: StandardSchemaV1<unknown, T>): Promise<T> {
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) {
    return result.value;
  }
  const named = result.issues
    .slice(0, MOST_NAMED)
    .map((issue) => `the value${pathOf(issue)}: ${excerpt(issue.message)}`);
  const more = result.issues.length > named.length ? `, and ${result.issues.length - named.length} more` : "";
  throw new ItemError(`The response does not match the schema: ${named.join("; ")}${more}.`, {
    code: "schema",
    hint: "Correct the schema, or read another path.",
  });
}
