/** Converts values from and to the engine's form (`google.protobuf.Struct`), and finds the secrets in them; runs in the plugin's process. */
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

/** Returns issues in the form of the protocol. They name no property, because the engine prints the value of one. The reason has the name. */
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

/** Returns the value with each secret in it replaced by the value that its wrapper contains. */
function unwrap(value: unknown): unknown {
  if (isSecretWrapper(value)) {
    return unwrap(value.value ?? null);
  }
  if (Array.isArray(value)) {
    return value.map(unwrap);
  }
  return isRecord(value) ? unwrapAll(value) : value;
}

/** Returns the properties with each secret in them replaced by the value that its wrapper contains. */
export function unwrapAll(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, unwrap(value)]));
}

/** Returns whether the value is a secret or contains one. */
export function hasSecret(value: unknown): boolean {
  return (
    isSecretWrapper(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret))
  );
}

/** Advice to users if `json` is too large for the structured output. */
const ADVICE = { items: "get a smaller listing with `select` or `where`", value: "read less with `query`" };

/** Returns whether a structured output accompanies this `json`. A large `json` crosses the engine only once, as text. */
export function hasStructuredOutput(json: unknown): json is string {
  return typeof json === "string" && !isLarge(json);
}

/**
 * Returns the structured output `name`, which has the content of `json`. It is unknown if `json` is unknown, and `undefined` if there is no
 * `json`, or if `json` is large, with a warning.
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
  if (hasStructuredOutput(json)) {
    return copyForEngine(name, parse(json), warn);
  }
  if (typeof json === "string") {
    warn(
      `The output \`${name}\` is left out: \`json\` is ${sizeOf(json)}, and above 1 MB it crosses the engine as text only. ` +
        `Parse \`json\`, or ${ADVICE[name]}.`,
    );
  }
  return undefined;
}
