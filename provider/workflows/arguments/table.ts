/** The table of all arguments: which functions take each of them, and where it goes. Loads no validation. */
import type { Arguments } from "./argument-types.js";

/** The resource and the functions that take arguments, as users write them. */
export type ArgumentKind = "Workflows" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

/** The name of an argument. */
export type ArgumentName = keyof Arguments;

/** The kinds that give a list of workflows. */
const LISTINGS = ["Workflows", "getWorkflows"] as const;
/** The kinds that give workflows: a list, or one. */
const READERS = [...LISTINGS, "getWorkflow"] as const;
/** The kinds whose arguments say what is requested and how the response is read. */
const REQUESTS = [...READERS, "getJson"] as const;

/**
 * All arguments, in the order of the documentation. An argument that is declared, but missing here, does not compile.
 * `part` is:
 *
 * - `request` if it decides what is sent, or how the response is read
 * - `view` if it decides how the items are presented
 * - `guard` if it limits what may vanish
 * - `operation` if it decides how the resource or the function works, such as `connection` and `mode`
 * - `other` if it is handled elsewhere: path parameters, triggers, schema
 */
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
  keyPath: { on: REQUESTS, part: "request" },
  maxItems: { on: LISTINGS, part: "view" },
  minItems: { on: LISTINGS, part: "guard" },
  allowEmpty: { on: LISTINGS, part: "guard" },
  maxRemoved: { on: ["Workflows"], part: "guard" },
  unrelatedFields: { on: REQUESTS, part: "request" },
  connection: { on: [...REQUESTS, "getAccessToken"], part: "operation" },
  secret: { on: REQUESTS, part: "operation" },
  mode: { on: ["Workflows"], part: "operation" },
  triggers: { on: ["Workflows"], part: "other" },
  whenUnavailable: { on: ["Workflows"], part: "operation" },
  allowMissing: { on: ["getWorkflow", "getJson"], part: "operation" },
  schema: { on: REQUESTS, part: "other" },
} as const satisfies Record<ArgumentName, { readonly on: readonly ArgumentKind[]; readonly part: string }>;

/** The matter that an argument decides: `request`, `view` and so on, as listed above. */
export type Part = (typeof ARGUMENTS)[ArgumentName]["part"];

/** Returns the names of the arguments of a kind. */
export function argumentNames(kind: ArgumentKind): readonly ArgumentName[] {
  const names = Object.keys(ARGUMENTS) as ArgumentName[];
  return names.filter((name) => (ARGUMENTS[name].on as readonly string[]).includes(kind));
}

/** Arguments whose fields narrow the listing. If such a field were dropped, more workflows would be listed. */
export const NARROWING: readonly string[] = ["where", "query"];

/** The arguments of a `part`; each may be absent. */
export type ArgumentsOf<P extends Part> = {
  readonly [Name in ArgumentName as (typeof ARGUMENTS)[Name]["part"] extends P ? Name : never]?: Arguments[Name];
};

/**
 * The defaults of the arguments. `itemsPath`, `pagination` and `unrelatedFields` come from the settings first.
 * `allowEmpty` and `maxRemoved` have lists of limits, of which one has to allow what is missing. `sizeParameter` is an
 * option of `pagination`.
 */
export const DEFAULTS = {
  path: "",
  query: {},
  maxPages: 1000,
  unrelatedFields: [],
  where: {},
  ignoreFields: [],
  maxItems: Infinity,
  minItems: 0,
  allowEmpty: [false],
  maxRemoved: [3, "30%"],
  secret: false,
  mode: "live",
  whenUnavailable: "fail",
  allowMissing: false,
  sizeParameter: "limit",
} as const;
