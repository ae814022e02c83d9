/** The formats of texts: how messages call them, and which texts they accept. */
import { isPath, isPointer } from "../../http/json-path.js";
import { HEADER_NAME } from "../../settings/headers.js";
import type { TextFormat } from "./description.js";

export const FORMATS: Readonly<
  Record<TextFormat, { readonly words: string; readonly accepts: (text: string) => boolean }>
> = {
  path: { words: "a path such as /data/items or data.items", accepts: isPath },
  place: {
    words: "a path such as /next_cursor, or a response header such as header:X-Next-Cursor",
    accepts: isPlace,
  },
  field: { words: "a field's path such as owner.team or /owner/team", accepts: isField },
  "sort field": {
    words: "a field's path such as owner.team or -owner.team",
    accepts: (text) => isField(text.replace(/^-/, "")),
  },
  percentage: { words: 'a percentage such as "50%"', accepts: (text) => /^(?:100|\d{1,2})%$/.test(text) },
  "request header": { words: "the name of a request header such as X-Cursor", accepts: isFreeHeader },
  pattern: { words: "a regular expression", accepts: (text) => patternFault(text) === undefined },
  name: { words: "a string that is not empty", accepts: (text) => text.trim() !== "" },
};

/** A path into a listing's items. It is not as strict as a path into a response: a field that no item has is an error. */
function isField(text: string): boolean {
  const path = text.replace(/\?$/, "");
  return path.trim() !== "" && (!path.startsWith("/") || isPointer(path));
}

/** A path, or `header:` and a header's name, which a JSON Pointer into the header's JSON may follow. */
function isPlace(text: string): boolean {
  const header = /^header:([^/]*)(\/.*)?$/s.exec(text);
  return header === null ? isPath(text) : HEADER_NAME.test(header[1] ?? "") && isPointer(header[2] ?? "");
}

/** Headers that a cursor may be sent in: those that decide how a request is sent or who sends it are not among them. */
function isFreeHeader(text: string): boolean {
  const taken =
    /^(?:authorization|proxy-.*|host|cookie|content-.*|accept|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent)$/i;
  return HEADER_NAME.test(text) && !taken.test(text);
}

/** Why the text is not a regular expression. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return String(error).split(": ").at(-1);
  }
}
