/** Adds a hint to the errors of a refresh, which uses the settings of the last update; runs in the provider process. */
import { NO_PROPERTY, SettingsError, withFurtherHint, WorkflowsError } from "../../base/errors.js";

/**
 * The hint. A refresh does not run the program, so after a fix of the config, the same refresh fails with the same error. Both commands
 * in the hint use the current settings. `pulumi up` has the option `--refresh=false`, because with the project's option
 * `refresh: always` it would refresh first.
 */
const STALE_SETTINGS =
  "A refresh uses the environment of this run, and the settings of the last update, from the stack's state, even if that update " +
  "failed: after a change of config, such as the secret, or of the program run `pulumi up --refresh=false` or " +
  "`pulumi refresh --run-program`.";

/** Failures that no other setting would have prevented: the service accepted the client, or the request succeeds later as it is. */
const NOT_FROM_SETTINGS: readonly string[] = ["cancelled", "rate-limited", "unavailable", "vanished", "too-large"];

/** Returns the error of a refresh with the hint, because the service's address, secret or pages may have changed since the last update. */
export function withStaleHint(error: unknown): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError([...error.issues, { property: NO_PROPERTY, reason: STALE_SETTINGS }]);
  }
  return error instanceof WorkflowsError && !NOT_FROM_SETTINGS.includes(error.code)
    ? withFurtherHint(error, STALE_SETTINGS)
    : error;
}
