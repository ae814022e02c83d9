/** Builds the schemas of the arguments. We write the messages ourselves, in place of valibot's. */
import * as v from "valibot";
import type { Issue } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { adviseOnName, describeValue, didYouMean, nearest, wrongValue } from "../../settings/issue-text.js";
import { isPlainObject, kindIfNotPlain } from "./plain-values.js";

/** A valibot schema. Its `expects` stands in messages after "takes", such as "a string or a number". */
export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** A schema for each property. A property without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

/**
 * Returns the schema of the values that `accepts` accepts: it returns `true` for them, and `false` or advice in
 * sentences for all others.
 */
export function custom<Value>(expects: string, accepts: (value: unknown) => boolean | string): Schema<Value> {
  const isRight = (value: unknown): boolean => accepts(value) === true;
  const describeIssue = ({ input }: v.BaseIssue<unknown>): string => {
    const actual = input === undefined ? "missing" : (kindIfNotPlain(input) ?? describeValue(input));
    const advice = accepts(input);
    return wrongValue(actual, expects, typeof advice === "string" ? advice : "");
  };
  return { ...v.custom<Value>(isRight, describeIssue), expects };
}

/** Returns the schema of the strings that `accepts` accepts. */
export function text(expects: string, accepts: (value: string) => boolean | string): Schema<string> {
  return custom(expects, (value) => typeof value === "string" && accepts(value));
}

/**
 * Returns the schema of values of these types: those of `typeof`, and "null". A number beyond 2^53 is refused, because
 * it may have lost digits.
 */
export function scalar<Value>(expects: string, ...types: readonly string[]): Schema<Value> {
  return custom(expects, (value) => {
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      return "Beyond 2^53 a number may have lost digits on its way: write it as a string.";
    }
    const type = value === null ? "null" : typeof value;
    return types.includes(type) && !Number.isNaN(value);
  });
}

/** Returns the schema of a few fixed words. For another word, it suggests the nearest one. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  const quoted = words.map((word) => `"${word}"`);
  // We don't use `Intl.ListFormat`, because it takes 12 ms to load its language data.
  const allButLast = quoted.slice(0, -1).join(", ");
  const expects = quoted.length > 2 ? `${allButLast}, or ${quoted.at(-1) ?? ""}` : quoted.join(" or ");
  return custom(expects, (value) => words.some((word) => word === value) || didYouMean(nearest(value, words)));
}

/** Returns the schema of whole numbers from `least` on. */
export function integer(least: number): Schema<number> {
  return custom(`a whole number, at least ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least);
}

/** Returns the schema of lists of at least `least` elements. */
export function listOf<Element>(element: Schema<Element>, least = 0): Schema<readonly Element[]> {
  const expects = `a list${least === 0 ? "" : ` of at least ${least}`}; each element: ${element.expects}`;
  const isList = (value: unknown): boolean => Array.isArray(value) && value.length >= least;
  return v.pipe(custom<unknown[]>(expects, isList), v.array(element));
}

/** Returns a schema that depends on the value. Unlike `v.union`, it reports the issue at the nested path. */
export function chosen<Value>(expects: string, choose: (value: unknown) => v.GenericSchema): Schema<Value> {
  return { ...v.lazy(choose), expects } as unknown as Schema<Value>;
}

/** Returns the schema of one element, or a list of at least `least` elements. */
export function oneOrList<Element>(element: Schema<Element>, least = 0): Schema<Element | readonly Element[]> {
  const list = listOf(element, least);
  return chosen(element.expects, (value) => (Array.isArray(value) ? list : element));
}

/** The fields of an object that is being checked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of an object, with the schema that `schemaFor` returns for each key. For each value, we make a
 * `v.object` of the keys that the value has. We don't use valibot's schemas for objects with unknown keys: `v.record`
 * and `v.looseObject` leave out keys that prototypes have too, such as `constructor`, and `v.strictObject` reports only
 * the first unknown key.
 */
export function object<T>(expects: string, schemaFor: (key: string, whole: Fields) => v.GenericSchema): Schema<T> {
  const fields = v.lazy((value) => {
    const whole = value as Fields;
    return v.object(Object.fromEntries(Object.keys(whole).map((key) => [key, schemaFor(key, whole)])));
  });
  return v.pipe(custom<object>(expects, isPlainObject), fields) as unknown as Schema<T>;
}

/** The rules of an object beyond those of its fields. */
export interface ObjectRules {
  /** Returns why this key must not be in the object `whole`, or `undefined` if it may be. Default: every key may be. */
  readonly findIssue?: (key: string, whole: Fields) => string | undefined;
  /** Keys that must be present. Default: none. */
  readonly required?: readonly string[];
  /** Returns a sentence about an unknown key, which stands at the end of its issue. Default: none. */
  readonly advise?: (key: string) => string;
  /**
   * True if a key with the value `undefined` is an issue, because more would be listed without it. Default: it counts
   * as absent.
   */
  readonly refusesUndefined?: boolean;
}

/** Returns the schema of an object of known keys. `null` counts as absent unless the key's schema accepts it. */
export function objectOf<T extends object>(
  expects: string,
  entries: SchemasOf<T>,
  { findIssue = () => undefined, required = [], advise = () => "", refusesUndefined = false }: ObjectRules = {},
): Schema<T> {
  const schemas = new Map<string, v.GenericSchema>(Object.entries(entries));
  const describeUnknown = (key: string, whole: Fields): string => {
    const allowedKeys = [...schemas.keys()].filter((name) => findIssue(name, whole) === undefined);
    return `is not known here. ${adviseOnName(key, allowedKeys, "It takes")} ${advise(key)}`.trimEnd();
  };
  const schemaFor = (key: string, whole: Fields): v.GenericSchema => {
    const issue = findIssue(key, whole);
    return issue === undefined ? (schemas.get(key) ?? v.never(describeUnknown(key, whole))) : v.never(issue);
  };
  const isPresent = ([key, value]: readonly [string, unknown]): boolean => {
    if (value === undefined) {
      return refusesUndefined;
    }
    return value !== null || v.is(schemas.get(key) ?? v.any(), null);
  };
  // A required key that is absent gets the value `undefined`, which its schema reports as missing.
  const missing = required.map((key) => [key, undefined] as const);
  return v.pipe(
    custom<object>(expects, isPlainObject),
    v.transform((value): unknown => Object.fromEntries([...missing, ...Object.entries(value).filter(isPresent)])),
    object<T>(expects, schemaFor),
  );
}

/**
 * Converts an issue of valibot. The path of its property is written as `where.enabled` or `where["owner.team"].in[2]`.
 */
export function issueOf({ path, message }: v.BaseIssue<unknown>): Issue {
  const stepOf = (key: string): string => (/^[A-Za-z_$][\w$]{0,200}$/.test(key) ? `.${key}` : `["${excerpt(key)}"]`);
  const steps = (path ?? []).map(({ key }) => (typeof key === "number" ? `[${key}]` : stepOf(String(key))));
  const property = steps.join("").replace(/^\./, "");
  return { property, reason: `${property === "" ? "The argument" : `\`${property}\``} ${message}` };
}
