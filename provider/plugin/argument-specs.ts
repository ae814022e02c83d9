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

/** Returns the type of a node. */
function typeSpec(node: SchemaNode, definitions: Definitions): TypeSpec {
  const { $ref, type, items, additionalProperties } = node;
  if ($ref !== undefined) {
    const name = nameIn($ref);
    return NAMED_TYPES.includes(name)
      ? { $ref: `#/types/${typeToken(name)}` }
      : typeSpec(definitions[name] ?? {}, definitions);
  }
  const choices = choicesIn(node);
  if (choices.length > 0) {
    return choiceSpec(choices.map((choice) => typeSpec(choice, definitions)));
  }
  if (type === "array") {
    return listSpec(typeSpec(items ?? {}, definitions));
  }
  if (type === "object") {
    return { type, additionalProperties: typeSpec(additionalProperties || {}, definitions) };
  }
  return typeof type === "string" ? { type } : ANY;
}

/**
 * Returns the types that a node allows; none if it has only one. `null` is left out, because Pulumi's schemas lack it.
 */
function choicesIn({ anyOf, type }: SchemaNode): readonly SchemaNode[] {
  const choices = anyOf ?? (typeof type === "object" ? type.map((choice) => ({ type: choice })) : []);
  return choices.filter((choice) => choice.type !== "null");
}

/**
 * Returns the type of a choice. With a list in it, it is `ANY`: a Python program that gives a list to the resource
 * would fail.
 */
function choiceSpec(choices: readonly TypeSpec[]): TypeSpec {
  return choices.some(({ type }) => type === "array") ? ANY : { oneOf: choices };
}

/** Returns the type of a list. If its elements are a choice, they are `ANY`, because an element may be `null`. */
function listSpec(element: TypeSpec): TypeSpec {
  return { type: "array", items: element.oneOf === undefined ? element : ANY };
}

function nameIn($ref: string): string {
  return $ref.replace("#/definitions/", "");
}

const NULL_ADVICE = " For `null`, which YAML leaves out on the way, write `{ in: [null] }`.";
/** The properties that are a condition, or have conditions in them. */
const CONDITIONS: readonly string[] = ["where", "not"];

/**
 * Returns the type and the description of a property. The default is in the description only: an SDK would write the
 * default of a schema into every state.
 */
function propertySpec(name: string, node: SchemaNode, definitions: Definitions): PropertySpec {
  const { description = "", enum: words = [] } = node;
  const choices = words.length === 0 ? "" : ` One of ${words.map((word) => `\`"${word}"\``).join(", ")}.`;
  const advice = CONDITIONS.includes(name) ? NULL_ADVICE : "";
  return { ...typeSpec(node, definitions), description: description + choices + advice };
}

/** Returns the type and the description of an argument. */
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
 * Returns the type of `pagination`: one object with the options of all its types. A choice between objects would have
 * no type in Go, and in a choice, a Python SDK does not translate the keys.
 */
function paginationType(definitions: Definitions): ObjectSpec {
  const variants = (definitions["Pagination"]?.anyOf ?? []).map(({ $ref = "" }) => {
    const { description = "", properties = {} } = definitions[nameIn($ref)] ?? {};
    return { type: `\`"${properties["type"]?.const ?? ""}"\``, description, properties };
  });
  const isOfOneType = (option: string): boolean =>
    variants.filter(({ properties }) => option in properties).length === 1;
  const options = variants.flatMap(({ type, properties }) =>
    Object.entries(properties).map(([name, node]) => {
      const spec = propertySpec(name, node, definitions);
      const limit = isOfOneType(name) ? ` Only with the type ${type}.` : "";
      return [name, { ...spec, description: spec.description + limit }] as const;
    }),
  );
  const typeDescription = variants.map(({ type, description }) => `${type}: ${description}`).join(" ");
  return {
    description: "How the next page is requested. `type` decides which of the other options are allowed.",
    type: "object",
    properties: { ...Object.fromEntries(options), type: { type: "string", description: typeDescription } },
    required: ["type"],
  };
}
