/** The fields of a response beside its list: what describes the response, and all else near it. */
import { isPointer, pointerStep } from "../../http/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isContainer, meaningOf } from "./fields.js";
import { normaliseName } from "./names.js";

/** The list of a response. */
export interface FoundItems {
  readonly items: JsonValue[];
  /** Where they are: a JSON Pointer; empty for the response itself. */
  readonly pointer: string;
}

export interface FieldBeside {
  /** As the service writes it. */
  readonly name: string;
  /** The same, normalised. */
  readonly normal: string;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly around: JsonObject;
  /** The normalised name of the object around it. */
  readonly parent: string;
  /** Whether it describes the response by its place: in the body, around the list, or in an object such as `meta`. Else it may be data. */
  readonly isAbout: boolean;
}

const MAX_DEPTH = 4;
/** A response with more fields than these beside its list has data there. */
const MAX_OTHER_FIELDS = 1000;

/**
 * The fields in their order, an object before its own fields. The list is left out, and what `unrelatedFields` names: names at any
 * depth, or pointers. Other lists are data, except `links`.
 */
export function fieldsBeside(body: JsonValue, list: string, unrelated: readonly string[], root = ""): FieldBeside[] {
  const found: FieldBeside[] = [];
  let others = 0;
  const visit = (object: JsonObject, at: string, parent: string, depth: number, isAbout: boolean): void => {
    for (const [name, value] of Object.entries(object)) {
      if (!isAbout && ++others > MAX_OTHER_FIELDS) {
        return;
      }
      const pointer = at + pointerStep(name);
      if (pointer === list || isNamedIn(unrelated, pointer, name)) {
        continue;
      }
      const normal = normaliseName(name);
      found.push({ name, normal, value, pointer, around: object, parent, isAbout });
      if (depth < MAX_DEPTH && isJsonObject(value)) {
        visit(
          value,
          pointer,
          normal,
          depth + 1,
          isAbout && (list.startsWith(`${pointer}/`) || isAboutPages(normal, value)),
        );
      } else if (depth < MAX_DEPTH && Array.isArray(value) && normal === "links") {
        for (const [index, link] of value.entries()) {
          if (isJsonObject(link) && !("rel" in link)) {
            visit(link, pointer + pointerStep(index), normal, depth + 1, isAbout);
          }
        }
      }
    }
  };
  if (isJsonObject(body)) {
    visit(body, root, "", 0, true);
  }
  return found;
}

/** Whether the argument `unrelatedFields` names a field or a header, or an object around it. */
export function isNamedIn(unrelated: readonly string[], pointer: string, name: string): boolean {
  return unrelated.some((field) => (isPointer(field) ? `${pointer}/`.startsWith(`${field}/`) : field === name));
}

/** By its name; or, under any name, by a page's place and its size side by side: `{ offset, limit }`. */
function isAboutPages(normal: string, object: JsonObject): boolean {
  const meaning = meaningOf(normal, null);
  if (isContainer(normal) || meaning === "next" || meaning === "other") {
    return true;
  }
  const fields = Object.entries(object).slice(0, 20);
  const inside = fields.map(([name, value]) => meaningOf(normaliseName(name), value));
  return inside.includes("size") && (inside.includes("page") || inside.includes("offset"));
}
