/**
 * The keys of objects as Python programs write them: `cursor_path` for `cursorPath`, `in_` for `in`.
 *
 * A generated Python SDK types dictionaries with these names. It does not translate those of functions, of choices between
 * types, and of an explicit provider. Only keys of a described type are renamed: field names in `where` and parameters in
 * `query` belong to the service.
 */
import type { Struct, Value } from "google-protobuf/google/protobuf/struct_pb.js";
import { CONNECTIONS_KEY, SETTINGS } from "../settings/definitions.js";
import { ARGUMENTS, NAMED_TYPES } from "../workflows/arguments/definitions.js";
import type { ArgumentType } from "../workflows/arguments/description.js";
import { secretIn } from "./wire.js";

/** The described part of an object or a list: the names and types of its properties, the type of all other values. */
interface Structure {
  readonly properties: ReadonlyMap<string, ArgumentType>;
  readonly values?: ArgumentType | Structure | undefined;
  readonly elements?: ArgumentType | undefined;
}

/** Renames keys inside the arguments of the resource or of a function. The arguments' own names are never Python's. */
export function renameArgumentKeys(args: Struct | undefined): void {
  args?.getFieldsMap().forEach((value: Value, name: string) => {
    const definition = ARGUMENTS.find((argument) => argument.name === name);
    if (definition !== undefined) {
      renameIn(value, structureOf(definition.type));
    }
  });
}

/** The setting `key` of an explicit provider, with the keys inside it renamed. A setting that is not text crosses as JSON. */
export function renameSettingKeys(key: string, json: string): string {
  const structure = SETTING_STRUCTURES.get(key);
  if (structure === undefined) {
    return json;
  }
  try {
    return JSON.stringify(renamed(JSON.parse(json), structure));
  } catch {
    // The setting's own parser reports what is wrong.
    return json;
  }
}

function renamed(value: unknown, structure: Structure): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const keys = Object.keys(value);
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => {
    const name = nameOf(key, structure, keys);
    const inner = typed(structure.properties.get(name) ?? structure.values);
    return [name, inner === undefined ? field : renamed(field, inner)];
  });
  return Object.fromEntries(entries);
}

function renameIn(value: Value, structure: Structure | undefined): void {
  if (structure === undefined) {
    return;
  }
  for (const element of value.getListValue()?.getValuesList() ?? []) {
    renameIn(element, typed(structure.elements));
  }
  const struct = value.getStructValue();
  if (struct === undefined) {
    return;
  }
  const secret = secretIn(struct);
  if (secret !== undefined) {
    renameIn(secret, structure);
    return;
  }
  const fields = struct.getFieldsMap();
  const keys: string[] = [];
  fields.forEach((_: Value, key: string) => keys.push(key));
  for (const key of keys) {
    const field = fields.get(key);
    const name = nameOf(key, structure, keys);
    if (field === undefined) {
      continue;
    }
    if (name !== key) {
      fields.del(key);
      fields.set(name, field);
    }
    renameIn(field, typed(structure.properties.get(name) ?? structure.values));
  }
}

/** The property that a key means. A key that is a property's own name, or comes beside it, stays as it is. */
function nameOf(key: string, { properties }: Structure, keys: readonly string[]): string {
  if (properties.has(key)) {
    return key;
  }
  const meant = [...properties.keys()].find((name) => pythonName(name) === key);
  return meant === undefined || keys.includes(meant) ? key : meant;
}

/** Those of Python's keywords that are words in this package's types. */
const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(["and", "as", "from", "in", "is", "not", "or"]);

/** As Pulumi's generator of Python SDKs names a property. */
function pythonName(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return PYTHON_KEYWORDS.has(snake) ? `${snake}_` : snake;
}

function typed(type: ArgumentType | Structure | undefined): Structure | undefined {
  return type !== undefined && "is" in type ? structureOf(type) : type;
}

/** All object types that a value of `type` may have, as one: validation decides which one it is. */
function structureOf(type: ArgumentType): Structure {
  switch (type.is) {
    case "array":
      return { properties: new Map(), elements: type.of };
    case "map":
      return { properties: new Map(), values: type.of };
    case "union":
      return merged(type.of.map(structureOf));
    case "named": {
      const named = NAMED_TYPES[type.name];
      if ("alias" in named) {
        return structureOf(named.alias);
      }
      return "choices" in named
        ? merged(Object.values(named.choices).map((name) => structureOf({ is: "named", name })))
        : { properties: new Map(named.properties.map((property) => [property.name, property.type])) };
    }
    default:
      return NOTHING;
  }
}

const NOTHING: Structure = { properties: new Map() };

/** A setting has the type of the argument that wins over it. */
const settingType = (key: string): ArgumentType => ARGUMENTS.find(({ name }) => name === key)?.type ?? { is: "any" };
const CONNECTION: Structure = { properties: new Map(SETTINGS.map(({ key }) => [key, settingType(key)])) };
const SETTING_STRUCTURES: ReadonlyMap<string, Structure> = new Map([
  ...SETTINGS.map(({ key }) => [key, structureOf(settingType(key))] as const),
  [CONNECTIONS_KEY, { properties: new Map(), values: CONNECTION }],
]);

function merged(structures: readonly Structure[]): Structure {
  return {
    properties: new Map(structures.flatMap(({ properties }) => [...properties])),
    values: structures.find(({ values }) => values !== undefined)?.values,
    elements: structures.find(({ elements }) => elements !== undefined)?.elements,
  };
}
