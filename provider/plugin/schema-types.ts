/** Translates the types of arguments, which are JSON Schema made of the TypeScript interfaces, into those of a Pulumi package. */

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
  /** Of the resource and all functions. */
  readonly properties: Readonly<Record<string, SchemaNode>>;
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

interface ObjectSpec {
  readonly description: string;
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required: readonly string[];
}

export const ANY: TypeSpec = { $ref: "pulumi.json#/Any" };

export const typeToken = (name: string): string => `${PACKAGE}:index:${name}`;

export interface ArgumentSpecs {
  readonly argumentSpec: (name: string) => PropertySpec;
  /** The types of arguments that are objects, by their tokens: those that an argument or another of them refers to. */
  readonly objectTypes: () => Readonly<Record<string, ObjectSpec>>;
}

/** The arguments as a package's schema has them. It has no aliases, no `null`, and no choice with a list. */
export function createArgumentSpecs({ properties, definitions }: ArgumentsSchema): ArgumentSpecs {
  const nameOf = ({ $ref = "" }: SchemaNode): string => $ref.replace("#/definitions/", "");

  /** A name for another type is resolved: a package's schema has names for objects alone. */
  function resolved(node: SchemaNode): SchemaNode {
    const definition = definitions[nameOf(node)];
    return definition === undefined || definition.properties !== undefined ? node : resolved(definition);
  }

  /** The alternatives of a type, those of alternatives inside it included. */
  function alternatives(node: SchemaNode): readonly SchemaNode[] {
    const { type, anyOf } = resolved(node);
    if (anyOf !== undefined) {
      return anyOf.flatMap(alternatives);
    }
    return typeof type === "object" ? type.map((one) => ({ type: one })) : [resolved(node)];
  }

  const takesNull = (node: SchemaNode): boolean => alternatives(node).some(({ type }) => type === "null");

  function typeSpec(node: SchemaNode): TypeSpec {
    // `null` is no type: it means an absent value.
    const choices = alternatives(node).filter(({ type }) => type !== "null");
    const specs = [...new Map(choices.map((one) => [JSON.stringify(one), singleSpec(one)])).values()];
    const [first = ANY, ...others] = specs;
    if (others.length === 0) {
      return first;
    }
    // A resource of a Python program fails over a list where the type is a choice between one and something else.
    return specs.some(({ type }) => type === "array") ? ANY : { oneOf: specs, ...discriminatorOf(choices) };
  }

  function singleSpec(node: SchemaNode): TypeSpec {
    const { $ref, type, items, additionalProperties } = node;
    if ($ref !== undefined) {
      return { $ref: `#/types/${typeToken(nameOf(node))}` };
    }
    if (items !== undefined) {
      // In a list, `null` is a value, for which a schema has no type.
      return { type: "array", items: takesNull(items) ? ANY : typeSpec(items) };
    }
    if (typeof additionalProperties === "object") {
      return { type: "object", additionalProperties: typeSpec(additionalProperties) };
    }
    return typeof type === "string" ? { type } : ANY;
  }

  /** If each of the alternatives is an object with a `type` of its own, it says which one a value is. */
  function discriminatorOf(choices: readonly SchemaNode[]): Pick<TypeSpec, "discriminator"> {
    const mapping = choices.map((node) => {
      const type = definitions[nameOf(node)]?.properties?.["type"]?.const;
      return [type, `#/types/${typeToken(nameOf(node))}`] as const;
    });
    return mapping.some(([type]) => type === undefined)
      ? {}
      : { discriminator: { propertyName: "type", mapping: Object.fromEntries(mapping) as Record<string, string> } };
  }

  /** A default is described, not set: an SDK would write it into every state. */
  function propertySpec(node: SchemaNode): PropertySpec {
    const { additionalProperties: values } = resolved(node);
    // In a map, YAML leaves `null` out as an absent value. In a list it keeps it.
    const mayLoseNull = takesNull(node) || (typeof values === "object" && takesNull(values));
    const sentences = [
      node.description ?? "",
      node.enum === undefined ? "" : `One of ${node.enum.map((value) => `\`"${value}"\``).join(", ")}.`,
      mayLoseNull ? "For `null`, which YAML leaves out on the way, write `{ in: [null] }`." : "",
    ];
    return {
      ...typeSpec(node),
      description: sentences.filter(Boolean).join(" "),
      ...(node.const === undefined ? {} : { const: node.const }),
    };
  }

  const specsOf = (nodes: Readonly<Record<string, SchemaNode>>): ObjectSpec["properties"] =>
    Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, propertySpec(node)]));

  return {
    argumentSpec: (name) => propertySpec(properties[name] ?? {}),
    objectTypes: () => {
      const types = Object.entries(definitions).flatMap(([name, { description = "", required = [], ...node }]) =>
        node.properties === undefined
          ? []
          : [
              [
                typeToken(name),
                { description, type: "object", properties: specsOf(node.properties), required },
              ] as const,
            ],
      );
      const text = JSON.stringify([types, specsOf(properties)]);
      return Object.fromEntries(types.filter(([token]) => text.includes(`"#/types/${token}"`)));
    },
  };
}
