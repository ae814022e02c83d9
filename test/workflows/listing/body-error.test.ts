/** Bodies with status 200: which of them report an error, and which do not. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rowOf } from "../../../provider/http/failures.js";
import { refuseErrorAlone, refuseErrorBody, remarkBeside } from "../../../provider/workflows/listing/body-error.js";
import type { JsonObject } from "../../../provider/workflows/json/json.js";
import { thrownBy } from "../../support/thrown.js";

const one = [{ id: 1 }];
const check =
  (body: JsonObject, contentType = "application/json") =>
  (): void => {
    const items = body["items"];
    const list = Array.isArray(items) ? { items, pointer: "/items" } : undefined;
    refuseErrorBody(body, list, { headers: { "content-type": contentType } });
  };

it.each<[body: JsonObject, code: string, says: string]>([
  [{ items: one, error: "stale index" }, "unavailable", "stale index"],
  [{ items: one, errors: [{ message: "shard 2 timed out" }] }, "unavailable", "shard 2 timed out"],
  [{ items: one, success: false }, "unavailable", "/success"],
  [{ items: one, ok: "false" }, "unavailable", "/ok"],
  [{ items: one, status: 599 }, "unavailable", "/status"],
  [{ items: one, status: 400 }, "refused", "/status"],
  [{ items: one, error: 429 }, "rate-limited", "/error"],
  [{ items: one, meta: { success: false, status: 403 } }, "forbidden", "/meta/success"],
  [{ error: { oops: "Please sign in again" } }, "unavailable", "Please sign in"],
  [{ items: [{ errorCode: "INVALID", message: "Session expired" }] }, "unavailable", "/items/0"],
  [{ items: [{ code: 401, message: "Unauthorized" }] }, "refused", "/items/0"],
  [{ items: [{ status: 403, title: "Forbidden", type: "about:blank" }] }, "forbidden", "/items/0"],
  [
    {
      items: [
        { code: "A1", detail: "No session" },
        { code: "A2", detail: "No seat" },
      ],
    },
    "unavailable",
    "No session",
  ],
  [{ items: [{ errcode: 5, errmsg: "no" }] }, "unavailable", "/items/0"],
  [{ resourceType: "OperationOutcome", issue: [{ severity: "error", code: "login" }] }, "unavailable", "/resourceType"],
  [{ items: one, status: "error", message: "down" }, "unavailable", "down"],
  [{ items: one, meta: { error: { code: 403, message: "no" } } }, "forbidden", "/meta/error"],
  [{ items: one, hasErrors: true }, "unavailable", "/hasErrors"],
  [{ error: { status: 429, message: "slow down" } }, "rate-limited", "slow down"],
  [{ items: [], authorized: false }, "unavailable", "/authorized"],
  [{ items: [], expired: true }, "unavailable", "/expired"],
  [{ items: [], code: 4001 }, "unavailable", "/code"],
  [{ items: [], code: "UNAUTHORIZED" }, "unavailable", "UNAUTHORIZED"],
  [{ items: [], status: "error" }, "unavailable", "/status"],
  [{ items: [], ok: false, message: "Please sign in" }, "unavailable", "Please sign in"],
  [{ items: [], errors: ["Please sign in"] }, "unavailable", "Please sign in"],
  [{ items: [], message: "Forbidden" }, "unavailable", "Forbidden"],
  [{ items: [], code: "RATE_LIMITED" }, "unavailable", "RATE_LIMITED"],
  [{ items: [], code: "NONEXISTENT_TENANT" }, "unavailable", "/code"],
  [{ items: one, unreachable: ["projects/p/locations/eu"] }, "unavailable", "projects/p/locations/eu"],
  [{ items: one, failedRegions: ["us"] }, "unavailable", "/failedRegions"],
  [{ items: one, _shards: { total: 5, successful: 4, failed: 1 } }, "unavailable", "/_shards"],
  [{ items: one, timed_out: true }, "unavailable", "/timed_out"],
  [{ items: one, total: 1, responseHeader: { partialResults: true } }, "unavailable", "/responseHeader/partialResults"],
  [{ items: one, total: 1, isPartial: true }, "unavailable", "/isPartial"],
  [{ items: one, incompleteSearch: true }, "unavailable", "/incompleteSearch"],
  [{ message: "Your session has ended" }, "unavailable", "session"],
])("%j is an error", (body, code, says) => {
  const error = thrownBy(WorkflowsError, check(body));
  expect(error.code).toBe(code);
  expect(error.message).toContain("its body reports an error");
  expect(error.message).toContain(says);
});

it.each<JsonObject>([
  { items: one, message: "Some things were moved to the archive" },
  { items: one, error: null, errors: [], success: true, status: 200 },
  { items: one, error: { code: 0, message: "" } },
  { items: one, unreachable: [], missingZones: [] },
  { items: one, _shards: { total: 5, successful: 5, failed: 0 } },
  { items: one, code: 4001, authorized: false },
  { items: one, warnings: ["careful now"] },
  { items: one, status: "no error" },
  { items: one, status: "failed items retried" },
  { items: [{ error: "exit code 1" }, { id: 1 }] },
  { items: [{ code: "DE", title: "Germany" }] },
  { items: [{ title: "Sync", status: "active" }] },
  { items: [{ message: "Sync" }, { message: "Sync", id: 1 }] },
  { resourceType: "Bundle", items: one },
  { items: [], owner: { error: "exit code 1" } },
  { items: [], authorized: true },
  { items: [], serverTime: "Mon, 05 Jan 2026 10:00:00 GMT" },
  { items: [], title: "Our workflows", description: "All that is scheduled" },
  { items: [], explanation: "Please sign in again" },
  { items: [], message: "Closed for now", success: null },
  { items: [], message: "Closed for now", total: 5 },
  { items: [], message: "Closed for now", page: 0 },
  { items: [], message: "Service temporarily unavailable" },
  { items: [], message: "\u6743\u9650\u4e0d\u8db3" },
  { items: [], message: "0 results", reason: "Your subscription has expired" },
  { items: [], message: "0 workflows found" },
  { items: [], message: "Nothing was found", count: 0 },
  { items: [], message: "Success", code: "OK" },
  { items: [], message: "Nothing was found", total: 0 },
  { items: [], message: "All is well", ok: true },
  { items: [], message: "Everything is fine", code: 200 },
  { items: one, errorCode: "0000", errorMessage: "Success" },
  { items: [], name: "example", date: "2026-11-20T10:00:00Z" },
])("%j is a listing", (body) => {
  expect(check(body)).not.toThrow();
});

it("items that look like errors are read if unrelatedFields names what is no error", () => {
  const items = [{ code: "A1", message: "Saved" }];
  const act = (unrelated: readonly string[]) => (): void => {
    refuseErrorBody({ items }, { items, pointer: "/items" }, { headers: {} }, unrelated);
  };
  expect(thrownBy(WorkflowsError, act([])).hint).toMatch(/set unrelatedFields: \["message"\]/);
  expect(act(["message"])).not.toThrow();
});

it("problem details are an error by their media type (RFC 9457)", () => {
  expect(check({ items: [], title: "x" }, "application/problem+json; charset=utf-8")).toThrow(WorkflowsError);
});

it("an error beside a list may be a field to leave out, and else the status has the advice", () => {
  expect(thrownBy(WorkflowsError, check({ items: one, error: "stale" })).hint).toMatch(/unrelatedFields: \["error"\]/);
  expect(thrownBy(WorkflowsError, check({ error: { status: 429 } })).hint).toBe(rowOf(429).advice);
  expect(thrownBy(WorkflowsError, check({ error: { status: 401 } })).hint).toBe(rowOf(400).advice);
});

it.each<[body: JsonObject, isError: boolean]>([
  [{ error: "no database" }, true],
  [{ status: 404, message: "gone" }, true],
  [{ error: "gone", detail: "for good" }, true],
  [{ id: "run_1", status: "failed", error: "exit code 1" }, false],
  [{ title: "a page" }, false],
  [{ message: "Workflow retrieved", data: { id: "wf_1" } }, false],
  [{ message: "No such workflow", data: null }, true],
])("one response %j is an error: %s", (body, isError) => {
  const act = (): void => refuseErrorAlone(body, undefined, { headers: {} });
  if (isError) {
    expect(act).toThrow(WorkflowsError);
  } else {
    expect(act).not.toThrow();
  }
});

it.each<[body: JsonObject, remark: string | undefined]>([
  [{ items: [], message: "Service temporarily unavailable" }, "/message: Service temporarily unavailable"],
  [{ items: [], meta: { detail: "Please sign in again" } }, "/meta/detail: Please sign in again"],
  [{ items: [], reason: "maintenance" }, "/reason: maintenance"],
  [{ items: [], message: "Success", reason: "You have no seat" }, "/reason: You have no seat"],
  [{ items: [], message: "", detail: null, reason: 5 }, undefined],
  [{ items: [], serverTime: "Mon, 05 Jan 2026 10:00:00 GMT" }, undefined],
])("beside the empty list of %j stands %j", (body, remark) => {
  const { location, text } = remarkBeside(body, { items: [], pointer: "/items" }, []) ?? {};
  expect(location && `${location}: ${text}`).toBe(remark);
});
