/**
 * Converts values from and to the engine's form (`google.protobuf.Struct`), finds secrets in them, and reads arguments
 * and settings as generated SDKs send them. Runs in the plugin's process.
 */
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { breakColourCodes } from "../base/text.js";
import { type Issue, NO_PROPERTY } from "../base/errors.js";
import { isRecord } from "../base/json-path.js";
import { copyForEngine } from "../pulumi/engine-safe.js";
import { SECRET_SIGNATURE, signedSecret, SIGNATURE_KEY, UNKNOWN } from "../pulumi/engine-signatures.js";
import { isLarge, type Properties, sizeOf } from "../pulumi/properties.js";
import type { JsonValue } from "../workflows/json/json.js";

/** Returns the fields as plain values. Secrets and unknown values keep the engine's signatures. */
export function fromStruct(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

/** Returns properties in the form of the engine. A key whose value is `undefined` is left out. */
export function toStruct(properties: Properties): Struct {
  const present = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Struct.fromJavaScript(Object.fromEntries(present) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/**
 * Returns issues in the form of the protocol. A failure names no property, because the engine would print its value.
 * The reason names it.
 */
export function toFailures(issues: readonly Issue[]): provider.CheckFailure[] {
  return issues.map(({ reason }) =>
    new provider.CheckFailure().setProperty(NO_PROPERTY).setReason(breakColourCodes(reason)),
  );
}

/** Returns whether the value is the engine's wrapper of a secret. */
function isSecretWrapper(value: unknown): value is { readonly value?: unknown } {
  return isRecord(value) && value[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** Returns the value wrapped as a secret; `undefined` stays. */
export function asSecret(value: unknown): unknown {
  return value === undefined || isSecretWrapper(value) ? value : signedSecret(value);
}

/** Returns the value without the wrappers of secrets in it. */
function unwrap(value: unknown): unknown {
  if (isSecretWrapper(value)) {
    return unwrap(value.value ?? null);
  }
  if (Array.isArray(value)) {
    return value.map(unwrap);
  }
  return isRecord(value) ? unwrapAll(value) : value;
}

/** Returns the properties without the wrappers of secrets in them. */
export function unwrapAll(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, unwrap(value)]));
}

/** Returns whether the value is a secret or contains one. */
export function hasSecret(value: unknown): boolean {
  return (
    isSecretWrapper(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret))
  );
}

/** The arguments of a resource or a function, as the plugin received them. */
export interface Arguments {
  /** The arguments in the clear. */
  readonly args: Properties;
  /**
   * True if an argument is secret. All outputs are secret then, because an output may show the argument. Generated SDKs
   * do not tell which arguments of a function are secret, so the argument `secret: true` says it too.
   */
  readonly areSecret: boolean;
}

/** Returns the arguments that the engine sent. */
export function readArguments(received: Properties): Arguments {
  const entries = Object.entries(unwrapAll(received)).map(([name, value]) => [name, fromPython(name, value)]);
  const args = Object.fromEntries(entries) as Properties;
  return { args, areSecret: hasSecret(received) || args["secret"] === true };
}

/**
 * The arguments and settings in which this package defines keys, with the number of levels above these keys. In `where`
 * and `connections`, one level of keys that the user chooses is above them. Keys in all other arguments, such as
 * `query`, are the user's.
 */
const LEVELS_ABOVE_OUR_KEYS: ReadonlyMap<string, number> = new Map([
  ["where", 1],
  ["connections", 1],
  ["pagination", 0],
]);

/** The settings of a connection in which the user chooses the keys. */
const WITH_KEYS_OF_USER: ReadonlySet<string> = new Set(["headers"]);

/** Matches a name in Python's form: lower case with underscores, and a final underscore if the name is a keyword. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+)*_?$/;

/** Returns `cursorPath` for `cursor_path`, and `in` for `in_`. Any other key stays as it is. */
function camelCase(key: string): string {
  if (!SNAKE_CASE.test(key)) {
    return key;
  }
  const withoutFinalUnderscore = key.replace(/_$/, "");
  return withoutFinalUnderscore.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns an argument or a setting, with the keys in it as the schema has them. A Python program may write
 * `cursor_path` for `cursorPath`, or `in_` for `in`. A generated Python SDK translates the names of arguments, but not
 * all keys in them: not those in arguments of functions, in choices between types, and in settings of an explicit
 * provider.
 */
export function fromPython(name: string, value: unknown): unknown {
  const levels = LEVELS_ABOVE_OUR_KEYS.get(name);
  return levels === undefined ? value : rename(value, levels);
}

/** Returns a copy of the value with renamed keys, except in the first `levels` levels. */
function rename(value: unknown, levels: number): unknown {
  if (Array.isArray(value)) {
    return value.map((element) => rename(element, levels));
  }
  if (!isRecord(value)) {
    return value;
  }
  const renamed = Object.entries(value).map(([key, field]) => {
    const name = levels > 0 ? key : camelCase(key);
    const hasKeysOfUser = levels === 0 && WITH_KEYS_OF_USER.has(key);
    // If both spellings are present, validation reports the one in snake_case as unknown.
    return [Object.hasOwn(value, name) ? key : name, hasKeysOfUser ? field : rename(field, levels - 1)];
  });
  return Object.fromEntries(renamed);
}

/** The advice for a user if the output is left out. */
const ADVICE = { items: "get a smaller listing with `select` or `where`", value: "read less with `query`" };

/**
 * Returns the output with the content of `json`. It is unknown if `json` is. It is left out if there is no `json`, and,
 * with a warning, if `json` is large.
 */
export function structuredOutput(
  name: keyof typeof ADVICE,
  json: unknown,
  parse: (json: string) => JsonValue,
  warn: (message: string) => void,
): unknown {
  if (json === UNKNOWN) {
    return UNKNOWN;
  }
  if (typeof json !== "string") {
    return undefined;
  }
  if (isLarge(json)) {
    warn(
      `The output \`${name}\` is left out: \`json\` is ${sizeOf(json)}, and above 1 MB it crosses the engine as text only. ` +
        `Parse \`json\`, or ${ADVICE[name]}.`,
    );
    return undefined;
  }
  return copyForEngine(name, parse(json), warn);
}
