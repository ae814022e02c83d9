/** JSON Pointer (RFC 6901) over parsed JSON: own fields and list elements, never what a prototype lends. */
import { isJsonObject, ownField, type JsonValue } from "./json.js";

const pointerSyntax = /^(?:\/(?:[^~/]|~[01])*)*$/;
const arrayIndex = /^(?:0|[1-9][0-9]{0,9})$/;

/** Whether the text is a JSON Pointer: empty, or steps that each start with `/`, with `~` only in `~0` and `~1`. */
export function isPointer(text: string): boolean {
  return pointerSyntax.test(text);
}

/** What the pointer leads to; `undefined` where there is nothing. */
export function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) {
      value = arrayIndex.test(name) ? value[Number(name)] : undefined;
    } else {
      value = isJsonObject(value) ? ownField(value, name) : undefined;
    }
  }
  return value;
}

/** One more step of a pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
