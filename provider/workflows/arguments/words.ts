/** The words of messages about arguments: places, values, types, and what to do next. */
import { excerpt } from "../../http/excerpt.js";
import { isPath } from "../../http/json-path.js";
import { nearest } from "../../settings/nearest.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";
import { NAMED_TYPES } from "./named-types.js";
import type { ArgumentType, PropertyDefinition } from "./vocabulary.js";

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
    return value === "" ? "an empty text" : `"${excerpt(value)}"`;
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
      return type.format === undefined ? "a text" : FORMATS[type.format];
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
      return NAMED_TYPES[type.name]?.words ?? type.name;
    case "schema":
      return "a validator that speaks Standard Schema (https://standardschema.dev)";
  }
}

const FORMATS = {
  path: "a path such as /data/items or data.items",
  place: "a path such as /next_cursor, or a response header such as header:X-Next-Cursor",
  field: "a field's path such as owner.team or /owner/team",
  "request header": "the name of a request header such as X-Cursor",
  pattern: "a regular expression",
  name: "a text that is not empty",
};

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
  const pointer = `/${value.replace(/^[$.#/]+/, "").replaceAll(".", "/")}`;
  return isPath(pointer) && value.length < 200 ? didYouMean(pointer, '"') : "";
}

/** In many a query language a list means one of several. */
export function asOperators(value: unknown, name: string): string {
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

/** Why the text is not a regular expression. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return String(error).split(": ").at(-1);
  }
}
