/** Arguments as they arrive from programs in any language: Python's keys, secrets, and objects that an SDK has emptied. */
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Issue } from "../http/errors.js";
import { isEmpty, type Properties } from "../pulumi/properties.js";
import { NARROWING } from "../workflows/arguments/names.js";
import { fromPython } from "./python-keys.js";
import { fromStruct, secretProperties, unwrapAll } from "./wire.js";

export interface Arguments {
  /** With the engine's marks of secrets. */
  readonly marked: Properties;
  readonly plain: Properties;
  /** Those that are secret or contain a secret, in the clear. */
  readonly secrets: Properties;
  /** Whether what is read with them is secret: it may show a secret argument, such as `where: { name: <secret> }`. */
  readonly areSecret: boolean;
  readonly issues: readonly Issue[];
}

export function readArguments(struct: Struct | undefined): Arguments {
  const given = Object.entries(fromStruct(struct));
  const marked = Object.fromEntries(given.map(([name, value]) => [name, fromPython(name, value)]));
  const plain = unwrapAll(marked);
  const secrets = unwrapAll(secretProperties(marked));
  const areSecret = Object.keys(secrets).length > 0 || plain["secret"] === true;
  return { marked, plain, secrets, areSecret, issues: emptyArgumentIssues(plain) };
}

const FOR_NULL: Readonly<Record<string, string>> = { where: " For `null`, write `{ in: [null] }`." };

/**
 * SDKs drop fields that are `null` (Go, YAML) or `undefined` (TypeScript). What is left of `where: { id: undefined }` would list
 * everything. An `{}` of the program looks the same here, so both are refused.
 */
export function emptyArgumentIssues(args: Properties): readonly Issue[] {
  return NARROWING.filter((name) => isEmpty(args[name])).map((name) => ({
    property: "",
    reason:
      `\`${name}\` is an empty object, which would list everything. Pulumi's SDKs drop fields without a value, and a preview ` +
      `may drop values that are not known yet: a condition may be missing. Leave \`${name}\` out to list everything.${FOR_NULL[name] ?? ""}`,
  }));
}
