/** Checks values against their description: every fault at once, each with its place. */
import { aliasOf, NAMED_TYPES, propertiesOf } from "./definitions.js";
import type { ArgumentType, PropertyDefinition, TypeName } from "./description.js";
import { asOperators, describeType, describeValue, listed, pathTo, suggest, unknownKey } from "./fault-words.js";
import { FORMATS } from "./formats.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";
import { isUnknown } from "../engine-marks.js";
import { isSafeNumber } from "../json/numbers.js";

/** Receives a fault: the path of the property, and a sentence without it. Returns the value to use instead. */
export type Report = (property: string, fault: string) => null;

/** Nested conditions (`not` in `not` …) are limited. */
const MAX_DEPTH = 30;

/** Where a value is, and what receives its faults. */
interface Place {
  readonly path: string;
  readonly report: Report;
  /** How many values are around it. */
  readonly depth: number;
}

function below({ path, report, depth }: Place, key: string | number): Place {
  return { path: pathTo(path, key), report, depth: depth + 1 };
}

/**
 * A copy of `value` as `type` describes it, without what is absent. What is not known yet passes as it is. Where something
 * was reported, the copy is not to be used.
 */
function validate(value: unknown, type: ArgumentType, place: Place): unknown {
  if (isUnknown(value)) {
    return value;
  }
  if (place.depth > MAX_DEPTH) {
    return place.report(place.path, "is nested too deeply.");
  }
  if (type.is === "named") {
    return validateNamed(value, type.name, place);
  }
  if (type.is === "union") {
    const fitting = type.of.find((alternative) => hasShape(value, alternative));
    return fitting === undefined ? reportWrong(value, type, place) : validate(value, fitting, place);
  }
  if (!hasShape(value, type) || !fits(value, type)) {
    return reportWrong(value, type, place);
  }
  return copyParts(value, type, place);
}

/** A list or an object with its parts validated; any other value as it is. */
function copyParts(value: unknown, type: ArgumentType, place: Place): unknown {
  const partType = type.is === "any" ? type : type.is === "array" || type.is === "map" ? type.of : undefined;
  if (partType === undefined) {
    return value;
  }
  if (type.is === "map" && type.keys === "field") {
    checkFieldNames(Object.keys(value as object), place);
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => validate(element, partType, below(place, index)));
  }
  // A part of any value that is not plain would be the same for every value of its kind.
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, validate(part, partType, below(place, key))]))
    : value;
}

function checkFieldNames(keys: readonly string[], { path, report }: Place): void {
  const { accepts, words } = FORMATS.field;
  for (const key of keys.filter((name) => !accepts(name))) {
    report(path, `has the key ${describeValue(key)}, but takes ${words}.`);
  }
}

function reportWrong(value: unknown, type: ArgumentType, { path, report }: Place): null {
  const got = describeValue(value);
  return isRounded(value, type)
    ? report(path, `is ${got}. Beyond 2^53 a number may have lost digits on its way. Write it as a string.`)
    : report(path, `is ${got}, but takes ${describeType(type)}.${suggest(value, type)}`);
}

function validateNamed(value: unknown, name: TypeName, place: Place): unknown {
  const { path, report } = place;
  const type = NAMED_TYPES[name];
  if ("alias" in type) {
    // The alias's own description is better than that of its type.
    if (hasShape(value, type.alias)) {
      return validate(value, type.alias, place);
    }
    return report(path, `is ${describeValue(value)}, but takes ${type.words}.${asOperators(value, name)}`);
  }
  if (!isPlainObject(value) || kindOfStandIn(value) !== undefined) {
    return report(path, `is ${describeValue(value)}, but takes ${type.words}.`);
  }
  if ("properties" in type) {
    const { properties, needsOne, hint = "" } = type;
    const copy = validateProperties(value, properties, place, (key) => unknownKey(key, properties, hint));
    if (needsOne && Object.keys(value).every((key) => value[key] === undefined)) {
      report(path, `is ${describeValue(value)}, but takes ${type.words}: ${listed(properties)}.`);
    }
    return copy;
  }
  return validateChoice(value, type.choices, place);
}

/** @param choices the name of a type for each value of the property `type`. */
function validateChoice(
  value: Record<string, unknown>,
  choices: Readonly<Record<string, TypeName>>,
  place: Place,
): unknown {
  const { type: given } = value;
  if (isUnknown(given)) {
    return value;
  }
  const chosen = typeof given === "string" && Object.hasOwn(choices, given) ? choices[given] : undefined;
  if (chosen === undefined) {
    const values = Object.keys(choices);
    const which: ArgumentType = { is: "enum", values };
    const got = given === undefined || given === null ? "is missing; it" : `is ${describeValue(given)}, but`;
    return place.report(pathTo(place.path, "type"), `${got} takes ${describeType(which)}.${suggest(given, which)}`);
  }
  const properties = propertiesOf(chosen);
  return validateProperties(value, properties, place, (key) => {
    const others = Object.entries(choices).filter(([, other]) => propertiesOf(other).some((one) => one.name === key));
    if (others.length === 0) {
      return unknownKey(key, properties, "");
    }
    return `does not go with type "${String(given)}", only with ${others.map(([other]) => `"${other}"`).join(" or ")}.`;
  });
}

/** The copy of an object's described properties; `unknown` gives the fault of any other one. */
export function validateProperties(
  value: Record<string, unknown>,
  properties: readonly PropertyDefinition[],
  place: Place,
  unknown: (key: string) => string,
): Record<string, unknown> {
  const { path, report } = place;
  for (const key of Object.keys(value)) {
    if (value[key] === undefined || properties.some(({ name }) => name === key)) {
      continue;
    }
    report(pathTo(path, key), unknown(key));
  }
  const copy: Record<string, unknown> = {};
  for (const { name, type, required } of properties) {
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    if (part === undefined || (part === null && !hasShape(null, type))) {
      if (required) {
        report(pathTo(path, name), `is missing; it takes ${describeType(type)}.`);
      }
    } else {
      copy[name] = validate(part, type, below(place, name));
    }
  }
  return copy;
}

/** Whether JavaScript's own type is right, which decides between the types of a union. */
function hasShape(value: unknown, type: ArgumentType): boolean {
  if (kindOfStandIn(value) !== undefined) {
    return false;
  }
  switch (type.is) {
    case "string":
    case "enum":
      return typeof value === "string";
    case "integer":
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "map":
      return isPlainObject(value);
    case "union":
      return type.of.some((alternative) => hasShape(value, alternative));
    case "named": {
      const alias = aliasOf(type);
      return alias === undefined ? isPlainObject(value) : hasShape(value, alias);
    }
    case "any":
      return true;
    case "schema":
      return (typeof value === "object" && value !== null) || typeof value === "function";
  }
}

/** Whether a value of the right shape is one that the type takes. */
function fits(value: unknown, type: ArgumentType): boolean {
  switch (type.is) {
    case "string":
      return type.format === undefined || FORMATS[type.format].accepts(value as string);
    case "enum":
      return type.values.includes(value as string);
    case "integer":
      return Number.isSafeInteger(value) && (value as number) >= type.least;
    case "number":
      return isSafeNumber(value as number);
    case "array":
      return (value as unknown[]).length >= (type.least ?? 0);
    case "schema": {
      const standard = (value as { "~standard"?: { validate?: unknown } | null })["~standard"];
      return typeof standard?.validate === "function";
    }
    default:
      return true;
  }
}

/** The only fault of a finite number, where numbers are allowed. */
function isRounded(value: unknown, type: ArgumentType): boolean {
  return type.is === "number" && Number.isFinite(value);
}
