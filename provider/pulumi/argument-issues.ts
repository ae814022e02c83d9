/** Finds arguments that are empty or unknown, and makes issues printable; runs in the program and in the provider process. */
import { breakColourCodes } from "../base/text.js";
import { type Issue, NO_PROPERTY } from "../base/errors.js";
import { NARROWING } from "../workflows/arguments/table.js";
import { containsUnknown } from "./engine-signatures.js";
import { isEmpty, type Properties } from "./properties.js";

/**
 * Returns an issue for each filter that is an empty object, which would list everything. It may be the rest of a filter whose only field had
 * no value: SDKs and transforms drop fields that are `null` (Go, YAML) or `undefined` (TypeScript). Transforms also make an empty object
 * of a Map.
 */
export function emptyArgumentIssues(args: Properties): readonly Issue[] {
  return NARROWING.filter((name) => isEmpty(args[name])).map((name) => ({
    property: NO_PROPERTY,
    reason:
      `\`${name}\` is an empty object, which would list everything. SDKs and transforms drop fields without a value, and a preview ` +
      `may drop values that are not known yet: a condition may be missing. Leave \`${name}\` out to list everything.` +
      (name === "where" ? " For `null`, write `{ in: [null] }`." : ""),
  }));
}

/** Returns an issue for each argument that is not known yet, for operations that read now. `parsePlain` accepts such arguments. */
export function issuesOfUnknownValues(args: object): readonly Issue[] {
  const message = "has a value that is not known yet. Nothing was read. Read when it is known, such as in an `apply`.";
  const unknown = Object.entries(args).filter(([, value]) => containsUnknown(value));
  return unknown.map(([property]) => ({ property, reason: `\`${property}\` ${message}` }));
}

/** Returns the issue as the engine may print it. */
export function printableIssue({ property, reason }: Issue): Issue {
  return { property: breakColourCodes(property), reason: breakColourCodes(reason) };
}
