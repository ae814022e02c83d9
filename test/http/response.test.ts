/** The id of a request, as messages show it. */
import { createSecrets } from "../../provider/base/secrets.js";
import { requestIdOf } from "../../provider/http/response.js";

/** A header as Node.js reads it. */
const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

it.each<[string, Readonly<Record<string, string | string[]>>, string | undefined]>([
  ["the service's own", { "x-request-id": "req-1", "cf-ray": "8f0-FRA" }, "req-1"],
  ["not empty", { "x-request-id": " ", "request-id": "\u0001\u009b", "cf-ray": "ray-1" }, "ray-1"],
  ["missing", { date: "x" }, undefined],
  ["one clean line", { "x-request-id": latin1("a\u001b\tb\u202ec") }, "a b c"],
  ["without a secret", { "x-request-id": "a-token-1234567890", "request-id": "req-1" }, "req-1"],
  ["without one in UTF-8", { "x-request-id": latin1("пароль"), "cf-ray": "ray-1" }, "ray-1"],
])("the id is %s", (_name, headers, id) => {
  const { add, clean } = createSecrets();
  ["token-1234567890", "пароль"].forEach(add);
  expect(requestIdOf(headers, clean)).toBe(id);
});
