/** Converts what was read to values for the program: safe to cross the engine, and validated with `schema`; runs in the program. */
import type { Resource } from "@pulumi/pulumi";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { WorkflowsError, messageOf } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import type { Secrets } from "../../base/secrets.js";
import { joinFirst } from "../../workflows/items/describe.js";
import { type JsonValue, parseJson } from "../../workflows/json/json.js";
import { type CopiedOutput, copyForEngine } from "../engine-safe.js";
import { warn } from "./log.js";

/** A Standard Schema validator, or nothing. JavaScript callers may pass null. */
type Schema<T> = StandardSchemaV1<unknown, T> | null | undefined;

/** An error names at most this many mismatches. */
const MAX_NAMED = 5;

const SUBJECTS = { items: "The workflows do", workflow: "The workflow does", value: "The response does" };

/** Facts about the value that is converted. */
export interface ConversionContext {
  /** True if the value is secret. Then an error shows no text of the validator, because it may contain values of an item. */
  readonly isSecret: boolean;
  readonly secrets: Secrets;
  /** The resource at which a warning is shown. */
  readonly resource?: Resource | undefined;
}

/**
 * Returns the items, given as values or as JSON, as `schema` returns them.
 *
 * @throws WorkflowsError (`schema`) that names the first items that do not match, and the location in each.
 */
export async function typedItems<T>(
  source: JsonValue[] | string,
  schema: Schema<T>,
  context: ConversionContext,
): Promise<T[]> {
  const items = await safeValue("items", typeof source === "string" ? parseJson(source) : source, context);
  return validateAll("items", items as unknown[], schema, context);
}

/** Returns the value of a path, or the one workflow, as `schema` returns it. Throws as `typedItems` does. */
export async function typedValue<T>(
  output: CopiedOutput,
  value: JsonValue,
  schema: Schema<T>,
  context: ConversionContext,
) {
  const [typed] = await validateAll(output, [await safeValue(output, value, context)], schema, context);
  return typed as T;
}

/** Returns the values as `schema` returns them, or throws an error that names the ones that do not match. */
async function validateAll<T>(
  output: CopiedOutput,
  values: readonly unknown[],
  schema: Schema<T>,
  context: ConversionContext,
) {
  if (schema === undefined || schema === null) {
    return values as T[];
  }
  const typed: T[] = [];
  const issues: { readonly name: string; readonly issue: StandardSchemaV1.Issue }[] = [];
  for (const [index, value] of values.entries()) {
    const validated = Promise.resolve(value).then((item) => schema["~standard"].validate(item));
    // An error that a validator throws counts as an issue, because its text may contain values of the item too. The text of an issue is
    // masked, or left out if what was read is secret.
    const result = await validated.catch((error: unknown) => ({ issues: [{ message: messageOf(error) }] }));
    if (result.issues === undefined) {
      typed.push(result.value);
    } else {
      const name = output === "items" ? `item ${index}` : `the ${output}`;
      result.issues.forEach((issue) => issues.push({ name, issue }));
    }
  }
  if (issues.length > 0) {
    const named = joinFirst(issues, MAX_NAMED, ({ name, issue }) => name + describeIssue(issue, context), "; ");
    const why = context.isSecret ? " What was read is secret, so no more is shown." : "";
    throw new WorkflowsError(`${SUBJECTS[output]} not match the schema: ${named}.${why}`, {
      code: "schema",
      hint: "Correct the schema, or narrow what is read.",
    });
  }
  return typed;
}

/** Returns the location and the text of an issue, or only the location if what was read is secret. */
function describeIssue(
  { path = [], message }: StandardSchemaV1.Issue,
  { isSecret, secrets }: ConversionContext,
): string {
  const printable = (text: string): string => excerpt(secrets.clean(text));
  const location = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  const place = location === "" ? "" : ` at ${printable(location)}`;
  return isSecret ? place : `${place}: ${printable(message)}`;
}

/** Warnings that were shown at each resource. Each is shown once, although `items` and every `read()` convert the same listing. */
const shownWarnings = new WeakMap<Resource, string[]>();

/** Returns a copy of the value that may cross the engine. */
function safeValue(output: CopiedOutput, value: JsonValue, { resource, secrets }: ConversionContext): Promise<unknown> {
  return copyForEngine(output, value, async (warning) => {
    const earlierWarnings = (resource && shownWarnings.get(resource)) ?? [];
    if (resource !== undefined) {
      shownWarnings.set(resource, [...earlierWarnings, warning]);
    }
    if (!earlierWarnings.includes(warning)) {
      await warn(secrets.clean(warning), resource);
    }
  });
}
