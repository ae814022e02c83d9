/**
 * Two changes to the SDK that reduce what large strings cost, measured with a listing of 100,000 workflows (21 MB). Both leave every
 * byte on the wire, and every string up to 1 MB, as they are.
 */
import { requireFromSdk } from "./require-from-sdk.js";

/** Strings up to this length are left to the SDK. UTF-16 code units. */
const LARGE = 1_000_000;

const PATCHED = Symbol.for("pulumi-workflows.large-strings");

interface Writer {
  writeString: (this: Writer, field: number, value: string) => void;
  writeBytes: (field: number, value: Uint8Array) => void;
}

/**
 * protobuf encodes a string character by character into an array of numbers: 1.6 s and 450 MB. Bytes it takes as they
 * are, and on the wire the two are the same (wire type 2).
 */
export function writeLargeStringsAsBytes(): void {
  const { BinaryWriter } = requireFromSdk("google-protobuf") as { BinaryWriter: { prototype: Writer } };
  patchOnce(BinaryWriter.prototype, (prototype) => {
    const writeString = prototype.writeString;
    prototype.writeString = function (field, value) {
      if (typeof value === "string" && value.length > LARGE) {
        this.writeBytes(field, Buffer.from(value, "utf8"));
      } else {
        writeString.call(this, field, value);
      }
    };
  });
}

/** As far as it matters here, `RegisterResourceResponse` and `ReadResourceResponse`. */
interface Registration {
  toString: (this: Registration) => string;
  readonly getObject?: () => Fields | undefined;
  readonly getProperties?: () => Fields | undefined;
}

interface Fields {
  getFieldsMap(): { get(key: string): { getStringValue(): string } | undefined };
}

/**
 * After each registration the SDK sends the engine's whole response back to it as a debug message, even if nobody reads it: 3.3 s and 900 MB.
 * For a response with a large `json` the message says only that.
 */
export function shortenDebugLines(): void {
  const messages = requireFromSdk("./proto/resource_pb") as Record<string, { prototype: Registration } | undefined>;
  for (const name of ["RegisterResourceResponse", "ReadResourceResponse"]) {
    patchOnce(messages[name]?.prototype, (prototype) => {
      const whole = prototype.toString;
      prototype.toString = function () {
        return hasLargeListing(this) ? `${name} with a large listing` : whole.call(this);
      };
    });
  }
}

function hasLargeListing(response: Registration): boolean {
  const fields = response.getObject?.() ?? response.getProperties?.();
  const json = fields?.getFieldsMap().get("json");
  return json !== undefined && json.getStringValue().length > LARGE;
}

/** Once in a process, though several copies of this package may be loaded in it. */
function patchOnce<T extends object>(prototype: T | undefined, change: (prototype: T) => void): void {
  if (prototype !== undefined && !Object.hasOwn(prototype, PATCHED)) {
    change(prototype);
    Object.defineProperty(prototype, PATCHED, { value: true });
  }
}
