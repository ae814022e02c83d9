/** The shape of workflows, inferred from a listing: which fields they have, of which types, and which may be missing. */
import { isJsonObject, type JsonValue } from "../workflows/json/json.js";
import { type ExactNumber, isJsonNumber, toEngineNumber } from "../workflows/json/numbers.js";

export type PlainType = "string" | "number" | "boolean" | "null";

/** Everything that was seen at one place. A union if more than one part is there. */
export interface Shape {
  readonly types: Set<PlainType>;
  object: ObjectShape | undefined;
  /** The elements of all lists at this place. */
  elements: Shape | undefined;
}

interface ObjectShape {
  /** How many objects were seen. */
  seen: number;
  readonly fields: Map<string, { readonly shape: Shape; seen: number }>;
}

export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** Whether some objects do not have it. */
  readonly optional: boolean;
}

/** The shape of all items together. */
export function inferShape(items: readonly JsonValue[]): Shape {
  const shape = emptyShape();
  for (const item of items) {
    observe(shape, item);
  }
  return shape;
}

/** The fields, in an order that does not depend on the listing's. */
export function fieldsOf({ seen, fields }: ObjectShape): readonly Field[] {
  return [...fields]
    .map(([name, field]) => ({ name, shape: field.shape, optional: field.seen < seen }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function emptyShape(): Shape {
  return { types: new Set(), object: undefined, elements: undefined };
}

function observe(shape: Shape, value: JsonValue): void {
  if (Array.isArray(value)) {
    shape.elements ??= emptyShape();
    for (const element of value) {
      observe(shape.elements, element);
    }
  } else if (isJsonObject(value)) {
    shape.object ??= { seen: 0, fields: new Map() };
    shape.object.seen += 1;
    for (const [name, own] of Object.entries(value)) {
      const field = shape.object.fields.get(name) ?? { shape: emptyShape(), seen: 0 };
      field.seen += 1;
      shape.object.fields.set(name, field);
      observe(field.shape, own);
    }
  } else {
    shape.types.add(typeOf(value));
  }
}

/** As programs get the value: a number that JavaScript cannot represent is a string in `items`. */
function typeOf(value: string | number | boolean | null | ExactNumber): PlainType {
  if (value === null) {
    return "null";
  }
  if (isJsonNumber(value)) {
    return typeof toEngineNumber(value) === "number" ? "number" : "string";
  }
  return typeof value === "boolean" ? "boolean" : "string";
}
