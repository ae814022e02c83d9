/** What this package needs of the SDK and the SDK does not declare: its modules, its mocks, and two changes for large listings. */
import { createRequire } from "node:module";
import { parseUrn } from "../workflows/engine-marks.js";
import type { Session } from "../workflows/session.js";
import { RESOURCE_TYPE } from "./properties.js";

let requireOfSdk: NodeJS.Require | undefined;

/**
 * A module as the SDK itself has it, so that its copy is the one in use: its dependencies are not ours.
 *
 * @param name a package, or a path inside the SDK: `./proto/engine_pb`.
 */
export function requireFromSdk(name: string): unknown {
  requireOfSdk ??= createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return requireOfSdk(name);
}

/** The property of the mocks that has it. A global symbol: a test may load this package more than once. */
export const MOCK_SESSION = Symbol.for("pulumi-workflows.mock-session");

/** The session of the mocks in use, if they have one. The SDK keeps the mocks in the monitor that replaces the engine. */
export function mockSessionOf(monitor: unknown): Session | undefined {
  const { mocks } = (monitor ?? {}) as { mocks?: { [MOCK_SESSION]?: Session } };
  return mocks?.[MOCK_SESSION];
}

// Two changes to the SDK reduce what a large listing costs. They apply to this package's own messages only: every other
// resource's are as the SDK makes them. CONTRIBUTING.md has the figures, and the SDK's part in them.

/** Strings up to this length are left to the SDK. UTF-16 code units. */
const LARGE = 1_000_000;

interface Writer {
  writeString: (this: Writer, field: number, value: string) => void;
  writeBytes: (field: number, value: Uint8Array) => void;
}

/** The large texts of this process that protobuf takes as bytes. `undefined`: nothing is changed yet. */
let ownTexts: Set<string> | undefined;

/**
 * Sends this text to the engine as bytes, which are the same on the wire. protobuf 3 encodes a string character by character
 * into an array of numbers. For the provider's host, which ends with its phase of a deployment: it keeps the text.
 */
export function writeAsBytes(text: unknown): void {
  if (typeof text !== "string" || text.length <= LARGE) {
    return;
  }
  ownTexts ??= changeWriter(new Set());
  ownTexts.add(text);
}

function changeWriter(texts: Set<string>): Set<string> {
  const { BinaryWriter } = requireFromSdk("google-protobuf") as { BinaryWriter: { prototype: Writer } };
  const writeString = BinaryWriter.prototype.writeString;
  BinaryWriter.prototype.writeString = function (field, value) {
    if (typeof value === "string" && value.length > LARGE && texts.has(value)) {
      this.writeBytes(field, Buffer.from(value, "utf8"));
    } else {
      writeString.call(this, field, value);
    }
  };
  return texts;
}

/** As far as it matters here, `RegisterResourceResponse` and `ReadResourceResponse`. */
interface Registration {
  toString: (this: Registration) => string;
  readonly getUrn: () => string;
  readonly getObject?: () => Fields | undefined;
  readonly getProperties?: () => Fields | undefined;
}

interface Fields {
  getFieldsMap(): { get(key: string): { getStringValue(): string } | undefined };
}

let areDebugLinesShort = false;

/**
 * After each registration the SDK sends the engine's whole response back to it as a debug message, even if nobody reads it.
 * For a `Workflows` with a large `json`, this message is made short.
 */
export function shortenDebugLines(): void {
  if (areDebugLinesShort) {
    return;
  }
  areDebugLinesShort = true;
  const messages = requireFromSdk("./proto/resource_pb") as Record<string, { prototype: Registration }>;
  for (const name of ["RegisterResourceResponse", "ReadResourceResponse"]) {
    const prototype = messages[name]?.prototype;
    const toString = prototype?.toString;
    if (prototype !== undefined && toString !== undefined) {
      prototype.toString = function () {
        return hasLargeListing(this) ? `${name} with a large listing` : toString.call(this);
      };
    }
  }
}

function hasLargeListing(response: Registration): boolean {
  if (parseUrn(response.getUrn()).type !== RESOURCE_TYPE) {
    return false;
  }
  const fields = response.getObject?.() ?? response.getProperties?.();
  const json = fields?.getFieldsMap().get("json");
  return json !== undefined && json.getStringValue().length > LARGE;
}
