/** A body that reports an error although the status says success is no page: flags, `error`, statuses; beside an empty list also words and codes. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { JsonObject } from "../../../provider/workflows/json/json.js";
import { refuseErrorAlone, refuseErrorBody, remarkIn } from "../../../provider/workflows/listing/body-error.js";
import { bodyFields } from "../../../provider/workflows/listing/fields.js";
import { rowOf } from "../../../provider/http/failures.js";
import { rejectionOf, thrownBy } from "../../support/thrown.js";
import { always, eachError, items, read } from "./reader.js";

const one = [{ id: 1 }];
const check = (body: JsonObject) => (): void => {
  const list = body["items"];
  refuseErrorBody(body, Array.isArray(list) ? { items: list, pointer: "/items" } : undefined);
};

it.each<[body: JsonObject, code: string, says: string]>([
  [{ items: one, error: "stale index" }, "unavailable", "stale index"],
  [{ items: one, errors: [{ message: "shard 2 timed out" }] }, "unavailable", "shard 2 timed out"],
  [{ items: one, success: false }, "unavailable", "/success"],
  [{ items: one, error: 429 }, "rate-limited", "/error"],
  [{ items: one, meta: { error: { code: 403, message: "no" } } }, "forbidden", "/meta/error"],
  [{ items: one, incomplete_results: true, total: 1 }, "unavailable", "/incomplete_results"],
  [{ items: [], success: 0 }, "unavailable", "/success"],
  [{ items: one, unreachable: ["projects/p/locations/eu"] }, "unavailable", "projects/p/locations/eu"],
  [{ items: one, responseHeader: { partialResults: true } }, "unavailable", "/responseHeader/partialResults"],
  [{ error: { status: 429, message: "slow down" } }, "rate-limited", "slow down"],
  [{ code: 13, message: "internal", details: [] }, "unavailable", "internal"],
  [{ status: "error", message: "down" }, "unavailable", "down"],
  [{ items: [], code: "UNAUTHORIZED" }, "unavailable", "UNAUTHORIZED"],
  [{ items: [], authorized: false }, "unavailable", "/authorized"],
  [{ items: [], ok: false, message: "Please sign in" }, "unavailable", "Please sign in"],
])("%j is an error", (body, code, says) => {
  const error = thrownBy(WorkflowsError, check(body));
  expect(error.code).toBe(code);
  // `whenUnavailable: "keep"` keeps the last listing then.
  expect(error.mayPass).toBe(["unavailable", "rate-limited"].includes(code));
  expect(error.message).toContain("its body reports an error");
  expect(error.message).toContain(says);
});

it.each<JsonObject>([
  { items: one, summary: { succeeded: 3, failed: 2, errors: 1 } },
  { items: one, success: 0, failed: 6 },
  { items: one, request: { error: "timeout" } },
  { items: one, error: 0, errorCode: "0000", errorMessage: "Success" },
  { items: one, status: "failed" },
  { items: one, status: "error", query: { status: "error" } },
  { items: one, code: 4001, authorized: false },
  { items: one, message: "Some things were moved to the archive" },
  { items: one, error: null, errors: [], success: true, status: 200 },
  { items: one, error: { code: 0, message: "" } },
  { items: one, warnings: ["careful now"] },
  { items: [{ error: "exit code 1" }, { id: 1 }] },
  { items: [], owner: { error: "exit code 1" } },
  { items: [], message: "Nothing was found", count: 0 },
  { items: [], message: "Success", code: "S0" },
  { items: [], status: "active" },
])("%j is a listing", (body) => {
  expect(check(body)).not.toThrow();
});

eachError([
  [
    "in the object that has the list, which repeats no request",
    always({ search: { workflows: [], error: { code: 403, message: "no" } } }),
    /reports an error at "\/search\/error": "no/,
    undefined,
  ],
  [
    "as a word of the status beside messages",
    always({ status: "error", messages: [{ text: "Session has expired" }] }),
    /reports an error at "\/status"/,
    undefined,
  ],
  ["in a part of a range", always({ error: "no" }, {}, 206), /a status of success, but its body/, undefined],
  [
    "and a description of lists that are not clear is none",
    always({ description: "All my workflows", v2: { workflows: one } }),
    /no clear list of workflows/,
    undefined,
  ],
  [
    "and a description of two empty lists is none",
    always({ description: "All my workflows", flows: [], runs: [] }),
    /no clear list of workflows/,
    undefined,
  ],
])("an error stands %s");

it("an error beside items may be a field to leave out, and else the status has the advice", () => {
  expect(thrownBy(WorkflowsError, check({ items: one, error: "stale" })).hint).toMatch(/unrelatedFields: \["error"\]/);
  expect(thrownBy(WorkflowsError, check({ error: { status: 429 } })).hint).toBe(rowOf(429).advice);
  // The hint for 401 says that a new token was requested.
  expect(thrownBy(WorkflowsError, check({ error: { status: 401 } })).hint).toBe(rowOf(400).advice);
});

it.each<[body: JsonObject, isError: boolean]>([
  [{ error: "no database" }, true],
  [{ error: "gone", detail: "for good" }, true],
  [{ id: "run_1", status: "failed", error: "exit code 1" }, false],
  [{ message: "Workflow retrieved", data: { id: "wf_1" } }, false],
  [{ message: "No such workflow", data: null }, true],
])("one response %j is an error: %s", (body, isError) => {
  const act = (): void => refuseErrorAlone(body, undefined);
  if (isError) {
    expect(act).toThrow(WorkflowsError);
  } else {
    expect(act).not.toThrow();
  }
});

it.each<[body: JsonObject, remark: string | undefined]>([
  [{ items: [], message: "Service temporarily unavailable" }, "/message: Service temporarily unavailable"],
  [{ items: [], message: "Success", reason: "You have no seat" }, "/reason: You have no seat"],
  [{ items: [], serverTime: "Mon, 05 Jan 2026 10:00:00 GMT" }, undefined],
])("beside the empty list of %j stands %j", (body, remark) => {
  const { location, text } = remarkIn(bodyFields(body, "/items", [])) ?? {};
  expect(location && `${location}: ${text}`).toBe(remark);
});

it.each([{}, { pagination: { type: "none" } }, { pagination: { type: "page" } }] as const)(
  "an error on a later page fails the listing, with %j",
  async (request) => {
    const service = (url: URL) => ({
      body: url.search === "" ? { items: items(0, 3), page: 1, total: 6 } : { error: "come back later" },
    });
    const reading =
      "pagination" in request && request.pagination.type === "none"
        ? read(always({ error: "no" }), request)
        : read(service, request);
    expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({ code: "unavailable" });
  },
);
