/** The parts that the schemas of the arguments are made of. The message of an issue is the rest of a sentence about its property. */
import * as v from "valibot";
import { excerpt } from "../../http/excerpt.js";
import { describeValue, issueText, nearest } from "../../settings/issue-text.js";
import { isPlainObject, placeholderOf } from "./plain-values.js";

export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** One for each property. One without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

/** "is 5, but takes a string." */
export function wrong(expected: string, advice: (given: unknown) => string | undefined = () => undefined) {
  return ({ input }: { readonly input: unknown }): string =>
    issueText(
      advice(input) ?? "",
      input === undefined ? "missing" : (placeholderOf(input) ?? describeValue(input)),
      expected,
    );
}

/** Refuses every value. */
export function refused(message: (issue: { readonly input: unknown }) => string): Schema<never> {
  return v.custom<never>(() => false, message);
}

/** A string with one more demand. */
export function text(
  expected: string,
  accepts: (given: string) => boolean = () => true,
  advice?: (given: string) => string | undefined,
): Schema<string> {
  const message = wrong(expected, (given) => (typeof given === "string" ? advice?.(given) : undefined));
  return v.pipe(v.string(message), v.check(accepts, message));
}

/** One of several strings. */
export function oneOf<const Value extends string>(...values: readonly Value[]): Schema<Value> {
  const expected = values.map((value) => `"${value}"`).join(" or ");
  return v.picklist(
    values,
    wrong(expected, (given) => didYouMean(typeof given === "string" ? nearest(given, values) : undefined, '"')),
  );
}

/** Advice: the right value or name, if one is probably meant. */
export function didYouMean(meant: string | undefined, quote: string): string | undefined {
  return meant === undefined ? undefined : `Did you mean ${quote}${excerpt(meant)}${quote}?`;
}

export const boolean = v.boolean(wrong("true or false"));

/** A whole number. */
export function integer(least: number, expected = `a whole number, at least ${least}`): Schema<number> {
  return v.pipe(v.number(wrong(expected)), v.safeInteger(wrong(expected)), v.minValue(least, wrong(expected)));
}

type Scalar = { string: string; number: number; boolean: boolean; null: null };

/** A value of one of these types. A number is one that JavaScript and the engine keep as it was written. */
export function scalar<Type extends keyof Scalar>(
  types: readonly Type[],
  message: (issue: { readonly input: unknown }) => string,
): Schema<Scalar[Type]> {
  const hasType = (given: unknown): boolean => types.some((type) => type === (given === null ? "null" : typeof given));
  return v.pipe(
    v.custom<Scalar[Type]>((given) => hasType(given) && (typeof given !== "number" || Number.isFinite(given)), message),
    v.check(
      (given) => typeof given !== "number" || Math.abs(given) <= Number.MAX_SAFE_INTEGER,
      ({ input }) => `is ${String(input)}. Beyond 2^53 a number may have lost digits on its way. Write it as a string.`,
    ),
  );
}

export function listOf<Value>(element: Schema<Value>, expected: string, least = 0): Schema<readonly Value[]> {
  const message = wrong(`a list${least === 0 ? "" : ` of at least ${least}`}; each element: ${expected}`);
  return v.pipe(v.array(element, message), v.minLength(least, message));
}

/** The schema that `choose` gives for the value: other than a union of valibot's, it names the part that is wrong. */
export function chosenBy<Value>(choose: (given: unknown) => Schema<Value>): Schema<Value> {
  return v.lazy(choose);
}

/** Whether the value is an object that a program gave as one, and no placeholder of something else. */
export function isObject(given: unknown): given is Record<string, unknown> {
  return isPlainObject(given) && placeholderOf(given) === undefined;
}

/** An object of free keys, which `accepts` may restrict. */
export function mapOf<Value>(
  value: Schema<Value>,
  expected: string,
  accepts: (key: string) => boolean = () => true,
): Schema<Readonly<Record<string, Value>>> {
  return v.lazy((given) => {
    if (!isObject(given)) {
      return refused(wrong(expected));
    }
    const keys = Object.keys(given);
    return v.pipe(
      v.object(Object.fromEntries(keys.map((key) => [key, value]))),
      v.rawCheck(({ addIssue }) => {
        // In a copy, `__proto__` would be no key but the prototype, and the condition on it none.
        for (const key of keys.filter((one) => one === "__proto__" || !accepts(one))) {
          addIssue({ message: `has the key ${describeValue(key)}, but takes ${expected}.` });
        }
      }),
    );
  });
}

/** What is wrong with a part of an object: where it is, and the rest of a sentence about it. */
export interface PartIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface ObjectOptions<T> {
  /** What is wrong with a key that the object does not know, if more is known of it. */
  readonly unknown?: (key: string) => string | undefined;
  /** Advice for every key that it does not know. */
  readonly hint?: string;
  /** What is wrong with valid values together. */
  readonly together?: (value: T) => readonly PartIssue[];
}

/** An object of known keys. `null` means the same as a key that is left out, unless the key is `exactOptional`. */
export function objectOf<T extends object>(
  entries: SchemasOf<T>,
  expected: string,
  { unknown = () => undefined, hint = "", together = () => [] }: ObjectOptions<T> = {},
): Schema<T> {
  const schemas: Readonly<Record<string, v.GenericSchema>> = entries;
  const names = Object.keys(schemas);
  const unknownKey = (key: string): string =>
    unknown(key) ??
    `is not known here. ${didYouMean(nearest(key, names), "`") ?? `It takes: ${names.join(", ")}.`}${hint}`;
  return v.lazy((given) => {
    if (!isObject(given)) {
      return refused(wrong(expected));
    }
    const set = Object.entries(given).filter(
      ([key, value]) => value !== undefined && (value !== null || schemas[key]?.type === "exact_optional"),
    );
    const missing = names
      .filter((name) => !/optional/.test(schemas[name]?.type ?? ""))
      .map((name) => [name, undefined]);
    return v.pipe(
      v.unknown(),
      v.transform(() => Object.fromEntries([...missing, ...set]) as unknown),
      v.object(schemas),
      v.rawCheck(({ dataset, addIssue }) => {
        const unknownKeys = set.map(([key]) => key).filter((key) => !names.includes(key));
        const issues = unknownKeys.map((key): PartIssue => ({ path: [key], message: unknownKey(key) }));
        for (const { path, message } of dataset.issues === undefined && issues.length === 0
          ? together(dataset.value as T)
          : issues) {
          addIssue({ message, path: toIssuePath(path) });
        }
      }),
    ) as v.GenericSchema as Schema<T>;
  });
}

function toIssuePath([first, ...more]: PartIssue["path"]): [v.IssuePathItem, ...v.IssuePathItem[]] | undefined {
  const item = (key: unknown): v.IssuePathItem => ({
    type: "unknown",
    origin: "value",
    input: undefined,
    key,
    value: undefined,
  });
  return first === undefined ? undefined : [item(first), ...more.map(item)];
}
