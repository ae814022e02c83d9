/** The parts that the schemas of the arguments are made of. A message is the rest of a sentence about its property. */
import * as v from "valibot";
import { didYouMean, nearest, takes } from "../../settings/issue-text.js";
import { isUnknown } from "../engine-signatures.js";
import { isPlainObject } from "./plain-values.js";

export type Schema<Value> = v.GenericSchema<unknown, Value>;

/** One for each property. One without a schema, or with a schema of another type, does not compile. */
export type SchemasOf<T> = { readonly [Key in keyof T]-?: Schema<T[Key]> };

type Advise = (given: unknown) => string;

/** A value without parts. `advise` gives sentences about a wrong one. One that is not known yet is an issue here, too. */
export function single<Value>(
  expected: string,
  accepts: (given: unknown) => boolean,
  advise: Advise = () => "",
): Schema<Value> {
  return v.custom<Value>(
    (given) => !isUnknown(given) && accepts(given),
    ({ input }) => takes(expected, advise(input)),
  );
}

export function text(
  expected = "a string",
  accepts: (given: string) => boolean = () => true,
  advise?: Advise,
): Schema<string> {
  return single(expected, (given) => typeof given === "string" && accepts(given), advise);
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Schema<Word> {
  const expected = words.map((word) => `"${word}"`).join(" or ");
  return single(
    expected,
    (given) => words.some((word) => word === given),
    (given) => didYouMean(nearest(given, words)),
  );
}

export const boolean = single<boolean>("true or false", (given) => typeof given === "boolean");

export function isWhole(given: unknown, least: number): boolean {
  return Number.isSafeInteger(given) && Number(given) >= least;
}

export function integer(least: number): Schema<number> {
  return single(`a whole number, at least ${least}`, (given) => isWhole(given, least));
}

/** A value of one of these types. A number is one that JavaScript and the engine keep as it was written. */
export function scalar<Value>(types: readonly string[], expected: string): Schema<Value> {
  const isLong = (given: unknown): boolean => typeof given === "number" && Math.abs(given) > Number.MAX_SAFE_INTEGER;
  return single(
    expected,
    (given) => types.includes(given === null ? "null" : typeof given) && !isLong(given) && !Number.isNaN(given),
    (given) => (isLong(given) ? "Beyond 2^53 a number may have lost digits on its way: write it as a string." : ""),
  );
}

export function listOf<Element>(element: Schema<Element>, expected: string, least = 0): Schema<readonly Element[]> {
  const message = takes(`a list${least === 0 ? "" : ` of at least ${least}`}; each element: ${expected}`);
  return v.pipe(v.array(element, message), v.minLength(least, message));
}

/** A value, or a list of such values. Other than a union of valibot's, it names the part that is wrong. */
export function oneOrList<Element>(
  element: Schema<Element>,
  expected: string,
  least = 0,
): Schema<Element | readonly Element[]> {
  const list = listOf(element, expected, least);
  return v.lazy<Schema<Element | readonly Element[]>>((given) => (Array.isArray(given) ? list : element));
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * An object whose every key has the schema that `schemaFor` gives. Valibot's own leave out keys that prototypes have too, such as
 * `constructor`, and report only the first unknown one.
 */
export function object<T>(
  expected: string,
  schemaFor: (key: string) => v.GenericSchema,
  prepare = (given: Fields) => given,
): Schema<T> {
  const fields = v.lazy((given) =>
    v.object(Object.fromEntries(Object.keys(given as Fields).map((key) => [key, schemaFor(key)]))),
  );
  return v.pipe(v.custom<Fields>(isPlainObject, takes(expected)), v.transform(prepare), fields) as unknown as Schema<T>;
}

/**
 * An object of known keys. `null` is no value, except where a key takes it.
 *
 * @param unknown the message about another key; `undefined` if it may be there.
 */
export function objectOf<T extends object>(
  expected: string,
  entries: SchemasOf<T>,
  required: readonly string[] = [],
  unknown: (key: string, usual: string) => string | undefined = (_key, usual) => usual,
): Schema<T> {
  const schemas = new Map<string, v.GenericSchema>(Object.entries(entries));
  const names = [...schemas.keys()];
  const schemaFor = (key: string): v.GenericSchema => {
    const advice = didYouMean(nearest(key, names), "`") || `It takes: ${names.join(", ")}.`;
    const message = unknown(key, `is not known here. ${advice}`);
    return schemas.get(key) ?? (message === undefined ? v.unknown() : v.never(message));
  };
  const isSet = ([key, value]: [string, unknown]): boolean =>
    value !== undefined && (value !== null || v.is(schemaFor(key), null));
  return object(expected, schemaFor, (given) =>
    Object.fromEntries([
      ...required.map((key): [string, unknown] => [key, undefined]),
      ...Object.entries(given).filter(isSet),
    ]),
  );
}
