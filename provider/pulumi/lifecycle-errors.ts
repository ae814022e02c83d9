/** Errors in an operation on a resource: the last listing is kept, or the error is reported, without secrets. */
import { type Fault, SettingsError, withParts, WorkflowsError } from "../http/errors.js";
import { type Source, titleOf } from "../settings/sources.js";
import type { WorkflowsArguments } from "../workflows/arguments.js";
import type { Properties } from "./properties.js";

/** Errors after which `whenUnavailable: "keep"` goes on: the service, not the user, is to blame, and it may pass. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "connection",
  "dns",
  "timeout",
  "unavailable",
  "rate-limited",
  "proxy",
]);

export function mayKeep(args: WorkflowsArguments, error: unknown): boolean {
  return args.whenUnavailable === "keep" && error instanceof WorkflowsError && UNAVAILABLE.has(error.code);
}

export function keptMessage(error: unknown): string {
  return `The last listing is kept, as \`whenUnavailable\` is "keep": ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * The engine prints the value of the property that a failure names, a secret in the clear too. So a failure names one only
 * where that value can hardly be a secret; the name stands in the reason anyway.
 */
export function withoutValue({ property, reason }: Fault, args: Properties): Fault {
  const harmless = !Object.hasOwn(args, property) || ["number", "boolean"].includes(typeof args[property]);
  return { property: harmless ? property : "", reason };
}

/** Both use the settings of now, also in a project with `refresh: always`. `pulumi up` alone refreshes first there. */
const RUN_PROGRAM = "run `pulumi up --refresh=false` or `pulumi refresh --run-program`.";

/**
 * A refresh runs no program, and so is given what may be an old secret, or settings in which something was amiss.
 *
 * @param storedSource where the credentials came from, if a refresh takes them from the state.
 */
export function withStaleHint(error: unknown, storedSource: () => Source | undefined): unknown {
  if (error instanceof SettingsError) {
    // Who only does what the faults say, such as `pulumi config set`, gets the same faults again.
    const reason =
      "A refresh uses the environment and the settings of the last update, from the stack's state: " +
      `after a change of config or of the program ${RUN_PROGRAM}`;
    return new SettingsError([...error.faults, { property: "", reason }]);
  }
  if (!(error instanceof WorkflowsError) || error.code !== "token-refused") {
    return error;
  }
  const source = storedSource();
  if (source === undefined) {
    return error;
  }
  const stale =
    `A refresh uses the ${titleOf(source)} of the last update, from the stack's state: ` +
    `if the secret was changed since, ${RUN_PROGRAM}`;
  return withParts(error, { hint: error.hint === undefined ? stale : `${error.hint} ${stale}` });
}

/** Why `whenUnavailable: "keep"` did not help. */
export const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but there is no listing to keep: none was read before with these arguments from this service.';

/** An error as check failures: thrown, the SDK would print its stack. */
export function failuresOf(error: unknown, remark?: string): readonly Fault[] {
  const message = error instanceof Error ? error.message : String(error);
  return [{ property: "", reason: remark === undefined ? message : `${message} ${remark}` }];
}
