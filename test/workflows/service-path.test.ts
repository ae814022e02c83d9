/** Paths of `getJson`: filled in, percent-encoded, and never outside the base URL. */
import { fillPath, type PathParameters } from "../../provider/workflows/service-path.js";

test.each<[string, PathParameters, string]>([
  ["/v2/workflows", {}, "/v2/workflows"],
  ["/v2/workflows/", {}, "/v2/workflows/"],
  ["/", {}, "/"],
  ["/v2/workflows/{id}", { id: "wf_1" }, "/v2/workflows/wf_1"],
  ["/v2/workflows/{id}/runs/{run}", { id: 7, run: true }, "/v2/workflows/7/runs/true"],
  ["/v2/workflows/{id}", { id: "a/b?c#d e%ü" }, "/v2/workflows/a%2Fb%3Fc%23d%20e%25%C3%BC"],
  ["/v2/workflows/{id}", { id: "..%2f" }, "/v2/workflows/..%252f"],
  ["/v2/workflows/{id}", { id: "{id}" }, "/v2/workflows/%7Bid%7D"],
  ["/v2/{type}-{id}.json", { type: "run", id: 1 }, "/v2/run-1.json"],
  ["/v2/a%20b", {}, "/v2/a%20b"],
  ["/v2/ü", {}, "/v2/ü"],
  ["/v2/workflows('wf_1')", {}, "/v2/workflows('wf_1')"],
  ["/v2/workflows:search", {}, "/v2/workflows:search"],
])("%s with %j is %s", (path, parameters, expected) => {
  expect(fillPath(path, parameters)).toEqual({ value: expected });
});

test.each<[string, PathParameters, string]>([
  ["", {}, "must begin with a slash"],
  ["v2/workflows", {}, "must begin with a slash"],
  ["https://evil.example/v2", {}, "is an address of its own"],
  ["//evil.example/v2", {}, "is an address of its own"],
  ["/v2//workflows", {}, "has an empty segment"],
  ["/v2/workflows//", {}, "has an empty segment"],
  ["/v2/../admin", {}, "has a segment . or .."],
  ["/v2/%2e%2E/admin", {}, "has a segment . or .."],
  ["/v2/.", {}, "has a segment . or .."],
  ["/v2\\..\\admin", {}, "cannot stand in an address"],
  ["/v2/workflows?limit=1", {}, "has a query or a fragment"],
  ["/v2/workflows#top", {}, "has a query or a fragment"],
  ["/v2/two words", {}, "cannot stand in an address"],
  ["/v2/line\nbreak", {}, "cannot stand in an address"],
  ["/v2/100%", {}, "cannot stand in an address"],
  ["/v2/{id", {}, "cannot stand in an address"],
  ["/v2/{id}", {}, 'has no "id"'],
  ["/v2/{id}", { id: "" }, "is empty"],
  ["/v2/{id}", { id: ".." }, "leads out of its folder"],
  ["/v2/{a}{b}", { a: ".", b: "." }, "leads out of its folder"],
  ["/v2/.{a}", { a: "." }, "leads out of its folder"],
  ["/v2/{id}", { id: "\ud800" }, "is not valid Unicode text"],
  ["/v2/workflows", { id: "wf_1" }, "is not used"],
  ["/v2/{toString}", {}, 'has no "toString"'],
])("%j with %j is refused", (path, parameters, problem) => {
  const filled = fillPath(path, parameters);
  expect("faults" in filled ? filled.faults.map(({ reason }) => reason).join(" ") : filled).toContain(problem);
});
