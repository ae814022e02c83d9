/** Items held against the user's own schema: any validator that speaks Standard Schema. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ItemError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";

/** How many mismatches an error tells. */
const TOLD = 5;

/**
 * The items as `schema` gives them.
 *
 * @throws ItemError (`schema`) that names the first items that do not fit, and the place in each.
 */
export async function checkItems<T>(items: readonly unknown[], schema: StandardSchemaV1<unknown, T>): Promise<T[]> {
  const fitting: T[] = [];
  const told: string[] = [];
  let problems = 0;
  for (const [index, item] of items.entries()) {
    const result = await schema["~standard"].validate(item);
    if (result.issues === undefined) {
      fitting.push(result.value);
    } else {
      problems += result.issues.length;
      for (const issue of result.issues.slice(0, TOLD - told.length)) {
        told.push(`item ${index}${pathOf(issue)}: ${excerpt(issue.message)}`);
      }
    }
  }
  if (problems > 0) {
    const more = problems > told.length ? `, and ${problems - told.length} more` : "";
    throw new ItemError(`The workflows are not as the schema says: ${told.join("; ")}${more}.`, {
      code: "schema",
      hint: "Mend the schema, or narrow the listing with `where`.",
    });
  }
  return fitting;
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  const segments = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return segments.length === 0 ? "" : ` at ${excerpt(segments.join("."))}`;
}
