/** Arguments at the edge: what a user gave, as values that cannot be wrong afterwards, or every fault at once. */
import type { Issue } from "../../http/errors.js";
import type { Arguments } from "./argument-types.js";
import { ARGUMENTS } from "./definitions.js";
import {
  type ArgumentKind,
  argumentsFor,
  type ArgumentsOf,
  DEFAULTS,
  nameOfKind,
  type NamesOf,
} from "./description.js";
import { checkPagination } from "./check-pagination.js";
import { describeValue, unknownKey } from "./fault-words.js";
import { type Report, validateProperties } from "./validate.js";
import { isDeferred, isPlainObject, kindOfStandIn, toPlain } from "./plain-values.js";
import { containsUnknown } from "../engine-marks.js";
import { fillPath } from "../service-path.js";
import type { ListingRequest, ListingView } from "../types.js";

export type { ArgumentKind };

/** Which listing, from whom, and what is made of it. */
export interface ListingArguments {
  readonly connection: string | undefined;
  readonly request: ListingRequest;
  readonly view: ListingView;
  /** Whether all outputs are secret. */
  readonly secret: boolean;
  /** What may vanish, and how many must be there. No default is filled in. */
  readonly guard: ArgumentsOf<"guard">;
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

/** More faults than this are counted, not named. */
const MAX_FAULTS = 20;

/**
 * The arguments of `kind`, checked, or every fault there is, each with the path of its property. `undefined` and `null`
 * mean that an argument is absent. What is not known yet passes as it is, so that the rest can be checked: do not use the
 * value of arguments that `containsUnknown`. A `schema` is checked, and stays with the caller.
 */
export function parseArguments<Kind extends ArgumentKind>(
  kind: Kind,
  raw: object,
): { readonly value: ParsedArguments[Kind] } | { readonly faults: readonly Issue[] } {
  const faults: Issue[] = [];
  const report: Report = (property, fault) => {
    faults.push({ property, reason: `\`${property}\` ${fault}` });
    return null;
  };
  const notAnObject = faultOfWhole(raw);
  if (notAnObject !== undefined) {
    return { faults: [{ property: "", reason: notAnObject }] };
  }
  const plain = toPlain(raw, { keep: "schema" }) as Record<string, unknown>;
  const taken = ARGUMENTS.filter(({ on }) => on.includes(kind));
  const place = { path: "", report, depth: 0 };
  const args = validateProperties(plain, taken, place, (key) => notTaken(kind, key)) as Partial<Arguments>;
  if (faults.length === 0) {
    checkPagination(args, report);
  }
  const path = faults.length === 0 && typeof args.path === "string" ? fillPath(args.path, args.parameters) : undefined;
  if (path !== undefined && "faults" in path) {
    faults.push(...path.faults);
  }
  return faults.length > 0
    ? { faults: bounded(faults) }
    : { value: arrange(args, path !== undefined && "value" in path ? path.value : "") };
}

/** The arguments that are not known yet, as faults: for a reading that cannot wait. `parseArguments` lets them pass. */
export function unknownFaults(args: object): readonly Issue[] {
  return Object.entries(args)
    .filter(([, value]) => containsUnknown(value))
    .map(([property]) => ({
      property,
      reason: `\`${property}\` has a value that is not known yet. Nothing was read. Read when the value is known, such as in an \`apply\`.`,
    }));
}

/** What is wrong with the arguments as a whole; `undefined` if they are an object. */
export function faultOfWhole(raw: unknown): string | undefined {
  if (isDeferred(raw)) {
    return "The arguments are an Output or a promise, but must be an object. Make its values Outputs instead.";
  }
  const plain = toPlain(raw, { keep: "schema" });
  return isPlainObject(plain) && kindOfStandIn(plain) === undefined
    ? undefined
    : `The arguments are ${describeValue(plain)}, but must be an object.`;
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

/** Options of Pulumi's resources and invokes. Programs often put them among the arguments. */
const PULUMI_OPTIONS: readonly string[] = [
  "additionalSecretOutputs",
  "aliases",
  "customTimeouts",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "parent",
  "protect",
  "provider",
  "replaceOnChanges",
  "retainOnDelete",
  "transformations",
  "transforms",
];

function notTaken(kind: ArgumentKind, key: string): string {
  if (PULUMI_OPTIONS.includes(key)) {
    return "is an option of Pulumi and not an argument. Options come after the arguments, in an object of their own.";
  }
  const elsewhere = ARGUMENTS.find(({ name }) => name === key);
  if (elsewhere !== undefined) {
    const takers = elsewhere.on.map((taker) => `\`${nameOfKind(taker)}\``).join(", ");
    return `is not an argument of \`${nameOfKind(kind)}\`, only of ${takers}.`;
  }
  const taken = ARGUMENTS.filter(({ on }) => on.includes(kind));
  return unknownKey(key, taken, "");
}

function bounded(faults: readonly Issue[]): readonly Issue[] {
  const [first, ...more] = faults.slice(MAX_FAULTS);
  if (first === undefined) {
    return faults;
  }
  const rest = more.length === 0 ? first : { ...first, reason: `${first.reason} And ${more.length} more faults.` };
  return [...faults.slice(0, MAX_FAULTS), rest];
}
