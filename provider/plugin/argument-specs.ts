/**
 * Describes the arguments as the package's schema has them: types written by hand, with the words of the TypeScript types. Runs in
 * `npm run generate`.
 */
import type {
  CursorPagination,
  OffsetPagination,
  PagePagination,
  WhereOperators,
} from "../workflows/arguments/argument-types.js";
import type { ArgumentName } from "../workflows/arguments/table.js";

/** The name of the package, for programs in every language. */
export const PACKAGE = "workflows";

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

/** The words of a TypeScript type. */
interface Described {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
}

/** The words of the arguments, and of the types that have a name of their own. */
export interface ArgumentWords {
  readonly properties: Readonly<Record<string, Described>>;
  readonly definitions: Readonly<Record<string, Described>>;
}

/** The name of an argument that crosses the engine. `schema` cannot, because a validator is code. */
type SentArgument = Exclude<ArgumentName, "schema">;
type PaginationOption = keyof CursorPagination | keyof PagePagination | keyof OffsetPagination;

/** Returns the name of a type or a function in the schema. */
export const typeToken = (name: string): string => `${PACKAGE}:index:${name}`;

/** Any value, which programs get and give without a type. */
export const ANY: TypeSpec = { $ref: "pulumi.json#/Any" };
const STRING: TypeSpec = { type: "string" };
const INTEGER: TypeSpec = { type: "integer" };
const NUMBER: TypeSpec = { type: "number" };
const BOOLEAN: TypeSpec = { type: "boolean" };

const mapOf = (values: TypeSpec): TypeSpec => ({ type: "object", additionalProperties: values });
const listOf = (items: TypeSpec): TypeSpec => ({ type: "array", items });
const oneOf = (...choices: readonly TypeSpec[]): TypeSpec => ({ oneOf: choices });
const named = (name: string): TypeSpec => ({ $ref: `#/types/${typeToken(name)}` });

const COMPARABLE = oneOf(STRING, NUMBER);
const CONDITION = oneOf(STRING, NUMBER, BOOLEAN, named("WhereOperators"));

/**
 * The types of the arguments. An argument that takes a value or a list of values has the type `ANY`: if its type were a choice, a Python
 * program that gives a list to the resource would fail. `pagination` is one object with all options, because a choice between objects has
 * no type in Go, and a Python SDK does not translate the keys of the objects in a choice.
 */
const ARGUMENTS: Readonly<Record<SentArgument, TypeSpec>> = {
  path: STRING,
  parameters: mapOf(oneOf(STRING, NUMBER, BOOLEAN)),
  query: mapOf(ANY),
  itemsPath: STRING,
  pagination: named("Pagination"),
  maxPages: INTEGER,
  where: mapOf(CONDITION),
  select: listOf(STRING),
  ignoreFields: listOf(STRING),
  keyPath: ANY,
  maxItems: INTEGER,
  minItems: INTEGER,
  allowEmpty: BOOLEAN,
  maxRemoved: oneOf(NUMBER, STRING),
  unrelatedFields: listOf(STRING),
  connection: STRING,
  secret: BOOLEAN,
  mode: STRING,
  triggers: listOf(ANY),
  whenUnavailable: STRING,
  allowMissing: BOOLEAN,
};

const OPERATORS: Readonly<Record<keyof WhereOperators, TypeSpec>> = {
  startsWith: STRING,
  endsWith: STRING,
  contains: STRING,
  // The list may contain `null`, for which a schema has no type.
  in: listOf(ANY),
  not: CONDITION,
  exists: BOOLEAN,
  gt: COMPARABLE,
  gte: COMPARABLE,
  lt: COMPARABLE,
  lte: COMPARABLE,
};

const OPTIONS: Readonly<Record<PaginationOption, TypeSpec>> = {
  type: STRING,
  cursorPath: STRING,
  urlPath: STRING,
  lastItemPath: STRING,
  totalPagesPath: STRING,
  parameter: STRING,
  size: INTEGER,
  sizeParameter: STRING,
  morePath: STRING,
  lastPath: STRING,
  totalPath: STRING,
};

/** The values of `type` in `pagination`, each with the TypeScript type that describes it. */
const PAGINATION_TYPES = {
  cursor: "CursorPagination",
  page: "PagePagination",
  offset: "OffsetPagination",
  none: "NoPagination",
};

const NULL_ADVICE = "For `null`, which YAML leaves out on the way, write `{ in: [null] }`.";

/** Returns the argument's type and words. The default is only described. If the schema set it, an SDK would write it into every state. */
export function argumentSpec({ properties }: ArgumentWords, name: SentArgument): PropertySpec {
  const { description = "", enum: choices = [] } = properties[name] ?? {};
  const choiceList = choices.length === 0 ? "" : ` One of ${choices.map((choice) => `\`"${choice}"\``).join(", ")}.`;
  const advice = name === "where" ? ` ${NULL_ADVICE}` : "";
  return { ...ARGUMENTS[name], description: description + choiceList + advice };
}

/** Returns the types that arguments refer to, by their tokens. */
export function objectTypes({ definitions }: ArgumentWords): Readonly<Record<string, ObjectSpec>> {
  return {
    [typeToken("Pagination")]: paginationType(definitions),
    [typeToken("WhereOperators")]: operatorsType(definitions["WhereOperators"]),
  };
}

/** Returns the type of the operators of `where`, such as `{ startsWith: "Nightly" }`. */
function operatorsType(operators: Described | undefined): ObjectSpec {
  const operatorSpecs = Object.entries(OPERATORS).map(([name, spec]) => {
    const description = operators?.properties?.[name]?.description ?? "";
    return [name, { ...spec, description: name === "not" ? `${description} ${NULL_ADVICE}` : description }] as const;
  });
  return {
    description: operators?.description ?? "",
    type: "object",
    properties: Object.fromEntries(operatorSpecs),
    required: [],
  };
}

/** Returns the type of `pagination`. An option that only one value of `type` allows says so. */
function paginationType(definitions: ArgumentWords["definitions"]): ObjectSpec {
  const variants = Object.entries(PAGINATION_TYPES).map(([type, typeName]) => ({ ...definitions[typeName], type }));
  const optionSpecs = Object.entries(OPTIONS).map(([name, spec]) => {
    const [firstVariant, ...furtherVariants] = variants.filter(({ properties }) => properties?.[name] !== undefined);
    const description = firstVariant?.properties?.[name]?.description ?? "";
    const isOfOneType = furtherVariants.length === 0;
    const condition = isOfOneType ? ` Only with the type \`"${firstVariant?.type ?? ""}"\`.` : "";
    return [name, { ...spec, description: description + condition }] as const;
  });
  const type = {
    ...STRING,
    description: variants.map((variant) => `\`"${variant.type}"\`: ${variant.description ?? ""}`).join(" "),
  };
  return {
    description: "How the next page is requested. `type` decides which of the other options are allowed.",
    type: "object",
    properties: { ...Object.fromEntries(optionSpecs), type },
    required: ["type"],
  };
}
