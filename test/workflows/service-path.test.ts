/** Paths of `getJson`: filled in, percent-encoded, and never outside the base URL. */
import { fillPath } from "../../provider/workflows/service-path.js";

it.each<[string, Record<string, string | number | boolean>, string]>([
  ["/v2/workflows", {}, "/v2/workflows"],
  ["/v2/workflows/{id}/runs/{run}", { id: 7, run: true }, "/v2/workflows/7/runs/true"],
  ["/v2/workflows/{id}", { id: "a/b?c#d e%ü" }, "/v2/workflows/a%2Fb%3Fc%23d%20e%25%C3%BC"],
  ["/v2/workflows/{id}", { id: "..%2f" }, "/v2/workflows/..%252f"],
  ["/v2/ü", {}, "/v2/ü"],
  ["/v2/workflows('wf_1')", {}, "/v2/workflows('wf_1')"],
  ["/v2/a../.b", {}, "/v2/a../.b"],
])("%s with %j is %s", (path, parameters, expected) => {
  expect(fillPath(path, parameters)).toEqual({ value: expected, issues: [] });
});

it.each<[string, Record<string, string | number | boolean>, string, string]>([
  ["v2/workflows/{id}", { id: 1 }, "path", 'is "v2/workflows/{id}", but takes a path that begins with one slash'],
  ["//evil.example/v2", {}, "path", "is below `baseUrl`"],
  ["https://user:s3cret@host", {}, "path", "cannot be used. It takes a path that begins with one slash"],
  ["/v2//workflows", {}, "path", "is no path of an address"],
  ["/v2/../admin", {}, "path", "must stay below `baseUrl`"],
  ["/v2/%2e%2E/admin", {}, "path", "must stay below `baseUrl`"],
  ["/v2\\..\\admin", {}, "path", "must stay below `baseUrl`"],
  ["/v2/..%2fadmin", {}, "path", "must stay below `baseUrl`"],
  ["/v2/{id}", { id: "../../admin" }, "path", "must stay below `baseUrl`"],
  ["/v2/workflows?limit=1", {}, "path", "has a query or a fragment"],
  ["/v2/line\nbreak", {}, "path", "Write a value with other characters as {name}"],
  ['/v2/a secret"s path', {}, "path", "is no path of an address"],
  ["/v2/{id}", {}, "parameters", 'has no "id"'],
  ["/v2/{id}", { id: "" }, "parameters.id", "is empty"],
  ["/v2/{id}", { id: ".." }, "path", "must stay below `baseUrl`"],
  ["/v2/{a}{b}", { a: ".", b: "." }, "path", "must stay below `baseUrl`"],
  ["/v2/workflows", { id: "wf_1" }, "parameters.id", "is not used"],
])("%j with %j is refused: %s", (path, parameters, property, problem) => {
  const [first] = fillPath(path, parameters).issues;
  expect(first?.property).toBe(property);
  expect(first?.reason).toContain(`\`${property}\` `);
  expect(first?.reason).toContain(problem);
});
