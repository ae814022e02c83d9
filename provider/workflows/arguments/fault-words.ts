/** The words of faults in arguments: where a value is, what it is, what is taken in its place, and what is probably meant. */
import { excerpt } from "../../http/excerpt.js";
import { likelyPointer } from "../../http/json-path.js";
import { nearest } from "../../settings/issue-text.js";
import { NAMED_TYPES } from "./definitions.js";
import type { ArgumentType, PropertyDefinition, TypeName } from "./description.js";
import { FORMATS, patternFault } from "./formats.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";

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

/** The right value that the wrong one is probably meant to be. */
export function suggest(value: unknown, type: ArgumentType): string {
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
export function asOperators(value: unknown, name: TypeName): string {
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
export function listed(properties: readonly PropertyDefinition[]): string {
  return properties.map(({ name }) => name).join(", ");
}
