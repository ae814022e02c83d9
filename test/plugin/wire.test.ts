/** Python's spelling of keys: renamed in objects of this package, and nowhere else. */
import { fromPython } from "../../provider/plugin/wire.js";
import { SIGNATURE_KEY } from "../../provider/pulumi/engine-signatures.js";

const python = { type: "cursor", cursor_path: "/next", size_parameter: "limit" };
const schema = { type: "cursor", cursorPath: "/next", sizeParameter: "limit" };

it.each([
  // what, argument or setting, as Python has it, as the schema has it
  ["pagination", "pagination", python, schema],
  ["Python's keywords", "where", { a: { in_: [1] }, b: { not_: 2 } }, { a: { in: [1] }, b: { not: 2 } }],
  [
    "operators in operators",
    "where",
    { a: { not_: { starts_with: "a", not_: { ends_with: "b" } } } },
    { a: { not: { startsWith: "a", not: { endsWith: "b" } } } },
  ],
  ["a connection", "connections", { eu_west: { base_url: "a" } }, { eu_west: { baseUrl: "a" } }],
  ["a connection of any name", "connections", { headers: { base_url: "a" } }, { headers: { baseUrl: "a" } }],
  ["pagination of a connection", "connections", { eu: { pagination: python } }, { eu: { pagination: schema } }],
])("%s is renamed", (_, name, given, expected) => {
  expect(fromPython(name, given)).toEqual(expected);
  expect(fromPython(name, expected)).toEqual(expected);
});

it.each([
  // what, argument or setting, value
  ["fields of workflows", "where", { starts_with: "a", in_: true, "owner.first_name": { exists: true } }],
  ["values", "where", { name: { in: ["starts_with"] } }],
  ["parameters", "query", { cursor_path: "a", size_parameter: ["b"] }],
  ["values of any kind", "triggers", [{ cursor_path: 1 }]],
  ["a key beside its other spelling", "pagination", { cursor_path: "/a", cursorPath: "/b" }],
  ["keys that are not Python's", "pagination", { Cursor_path: "/b", cursor__path: "/c", [SIGNATURE_KEY]: "d" }],
  ["names of headers", "headers", { base_url: "a" }],
  ["names of a connection's headers", "connections", { client_id: { headers: { base_url: "a" } } }],
])("%s stay as they are", (_, name, value) => {
  expect(fromPython(name, value)).toEqual(value);
});
