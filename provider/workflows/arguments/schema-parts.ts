/** The parts of the arguments' schemas. `expects` says what a part takes: messages are made of it, not by valibot. */
import * as v from "valibot";
import type { Issue } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import { describeValue, didYouMean, nearest, wrongValue } from "../../settings/issue-text.js";
import { isUnknown } from "../engine-signatures.js";
import { isPlainObject, kindIfNotPlain } from "./plain-values.js";

export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** One for each property. One without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

/** A value that `accepts` takes. For a wrong one it may return advice in sentences. One that is not known yet is wrong here, too. */
export function one<Value>(expects: string, accepts: (given: unknown) => boolean | string): Schema<Value> {
  const isRight = (given: unknown): boolean => !isUnknown(given) && accepts(given) === true;
  const describeIssue = ({ input, expected }: v.BaseIssue<unknown>): string => {
    const got = input === undefined ? "missing" : (kindIfNotPlain(input) ?? describeValue(input));
    return wrongValue(got, String(expected), String(accepts(input) || ""));
  };
  return { ...v.custom<Value>(isRight, describeIssue), expects };
}

export function text(expects: string, accepts: (given: string) => boolean | string): Schema<string> {
  return one(expects, (given) => typeof given === "string" && accepts(given));
}

/** A value of one of these types. A number is one that JavaScript and the engine keep as it was written. */
export function scalar<Value>(expects: string, ...types: readonly string[]): Schema<Value> {
  return one(expects, (given) => {
    const isLong = typeof given === "number" && Math.abs(given) > Number.MAX_SAFE_INTEGER;
    const advice = "Beyond 2^53 a number may have lost digits on its way: write it as a string.";
    return isLong ? advice : types.includes(given === null ? "null" : typeof given) && !Number.isNaN(given);
  });
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  const quoted = words.map((word) => `"${word}"`);
  // As `Intl.ListFormat` does it, which loads its language data first: 12 ms.
  const expects = quoted.join(quoted.length > 2 ? ", " : " or ").replace(/, (?=[^ ]*$)/, ", or ");
  return one(expects, (given) => words.some((word) => word === given) || didYouMean(nearest(given, words)));
}

export function integer(least: number): Schema<number> {
  return one(`a whole number, at least ${least}`, (given) => Number.isSafeInteger(given) && Number(given) >= least);
}

export function listOf<Element>(element: Schema<Element>, least = 0): Schema<readonly Element[]> {
  const expects = `a list${least === 0 ? "" : ` of at least ${least}`}; each element: ${element.expects}`;
  const isList = (given: unknown): boolean => Array.isArray(given) && given.length >= least;
  return v.pipe(one<unknown[]>(expects, isList), v.array(element));
}

/** The schema that is chosen for a value. Other than a union of valibot's, it names the part that is wrong. */
export function chosen<Value>(expects: string, choose: (given: unknown) => v.GenericSchema): Schema<Value> {
  return { ...v.lazy(choose), expects } as unknown as Schema<Value>;
}

export function oneOrList<Element>(element: Schema<Element>, least = 0): Schema<Element | readonly Element[]> {
  const list = listOf(element, least);
  return chosen(element.expects, (given) => (Array.isArray(given) ? list : element));
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * An object: `schemaFor` gives the schema of each key. Valibot's own leave out keys that prototypes have too, such as
 * `constructor`, and report only the first unknown one.
 */
export function object<T>(expects: string, schemaFor: (key: string, whole: Fields) => v.GenericSchema): Schema<T> {
  const fields = v.lazy((given) => {
    const whole = given as Fields;
    return v.object(Object.fromEntries(Object.keys(whole).map((key) => [key, schemaFor(key, whole)])));
  });
  return v.pipe(one<object>(expects, isPlainObject), fields) as unknown as Schema<T>;
}

/**
 * An object of known keys. `null` is no value, except where a key takes it. `findIssue` states why a key of the object `whole`
 * is refused. A key of `required` must be present, unless it is refused. `advice` is about unknown keys.
 */
export function objectOf<T extends object>(
  expects: string,
  entries: SchemasOf<T>,
  findIssue: (key: string, whole: Fields) => string | undefined = () => undefined,
  required: readonly string[] = [],
  advice = "",
): Schema<T> {
  const schemas = new Map<string, v.GenericSchema>(Object.entries(entries));
  const isSet = ([key, value]: readonly [string, unknown]): boolean =>
    value !== undefined && (value !== null || v.is(schemas.get(key) ?? v.any(), null));
  const absent = required.filter((key) => !findIssue(key, {})).map((key) => [key, undefined] as const);
  return v.pipe(
    one<object>(expects, isPlainObject),
    v.transform((given): unknown => Object.fromEntries([...absent, ...Object.entries(given).filter(isSet)])),
    object<T>(expects, (key, whole) => {
      const names = [...schemas.keys()].filter((name) => findIssue(name, whole) === undefined);
      const meant = () => didYouMean(nearest(key, names), "`") || `It takes: ${names.join(", ")}.`;
      const unknown = v.never(() => `is not known here. ${meant()} ${advice}`.trimEnd());
      const issue = findIssue(key, whole);
      return issue === undefined ? (schemas.get(key) ?? unknown) : v.never(issue);
    }),
  );
}

/** An issue of valibot's, with the path of its property, such as `where.enabled`, `where["owner.team"].in[2]`. */
export function issueOf({ path, message }: v.BaseIssue<unknown>): Issue {
  const stepOf = (key: string): string => (/^[A-Za-z_$][\w$]{0,200}$/.test(key) ? `.${key}` : `["${excerpt(key)}"]`);
  const steps = (path ?? []).map(({ key }) => (typeof key === "number" ? `[${key}]` : stepOf(String(key))));
  const property = steps.join("").replace(/^\./, "");
  return { property, reason: `${property === "" ? "The argument" : `\`${property}\``} ${message}` };
}
