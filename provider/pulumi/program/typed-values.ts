/** What was read, as values in the program: safe to cross the engine again, and checked against the user's schema. */
import type { Resource } from "@pulumi/pulumi";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ItemError, messageOf } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import type { Redactor } from "../../base/redactor.js";
import { few } from "../../workflows/items/describe.js";
import { type JsonValue, parseJson } from "../../workflows/json/json.js";
import { type CopiedOutput, copyForEngine } from "../engine-safe.js";
import { warn } from "./log.js";

/** Any validator that speaks Standard Schema. None: the values are not checked. Without types, it can be null. */
type Schema<T> = StandardSchemaV1<unknown, T> | null | undefined;

/** How many mismatches an error names. */
const MAX_NAMED = 5;

const SUBJECTS = { items: "The workflows do", workflow: "The workflow does", value: "The response does" };

/** Of what is read. */
export interface Context {
  /** Whether it is secret. If so, an error shows no text of the validator: that may have values of an item. */
  readonly isSecret: boolean;
  readonly redactor: Redactor;
  /** The resource that a warning is shown at. */
  readonly resource?: Resource | undefined;
}

/**
 * The items, or their JSON, as `schema` returns them.
 *
 * @throws ItemError (`schema`) that names the first items that do not match, and the location in each.
 */
export async function typedItems<T>(read: JsonValue[] | string, schema: Schema<T>, context: Context): Promise<T[]> {
  const items = await safeValue("items", typeof read === "string" ? parseJson(read) : read, context);
  return matching("items", items as unknown[], schema, context);
}

/** The value of a path, or the one workflow, as `schema` returns it. Throws as `typedItems` does. */
export async function typedValue<T>(output: CopiedOutput, read: JsonValue, schema: Schema<T>, context: Context) {
  const [typed] = await matching(output, [await safeValue(output, read, context)], schema, context);
  return typed as T;
}

async function matching<T>(output: CopiedOutput, values: readonly unknown[], schema: Schema<T>, context: Context) {
  if (schema === undefined || schema === null) {
    return values as T[];
  }
  const typed: T[] = [];
  const issues: (() => string)[] = [];
  for (const [index, value] of values.entries()) {
    const validated = Promise.resolve(value).then((item) => schema["~standard"].validate(item));
    // What a validator throws may have values of the item too.
    const result = await validated.catch((error: unknown) => ({ issues: [{ message: messageOf(error) }] }));
    if (result.issues === undefined) {
      typed.push(result.value);
    } else {
      const name = output === "items" ? `item ${index}` : `the ${output}`;
      result.issues.forEach((issue) => issues.push(() => name + describeIssue(issue, context)));
    }
  }
  if (issues.length > 0) {
    const named = few(issues, MAX_NAMED, (describe) => describe(), "; ");
    const why = context.isSecret ? " What was read is secret, so no more is shown." : "";
    throw new ItemError(`${SUBJECTS[output]} not match the schema: ${named}.${why}`, {
      code: "schema",
      hint: "Correct the schema, or narrow what is read.",
    });
  }
  return typed;
}

function describeIssue({ path = [], message }: StandardSchemaV1.Issue, { isSecret, redactor }: Context): string {
  const shown = (text: string): string => excerpt(redactor.mask(text));
  const location = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return (location && ` at ${shown(location)}`) + (isSecret ? "" : `: ${shown(message)}`);
}

/** The warnings of each resource: `items` and every `read()` of it convert the same listing. */
const shownWarnings = new WeakMap<Resource, Set<string>>();

function safeValue(output: CopiedOutput, value: JsonValue, { resource, redactor }: Context): Promise<unknown> {
  return copyForEngine(output, value, async (warning) => {
    const shown = (resource && shownWarnings.get(resource)) ?? new Set();
    if (!shown.has(warning)) {
      shown.add(warning);
      await warn(redactor.mask(warning), resource);
    }
    if (resource !== undefined) {
      shownWarnings.set(resource, shown);
    }
  });
}
