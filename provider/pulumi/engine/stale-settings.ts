/** Adds a hint to the errors of a refresh, which uses the settings of the last update; runs in the provider process. */
import { SettingsError, withFurtherHint, WorkflowsError } from "../../base/errors.js";

/**
 * A refresh runs no program: a fix in the config alone would give the same errors again. Both commands use the current
 * settings. With `refresh: always`, `pulumi up` alone would refresh first.
 */
const STALE_SETTINGS =
  "A refresh uses the environment of this run, and the settings of the last update, from the stack's state, even if that update " +
  "failed: after a change of config, such as the secret, or of the program run `pulumi up --refresh=false` or " +
  "`pulumi refresh --run-program`.";

/** The error of a refresh. The service may have another address since the last update, another secret, or other pages. */
export function withStaleHint(error: unknown): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError([...error.issues, { property: "", reason: STALE_SETTINGS }]);
  }
  // The others pass by themselves, whatever the settings are.
  return error instanceof WorkflowsError && error.code !== "cancelled" && error.code !== "rate-limited"
    ? withFurtherHint(error, STALE_SETTINGS)
    : error;
}
