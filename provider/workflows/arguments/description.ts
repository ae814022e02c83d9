/** How arguments are described: their types, where each of them goes, and the defaults that code reads. */
import type { Arguments } from "./argument-types.js";

/** What takes arguments. */
export type ArgumentKind = "resource" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

/** As users write it. */
export function nameOfKind(kind: ArgumentKind): string {
  return kind === "resource" ? "Workflows" : kind;
}

/** What a string must be: see `FORMATS`. */
export type TextFormat =
  "path" | "place" | "field" | "sort field" | "pattern" | "name" | "percentage" | "request header";

/** The types that have a name of their own. */
export type TypeName =
  | "QueryValue"
  | "Query"
  | "Pagination"
  | "CursorPagination"
  | "PagePagination"
  | "OffsetPagination"
  | "NoPagination"
  | "WhereValue"
  | "WhereOperators"
  | "WhereCondition"
  | "Where"
  | "SortField"
  | "SortBy";

export type ArgumentType =
  | { readonly is: "string"; readonly format?: TextFormat }
  | { readonly is: "integer"; readonly least: number }
  | { readonly is: "number" | "boolean" | "null" | "any" }
  | { readonly is: "enum"; readonly values: readonly string[] }
  | { readonly is: "array"; readonly of: ArgumentType; readonly least?: number }
  /** Free keys, which may have a format; every value is of one type. */
  | { readonly is: "map"; readonly of: ArgumentType; readonly keys?: "field" }
  /** One of several types that differ in JavaScript's own type. */
  | { readonly is: "union"; readonly of: readonly ArgumentType[] }
  /** A type of `NAMED_TYPES`: an object, a choice of objects, or an alias. */
  | { readonly is: "named"; readonly name: TypeName }
  /** A validator that speaks Standard Schema. For functions in TypeScript only. */
  | { readonly is: "schema" };

export interface PropertyDefinition {
  readonly name: string;
  readonly type: ArgumentType;
  readonly required?: true;
  /** Value if none is given. */
  readonly default?: string | number | boolean;
  /** In words: what happens if no value is given and there is no default value. */
  readonly otherwise?: string;
  /** Sentences, in Markdown. */
  readonly description: string;
}

/** What happens if no value is given, in Markdown; `undefined` if nothing is described. */
export function fallbackOf({ default: value, otherwise }: PropertyDefinition): string | undefined {
  return value === undefined ? otherwise : `\`${JSON.stringify(value)}\``;
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
  | { readonly choices: Readonly<Record<string, TypeName>> }
  | { readonly alias: ArgumentType }
);

type Part =
  /** Decides what is sent to the service. */
  | "request"
  /** Decides what is made of the items. */
  | "view"
  /** Decides what may vanish. */
  | "guard"
  /** Read by the operation itself: see `ParsedArguments`. */
  | "operation"
  /** Filled into `path`. */
  | "path"
  /** Compared with the state, and read by nobody. */
  | "state"
  /** Stays with the program: checks what was read. */
  | "program";

/** An argument that is described, but missing here, does not compile. */
const PART_OF = {
  query: "request",
  itemsPath: "request",
  pagination: "request",
  maxPages: "request",
  where: "view",
  select: "view",
  ignoreFields: "view",
  sortBy: "view",
  keyPath: "request",
  unrelatedFields: "request",
  maxItems: "view",
  minItems: "guard",
  allowEmpty: "guard",
  maxRemoved: "guard",
  connection: "operation",
  secret: "operation",
  mode: "operation",
  whenUnavailable: "operation",
  allowMissing: "operation",
  path: "operation",
  parameters: "path",
  triggers: "state",
  schema: "program",
} as const satisfies Record<keyof Arguments, Part>;

type Parts = typeof PART_OF;

/** The names of the arguments that go to `part`. */
export type NamesOf<P extends Part> = {
  [Name in keyof Parts]: Parts[Name] extends P ? Name : never;
}[keyof Parts];

/** The arguments that go to `part`; each may be absent. */
export type ArgumentsOf<P extends Part> = Readonly<Partial<Pick<Arguments, NamesOf<P>>>>;

/** Those of the arguments that go to `part`. */
export function argumentsFor<P extends Part>(part: P, args: Partial<Arguments>): ArgumentsOf<P> {
  const isForPart = ([name]: [string, unknown]): boolean => PART_OF[name as keyof Arguments] === part;
  return Object.fromEntries(Object.entries(args).filter(isForPart)) as ArgumentsOf<P>;
}

/** Values of arguments that are left out. The description shows them, and the code reads them. */
export const DEFAULTS = {
  maxPages: 1000,
  secret: false,
  mode: "live",
  whenUnavailable: "fail",
  allowMissing: false,
} as const satisfies Partial<Arguments>;

/** The same for the fields of `pagination`, by its `type`. */
export const PAGINATION_DEFAULTS = {
  sizeParameter: "limit",
  cursor: { parameter: "cursor" },
  page: { parameter: "page", start: 1 },
  offset: { parameter: "offset", start: 0 },
} as const;
