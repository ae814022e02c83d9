/** Rule 6: a number ends a listing only if it is exact. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import { read, type Reply } from "./reader.js";

const ids = (from: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index }));

interface Service {
  /** How many items there are, and how many one page has. */
  readonly total: number;
  readonly size: number;
  /** The fields beside the items, or the whole body. */
  readonly body: (items: readonly object[], at: number) => object;
  /** What is sent after the last page. Default: a page without items. */
  readonly behind?: Reply;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const byOffset =
  ({ total, size, body, behind, headers = {} }: Service) =>
  (url: URL): Reply => {
    const at = Number(url.searchParams.get("offset") ?? 0);
    if (behind !== undefined && at >= total) {
      return behind;
    }
    return { headers, body: body(ids(at, Math.min(size, total - at)), at) };
  };

const beside =
  (fields: object) =>
  (items: readonly object[]): object => ({ items, ...fields });
const declared: ListingRequest = { pagination: { type: "offset" } };

it.each<[what: string, body: Service["body"], headers?: Record<string, string>]>([
  ["Elasticsearch's total", (hits) => ({ hits: { total: { value: 100, relation: "gte" }, hits } })],
  ["a relation beside it", beside({ total: 100, total_relation: "gte" })],
  ["a relation around it", beside({ relation: "gte", meta: { total: 100 } })],
  ["Camunda's flag", beside({ page: { totalItems: 100, hasMoreTotalItems: true } })],
  ["a flag that it is capped", beside({ total: 100, totalCapped: true })],
  ["a flag that a limit was exceeded (Dynamics)", beside({ count: 100, countLimitExceeded: true })],
  ["a flag that it was capped", beside({ total: 100, total_was_capped: true })],
  ["a relation in words", beside({ total: 100, total_relation: "partial" })],
  ["a flag that it is not exact", beside({ count: 100, isExact: false })],
  ["Algolia's flag", beside({ nbHits: 100, exhaustiveNbHits: false })],
  ["its own name", beside({ total_at_least: 100 })],
  ["a name that says more than", beside({ moreThanCount: 100 })],
  ["a number of pages", beside({ total_pages: 4, total_relation: "at least" })],
  ["a header", (items) => items, { "x-total-count": "100", "x-total-count-relation": "gte" }],
  ["a text with a plus", beside({ total: "100+" })],
  ["a header with a plus", (items) => items, { "x-total-count": "100+" }],
  ["a header about a field", beside({ total: 100 }), { "x-total-relation": "gte" }],
  ["a search that did not stop early", beside({ total: 100, total_relation: "gte", incomplete_results: false })],
])("a lower bound is read past: %s", async (_, ...[body, headers]) => {
  const service = byOffset({ total: 125, size: 25, body, headers });
  expect((await read(service)).items).toHaveLength(125);
  expect((await read(service, declared)).items).toHaveLength(125);
});

it.each<[what: string, fields: object]>([
  ["by its name, too high", { estimatedTotal: 140 }],
  ["by its name, too low", { approximate_count: 60 }],
  ["by a neighbour, too high", { total: 140, totalIsEstimated: true }],
  ["by a neighbour, too low", { total: 60, count_accuracy: "approximate" }],
  ["by a type beside it", { total: 60, total_type: "estimated" }],
  ["by a word around it", { estimated: true, meta: { total: 140 } }],
  ["beside a search that did not stop early", { estimatedTotal: 140, incomplete_results: false }],
])("an estimate neither ends the listing nor must be reached: %s", async (_, fields) => {
  const service = byOffset({ total: 125, size: 25, body: beside({ limit: 25, ...fields }) });
  expect((await read(service)).items).toHaveLength(125);
  expect((await read(service, declared)).items).toHaveLength(125);
});

it("a lower bound must be reached, and an estimate need not be", async () => {
  const service = (fields: object) => byOffset({ total: 75, size: 25, body: beside(fields) });
  const atLeast = read(service({ total: 100, total_relation: "gte" }));
  expect(await rejectionOf(WorkflowsError, atLeast)).toMatchObject({
    message: expect.stringMatching(/says 100 at "\/total"/) as string,
  });
  expect((await read(service({ estimatedTotal: 100 }))).items).toHaveLength(75);
});

it.each<[what: string, fields: object, requests: number]>([
  ["an exact number ends without a further request", { total: 50, total_relation: "eq" }, 2],
  ["a lower bound needs an empty page", { total: 50, total_relation: "gte" }, 3],
])("%s, declared or found", async (_, fields, requests) => {
  const service = byOffset({ total: 50, size: 25, body: beside({ offset: 0, ...fields }) });
  expect((await read(service)).requested).toHaveLength(requests);
  expect((await read(service, declared)).requested).toHaveLength(requests);
});

it("a qualified count is a total, and one that moved is no changed listing", async () => {
  const body: Service["body"] = (items, at) => ({ items, count: Math.min(125, 50 + at), count_relation: "gte" });
  expect((await read(byOffset({ total: 125, size: 25, body }))).items).toHaveLength(125);
});

it.each<[what: string, fields: object, items: number]>([
  ["a page shorter than its size", { limit: 25, total: 20, total_relation: "gte" }, 20],
  ["an empty page", { total: 0, total_relation: "gte" }, 0],
  ["an estimate that the page reaches", { estimatedTotal: 20 }, 20],
])("no request is made after %s", async (_, fields, items) => {
  const { requested } = await read(byOffset({ total: items, size: 25, body: beside(fields) }));
  expect(requested).toEqual([""]);
});

it.each<[what: string, behind: Reply, isRead: boolean, relation: string]>([
  [
    "an earlier page again under a lower bound",
    { body: beside({ total: 50, relation: "gte" })(ids(25, 25)) },
    false,
    "gte",
  ],
  ["a refused page under a lower bound", { status: 400 }, false, "gte"],
  ["an empty page under a lower bound", { body: beside({ total: 50, relation: "gte" })([]) }, true, "gte"],
  ["a refused page beside an exact number", { status: 400 }, true, "eq"],
])("after the last page comes %s", async (_, behind, isRead, relation) => {
  const service = byOffset({ total: 50, size: 25, body: beside({ total: 50, relation }), behind });
  for (const request of [{}, declared]) {
    const reading = read(service, request);
    if (isRead) {
      expect((await reading).items).toHaveLength(50);
    } else {
      expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({
        message: expect.stringMatching(/Read so far|returned 400/) as string,
      });
    }
  }
});
