/** Arguments at the edge: what a user gave, as values that cannot be wrong afterwards, or every issue at once. */
import type { Issue } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { describeValue } from "../../settings/issue-text.js";
import { containsUnknown, isUnknown } from "../engine-signatures.js";
import { fillPath } from "../service-path.js";
import type { ListingRequest, ListingView } from "../types.js";
import type { Arguments } from "./argument-types.js";
import { type ArgumentKind, argumentsFor, type ArgumentsOf, DEFAULTS, type NamesOf } from "./names.js";
import { isDeferred, placeholderOf, toPlain } from "./plain-values.js";
import type * as schemasModule from "./schemas.js";

/** Which listing, from whom, and what is made of it. */
export interface ListingArguments {
  readonly connection: string | undefined;
  readonly request: ListingRequest;
  readonly view: ListingView;
  /** What may vanish, and how many must be there. No default is filled in. */
  readonly guard: ArgumentsOf<"guard">;
  /** Whether all outputs are secret. */
  readonly secret: boolean;
}

/** Arguments of the resource `Workflows`, defaults filled in. `triggers` are only ever compared. */
export interface WorkflowsArguments extends ListingArguments {
  readonly mode: NonNullable<Arguments["mode"]>;
  readonly whenUnavailable: NonNullable<Arguments["whenUnavailable"]>;
}

/** Arguments of `getWorkflow`, defaults filled in. */
export interface GetWorkflowArguments extends ListingArguments {
  readonly allowMissing: boolean;
}

/** Arguments of `getJson`, defaults filled in. */
export interface GetJsonArguments extends Omit<ListingArguments, "view"> {
  /** Its parts are filled in. */
  readonly path: string;
  readonly allowMissing: boolean;
}

export interface ParsedArguments {
  readonly resource: WorkflowsArguments;
  readonly getWorkflows: ListingArguments;
  readonly getWorkflow: GetWorkflowArguments;
  readonly getJson: GetJsonArguments;
  readonly getAccessToken: Pick<ListingArguments, "connection">;
}

/** More issues than this are counted, not named. */
const MAX_ISSUES = 20;

/** Loaded with valibot on first use. */
const schemas = () => require("./schemas.js") as typeof schemasModule;

/**
 * The arguments of `kind`, checked, or every issue there is, each with the path of its property. `undefined` and `null`
 * mean that an argument is absent. What is not known yet passes, so that the rest can be checked: do not use the value of
 * arguments that `containsUnknown`. A `schema` is checked, and stays with the caller.
 */
export function parseArguments<Kind extends ArgumentKind>(
  kind: Kind,
  raw: object,
): { readonly value: ParsedArguments[Kind] } | { readonly issues: readonly Issue[] } {
  const notAnObject = issueOfWhole(raw);
  if (notAnObject !== undefined) {
    return { issues: [{ property: "", reason: notAnObject }] };
  }
  const { value, issues } = schemas().check(kind, toPlain(raw, { keep: "schema" }));
  const known = issues.filter(({ input }) => !isUnknown(input));
  if (known.length > 0) {
    return { issues: bounded(known.map(({ path, message }) => issueAt(path, message))) };
  }
  if (issues.length > 0) {
    return { value: arrange(value, "") };
  }
  const path = value.path === undefined ? { value: "" } : fillPath(value.path, value.parameters);
  return "issues" in path ? path : { value: arrange(value, path.value) };
}

/** The arguments that are not known yet, as issues: for a reading that cannot wait. `parseArguments` lets them pass. */
export function unknownIssues(args: object): readonly Issue[] {
  return Object.entries(args)
    .filter(([, value]) => containsUnknown(value))
    .map(([property]) =>
      issueAt(
        [property],
        "has a value that is not known yet. Nothing was read. Read when the value is known, such as in an `apply`.",
      ),
    );
}

/** What is wrong with the arguments as a whole; `undefined` if they are an object. */
export function issueOfWhole(raw: unknown): string | undefined {
  if (isDeferred(raw)) {
    return "The arguments are an Output or a promise, but must be an object. Make its values Outputs instead.";
  }
  const plain = toPlain(raw, { keep: "schema" });
  const kind = placeholderOf(plain);
  return kind === undefined && typeof plain === "object" && plain !== null && !Array.isArray(plain)
    ? undefined
    : `The arguments are ${kind ?? describeValue(plain)}, but must be an object.`;
}

/** All kinds at once: what a kind does not take is not in its type. */
function arrange(args: Partial<Arguments>, path: string): WorkflowsArguments & GetWorkflowArguments & GetJsonArguments {
  const operation = {
    connection: args.connection,
    secret: args.secret ?? DEFAULTS.secret,
    mode: args.mode ?? DEFAULTS.mode,
    whenUnavailable: args.whenUnavailable ?? DEFAULTS.whenUnavailable,
    allowMissing: args.allowMissing ?? DEFAULTS.allowMissing,
    path,
  } satisfies Record<NamesOf<"operation">, unknown>;
  return {
    guard: argumentsFor("guard", args),
    request: argumentsFor("request", args),
    view: argumentsFor("view", args),
    ...operation,
  };
}

function issueAt(path: readonly (string | number)[], message: string): Issue {
  const whole = path.reduce<string>(pathTo, "");
  const property = whole.length > 300 ? excerpt(whole) : whole;
  return { property, reason: `\`${property}\` ${message}` };
}

/** The path of a property: `where.enabled`, `where["owner.team"].in[2]`. */
function pathTo(parent: string, key: string | number): string {
  if (typeof key === "number") {
    return `${parent}[${key}]`;
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(key) || key.length > 200) {
    return `${parent}["${excerpt(key)}"]`;
  }
  return parent === "" ? key : `${parent}.${key}`;
}

function bounded(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - MAX_ISSUES;
  const reason = `Issues that are not shown: ${more}.`;
  return more <= 0 ? issues : [...issues.slice(0, MAX_ISSUES), { property: "", reason }];
}
