/** The names of all arguments: what takes each of them, where it goes, and the defaults that code reads. No validation is loaded. */
import type { Arguments } from "./argument-types.js";

/** What takes arguments. */
export type ArgumentKind = "resource" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

/** As users write it. */
export function nameOfKind(kind: ArgumentKind): string {
  return kind === "resource" ? "Workflows" : kind;
}

export type ArgumentName = keyof Arguments;

type Part =
  | "request" // decides what is sent to the service
  | "view" // decides what is made of the items
  | "guard" // decides what may vanish
  | "operation" // read by the operation itself: see `ParsedArguments`
  | "other"; // filled into `path`, compared with the state, or used in the program

const LISTINGS = ["resource", "getWorkflows"] as const;
const READERS = [...LISTINGS, "getWorkflow"] as const;
const REQUESTS = [...READERS, "getJson"] as const;

/** In the order of the documentation. An argument that is declared, but missing here, does not compile. */
export const ARGUMENTS = {
  path: { on: ["getJson"], part: "operation" },
  parameters: { on: ["getJson"], part: "other" },
  query: { on: REQUESTS, part: "request" },
  itemsPath: { on: REQUESTS, part: "request" },
  pagination: { on: REQUESTS, part: "request" },
  maxPages: { on: REQUESTS, part: "request" },
  where: { on: READERS, part: "view" },
  select: { on: READERS, part: "view" },
  ignoreFields: { on: READERS, part: "view" },
  sortBy: { on: LISTINGS, part: "view" },
  keyPath: { on: REQUESTS, part: "request" },
  maxItems: { on: LISTINGS, part: "view" },
  minItems: { on: LISTINGS, part: "guard" },
  allowEmpty: { on: LISTINGS, part: "guard" },
  maxRemoved: { on: ["resource"], part: "guard" },
  unrelatedFields: { on: REQUESTS, part: "request" },
  connection: { on: [...REQUESTS, "getAccessToken"], part: "operation" },
  secret: { on: REQUESTS, part: "operation" },
  mode: { on: ["resource"], part: "operation" },
  triggers: { on: ["resource"], part: "other" },
  whenUnavailable: { on: ["resource"], part: "operation" },
  allowMissing: { on: ["getWorkflow", "getJson"], part: "operation" },
  schema: { on: REQUESTS, part: "other" },
} as const satisfies Record<ArgumentName, { readonly on: readonly ArgumentKind[]; readonly part: Part }>;

/** The names of the arguments of a kind. */
export function argumentsOf(kind: ArgumentKind): readonly ArgumentName[] {
  return (Object.keys(ARGUMENTS) as ArgumentName[]).filter((name) => kindsOf(name).includes(kind));
}

/** What takes the argument. */
export function kindsOf(name: ArgumentName): readonly ArgumentKind[] {
  return ARGUMENTS[name].on;
}

/** The names of the resource's arguments. */
export const RESOURCE_ARGUMENTS: readonly string[] = argumentsOf("resource");

/** Arguments whose fields each narrow the listing. */
export const NARROWING: readonly string[] = ["where", "query"];

/** The names of the arguments that go to `part`. */
export type NamesOf<P extends Part> = {
  [Name in ArgumentName]: (typeof ARGUMENTS)[Name]["part"] extends P ? Name : never;
}[ArgumentName];

/** The arguments that go to `part`; each may be absent. */
export type ArgumentsOf<P extends Part> = Readonly<Partial<Pick<Arguments, NamesOf<P>>>>;

/** Those of the arguments that go to `part`. */
export function argumentsFor<P extends Part>(part: P, args: Partial<Arguments>): ArgumentsOf<P> {
  const isForPart = ([name]: [string, unknown]): boolean => ARGUMENTS[name as ArgumentName].part === part;
  return Object.fromEntries(Object.entries(args).filter(isForPart)) as ArgumentsOf<P>;
}

/** The words that arguments take. */
export const VOCABULARY = { mode: ["live", "pinned"], whenUnavailable: ["fail", "keep"] } as const;

/** Values of arguments that are left out. */
export const DEFAULTS = {
  maxPages: 1000,
  secret: false,
  mode: "live",
  whenUnavailable: "fail",
  allowMissing: false,
} as const satisfies Partial<Arguments>;

/** Options of `pagination` in earlier versions, and why they are gone. States may contain them. */
export const GONE_OPTIONS: Readonly<Record<string, string>> = {
  start: "is gone: a listing is read from where the service begins it. A `query` with the parameter is sent as it is.",
  ignoreTotals: "is gone: name the fields that say nothing about the listing in `unrelatedFields`.",
};

/** Query parameters that are sent if `pagination` does not name them, by its `type`. */
export const PAGINATION_DEFAULTS = {
  sizeParameter: "limit",
  cursor: { parameter: "cursor" },
  page: { parameter: "page" },
  offset: { parameter: "offset" },
} as const;
