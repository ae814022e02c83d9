/** Where each argument goes, and the defaults that code reads. */
import type { Arguments } from "../argument-types.js";

type Part =
  /** Decides what is sent to the service. */
  | "request"
  /** Decides what is made of the items. */
  | "view"
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
  keyPath: "view",
  maxItems: "view",
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
  keyPath: "/id",
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
