/** Decides which values are the same: canonical JSON, its digest, and keys for maps. */
import { createHash } from "node:crypto";
import { isLosslessNumber } from "lossless-json";
import { isRecord } from "../../base/json-path.js";
import { isJsonObject, type JsonValue } from "./json.js";

/**
 * Writes JSON without white space. As in RFC 8785, the keys of every object are in ascending order of their UTF-16 code
 * units, and strings are as `JSON.stringify` writes them. Numbers are exactly as the service wrote them: `1`, `1.0` and
 * `1e0` differ.
 */
export function canonicalJson(value: JsonValue): string {
  // We use `join`, because V8 keeps a text that is built with `+=` as a tree in memory.
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join()}]`;
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`).join()}}`;
  }
  return isLosslessNumber(value) ? value.value : JSON.stringify(value);
}

/**
 * Returns the SHA-256, in hex, of the items in canonical form. Each item is written as canonical JSON. These texts are
 * sorted by their UTF-16 code units and joined to one JSON array. So neither the order of items nor of keys changes the
 * digest. An item that is there twice counts twice.
 */
export function digestItems(items: readonly JsonValue[]): string {
  return sha256(`[${items.map(canonicalJson).sort().join()}]`);
}

/** Returns the SHA-256, in hex, of the text's UTF-8 bytes. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Writes JSON with sorted keys, as a key for maps or the input of a digest. It is for values of programs, and not of
 * the service: it leaves out fields that are `undefined`, and does not know `LosslessNumber`.
 */
export function stableKey(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
