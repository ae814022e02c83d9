/** The service's own id of a request. */
import { createRedactor } from "../../provider/http/redactor.js";
import { requestIdOf } from "../../provider/http/request-id.js";

it.each<[string, Readonly<Record<string, string | string[]>>, string | undefined]>([
  ["the service's own", { "x-request-id": "req-1", "cf-ray": "8f0-FRA" }, "req-1"],
  ["not empty", { "x-request-id": " ", "request-id": "\u0001\u009b", "cf-ray": "ray-1" }, "ray-1"],
  ["one text", { "x-request-id": ["req-1", "req-2"] }, undefined],
  ["missing", { date: "x" }, undefined],
  ["one clean line", { "x-request-id": "a\u001b\tb\u202ec" }, "a b c"],
  ["without a secret", { "x-request-id": "a-token-1234567890", "request-id": "req-1" }, "req-1"],
  ["short", { "x-request-id": "x".repeat(10_000) }, `${"x".repeat(200)}…`],
])("the id is %s", (_name, headers, id) => {
  const { add, redact } = createRedactor();
  add("token-1234567890");
  expect(requestIdOf(headers, redact)).toBe(id);
});
