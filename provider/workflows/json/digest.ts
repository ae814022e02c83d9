/** What makes two values the same: canonical JSON, the digest over it, and keys for maps. */
import { createHash } from "node:crypto";
import { isRecord } from "../../http/json-path.js";
import { type JsonObject, type JsonValue, writeJson } from "./json.js";

/** Items given to the hash at once: enough to be quick, little enough to need no second copy of a large listing. */
const CHUNK_ITEMS = 1000;

/**
 * JSON without white space. As in RFC 8785, the keys of every object are in ascending order of their UTF-16 code units, and
 * strings are as `JSON.stringify` writes them. Numbers are exactly as the service wrote them: `1`, `1.0` and `1e0` differ.
 */
export function canonicalJson(value: JsonValue): string {
  return writeJson(value, sortedKeys);
}

/**
 * SHA-256, in hex, of the UTF-8 bytes of the items in canonical form: a JSON array of every item's canonical JSON, these in
 * ascending order of their UTF-16 code units. Neither the order of items nor of keys changes it; an item that is there
 * twice counts twice.
 */
export function digestItems(items: readonly JsonValue[]): string {
  const texts = items.map(canonicalJson).sort();
  const hash = createHash("sha256").update("[");
  for (let start = 0; start < texts.length; start += CHUNK_ITEMS) {
    hash.update(`${start === 0 ? "" : ","}${texts.slice(start, start + CHUNK_ITEMS).join(",")}`);
  }
  return hash.update("]").digest("hex");
}

/** SHA-256, in hex, of the UTF-8 bytes of the value's canonical JSON. */
export function digestValue(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

/** In hex, of the text's UTF-8 bytes. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort();
}

/** One text for equal plain values, in any order of their keys: a key for maps, or the input of a digest. */
export function stableKey(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
