/** How messages name places, values and types. */
import { excerpt } from "../../http/excerpt.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";
import { NAMED_TYPES } from "./named-types.js";
import type { ArgumentType } from "./vocabulary.js";

/** The path of a property: `where.enabled`, `where["owner.team"].in[2]`. */
export function pathTo(parent: string, key: string | number): string {
  if (typeof key === "number") return `${parent}[${key}]`;
  if (!/^[A-Za-z_$][\w$]*$/.test(key) || key.length > 200) return `${parent}["${excerpt(key)}"]`;
  return parent === "" ? key : `${parent}.${key}`;
}

/** What was given, short and clean. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : `"${excerpt(value)}"`;
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  const kind = kindOfStandIn(value);
  if (kind !== undefined) return excerpt(kind);
  if (!isPlainObject(value)) return excerpt(String(value));
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
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
  pointer: "a JSON Pointer (RFC 6901) such as /data/items",
  place: "a JSON Pointer (RFC 6901) such as /next_cursor, or a response header such as header:X-Next-Cursor",
  "request header": "the name of a request header such as X-Cursor",
  pattern: "a regular expression",
  name: "a text that is not empty",
};
