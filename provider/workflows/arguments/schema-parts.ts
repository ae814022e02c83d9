/** The parts of the arguments' schemas. `expects` says what a part takes: `issueOf` makes a sentence of it, not valibot. */
import * as v from "valibot";
import type { Issue } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { describeValue, didYouMean, nearest, wrongValue } from "../../settings/issue-text.js";
import { isUnknown } from "../engine-signatures.js";
import { isPlainObject, kindIfNotPlain } from "./plain-values.js";

export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** One for each property. One without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

/** Whether a value is right; a wrong one may get advice in sentences. */
type Accepts<Given = unknown> = (given: Given) => boolean | string;

/** A value that `accepts` takes. One that is not known yet is an issue here, too. */
export function one<Value>(expects: string, accepts: Accepts): Schema<Value> {
  const isRight = (given: unknown): boolean => !isUnknown(given) && accepts(given) === true;
  return { ...v.custom<Value>(isRight, ({ input }) => String(accepts(input) || "")), expects };
}

export function text(expects: string, accepts: Accepts<string>): Schema<string> {
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

export function isWhole(given: unknown, least: number): boolean {
  return Number.isSafeInteger(given) && Number(given) >= least;
}

export function integer(least: number): Schema<number> {
  return one(`a whole number, at least ${least}`, (given) => isWhole(given, least));
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

/**
 * An object whose every key has the schema that `schemaFor` gives, or else the message why it cannot be there. Valibot's own leave
 * out keys that prototypes have too, such as `constructor`, and report only the first unknown one.
 */
export function object<T>(
  expects: string,
  schemaFor: (key: string) => v.GenericSchema | string,
  required: readonly string[] = [],
  isSet: (entry: readonly [key: string, value: unknown]) => boolean = () => true,
): Schema<T> {
  const fieldFor = (key: string): v.GenericSchema => {
    const schema = schemaFor(key);
    return typeof schema === "string" ? v.never(schema) : schema;
  };
  const fields = v.pipe(
    one<object>(expects, isPlainObject),
    v.transform((given) =>
      Object.fromEntries<unknown>([
        ...required.map((key) => [key, undefined] as const),
        ...Object.entries(given).filter(isSet),
      ]),
    ),
    v.lazy((given) => v.object(Object.fromEntries(Object.keys(given as object).map((key) => [key, fieldFor(key)])))),
  );
  return fields as unknown as Schema<T>;
}

/** An object of known keys. `null` is no value, except where a key takes it. `explain` gives the message about another key. */
export function objectOf<T extends object>(
  expects: string,
  entries: SchemasOf<T>,
  required: readonly string[] = [],
  explain: (key: string, usual: string) => string = (_key, usual) => usual,
): Schema<T> {
  const schemas = new Map<string, v.GenericSchema>(Object.entries(entries));
  const names = [...schemas.keys()];
  const unknown = (key: string): string =>
    `is not known here. ${didYouMean(nearest(key, names), "`") || `It takes: ${names.join(", ")}.`}`;
  return object(
    expects,
    (key) => schemas.get(key) ?? explain(key, unknown(key)),
    required,
    ([key, value]) => value !== undefined && (value !== null || v.is(schemas.get(key) ?? v.any(), null)),
  );
}

/** An issue of valibot's in our words, with the path of its property. */
export function issueOf({ type, path, message, input, expected }: v.BaseIssue<unknown>): Issue {
  const got = input === undefined ? "missing" : (kindIfNotPlain(input) ?? describeValue(input));
  const keys = (path ?? []).map(({ key }) => key as string | number);
  return issueAt(keys, type === "custom" ? wrongValue(got, expected ?? "", message) : message);
}

/** The issue of a property such as `where.enabled`, `where["owner.team"].in[2]`. `message`: the rest of a sentence about it. */
export function issueAt(path: readonly (string | number)[], message: string): Issue {
  const stepOf = (key: string): string => (/^[A-Za-z_$][\w$]{0,200}$/.test(key) ? `.${key}` : `["${excerpt(key)}"]`);
  const steps = path.map((key) => (typeof key === "number" ? `[${key}]` : stepOf(key)));
  const property = steps.join("").replace(/^\./, "");
  return { property, reason: `${property === "" ? "The argument" : `\`${property}\``} ${message}` };
}
