/** Takes a session's secrets out of an error, on its way out. */
import { SettingsError, withParts, WorkflowsError } from "../base/errors.js";
import type { Session } from "../workflows/session.js";

/** Returns the error without the session's secrets. An error that is not of this package is returned as it is. */
export function cleanError(error: unknown, { secrets: { clean } }: Session): unknown {
  if (error instanceof SettingsError) {
    const issues = error.issues.map(({ property, reason }) => ({ property: clean(property), reason: clean(reason) }));
    return new SettingsError(issues);
  }
  return error instanceof WorkflowsError
    ? withParts(error, {
        problem: clean(error.problem),
        doing: error.doing && clean(error.doing),
        hint: error.hint && clean(error.hint),
      })
    : error;
}
