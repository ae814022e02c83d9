/** The one table of all arguments: what takes each of them, and where it goes. No validation is loaded. */
import type { Arguments } from "./argument-types.js";

/** What takes arguments, as users write it. */
export type ArgumentKind = "Workflows" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

export type ArgumentName = keyof Arguments;

const LISTINGS = ["Workflows", "getWorkflows"] as const;
const READERS = [...LISTINGS, "getWorkflow"] as const;
const REQUESTS = [...READERS, "getJson"] as const;

/**
 * In the order of the documentation. An argument that is declared, but missing here, does not compile. `part`: `request` decides what
 * is sent, `view` what is made of the items, `guard` what may vanish; an operation reads `operation`, and others read `other`.
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
  sortBy: { on: LISTINGS, part: "view" },
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

export type Part = (typeof ARGUMENTS)[ArgumentName]["part"];

/** The names of the arguments of a kind. */
export function argumentNames(kind: ArgumentKind): readonly ArgumentName[] {
  const names = Object.keys(ARGUMENTS) as ArgumentName[];
  return names.filter((name) => (ARGUMENTS[name].on as readonly string[]).includes(kind));
}

/** Arguments whose fields each narrow the listing. */
export const NARROWING: readonly string[] = ["where", "query"];

/** The arguments that go to `part`; each may be absent. */
export type ArgumentsOf<P extends Part> = {
  readonly [Name in ArgumentName as (typeof ARGUMENTS)[Name]["part"] extends P ? Name : never]?: Arguments[Name];
};

/** The words that arguments take. */
export const VOCABULARY = { mode: ["live", "pinned"], whenUnavailable: ["fail", "keep"] } as const;

/**
 * What holds if an argument is left out: the only place that says so. `query` and the like are what an absent one means. Of
 * several limits of `maxRemoved`, one is enough. `itemsPath`, `pagination` and `unrelatedFields` come from the settings.
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
