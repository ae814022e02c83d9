/** Converts what was read to values for the program, and validates them with `schema`; runs in the program. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { messageOf, WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { type JsonValue, parseJson } from "../../workflows/json/json.js";
import type { Session } from "../../workflows/session.js";
import { type CopiedOutput, copyForEngine } from "../engine-safe.js";

/** A Standard Schema validator, or nothing. JavaScript callers may pass null. */
type Schema<T> = StandardSchemaV1<unknown, T> | null | undefined;

/** An error names at most this many mismatches. */
const MAX_NAMED = 5;

const SUBJECTS = { items: "The workflows do", workflow: "The workflow does", value: "The response does" };

/** Facts about the value that is converted. */
export interface ConversionContext {
  /** True if the value is secret. An error then shows no text of the validator, because the text may contain values. */
  readonly isSecret: boolean;
  readonly session: Session;
}

/**
 * Returns the items, given as values or as JSON, as `schema` returns them.
 *
 * @throws WorkflowsError (`schema`) that names the first items that do not match, and the location in each.
 */
export function typedItems<T>(
  source: JsonValue[] | string,
  schema: Schema<T>,
  context: ConversionContext,
): Promise<T[]> {
  const items = copyForEngine("items", typeof source === "string" ? parseJson(source) : source, context.session.warn);
  return validateAll("items", items as unknown[], schema, context);
}

/** Returns the value of a path, or the one workflow, as `schema` returns it. Throws as `typedItems` does. */
export async function typedValue<T>(
  output: CopiedOutput,
  value: JsonValue,
  schema: Schema<T>,
  context: ConversionContext,
) {
  const copy = copyForEngine(output, value, context.session.warn);
  const [typed] = await validateAll(output, [copy], schema, context);
  return typed as T;
}

/** Returns the values as `schema` returns them, or throws an error that names the first ones that do not match. */
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
  const mismatches: string[] = [];
  for (const [index, value] of values.entries()) {
    const result = await validate(schema, value);
    if (result.issues === undefined) {
      typed.push(result.value);
      continue;
    }
    const name = output === "items" ? `item ${index}` : `the ${output}`;
    mismatches.push(...result.issues.map((issue) => name + describeIssue(issue, context)));
    if (mismatches.length >= MAX_NAMED) {
      break;
    }
  }
  if (mismatches.length === 0) {
    return typed;
  }
  const why = context.isSecret ? " What was read is secret, so no more is shown." : "";
  const named = mismatches.slice(0, MAX_NAMED).join("; ");
  throw new WorkflowsError(`${SUBJECTS[output]} not match the schema: ${named}.${why}`, {
    code: "schema",
    hint: "Correct the schema, or narrow what is read.",
  });
}

/** Validates one value. What the validator throws becomes an issue, because its text may contain values too. */
async function validate<T>(schema: StandardSchemaV1<unknown, T>, value: unknown) {
  try {
    return await schema["~standard"].validate(value);
  } catch (error) {
    return { issues: [{ message: messageOf(error) }] };
  }
}

/** Returns the location and the text of an issue, or only the location if what was read is secret. */
function describeIssue({ path = [], message }: StandardSchemaV1.Issue, { isSecret, session }: ConversionContext) {
  const printable = (text: string): string => excerpt(session.secrets.clean(text));
  const location = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  const place = location === "" ? "" : ` at ${printable(location)}`;
  return isSecret ? place : `${place}: ${printable(message)}`;
}
