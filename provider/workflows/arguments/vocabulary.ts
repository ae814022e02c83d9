/** The words in which arguments are described: few enough to map onto TypeScript and onto a Pulumi package schema. */

/** What takes arguments. */
export type ArgumentKind = "resource" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

export type ArgumentType =
  | { readonly is: "string"; readonly format?: "path" | "place" | "field" | "pattern" | "name" | "request header" }
  | { readonly is: "integer"; readonly least: number }
  | { readonly is: "number" | "boolean" | "null" | "any" }
  | { readonly is: "enum"; readonly values: readonly string[] }
  | { readonly is: "array"; readonly of: ArgumentType; readonly least?: number }
  /** Free keys, which may have a format; every value is of one type. */
  | { readonly is: "map"; readonly of: ArgumentType; readonly keys?: "field" }
  /** One of several types that differ in JavaScript's own type. */
  | { readonly is: "union"; readonly of: readonly ArgumentType[] }
  /** A type of `NAMED_TYPES`: an object, a choice of objects, or an alias. */
  | { readonly is: "named"; readonly name: string }
  /** A validator that speaks Standard Schema. For functions in TypeScript only. */
  | { readonly is: "schema" };

export interface PropertyDefinition {
  readonly name: string;
  readonly type: ArgumentType;
  readonly required?: true;
  /** Value where none is given. */
  readonly default?: string | number | boolean;
  /** In words: what happens if no value is given and there is no default value. */
  readonly otherwise?: string;
  /** Sentences, in Markdown. */
  readonly description: string;
}

/** An argument of the resource, of functions, or of both. */
export interface ArgumentDefinition extends PropertyDefinition {
  readonly on: readonly ArgumentKind[];
  /** A value as TypeScript writes it. */
  readonly example: string;
}

export type NamedType = {
  /** Sentences, in Markdown. */
  readonly description: string;
  /** The type in a message: "takes …". */
  readonly words: string;
} & (
  | {
      readonly properties: readonly PropertyDefinition[];
      /** At least one of them must be given. */
      readonly needsOne?: true;
      /** A sentence for a message about an unknown property. */
      readonly hint?: string;
    }
  /** Objects that differ in the value of their property `type`. */
  | { readonly choices: Readonly<Record<string, string>> }
  | { readonly alias: ArgumentType }
);
