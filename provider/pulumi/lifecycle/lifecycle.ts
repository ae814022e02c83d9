/** Carries out the engine's operations on a `Workflows` resource, in the same way for the dynamic provider and the plugin. */
import {
  type ErrorCode,
  type Issue,
  messageOf,
  NO_PROPERTY,
  SettingsError,
  withCodes,
  withFurtherHint,
  WorkflowsError,
} from "../../base/errors.js";
import { type ParsedArguments, withoutUnknownArguments } from "../../workflows/arguments/parse-arguments.js";
import type { Session } from "../../workflows/session.js";
import { parsePlain, registerSecretFilters, unknownIssues, withoutSecrets, withoutValues } from "../arguments.js";
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
import { currentListing, type ReadListing } from "./current-listing.js";
import type { Host } from "./host.js";
import { isFromService, snapshotIn, type State } from "./state.js";

/** Facts about an operation that are not properties. */
export interface OperationFacts {
  /** The resource's URN, for the log. */
  readonly urn?: string | undefined;
  /** True if something that the resource depends on does not exist yet. Only the npm package tells. */
  readonly isPending?: boolean | undefined;
  /** Issues that the caller found in the arguments. */
  readonly issues?: readonly Issue[] | undefined;
}

/** The checked state; or the error, with the failures in which the engine shows it. */
type CheckResult = { readonly state: State } | { readonly failures: readonly Issue[]; readonly error: unknown };

/**
 * Validates the arguments and reads the listing, which becomes computed inputs, so that previews know it. Arguments with unknown
 * parts are passed through, and nothing is read.
 *
 * @param previous The state's inputs.
 * @param current The program's arguments, and whether they are secret.
 */
export async function check(host: Host, previous: State, current: State, facts: OperationFacts): Promise<CheckResult> {
  const { args, isSecret } = current;
  const issues = [...(facts.issues ?? []), ...connectionIssues(host.session, args["connection"])];
  const parsed = parse(host.session, current, issues);
  if ("issues" in parsed) {
    return { failures: failuresOf(parsed.issues), error: new SettingsError(parsed.issues) };
  }
  if (facts.isPending === true || containsUnknown(args)) {
    return { state: { ...current, listing: "unknown" } };
  }
  try {
    const read = await currentListing(host, {
      previous,
      args,
      parsed: parsed.value,
      urn: facts.urn,
      // A message about a change quotes the previous listing too, so it hides both if one of them is secret.
      isSecret: isSecret || previous.isSecret,
      command: "pulumi up",
    });
    await assertSize(host, read, facts.urn);
    return { state: { ...current, ...read } };
  } catch (error) {
    // We return the error as a failure. If we threw it, the SDK would print its stack trace.
    return { failures: [{ property: NO_PROPERTY, reason: messageOf(error) }], error };
  }
}

/** Returns issues as failures. They name no property, because the engine prints the value of one, even a secret. The reason has the name. */
function failuresOf(issues: readonly Issue[]): readonly Issue[] {
  return withCodes(issues.map(({ reason }) => ({ property: NO_PROPERTY, reason })));
}

/** Above this size a listing is refused, because the engine writes the whole state after each resource. */
const MAX_BYTES = 8_000_000;

const SMALLER =
  "Keep fewer fields with `select` or fewer items with `where`; or read it with `getWorkflows`, which keeps no state and so cannot see " +
  "that workflows vanished: set `minItems` there.";

/** Throws if the listing is too large for a state, and warns if it is large. */
async function assertSize({ log }: Host, { listing: { json = "" } }: ReadListing, urn: string | undefined) {
  if (Buffer.byteLength(json) > MAX_BYTES) {
    const problem = `The listing is ${sizeOf(json)}, and a state keeps at most 8 MB.`;
    throw new WorkflowsError(problem, { code: "too-large", hint: SMALLER });
  }
  if (isLarge(json)) {
    const problem = `The listing is ${sizeOf(json)}, and every change of the stack writes it to the state again.`;
    await log("warning", `${problem} ${SMALLER}`, urn);
  }
}

/** Returns the names of the properties in which checked inputs differ from the state. Sends nothing. */
export function diff(state: State, inputs: State): readonly string[] {
  const [before, after] = [snapshotIn(state), snapshotIn(inputs)];
  const isOtherListing = before?.digest !== after?.digest || inputs.listing === "unknown";
  return [
    ...changedKeys(state.args, inputs.args),
    ...(isOtherListing ? ["digest"] : []),
    ...(isFromService(state, inputs.service) ? [] : [SERVICE_PROPERTY]),
    ...(state.isSecret === inputs.isSecret ? [] : [SECRET_PROPERTY]),
  ];
}

/**
 * Returns the state with the listing as it is now.
 *
 * 1. At a refresh, `isNew` is false, and `state` is that of the last update.
 * 2. For `Workflows.get` and for an import, `isNew` is true, and `state` has only the arguments.
 */
export async function read(host: Host, state: State, isNew: boolean, facts: OperationFacts): Promise<State> {
  const { urn, issues = [] } = facts;
  try {
    const args = isNew ? state.args : storedArguments(state.args);
    const parsed = parseKnown(host.session, { ...state, args }, issues);
    if (parsed.mode === "pinned" && !isNew && snapshotIn(state) !== undefined) {
      return state;
    }
    const current = await currentListing(host, {
      previous: isNew ? undefined : state,
      args: state.args,
      parsed,
      urn,
      isSecret: state.isSecret,
      command: "pulumi refresh",
    });
    await assertSize(host, current, urn);
    return { ...state, ...current };
  } catch (error) {
    throw isNew ? error : withStaleHint(error);
  }
}

/**
 * Returns the arguments of a state, for the request of a refresh. An argument that this version does not know is left out, and so is an empty
 * filter, which a program cannot give. The state keeps both, so that the refresh shows no drift. An unknown operator or option stays, and is an
 * error, because it decides what is listed.
 */
function storedArguments(args: Properties): Properties {
  const known = Object.entries(withoutUnknownArguments(args));
  return Object.fromEntries(known.filter(([, value]) => !isEmpty(value)));
}

/** Returns the arguments, parsed, for an operation that reads now. Throws a `SettingsError` with all issues, also of values that are unknown. */
function parseKnown(session: Session, state: State, issues: readonly Issue[]): ParsedArguments {
  const parsed = parse(session, state, [...issues, ...unknownIssues(state.args)]);
  if ("issues" in parsed) {
    throw new SettingsError(parsed.issues);
  }
  return parsed.value;
}

/** Returns the parsed arguments, or all issues: those of the arguments, and the given ones. */
function parse(session: Session, { args, isSecret }: State, furtherIssues: readonly Issue[]) {
  if (isSecret) {
    registerSecretFilters(session, args);
  }
  const parsed = parsePlain("Workflows", args);
  const issues = [...("issues" in parsed ? parsed.issues : []), ...furtherIssues];
  return "value" in parsed && issues.length === 0
    ? parsed
    : { issues: isSecret ? withoutValues(issues) : withoutSecrets(session, args, issues) };
}

/** Returns the issue of a connection that does not exist. A preview with unknown arguments reports it too, although it reads nothing. */
function connectionIssues(session: Session, connection: unknown): readonly Issue[] {
  // The arguments' own check reports a value that is not a name.
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
 * The hint of a refresh, which does not run the program: after a fix of the config, the same refresh fails with the same error. Both
 * commands in the hint use the current settings. `pulumi up` has the option `--refresh=false`, because with the project's option
 * `refresh: always` it would refresh first.
 */
const STALE_SETTINGS =
  "A refresh uses the environment of this run, and the settings of the last update, from the stack's state, even if that update " +
  "failed: after a change of config, such as the secret, or of the program run `pulumi up --refresh=false` or " +
  "`pulumi refresh --run-program`.";

/** Failures that no other setting would have prevented: the service accepted the client, or the request succeeds later as it is. */
const NOT_FROM_SETTINGS: readonly ErrorCode[] = [
  "cancelled",
  "rate-limited",
  "unavailable",
  "timeout",
  "vanished",
  "too-large",
];

/** Returns the error of a refresh, with the hint if other settings would have helped. */
function withStaleHint(error: unknown): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError([...error.issues, { property: NO_PROPERTY, reason: STALE_SETTINGS }]);
  }
  return error instanceof WorkflowsError && !NOT_FROM_SETTINGS.includes(error.code)
    ? withFurtherHint(error, STALE_SETTINGS)
    : error;
}
