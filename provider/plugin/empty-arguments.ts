/** Refuses arguments that arrive empty: SDKs may have dropped what they contained. */
import type { Issue } from "../http/errors.js";
import { isEmpty, NARROWING } from "../pulumi/call.js";
import type { Properties } from "../pulumi/properties.js";

const FOR_NULL: Readonly<Record<string, string>> = { where: " For `null`, write `{ in: [null] }`." };

/**
 * SDKs drop fields that are `null` (Go, YAML) or `undefined` (TypeScript). What is left of `where: { id: undefined }` would list
 * everything. An `{}` of the program looks the same here, so both are refused.
 */
export function emptyArgumentFaults(args: Properties): readonly Issue[] {
  return NARROWING.filter((name) => isEmpty(args[name])).map((name) => ({
    property: "",
    reason:
      `\`${name}\` is an empty object, which would list everything. Pulumi's SDKs drop fields without a value, and a preview ` +
      `may drop values that are not known yet: a condition may be missing. Leave \`${name}\` out to list everything.${FOR_NULL[name] ?? ""}`,
  }));
}
