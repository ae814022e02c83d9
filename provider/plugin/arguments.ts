/**
 * Reads arguments from generated SDKs: corrects Python's keys, unwraps secrets, and reports filters that may have lost their fields. Runs in
 * the plugin's process.
 */
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Issue } from "../base/errors.js";
import { emptyArgumentIssues } from "../pulumi/argument-issues.js";
import type { Properties } from "../pulumi/properties.js";
import { fromPython } from "./python-keys.js";
import { fromStruct, secretProperties, unwrapAll } from "./wire.js";

/** The arguments of a resource or a function, as the plugin received them. */
export interface Arguments {
  /** The arguments with the engine's wrappers of secrets. */
  readonly marked: Properties;
  /** The arguments in the clear. */
  readonly plain: Properties;
  /** The arguments that are secret or contain a secret, in the clear. */
  readonly secrets: Properties;
  /** True if outputs must be secret. An output may show a secret argument, such as `where: { name: <secret> }`. */
  readonly areSecret: boolean;
  /** An issue for each filter that is an empty object, because it may have lost its fields on the way. */
  readonly issues: readonly Issue[];
}

/** Returns the arguments, with what is secret and what is wrong in them. */
export function readArguments(struct: Struct | undefined): Arguments {
  const entries = Object.entries(fromStruct(struct));
  const marked = Object.fromEntries(entries.map(([name, value]) => [name, fromPython(name, value)]));
  const plain = unwrapAll(marked);
  const secrets = unwrapAll(secretProperties(marked));
  const areSecret = Object.keys(secrets).length > 0 || plain["secret"] === true;
  return { marked, plain, secrets, areSecret, issues: emptyArgumentIssues(plain) };
}
