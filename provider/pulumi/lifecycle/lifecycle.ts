/**
 * Carries out the engine's operations on a `Workflows` resource, in the same way for the dynamic provider and the plugin. Runs in the
 * provider process.
 */
import { type Issue, messageOf, NO_PROPERTY, SettingsError, withCodes } from "../../base/errors.js";
import { type ParsedArguments, withoutUnknownArguments } from "../../workflows/arguments/parse-arguments.js";
import { containsUnknown, isUnknown } from "../engine-signatures.js";
import type { Session } from "../../workflows/session.js";
import { issuesOfUnknownValues } from "../argument-issues.js";
import { parsePlain } from "../plain-arguments.js";
import {
  changedKeys,
  LISTING_PROPERTIES,
  type Properties,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
  sizeOf,
} from "../properties.js";
import { redactIssue, registerSecretArguments, secretTextsIn, withoutValue } from "../redaction.js";
import { currentListing } from "./current-listing.js";
import type { Host } from "./provider-host.js";
import { withStaleHint } from "./stale-settings.js";
import {
  changedSinceCheck,
  hasUnknowns,
  isDamaged,
  isFromService,
  sameListing,
  snapshotIn,
  type State,
} from "./state.js";

/** Facts about the resource that are not properties. */
export interface OperationFacts {
  readonly urn?: string | undefined;
  /** True if what is read is secret. */
  readonly isSecret?: boolean | undefined;
  /** The secret arguments. No message shows them. */
  readonly secrets?: Properties | undefined;
  /** True if something that the resource depends on does not exist yet. */
  readonly isPending?: boolean | undefined;
  /** Further issues, beside those of the arguments' values. */
  readonly issues?: readonly Issue[] | undefined;
  /** Names of properties that are not arguments. */
  readonly unknownNames?: readonly string[] | undefined;
}

/** The checked state; or the error, with the failures in which the engine shows it. */
type CheckResult = { readonly state: State } | { readonly failures: readonly Issue[]; readonly error: unknown };

/**
 * Validates the arguments and reads the listing, which becomes computed inputs, so that previews know it. Arguments with unknown
 * parts are passed through, and nothing is read.
 *
 * @param previous The state's inputs.
 * @param current The program's arguments.
 */
export async function check(
  host: Host,
  previous: State,
  current: State,
  facts: OperationFacts = {},
): Promise<CheckResult> {
  const { session } = host;
  const { args } = current;
  const { urn, isSecret = false } = facts;
  registerSecretArguments(session.secrets, facts.secrets ?? {});
  const issues = [...(facts.issues ?? []), ...connectionIssues(session, args["connection"])];
  const parsed = parse(session, args, { ...facts, issues });
  if ("issues" in parsed) {
    const issuesToShow = parsed.issues.map((issue) => withoutValue(issue, args, session.secrets, isSecret));
    return { failures: withCodes(issuesToShow), error: new SettingsError(issuesToShow) };
  }
  if (facts.isPending === true || containsUnknown(args)) {
    return { state: { ...current, isSecret, listing: "unknown" } };
  }
  try {
    const readListing = await currentListing(host, {
      previous,
      args,
      parsed: parsed.value,
      urn,
      // A message about a change quotes the previous listing too, so it hides both if one of them is secret.
      isSecret: isSecret || previous.isSecret,
      command: "pulumi up",
    });
    return { state: { ...current, isSecret, ...readListing } };
  } catch (error) {
    // We return the error as a failure. If we threw it, the SDK would print its stack trace.
    return { failures: [{ property: NO_PROPERTY, reason: messageOf(error) }], error };
  }
}

/**
 * Returns the names of the properties in which checked inputs differ from the state. Sends nothing.
 *
 * The engine also calls this with inputs that no check made, in two cases:
 *
 * 1. At a refresh, with the inputs in the state. If an older version wrote them, they have no binding (see `bindingOf` in `state.ts`), so only
 *    a binding that does not fit is refused.
 * 2. Before it deletes a resource that this one depends on, with the inputs in the state, of which some have become unknown. Then no binding
 *    is compared.
 *
 * @throws SettingsError if an argument was changed after check.
 */
export function diff(state: State, inputs: State): readonly string[] {
  const changed = hasUnknowns(inputs) ? [] : (changedSinceCheck(inputs) ?? []);
  // A listing that somebody edited in the state is not refused here, because the next update writes it anew. Callers compare secretness.
  assertUnchanged(changed.filter((name) => name !== SECRET_PROPERTY && !LISTING_PROPERTIES.includes(name)));
  const [before, after] = [snapshotIn(state), snapshotIn(inputs)];
  const isOtherListing = before?.digest !== after?.digest || inputs.listing === "unknown";
  // At a refresh, `inputs` are those of the state, so somebody may have edited their listing too.
  const isEitherDamaged = isDamaged(before, after) || isDamaged(after, before);
  const mustWriteJson = before?.json === undefined || isEitherDamaged;
  return [
    ...changedKeys(state.args, inputs.args),
    ...(isOtherListing ? ["digest"] : []),
    ...(mustWriteJson ? ["json"] : []),
    ...(isFromService(state, inputs.service) ? [] : [SERVICE_PROPERTY]),
  ];
}

/**
 * Returns what an update stores: what check read. A listing that is too large for inputs comes from the state, or from the session,
 * which has read it in this process.
 *
 * @throws SettingsError if an argument or the listing was changed after check, or if no check made the inputs.
 */
export async function store(host: Host, inputs: State, state?: State, urn?: string): Promise<State> {
  if (inputs.listing === "unknown") {
    return inputs;
  }
  assertUnchanged(changedSinceCheck(inputs));
  const checked = snapshotIn(inputs);
  if (checked?.json !== undefined) {
    return inputs;
  }
  const stored = state && snapshotIn(state);
  const isStoredCurrent = stored?.json !== undefined && stored.digest === checked?.digest;
  if (isStoredCurrent && sameListing(state?.args ?? {}, inputs.args) && !isDamaged(stored)) {
    return { ...inputs, listing: stored };
  }
  const { json, count, digest } = await host.session.list(parseResourceArguments(host.session, inputs.args));
  await host.log(
    "warning",
    `The listing is ${sizeOf(json)}, and every change of the stack writes it to the state again: ` +
      "with 32 MB, each other resource took about 4 seconds more. " +
      "Keep fewer fields with `select`, fewer items with `where`, or read it with the function `getWorkflows`, which keeps no state.",
    urn,
  );
  return { ...inputs, listing: { json, count, digest } };
}

/**
 * Throws if something was changed after check.
 *
 * @param changed The names of the changed arguments and outputs; `undefined` if no check made the inputs.
 */
function assertUnchanged(changed: readonly string[] | undefined): void {
  if (changed !== undefined && changed.length === 0) {
    return;
  }
  const names = changed?.map((name) => (name === SECRET_PROPERTY ? "what is secret" : `\`${name}\``));
  const what = names?.join(", ") ?? "The inputs have no mark of the check: something";
  const reason =
    `${what} was changed after the listing was read with the program's arguments, which a policy of the organisation can do. ` +
    "The listing does not fit, so nothing was stored. Set the argument in the program instead, or exempt this resource from the policy.";
  throw new SettingsError([{ property: NO_PROPERTY, reason }]);
}

/**
 * Returns the state with the listing as it is now.
 *
 * 1. At a refresh, `isNew` is false, and `state` is that of the last update.
 * 2. For `Workflows.get` and for an import, `isNew` is true, and `state` has only the arguments.
 */
export async function read(
  processHost: Host,
  state: State,
  { isNew, ...facts }: OperationFacts & { readonly isNew: boolean },
): Promise<State> {
  const host = withSecretArguments(processHost, facts.secrets ?? {});
  const { session } = host;
  const { urn, isSecret = false } = facts;
  const parsed = isNew
    ? parseResourceArguments(session, state.args, facts)
    : parseStoredArguments(session, state, facts);
  const stored = snapshotIn(state);
  if (parsed.mode === "pinned" && !isNew && stored !== undefined && !isDamaged(stored)) {
    return { ...state, isSecret, isAsStored: true };
  }
  const previous = isNew ? undefined : state;
  const request = { previous, args: state.args, parsed, urn, isSecret, command: "pulumi refresh" };
  const current = await currentListing(host, request).catch((error: unknown) => {
    throw isNew ? error : withStaleHint(error);
  });
  // If nothing changed, `currentListing` returns the same object that is in the state.
  return { ...state, isSecret, ...current, isAsStored: !isNew && current.listing === stored };
}

/**
 * Returns a host for one operation, whose messages show none of these arguments. They are not added to the session's own secrets, because
 * at a refresh all arguments of a resource may count as secret, and messages of other resources may contain the same ordinary words.
 */
function withSecretArguments({ session, log }: Host, secretArguments: Properties): Host {
  const secrets = session.secrets.extend(secretTextsIn(secretArguments));
  return {
    session: { ...session, secrets },
    log: (severity, message, urn) => log(severity, secrets.clean(message), urn),
  };
}

/**
 * Returns the arguments in the state, parsed, for a refresh. The state keeps arguments of other versions, so that the refresh shows no drift;
 * the request is made without them. An operator or an option of another version is an error, because it decides what is listed.
 */
function parseStoredArguments(session: Session, { args }: State, facts: OperationFacts): ParsedArguments {
  try {
    return parseResourceArguments(session, withoutUnknownArguments(args), facts);
  } catch (error) {
    throw withStaleHint(error);
  }
}

/**
 * Returns the arguments of the resource, parsed, for operations that read now. Throws a `SettingsError` with all issues, also of values that
 * are not known yet.
 */
function parseResourceArguments(session: Session, args: Properties, facts: OperationFacts = {}): ParsedArguments {
  const parsed = parse(session, args, { ...facts, issues: [...(facts.issues ?? []), ...issuesOfUnknownValues(args)] });
  if ("issues" in parsed) {
    throw new SettingsError(parsed.issues);
  }
  return parsed.value;
}

/** Returns the parsed arguments, or all issues: those of the facts and those of the arguments. */
function parse({ secrets }: Session, args: Properties, { issues = [], unknownNames = [] }: OperationFacts) {
  // The parser reports each name that is not an argument. The value of such a name was not sent, and does not matter.
  const misnamed = Object.fromEntries(unknownNames.map((name) => [name, true]));
  const parsed = parsePlain("Workflows", { ...args, ...misnamed });
  if ("value" in parsed && issues.length === 0) {
    return parsed;
  }
  const all = [...issues, ...("issues" in parsed ? parsed.issues : [])];
  return { issues: all.map((issue) => redactIssue(issue, secrets)) };
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
