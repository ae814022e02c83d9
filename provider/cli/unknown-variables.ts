/** Finds environment variables that look like settings and are none, such as misspelt ones. */
import { variableOf } from "../base/setting-names.js";
import { SETTINGS } from "../settings/definitions.js";
import { didYouMean, nearest } from "../settings/issue-text.js";
import type { Environment } from "../settings/read-settings.js";
import { GUARDED_NAMES } from "../workflows/items/guard.js";

/** The beginning of the names of all variables: `WORKFLOWS_`. */
const PREFIX = variableOf("");

/** Returns a warning for each variable with the prefix that sets neither a setting nor an argument. Shows no value. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = [...SETTINGS.map(({ env }) => env), ...GUARDED_NAMES.map(variableOf)];
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  return unknown.map((name) => {
    // Without the prefix, because all names have it in common.
    const endings = known.map((other) => other.slice(PREFIX.length));
    const meant = nearest(name.slice(PREFIX.length), endings);
    const advice = didYouMean(meant === undefined ? undefined : PREFIX + meant, "`");
    return `\`${name}\` is set, but no setting has this name. ${advice}`.trimEnd();
  });
}
