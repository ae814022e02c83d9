/** Translates the descriptions of arguments and settings into those of a Pulumi package schema. */
import { fallbackOf as settingFallbackOf, type SettingDefinition } from "../settings/definitions.js";
import { aliasOf, NAMED_TYPES } from "../workflows/arguments/definitions.js";
import {
  type ArgumentType,
  fallbackOf,
  type PropertyDefinition,
  type TypeName,
} from "../workflows/arguments/description.js";
import { describeType } from "../workflows/arguments/fault-words.js";
import { PACKAGE } from "./names.js";

interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

export interface PropertySpec extends TypeSpec {
  readonly description: string;
  readonly const?: string;
  readonly secret?: true;
  readonly defaultInfo?: { readonly environment: readonly string[] };
}

export interface ObjectSpec {
  readonly description: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required: readonly string[];
}

export const ANY: TypeSpec = { $ref: "pulumi.json#/Any" };

export const typeToken = (name: string): string => `${PACKAGE}:index:${name}`;
const refTo = (name: string): TypeSpec => ({ $ref: `#/types/${typeToken(name)}` });

/** The schema's type for an argument's. Aliases and nested choices are resolved: a schema has neither. */
function typeSpec(type: ArgumentType): TypeSpec {
  switch (type.is) {
    case "string":
    case "enum":
      return { type: "string" };
    case "integer":
    case "number":
    case "boolean":
      return { type: type.is };
    case "array":
      // In a list, `null` is a value, for which a schema has no type.
      return { type: "array", items: mayBeNull(type.of) ? ANY : typeSpec(type.of) };
    case "map":
      return { type: "object", additionalProperties: typeSpec(type.of) };
    case "union":
      return oneOf(alternatives(type));
    case "named":
      return namedSpec(type.name);
    case "any":
    case "null":
    case "schema":
      return ANY;
  }
}

function namedSpec(name: TypeName): TypeSpec {
  const named = NAMED_TYPES[name];
  if ("alias" in named) {
    return typeSpec(named.alias);
  }
  if (!("choices" in named)) {
    return refTo(name);
  }
  const mapping = Object.entries(named.choices).map(([value, choice]) => [value, refTo(choice).$ref ?? ""]);
  return {
    oneOf: Object.values(named.choices).map(refTo),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) as Record<string, string> },
  };
}

/** The alternatives of a union, those of unions inside it included. `null` is no type: it means an absent value. */
function alternatives(type: ArgumentType): TypeSpec[] {
  if (type.is === "null") {
    return [];
  }
  if (type.is === "union") {
    return type.of.flatMap(alternatives);
  }
  const alias = aliasOf(type);
  return alias === undefined ? [typeSpec(type)] : alternatives(alias);
}

function oneOf(specs: readonly TypeSpec[]): TypeSpec {
  const different = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
  const [first, ...others] = different;
  if (first !== undefined && others.length === 0) {
    return first;
  }
  // A resource of a Python program fails over a list where the type is a choice between one and something else.
  return different.some(({ type }) => type === "array") ? ANY : { oneOf: different };
}

/** Whether the schema describes the type less exactly than the definition does. */
function isLoose(type: ArgumentType): boolean {
  return type.is !== "any" && type.is !== "array" && JSON.stringify(typeSpec(type)).includes(JSON.stringify(ANY));
}

/** Whether `null` is a value of it. */
function mayBeNull(type: ArgumentType): boolean {
  if (type.is === "union") {
    return type.of.some(mayBeNull);
  }
  const alias = aliasOf(type);
  return type.is === "null" || (alias !== undefined && mayBeNull(alias));
}

/** Whether it has a `null` that YAML leaves out of a map as an absent value, and keeps in a list. */
function mayBeDropped(type: ArgumentType): boolean {
  const alias = aliasOf(type);
  if (alias !== undefined) {
    return mayBeDropped(alias);
  }
  return type.is === "map" ? mayBeDropped(type.of) : mayBeNull(type);
}

export function propertySpec(property: PropertyDefinition): PropertySpec {
  const { type, description } = property;
  const fixed = type.is === "enum" && type.values.length === 1 ? type.values[0] : undefined;
  const choice = type.is === "enum" && fixed === undefined ? `One of ${listOf(type.values)}.` : "";
  // Described, not set: a default that an SDK filled in would be in every state, and change with the package's version.
  const fallback = fallbackOf(property);
  return {
    ...typeSpec(type),
    description: [
      description,
      choice,
      isLoose(type) ? `Takes ${describeType(type)}.` : "",
      mayBeDropped(type) ? "For `null`, which YAML leaves out on the way, write `{ in: [null] }`." : "",
      fallback === undefined ? "" : `Default: ${fallback}.`,
    ]
      .filter(Boolean)
      .join(" "),
    ...(fixed === undefined ? {} : { const: fixed }),
  };
}

export function objectSpec(description: string, properties: readonly PropertyDefinition[]): ObjectSpec {
  return {
    description,
    type: "object",
    properties: Object.fromEntries(properties.map((property) => [property.name, propertySpec(property)])),
    required: properties.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** The types of arguments that are objects, by their tokens: those that `schema` or another of them refers to. */
export function objectTypes(schema: unknown): Readonly<Record<string, ObjectSpec>> {
  const specs = Object.entries(NAMED_TYPES).flatMap(([name, named]) =>
    "properties" in named ? [[typeToken(name), objectSpec(named.description, named.properties)] as const] : [],
  );
  const text = JSON.stringify([schema, specs]);
  return Object.fromEntries(specs.filter(([token]) => text.includes(`"#/types/${token}"`)));
}

export function settingSpec(definition: SettingDefinition): PropertySpec {
  const { type, description, secret, required } = definition;
  return {
    ...settingType(type),
    description: required ? description : `${description} Default: ${settingFallbackOf(definition)}.`,
    ...(secret ? { secret: true } : {}),
  };
}

function settingType(type: SettingDefinition["type"]): TypeSpec {
  switch (type) {
    case "strings":
      return { type: "object", additionalProperties: { type: "string" } };
    case "object":
      return { type: "object", additionalProperties: ANY };
    default:
      return { type };
  }
}

function listOf(values: readonly string[]): string {
  return values.map((value) => `\`"${value}"\``).join(", ");
}
