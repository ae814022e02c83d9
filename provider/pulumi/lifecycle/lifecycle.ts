/** Carries out the engine's operations on a `Workflows` resource, for the dynamic provider and for the plugin. */
import {
  type ErrorCode,
  type Issue,
  messageOf,
  NO_PROPERTY,
  SettingsError,
  withFurtherHint,
  WorkflowsError,
} from "../../base/errors.js";
import { type ParsedArguments, withoutUnknownArguments } from "../../workflows/arguments/parse-arguments.js";
import type { Session } from "../../workflows/session.js";
import {
  type ParsedOrIssues,
  parsePlain,
  registerSecretFilters,
  unknownIssues,
  withoutSecrets,
  withoutValues,
} from "../arguments.js";
import { withCodes } from "../engine-message.js";
import { containsUnknown, isUnknown } from "../engine-signatures.js";
import {
  changedKeys,
  isEmpty,
  isLarge,
  type Properties,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
  sizeOf,
} from "../properties.js";
import { currentListing, type ListingRequest } from "./current-listing.js";
import type { Host } from "./host.js";
import { compareSources, snapshotIn, type State } from "./state.js";

/** The facts of an operation that are not in its properties. */
export interface OperationFacts {
  /** The resource's URN, for the log. */
  readonly urn?: string | undefined;
  /** True if something that the resource depends on does not exist yet. Only the npm package tells. */
  readonly isPending?: boolean | undefined;
  /** Issues that the caller found in the arguments. */
  readonly issues?: readonly Issue[] | undefined;
}

/** The checked state. If the check fails: the failures that the engine shows, and the error that they tell of. */
type CheckResult = { readonly state: State } | { readonly failures: readonly Issue[]; readonly error: unknown };

/**
 * Validates the arguments and reads the listing, which becomes computed inputs, so that a preview shows it. Reads
 * nothing while an argument or a dependency is not known yet.
 *
 * @param previous The inputs in the state.
 * @param current The program's arguments, and whether they are secret.
 */
export async function check(host: Host, previous: State, current: State, facts: OperationFacts): Promise<CheckResult> {
  const { session } = host;
  const { urn, isPending = false, issues = [] } = facts;
  const parsed = parse(session, current, [...issues, ...connectionIssues(session, current.args["connection"])]);
  if ("issues" in parsed) {
    return { failures: failuresOf(parsed.issues), error: new SettingsError(parsed.issues) };
  }
  if (isPending || containsUnknown(current.args)) {
    return { state: { ...current, listing: "unknown" } };
  }
  try {
    const request = { previous, current, parsed: parsed.value, urn, command: "pulumi up" };
    return { state: await withCurrentListing(host, request) };
  } catch (error) {
    // The error becomes a failure, because the SDK prints the stack of an error that is thrown.
    return { failures: [{ property: NO_PROPERTY, reason: messageOf(error) }], error };
  }
}

/**
 * Returns issues of arguments as failures. A failure names no property, because the engine prints the value of a
 * property, even a secret one. The reason names it.
 */
function failuresOf(issues: readonly Issue[]): readonly Issue[] {
  return withCodes(issues.map(({ reason }) => ({ property: NO_PROPERTY, reason })));
}

/** Returns the names of the properties in which checked inputs differ from the state. Sends nothing. */
export function diff(state: State, inputs: State): readonly string[] {
  const isOtherListing = snapshotIn(state)?.digest !== snapshotIn(inputs)?.digest || inputs.listing === "unknown";
  return [
    ...changedKeys(state.args, inputs.args),
    ...(isOtherListing ? ["digest"] : []),
    ...(compareSources(state, inputs).isSameService ? [] : [SERVICE_PROPERTY]),
    ...(state.isSecret === inputs.isSecret ? [] : [SECRET_PROPERTY]),
  ];
}

/** Returns the state of a refresh: that of the last update, with the listing as it is now. */
export async function refresh(host: Host, state: State, { urn }: OperationFacts): Promise<State> {
  try {
    const parsed = parseKnown(host.session, { ...state, args: storedArguments(state.args) });
    if (parsed.mode === "pinned" && snapshotIn(state) !== undefined) {
      return state;
    }
    return await withCurrentListing(host, { previous: state, current: state, parsed, urn, command: "pulumi refresh" });
  } catch (error) {
    throw withStaleHint(error);
  }
}

/**
 * Returns the arguments of a state, for the request of a refresh, without those that this version does not know, and
 * without empty filters, which a program cannot give. The state keeps both, so that a refresh shows no drift. An
 * unknown operator or option in an argument is an error, because it decides what is listed.
 */
function storedArguments(args: Properties): Properties {
  const known = Object.entries(withoutUnknownArguments(args));
  return Object.fromEntries(known.filter(([, value]) => !isEmpty(value)));
}

/** Reads a listing that no state has yet, for `Workflows.get` and for an import. */
export async function readNew(host: Host, current: State, { urn, issues }: OperationFacts): Promise<State> {
  const parsed = parseKnown(host.session, current, issues);
  return withCurrentListing(host, { previous: undefined, current, parsed, urn, command: "pulumi refresh" });
}

/** Returns the state with the listing as it is now. Throws if the listing is too large for a state. */
async function withCurrentListing(host: Host, request: ListingRequest): Promise<State> {
  const state = await currentListing(host, request);
  await assertSize(host, snapshotIn(state)?.json ?? "", request.urn);
  return state;
}

/** Above this size a listing is refused, because the engine writes the whole state after each resource. */
const MAX_BYTES = 8_000_000;

const SMALLER =
  "Keep fewer fields with `select` or fewer items with `where`; or read it with `getWorkflows`, which keeps no state and so cannot see " +
  "that workflows vanished: set `minItems` there.";

/** Throws if the listing is too large for a state, and warns if it is large. */
async function assertSize({ log }: Host, json: string, urn: string | undefined): Promise<void> {
  if (Buffer.byteLength(json) > MAX_BYTES) {
    const problem = `The listing is ${sizeOf(json)}, and a state keeps at most 8 MB.`;
    throw new WorkflowsError(problem, { code: "too-large", hint: SMALLER });
  }
  if (isLarge(json)) {
    const problem = `The listing is ${sizeOf(json)}, and every change of the stack writes it to the state again.`;
    await log("warning", `${problem} ${SMALLER}`, urn);
  }
}

/**
 * Returns the arguments, parsed, for an operation that reads now.
 *
 * @throws SettingsError with all issues. A value that is not known yet is one.
 */
function parseKnown(session: Session, state: State, furtherIssues: readonly Issue[] = []): ParsedArguments {
  const parsed = parse(session, state, [...furtherIssues, ...unknownIssues(state.args)]);
  if ("issues" in parsed) {
    throw new SettingsError(parsed.issues);
  }
  return parsed.value;
}

/** Returns the arguments, parsed; or their issues and the further ones. No issue shows a secret. */
function parse(session: Session, { args, isSecret }: State, furtherIssues: readonly Issue[]): ParsedOrIssues {
  if (isSecret) {
    registerSecretFilters(session, args);
  }
  const parsed = parsePlain("Workflows", args);
  const issues = [...("issues" in parsed ? parsed.issues : []), ...furtherIssues];
  if ("value" in parsed && issues.length === 0) {
    return parsed;
  }
  return { issues: isSecret ? withoutValues(issues) : withoutSecrets(session, args, issues) };
}

/**
 * Returns the issue of a connection that does not exist. A check reports it even if it reads nothing, because another
 * argument is not known yet.
 */
function connectionIssues(session: Session, connection: unknown): readonly Issue[] {
  // A value that is not a name is reported with the other issues of the arguments.
  if (typeof connection !== "string" || connection.trim() === "" || isUnknown(connection)) {
    return [];
  }
  try {
    session.settings(connection);
    return [];
  } catch (error) {
    // Other issues of the settings are reported when the settings are used.
    return error instanceof SettingsError ? error.issues.filter(({ property }) => property === "connection") : [];
  }
}

/**
 * The hint of a refresh that fails. A refresh does not run the program, so after a fix of the config it would fail with
 * the same error. Both commands in the hint use the current settings. `pulumi up` has the option `--refresh=false`,
 * because with the project's option `refresh: always` it would begin with a refresh.
 */
const STALE_SETTINGS =
  "A refresh uses the environment of this run, and the settings of the last update, from the stack's state, even if that update " +
  "failed: after a change of config, such as the secret, or of the program run `pulumi up --refresh=false` or " +
  "`pulumi refresh --run-program`.";

/** Failures for which the settings are not the reason: the service accepted them, or the failure may pass by itself. */
const NOT_FROM_SETTINGS: readonly ErrorCode[] = [
  "cancelled",
  "rate-limited",
  "unavailable",
  "timeout",
  "vanished",
  "too-large",
];

/** Returns the error of a refresh, with the hint if other settings may help. */
function withStaleHint(error: unknown): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError([...error.issues, { property: NO_PROPERTY, reason: STALE_SETTINGS }]);
  }
  return error instanceof WorkflowsError && !NOT_FROM_SETTINGS.includes(error.code)
    ? withFurtherHint(error, STALE_SETTINGS)
    : error;
}
