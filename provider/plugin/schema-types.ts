/** Translates the JSON Schema of the arguments, and the table of settings, into the types of a Pulumi package schema. */
import { fallbackOf, type SettingDefinition } from "../settings/definitions.js";
import { PACKAGE } from "./names.js";

/** The part of JSON Schema (draft-07) that the types of arguments need. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  /** Sentences, in Markdown. The last one has the default: "Default: `1000`." */
  readonly description?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | false;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly $ref?: string;
}

/** The arguments as JSON Schema, made of their TypeScript types by `npm run generate`. */
export interface ArgumentsSchema {
  /** Of the resource and all functions. */
  readonly properties: Readonly<Record<string, SchemaNode>>;
  readonly required: readonly string[];
  /** The types that have a name of their own. */
  readonly definitions: Readonly<Record<string, SchemaNode>>;
}

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

export interface ArgumentSpecs {
  readonly propertySpec: (name: string) => PropertySpec;
  /** The types of arguments that are objects, by their tokens: those that an argument or another of them refers to. */
  readonly objectTypes: () => Readonly<Record<string, ObjectSpec>>;
}

/** The arguments as a package schema has them. It has no aliases, no `null`, and no choice with a list. */
export function argumentSpecs({ properties, definitions }: ArgumentsSchema): ArgumentSpecs {
  const nameIn = ($ref: string): string => $ref.replace("#/definitions/", "");

  /** What the node is, without the alias's name. An object keeps its reference. */
  function resolved(node: SchemaNode): SchemaNode {
    const named = node.$ref === undefined ? undefined : definitions[nameIn(node.$ref)];
    return named === undefined || named.properties !== undefined ? node : resolved(named);
  }

  function alternatives(node: SchemaNode): SchemaNode[] {
    const { anyOf, type, ...rest } = resolved(node);
    if (anyOf !== undefined) {
      return anyOf.flatMap(alternatives);
    }
    return typeof type === "object"
      ? type.map((one) => ({ type: one }))
      : [type === undefined ? rest : { type, ...rest }];
  }

  function typeSpec(node: SchemaNode): TypeSpec {
    const all = alternatives(node).filter(({ type }) => type !== "null");
    const specs = [...new Map(all.map((one) => [JSON.stringify(one), singleSpec(one)])).values()];
    if (specs.length === 1 && specs[0] !== undefined) {
      return specs[0];
    }
    // A resource of a Python program fails over a list where the type is a choice between one and something else.
    if (specs.some(({ type }) => type === "array")) {
      return ANY;
    }
    const mapping = all.map(({ $ref = "" }) => [
      definitions[nameIn($ref)]?.properties?.["type"]?.const,
      `#/types/${typeToken(nameIn($ref))}`,
    ]);
    return mapping.every(([value]) => value !== undefined)
      ? {
          oneOf: specs,
          discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) as Record<string, string> },
        }
      : { oneOf: specs };
  }

  function singleSpec({ $ref, type, items, additionalProperties }: SchemaNode): TypeSpec {
    if ($ref !== undefined) {
      return { $ref: `#/types/${typeToken(nameIn($ref))}` };
    }
    if (items !== undefined) {
      // In a list, `null` is a value, for which a schema has no type.
      return { type: "array", items: mayBeNull(items) ? ANY : typeSpec(items) };
    }
    if (typeof additionalProperties === "object") {
      return { type: "object", additionalProperties: typeSpec(additionalProperties) };
    }
    return typeof type === "string" ? { type } : ANY;
  }

  const mayBeNull = (node: SchemaNode): boolean => alternatives(node).some(({ type }) => type === "null");

  /** Whether it has a `null` that YAML leaves out of a map as an absent value, and keeps in a list. */
  const mayBeDropped = (node: SchemaNode): boolean =>
    alternatives(node).some(
      ({ type, additionalProperties }) =>
        type === "null" || (typeof additionalProperties === "object" && mayBeDropped(additionalProperties)),
    );

  /** What the node takes, in words. */
  function expected(node: SchemaNode): string {
    const words = alternatives(node).map(({ $ref, type, additionalProperties }) => {
      if ($ref !== undefined) {
        return `an object with \`${Object.keys(definitions[nameIn($ref)]?.properties ?? {}).join("`, `")}\``;
      }
      return typeof additionalProperties === "object"
        ? `an object; each value: ${expected(additionalProperties)}`
        : (WORDS[String(type)] ?? "any value");
    });
    return [...new Set(words)].join(", or ");
  }

  function spec(node: SchemaNode): PropertySpec {
    const type = typeSpec(node);
    const [, text = "", fallback = ""] = /^([^]*?)( ?Default: [^]*)?$/.exec(node.description ?? "") ?? [];
    const isLoose = type.type !== "array" && JSON.stringify(type).includes(JSON.stringify(ANY));
    return {
      ...type,
      description: [
        text,
        node.enum === undefined ? "" : `One of ${node.enum.map((value) => `\`"${value}"\``).join(", ")}.`,
        isLoose ? `Takes ${expected(node)}.` : "",
        mayBeDropped(node) ? "For `null`, which YAML leaves out on the way, write `{ in: [null] }`." : "",
        // Described, not set: a default that an SDK filled in would be in every state, and change with the package's version.
        fallback.trim(),
      ]
        .filter(Boolean)
        .join(" "),
      ...(node.const === undefined ? {} : { const: node.const }),
    };
  }

  return {
    propertySpec: (name) => spec(properties[name] ?? {}),
    objectTypes: () => {
      const types = Object.entries(definitions)
        .filter(([, node]) => node.properties !== undefined)
        .map(([name, { description = "", properties: fields = {}, required = [] }]): [string, ObjectSpec] => [
          typeToken(name),
          { ...objectSpec(description, mapValues(fields, spec)), required },
        ]);
      const text = JSON.stringify([types, mapValues(properties, spec)]);
      return Object.fromEntries(types.filter(([token]) => text.includes(`"#/types/${token}"`)));
    },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
};

export function objectSpec(description: string, properties: Readonly<Record<string, PropertySpec>>): ObjectSpec {
  return { description, type: "object", properties, required: [] };
}

function mapValues<From, To>(
  object: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value)]));
}

export function settingSpec(definition: SettingDefinition): PropertySpec {
  const { type, description, secret, required } = definition;
  return {
    ...settingType(type),
    description: required ? description : `${description} Default: ${fallbackOf(definition)}.`,
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
