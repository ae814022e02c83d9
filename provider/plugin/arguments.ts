/**
 * Reads arguments and settings as generated SDKs send them: unwraps secrets, and renames the keys of objects that Python programs write in
 * their way, such as `cursor_path` for `cursorPath` and `in_` for `in`. Runs in the plugin's process.
 *
 * A generated Python SDK translates the names of arguments. It does not translate the keys of dictionaries in functions' arguments, in
 * choices between types, and in an explicit provider's settings.
 */
import { isRecord } from "../base/json-path.js";
import type { Properties } from "../pulumi/properties.js";
import { hasSecret, unwrapAll } from "./wire.js";

/** The arguments of a resource or a function, as the plugin received them. */
export interface Arguments {
  /** The arguments in the clear. */
  readonly args: Properties;
  /**
   * True if outputs must be secret, because an output may show a secret argument, such as `where: { name: <secret> }`. Generated SDKs do not
   * tell which arguments of a function are secret, so `secret: true` makes all of them secret.
   */
  readonly areSecret: boolean;
}

/** Returns the arguments that the engine sent. */
export function readArguments(received: Properties): Arguments {
  const entries = Object.entries(unwrapAll(received)).map(([name, value]) => [name, fromPython(name, value)]);
  const args = Object.fromEntries(entries) as Properties;
  return { args, areSecret: hasSecret(received) || args["secret"] === true };
}

/**
 * The arguments and settings whose nested keys this package defines, with the number of levels above these keys. `where` and
 * `connections` have one such level, with keys that the user chose. Keys of other arguments, such as parameters in `query`, stay as they are.
 */
const LEVELS_ABOVE_OUR_KEYS: ReadonlyMap<string, number> = new Map([
  ["where", 1],
  ["connections", 1],
  ["pagination", 0],
]);

/** Settings in a connection in which the user chooses the keys. They are for the service, so they are not renamed. */
const WITH_KEYS_OF_SERVICE: ReadonlySet<string> = new Set(["headers"]);

/** The names that Pulumi's generator of Python SDKs makes: lower case with underscores, and a final underscore if the name is a keyword. */
const SNAKE_CASE = /^[a-z]+(?:_[a-z]+)*_?$/;

/** Returns `cursorPath` for `cursor_path`, and `in` for `in_`. Any other key stays as it is. */
function camelCase(key: string): string {
  if (!SNAKE_CASE.test(key)) {
    return key;
  }
  const withoutFinalUnderscore = key.replace(/_$/, "");
  return withoutFinalUnderscore.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the argument or setting `name`, with the keys in it as the schema has them. */
export function fromPython(name: string, value: unknown): unknown {
  const levels = LEVELS_ABOVE_OUR_KEYS.get(name);
  return levels === undefined ? value : rename(value, levels);
}

/** Returns a copy of the value with renamed keys, except in the first `levels` levels. */
function rename(value: unknown, levels: number): unknown {
  if (Array.isArray(value)) {
    return value.map((element) => rename(element, levels));
  }
  if (!isRecord(value)) {
    return value;
  }
  const renamed = Object.entries(value).map(([key, field]) => {
    const name = levels > 0 ? key : camelCase(key);
    const isOfService = levels === 0 && WITH_KEYS_OF_SERVICE.has(key);
    // If both spellings are present, the one in snake_case stays, so that validation reports it as unknown.
    return [Object.hasOwn(value, name) ? key : name, isOfService ? field : rename(field, levels - 1)];
  });
  return Object.fromEntries(renamed);
}
