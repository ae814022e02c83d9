/** The parts of the arguments' schemas. `expects` says what a part takes: messages are made of it, not by valibot. */
import * as v from "valibot";
import type { Issue } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { describeValue, didYouMean, nearest, wrongValue } from "../../settings/issue-text.js";
import { isUnknown } from "../engine-signatures.js";
import { isPlainObject, kindIfNotPlain } from "./plain-values.js";

export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** One for each property. One without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

/** A value that `accepts` takes. For a wrong one it may return advice in sentences. One that is not known yet is wrong here, too. */
export function one<Value>(expects: string, accepts: (given: unknown) => boolean | string): Schema<Value> {
  const schema = v.custom<Value>(
    (given) => !isUnknown(given) && accepts(given) === true,
    ({ input, expected }) => {
      const got = input === undefined ? "missing" : (kindIfNotPlain(input) ?? describeValue(input));
      return wrongValue(got, expected, String(accepts(input) || ""));
    },
  );
  return { ...schema, expects };
}

export function text(expects: string, accepts: (given: string) => boolean | string): Schema<string> {
  return one(expects, (given) => typeof given === "string" && accepts(given));
}

const WORDS = { string: ["a string"], number: ["a number"], boolean: ["true", "false"], null: ["null"] };
const either = (words: readonly string[]): string => new Intl.ListFormat("en", { type: "disjunction" }).format(words);

/** A value of one of these types. A number is one that JavaScript and the engine keep as it was written. */
export function scalar<Value>(...types: readonly (keyof typeof WORDS)[]): Schema<Value> {
  return one(either(types.flatMap((type) => WORDS[type])), (given) => {
    const isLong = typeof given === "number" && Math.abs(given) > Number.MAX_SAFE_INTEGER;
    const isOfType = types.some((type) => type === (given === null ? "null" : typeof given));
    const advice = "Beyond 2^53 a number may have lost digits on its way: write it as a string.";
    return isLong ? advice : isOfType && !Number.isNaN(given);
  });
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  const expects = either(words.map((word) => `"${word}"`));
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

type Fields = Readonly<Record<string, unknown>>;

/**
 * An object: for each key, `schemaFor` gives its schema, or the message why it cannot be there. Valibot's own leave out keys that
 * prototypes have too, such as `constructor`, and report only the first unknown one.
 */
export function object<T>(
  expects: string,
  schemaFor: (key: string, whole: Fields) => v.GenericSchema | string,
): Schema<T> {
  const fields = v.lazy((given) => {
    const schemas = Object.keys(given as Fields).map((key) => [key, schemaFor(key, given as Fields)] as const);
    return v.object(
      Object.fromEntries(schemas.map(([key, one]) => [key, typeof one === "string" ? v.never(one) : one])),
    );
  });
  return v.pipe(one<object>(expects, isPlainObject), fields) as unknown as Schema<T>;
}

/**
 * An object of known keys. `null` is no value, except where a key takes it. `refuse` gives the message about a key, if there is
 * one: `unknown` is the usual one about an unknown key, `whole` the object. A key of `required` is an issue if it is missing.
 */
export function objectOf<T extends object>(
  expects: string,
  entries: SchemasOf<T>,
  refuse: (key: string, unknown: string | undefined, whole: Fields) => string | undefined = (_, unknown) => unknown,
  required: readonly string[] = [],
): Schema<T> {
  const schemas = new Map<string, v.GenericSchema>(Object.entries(entries));
  const names = [...schemas.keys()];
  const unknown = (key: string): string =>
    `is not known here. ${didYouMean(nearest(key, names), "`") || `It takes: ${names.join(", ")}.`}`;
  const isSet = ([key, value]: readonly [string, unknown]): boolean =>
    value !== undefined && (value !== null || v.is(schemas.get(key) ?? v.any(), null));
  const absent = required.map((key): [string, unknown] => [key, undefined]);
  const presentOf = (given: object) => Object.fromEntries([...absent, ...Object.entries(given).filter(isSet)]);
  return v.pipe(
    v.unknown(),
    v.transform((given) => (isPlainObject(given) ? presentOf(given) : given)),
    object<T>(expects, (key, whole) => {
      const schema = schemas.get(key);
      return refuse(key, schema ? undefined : unknown(key), whole) ?? schema ?? v.any();
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
