/** Makes the arguments' types in the form of Pulumi's schemas from their JSON Schema. Runs in `npm run generate`. */
import type { ArgumentName } from "../workflows/arguments/table.js";

/** The name of the package, for programs in every language. */
export const PACKAGE = "workflows";

/** The part of JSON Schema (draft-07) that the types of arguments need. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  /** Sentences, in Markdown. The last one has the default: "Default: `1000`." */
  readonly description?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | false;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
}

/** The arguments as JSON Schema, made of their TypeScript types by `npm run generate`. */
export interface ArgumentsSchema {
  /** The properties of the resource and of all functions. */
  readonly properties: Readonly<Record<string, SchemaNode>>;
  /** The types that have a name of their own. */
  readonly definitions: Readonly<Record<string, SchemaNode>>;
}

/** A type in the form of Pulumi's schemas. */
interface TypeSpec {
  readonly type?: string;
  readonly $ref?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
}

/** An argument, a setting or an output in the form of Pulumi's schemas. */
export interface PropertySpec extends TypeSpec {
  readonly description: string;
  readonly secret?: true;
  readonly defaultInfo?: { readonly environment: readonly string[] };
}

interface ObjectSpec {
  readonly description: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required: readonly string[];
}

type Definitions = ArgumentsSchema["definitions"];

/** Returns the name of a type or a function in the schema. */
export const typeToken = (name: string): string => `${PACKAGE}:index:${name}`;

/** Any value, which programs get and give without a type. */
export const ANY: TypeSpec = { $ref: "pulumi.json#/Any" };

/** The types that keep their names. All other types are written where they are used. */
const NAMED_TYPES: readonly string[] = ["Pagination", "WhereOperators"];

/**
 * Returns the type of a node:
 *
 * 1. A choice with a list in it is `ANY`, because a Python program that gives a list to the resource would fail.
 * 2. A choice in a list is `ANY`, because it may be `null`, for which Pulumi's schemas have no type. In other choices, `null` is left out.
 */
function typeSpec(node: SchemaNode, definitions: Definitions): TypeSpec {
  const { $ref, type, anyOf, items, additionalProperties } = node;
  if ($ref !== undefined) {
    const name = nameIn($ref);
    return NAMED_TYPES.includes(name)
      ? { $ref: `#/types/${typeToken(name)}` }
      : typeSpec(definitions[name] ?? {}, definitions);
  }
  const choices = anyOf ?? (typeof type === "object" ? type.map((choice) => ({ type: choice })) : undefined);
  if (choices !== undefined) {
    const specs = choices.filter((choice) => choice.type !== "null").map((choice) => typeSpec(choice, definitions));
    return specs.some((spec) => spec.type === "array") ? ANY : { oneOf: specs };
  }
  if (type === "array") {
    const element = typeSpec(items ?? {}, definitions);
    return { type, items: element.oneOf === undefined ? element : ANY };
  }
  if (type === "object") {
    return { type, additionalProperties: typeSpec(additionalProperties || {}, definitions) };
  }
  return typeof type === "string" ? { type } : ANY;
}

function nameIn($ref: string): string {
  return $ref.replace("#/definitions/", "");
}

const NULL_ADVICE = " For `null`, which YAML leaves out on the way, write `{ in: [null] }`.";
/** The properties that are conditions, or consist of them. */
const CONDITIONS: readonly string[] = ["where", "not"];

/** Returns the type and the words of a property. The default is only described. If the schema set it, an SDK would write it into every state. */
function propertySpec(name: string, node: SchemaNode, definitions: Definitions): PropertySpec {
  const { description = "", enum: words = [] } = node;
  const choices = words.length === 0 ? "" : ` One of ${words.map((word) => `\`"${word}"\``).join(", ")}.`;
  const advice = CONDITIONS.includes(name) ? NULL_ADVICE : "";
  return { ...typeSpec(node, definitions), description: description + choices + advice };
}

/** Returns the argument's type and words. */
export function argumentSpec({ properties, definitions }: ArgumentsSchema, name: ArgumentName): PropertySpec {
  return propertySpec(name, properties[name] ?? {}, definitions);
}

/** Returns the types that arguments refer to, by their tokens. */
export function objectTypes({ definitions }: ArgumentsSchema): Readonly<Record<string, ObjectSpec>> {
  const { description = "", properties = {} } = definitions["WhereOperators"] ?? {};
  const operators = Object.entries(properties).map(([name, node]) => [name, propertySpec(name, node, definitions)]);
  return {
    [typeToken("Pagination")]: paginationType(definitions),
    [typeToken("WhereOperators")]: {
      description,
      type: "object",
      properties: Object.fromEntries(operators) as ObjectSpec["properties"],
      required: [],
    },
  };
}

/**
 * Returns the type of `pagination`: one object with the options of all types, because a choice between objects has no type in Go, and a Python
 * SDK does not translate the keys of the objects in a choice. An option that only one value of `type` allows says so.
 */
function paginationType(definitions: Definitions): ObjectSpec {
  const variants = (definitions["Pagination"]?.anyOf ?? []).map(({ $ref = "" }) => {
    const { description = "", properties = {} } = definitions[nameIn($ref)] ?? {};
    return { type: `\`"${properties["type"]?.const ?? ""}"\``, description, properties };
  });
  const options: Record<string, PropertySpec> = {};
  for (const { type, properties } of variants) {
    for (const [name, node] of Object.entries(properties)) {
      const isOfOneType = variants.filter((variant) => name in variant.properties).length === 1;
      const spec = propertySpec(name, node, definitions);
      options[name] ??= isOfOneType
        ? { ...spec, description: `${spec.description} Only with the type ${type}.` }
        : spec;
    }
  }
  const typeDescription = variants.map(({ type, description }) => `${type}: ${description}`).join(" ");
  return {
    description: "How the next page is requested. `type` decides which of the other options are allowed.",
    type: "object",
    properties: { ...options, type: { type: "string", description: typeDescription } },
    required: ["type"],
  };
}
