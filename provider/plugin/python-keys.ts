/**
 * Renames the keys of objects that Python programs write in their way: `cursor_path` for `cursorPath`, `in_` for `in`. Runs in the plugin's
 * process.
 *
 * A generated Python SDK translates the names of arguments. It does not translate the keys of dictionaries in functions' arguments, in
 * choices between types, and in an explicit provider's settings.
 */
import { isRecord } from "../base/json-path.js";
import { setOwnField } from "../workflows/json/json.js";
import { isSecretWrapper } from "./wire.js";

/**
 * Arguments and settings whose nested keys are ours and must be converted, with the level at which ours begin: `where` and
 * `connections` have a key first that the user chose. Everything else, such as a parameter in `query`, stays as it is.
 */
const LEVELS_ABOVE_OUR_KEYS: ReadonlyMap<string, number> = new Map([
  ["where", 1],
  ["connections", 1],
  ["pagination", 0],
]);

/** Settings within a connection whose keys belong to the service. */
const NOT_OURS: ReadonlySet<string> = new Set(["headers"]);

/** The names that Pulumi's generator of Python SDKs makes: small letters and underscores, and an underscore behind a keyword. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+)*_?$/;

function camelCase(key: string): string {
  return SNAKE_CASE.test(key)
    ? key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()).replace("_", "")
    : key;
}

/** Returns the argument or setting `name`, with the keys in it as the schema has them. */
export function fromPython(name: string, value: unknown): unknown {
  const levels = LEVELS_ABOVE_OUR_KEYS.get(name);
  return levels === undefined ? value : rename(value, levels);
}

function rename(value: unknown, levels: number): unknown {
  if (Array.isArray(value)) {
    return value.map((element) => rename(element, levels));
  }
  if (!isRecord(value)) {
    return value;
  }
  if (isSecretWrapper(value)) {
    return { ...value, value: rename(value.value, levels) };
  }
  const renamed: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = levels > 0 ? key : camelCase(key);
    // If both spellings are present, the one in snake_case stays, so that validation reports it as unknown.
    const isKept = levels === 0 && NOT_OURS.has(key);
    setOwnField(renamed, Object.hasOwn(value, name) ? key : name, isKept ? field : rename(field, levels - 1));
  }
  return renamed;
}
