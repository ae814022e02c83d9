/**
 * Makes arguments plain before they are sent or parsed. It replaces values that only the engine or the SDK understands, because the rules
 * for arguments (`workflows/arguments`) do not know Pulumi. `toPlain` runs in the program, `parsePlain` in both processes.
 */
import { isRecord } from "../base/json-path.js";
import { parseArguments } from "../workflows/arguments/parse-arguments.js";
import { isPlainObject, kindIfNotPlain, NOT_KNOWN_YET, placeholder } from "../workflows/arguments/plain-values.js";
import { type ArgumentKind, NARROWING } from "../workflows/arguments/table.js";
import { isUnknown, kindOfEngineObject } from "./engine-signatures.js";

const OUTPUT = "__pulumiOutput";
const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";
const CIRCULAR = "an object or a list that contains itself";
const EMPTY_IN_OUTPUT =
  "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like";

/**
 * Returns whether the value is an Output, which has `apply`, or a promise, which has `then`. An Output is recognised by the SDK's mark,
 * because its `then` is always `undefined`.
 */
function isDeferred(value: unknown): value is Record<"apply" | "then", PromiseLike<unknown>["then"]> {
  return isRecord(value) && (value[OUTPUT] === true || typeof value["then"] === "function");
}

/**
 * Parses arguments as `parseArguments` does. Values that are not known yet are accepted, so that the others can be checked. If the arguments
 * contain such a value (`containsUnknown`), use only the issues of the result.
 */
export function parsePlain(kind: ArgumentKind, args: object): ReturnType<typeof parseArguments> {
  const replace = (value: unknown, ancestors: readonly unknown[]): unknown => {
    if (isUnknown(value)) {
      return NOT_KNOWN_YET;
    }
    const kindToRefuse = kindOfPulumiValue(value, ancestors);
    if (kindToRefuse !== undefined) {
      return placeholder(kindToRefuse);
    }
    // The argument `schema` is not copied, because a copy of a validator would lose its methods.
    const isSchema = (key: string | number): boolean => key === "schema" && ancestors.length === 0;
    return copyParts(value, (part, key) => (isSchema(key) ? part : replace(part, [...ancestors, value])));
  };
  return parseArguments(kind, replace(args, []) as object);
}

/** Returns the kind of a value that a function or the resource cannot take, or `undefined`. `ancestors` are the lists and objects around it. */
function kindOfPulumiValue(value: unknown, ancestors: readonly unknown[]): string | undefined {
  if (ancestors.includes(value)) {
    return CIRCULAR;
  }
  return isDeferred(value) ? DEFERRED : kindOfEngineObject(value);
}

/**
 * Returns a copy of an argument for the engine, whose wire format must not change it. So these become placeholders, which the provider
 * reports:
 *
 * 1. A value that is not plain, such as a Map, or that only Pulumi understands, such as a resource.
 * 2. A list or an object that contains itself.
 * 3. An `undefined` that would be dropped from a filter, at any depth, such as in `where: { id: { startsWith: undefined, exists: true } }`,
 *    which would then list more.
 * 4. An `undefined` in a list, such as in `select: [undefined]`, which would become `null`. This does not matter in `triggers`, because
 *    these values are only compared.
 * 5. A text that the engine would take for an unknown value.
 * 6. An empty object in an Output, which may have been a Map.
 */
export function toPlain(name: string, argument: unknown): unknown {
  const copy = (value: unknown, ancestors: readonly unknown[], isInOutput: boolean): unknown => {
    if (isDeferred(value)) {
      const isOutput = OUTPUT in value;
      // We don't use `pulumi.output`, because it makes an empty object of a Map.
      const whenSettled = isOutput ? value.apply.bind(value) : value.then.bind(value);
      return whenSettled((content) => copy(content, ancestors, isInOutput || isOutput));
    }
    const kind = kindOfBadPart(name, value, ancestors, isInOutput);
    return kind === undefined
      ? copyParts(value, (part) => copy(part, [...ancestors, value], isInOutput))
      : placeholder(kind);
  };
  return copy(argument, [], false);
}

/** Returns a list or a plain object with each part replaced by its copy. Any other value is returned as it is. */
function copyParts(value: unknown, copyPart: (part: unknown, key: string | number) => unknown): unknown {
  if (Array.isArray(value)) {
    // We don't use `map`, because it skips the holes of a sparse list.
    return Array.from(value, copyPart);
  }
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyPart(part, key)]))
    : value;
}

/** Returns the kind of a part that must become a placeholder, or `undefined`. `ancestors` are the lists and objects around it. */
function kindOfBadPart(name: string, value: unknown, ancestors: readonly unknown[], isInOutput: boolean) {
  if (ancestors.includes(value)) {
    return CIRCULAR;
  }
  const isListElement = Array.isArray(ancestors.at(-1)) && name !== "triggers";
  const isInFilter = ancestors.length > 0 && NARROWING.includes(name);
  if (value === undefined && (isListElement || isInFilter)) {
    return "undefined";
  }
  if (isUnknown(value)) {
    return "the engine's signature of a value that is not known yet";
  }
  const isEmptyObject = isPlainObject(value) && Object.keys(value).length === 0;
  return isInOutput && isEmptyObject ? EMPTY_IN_OUTPUT : (kindOfEngineObject(value) ?? kindIfNotPlain(value));
}
