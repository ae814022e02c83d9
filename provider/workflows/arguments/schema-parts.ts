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
    issueText(advice(input) ?? "", placeholderOf(input) ?? describeValue(input), expected);
}

/** Refuses every value. */
export function refused(message: (issue: { readonly input: unknown }) => string): Schema<never> {
  return v.custom<never>(() => false, message);
}

/** A value that may be left out. `null` means the same, as most languages write it. */
export function optional<Value>(schema: Schema<Value>): Schema<Value | undefined> {
  return v.pipe(
    v.nullish(schema),
    v.transform((given) => given ?? undefined),
  );
}

/** A value that must be there. */
export function required<Value>(expected: string, schema: Schema<Value>): Schema<Value> {
  return v.lazy((given) =>
    given === undefined || given === null ? refused(() => `is missing; it takes ${expected}.`) : schema,
  );
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
  const hasType = (given: unknown): boolean =>
    types.some((type) => (type === "null" ? given === null : typeof given === type)) &&
    (typeof given !== "number" || Number.isFinite(given));
  return v.pipe(
    v.custom<Scalar[Type]>(hasType, message),
    v.check(
      (given) => typeof given !== "number" || Math.abs(given) <= Number.MAX_SAFE_INTEGER,
      ({ input }) => `is ${String(input)}. Beyond 2^53 a number may have lost digits on its way. Write it as a string.`,
    ),
  );
}

export function listOf<Value>(element: Schema<Value>, expected: string, least = 0): Schema<readonly Value[]> {
  const message = wrong(
    least === 0 ? `a list; each element: ${expected}` : `a list of at least ${least}; each element: ${expected}`,
    (given) => (typeof given === "string" ? `Put it into a list: [${describeValue(given)}].` : undefined),
  );
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

/** An object of free keys, which `keys` may restrict. */
export function mapOf<Value>(
  value: Schema<Value>,
  expected: string,
  keys?: { readonly expected: string; readonly accepts: (key: string) => boolean },
): Schema<Readonly<Record<string, Value>>> {
  return v.lazy((given) => {
    if (!isObject(given)) {
      return refused(wrong(expected));
    }
    const names = Object.keys(given);
    // In a copy, `__proto__` would be no key but the prototype, and the condition on it none.
    const findIssue = (key: string): string | undefined =>
      key === "__proto__"
        ? 'has the key "__proto__", which cannot be used.'
        : keys?.accepts(key) === false
          ? `has the key ${describeValue(key)}, but takes ${keys.expected}.`
          : undefined;
    const entries = Object.fromEntries(names.map((key) => [key, value]));
    return v.pipe(
      v.object(entries),
      v.rawCheck(({ addIssue }) => {
        for (const message of names.map(findIssue).filter((issue) => issue !== undefined)) {
          addIssue({ message });
        }
      }),
    );
  });
}

/** What an object does with keys that it does not know, and with all of its values together. */
export interface ObjectOptions<T> {
  /** What is wrong with a key that the object does not know, if more is known of it. */
  readonly unknown?: ((key: string) => string | undefined) | undefined;
  /** Advice for every key that it does not know. */
  readonly hint?: string;
  /** What is wrong with valid values together. */
  readonly together?: (value: T) => readonly { readonly key?: string; readonly message: string }[];
}

/** An object of known keys. */
export function objectOf<T extends object>(
  entries: SchemasOf<T>,
  expected: string,
  { unknown, hint, together }: ObjectOptions<T> = {},
): Schema<T> {
  const names = Object.keys(entries);
  const absent = Object.fromEntries(names.map((name) => [name, undefined]));
  const unknownKey = (key: string): string =>
    unknown?.(key) ??
    [
      `is not known here. ${didYouMean(nearest(key, names), "`") ?? `It takes: ${names.join(", ")}.`}`,
      ...(hint === undefined ? [] : [hint]),
    ].join(" ");
  return v.lazy((given) =>
    !isObject(given)
      ? refused(wrong(expected))
      : (v.pipe(
          v.custom<object>(() => true),
          v.transform((object): unknown => ({ ...absent, ...object })),
          v.object(entries),
          v.rawCheck(({ addIssue }) => {
            for (const key of Object.keys(given)) {
              if (!Object.hasOwn(entries, key) && given[key] !== undefined) {
                addIssue({ message: unknownKey(key), path: [at(key, given)] });
              }
            }
          }),
          v.transform((object) =>
            Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)),
          ),
          v.rawCheck(({ dataset, addIssue }) => {
            for (const { key, message } of dataset.typed ? (together?.(dataset.value as T) ?? []) : []) {
              addIssue({ message, ...(key === undefined ? {} : { path: [at(key, given)] }) });
            }
          }),
        ) as unknown as Schema<T>),
  );
}

function at(key: string, input: Record<string, unknown>): v.ObjectPathItem {
  return { type: "object", origin: "value", input, key, value: input[key] };
}
