/** Which values are plain, and what the others are in words. */
import { runInNewContext } from "node:vm";
import { isPlainObject, kindIfNotPlain, placeholder } from "../../../provider/workflows/arguments/plain-values.js";

class Named {
  readonly field = 1;
}
const anonymous = new (class {
  readonly field = 1;
})();
const withPrototype = Object.create({ a: 1 }) as object;

it.each<[name: string, value: unknown, kind: string | undefined]>([
  ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 }), undefined],
  ["an object of another realm", runInNewContext("({ a: 1 })"), undefined],
  ["a function", () => 1, "a function"],
  ["the key of prototypes", JSON.parse('{"__proto__":1}'), "an object with the key __proto__"],
  ["an instance", new Named(), "an instance of Named"],
  ["an instance of a class without a name", anonymous, "an instance of a class"],
  ["an object with a prototype", withPrototype, "an instance of a class"],
  ["half of a surrogate pair", "a\ud800", "a string with half of a surrogate pair"],
  ["a placeholder", placeholder("an instance of Set"), "an instance of Set"],
])("what is not plain, in words: %s", (_name, value, kind) => {
  expect(kindIfNotPlain(value)).toBe(kind);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  expect(isPlainObject(value)).toBe(isObject && kind === undefined);
});
