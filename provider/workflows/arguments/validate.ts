/** Checks values against their description: every fault at once, each with its place. */
import { isPath, isPointer, likelyPointer } from "../../http/json-path.js";
import { aliasOf, NAMED_TYPES, propertiesOf } from "./definitions.js";
import type { ArgumentType, PropertyDefinition, TextFormat, TypeName } from "./description.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";
import { isUnknown } from "../engine-marks.js";
import { isSafeNumber } from "../json/numbers.js";
import { excerpt } from "../../http/excerpt.js";
import { HEADER_NAME } from "../../settings/headers.js";
import { nearest } from "../../settings/nearest.js";

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
  for (const key of keys.filter((name) => !isField(name))) {
    report(path, `has the key ${describeValue(key)}, but takes ${describeType({ is: "string", format: "field" })}.`);
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

/** The formats of texts: how messages call them, and which texts they accept. */
const FORMATS: Readonly<Record<TextFormat, { readonly words: string; readonly accepts: (text: string) => boolean }>> = {
  path: { words: "a path such as /data/items or data.items", accepts: isPath },
  place: {
    words: "a path such as /next_cursor, or a response header such as header:X-Next-Cursor",
    accepts: isPlace,
  },
  field: { words: "a field's path such as owner.team or /owner/team", accepts: isField },
  "sort field": {
    words: "a field's path such as owner.team or -owner.team",
    accepts: (text) => isField(text.replace(/^-/, "")),
  },
  "request header": { words: "the name of a request header such as X-Cursor", accepts: isFreeHeader },
  pattern: { words: "a regular expression", accepts: (text) => patternFault(text) === undefined },
  name: { words: "a string that is not empty", accepts: (text) => text.trim() !== "" },
};

/** A path into a listing's items. It is not as strict as a path into a response: a field that no item has is an error. */
function isField(text: string): boolean {
  const path = text.replace(/\?$/, "");
  return path.trim() !== "" && (!path.startsWith("/") || isPointer(path));
}

/** A path, or `header:` and a header's name, which a JSON Pointer into the header's JSON may follow. */
function isPlace(text: string): boolean {
  const header = /^header:([^/]*)(\/.*)?$/s.exec(text);
  return header === null ? isPath(text) : HEADER_NAME.test(header[1] ?? "") && isPointer(header[2] ?? "");
}

/** Headers that a cursor may be sent in: those that decide how a request is sent or who sends it are not among them. */
function isFreeHeader(text: string): boolean {
  const taken =
    /^(?:authorization|proxy-.*|host|cookie|content-.*|accept|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent)$/i;
  return HEADER_NAME.test(text) && !taken.test(text);
}

/** The path of a property: `where.enabled`, `where["owner.team"].in[2]`. */
export function pathTo(parent: string, key: string | number): string {
  if (typeof key === "number") {
    return `${parent}[${key}]`;
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(key) || key.length > 200) {
    return `${parent}["${excerpt(key)}"]`;
  }
  return parent === "" ? key : `${parent}.${key}`;
}

/** What was given, short and clean. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value === "" ? "an empty string" : `"${excerpt(value)}"`;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : "a list";
  }
  const kind = kindOfStandIn(value);
  if (kind !== undefined) {
    return excerpt(kind);
  }
  if (!isPlainObject(value)) {
    return excerpt(String(value));
  }
  const keys = Object.keys(value);
  if (keys.length === 0) {
    return "an empty object";
  }
  return `an object with ${excerpt(keys.slice(0, 10).join(", "))}${keys.length > 10 ? ", …" : ""}`;
}

/** What a type takes. */
export function describeType(type: ArgumentType): string {
  switch (type.is) {
    case "string":
      return type.format === undefined ? "a string" : FORMATS[type.format].words;
    case "integer":
      return `a whole number, at least ${type.least}`;
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "any":
      return "any value except functions, symbols and instances of classes";
    case "enum":
      return type.values.map((value) => `"${value}"`).join(" or ");
    case "array":
      return `a list${type.least === undefined ? "" : ` of at least ${type.least}`}; each element: ${describeType(type.of)}`;
    case "map":
      return `an object; each value: ${describeType(type.of)}`;
    case "union":
      return type.of.map(describeType).join(", or ");
    case "named":
      return NAMED_TYPES[type.name].words;
    case "schema":
      return "a validator that speaks Standard Schema (https://standardschema.dev)";
  }
}

/** The only fault of a finite number, where numbers are allowed. */
function isRounded(value: unknown, type: ArgumentType): boolean {
  return type.is === "number" && Number.isFinite(value);
}

/** The right value that the wrong one is probably meant to be. */
function suggest(value: unknown, type: ArgumentType): string {
  if (typeof value !== "string") {
    return "";
  }
  if (type.is === "array") {
    return ` Put it into a list: [${describeValue(value)}].`;
  }
  if (type.is === "enum") {
    return didYouMean(nearest(value, type.values), '"');
  }
  if (type.is !== "string") {
    return "";
  }
  if (type.format === "pattern") {
    return ` ${excerpt(patternFault(value) ?? "")}.`;
  }
  if (type.format !== "path" && type.format !== "place") {
    return "";
  }
  return didYouMean(likelyPointer(value), '"');
}

/** In many a query language a list means one of several. */
function asOperators(value: unknown, name: TypeName): string {
  return Array.isArray(value) && name === "WhereCondition" ? " For one of several values write { in: […] }." : "";
}

/** What is wrong with a key that is not described, and what is probably meant. */
export function unknownKey(key: string, properties: readonly PropertyDefinition[], hint: string): string {
  const meant = nearest(
    key,
    properties.map(({ name }) => name),
  );
  const advice = meant === undefined ? ` It takes: ${listed(properties)}.` : didYouMean(meant, "`");
  return `is not known here.${advice}${hint === "" ? "" : ` ${hint}`}`;
}

function didYouMean(meant: string | undefined, quote: string): string {
  return meant === undefined ? "" : ` Did you mean ${quote}${excerpt(meant)}${quote}?`;
}

/** The names there are, for a message. */
function listed(properties: readonly PropertyDefinition[]): string {
  return properties.map(({ name }) => name).join(", ");
}

/** Why the text is not a regular expression. */
function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return String(error).split(": ").at(-1);
  }
}
