/** Statuses of success other than 200, over a socket: 203, 204 and 206 (RFC 9110 §15.3). */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rejectionOf } from "../../support/thrown.js";
import { itemsFrom, type Reply, withService } from "../listing-service.js";

const TEN = 10;

/** 25 items on pages of ten by an offset. Behind the last page comes `behind`. */
const pages =
  (rangeOf: (at: number, count: number) => string | undefined, behind: Reply = { body: [] }) =>
  (url: URL): Reply => {
    const at = Number(url.searchParams.get("offset") ?? 0);
    const items = itemsFrom(at, Math.min(TEN, 25 - at));
    const range = rangeOf(at, items.length);
    return items.length === 0
      ? behind
      : { status: 206, headers: range === undefined ? {} : { "content-range": range }, body: items };
  };

const exact = (at: number, count: number): string => `items ${at}-${at + count - 1}/25`;
const openEnded = (at: number, count: number): string => `${at}-${at + count - 1}/*`;

/** Twenty-five items with status 200 on pages of ten, and after them `behind`. */
const openRanges =
  (behind: Reply) =>
  (url: URL): Reply => {
    const at = Number(url.searchParams.get("offset") ?? 0);
    const items = itemsFrom(at, Math.min(10, 25 - at));
    return items.length === 0 ? behind : { headers: { "content-range": openEnded(at, items.length) }, body: items };
  };

it.each<[what: string, reply: (url: URL) => Reply, items: number, requests: number]>([
  ["203", () => ({ status: 203, body: itemsFrom(0, 3) }), 3, 1],
  [
    "206 with the whole range",
    () => ({ status: 206, headers: { "content-range": "items 0-2/3" }, body: itemsFrom(0, 3) }),
    3,
    1,
  ],
  ["206 with a range of 25", pages(exact), 25, 3],
  ["206 with a colon behind the unit", pages((at, count) => `items: ${at}-${at + count - 1} / 25`), 25, 3],
  ["206 with ranges that are lower bounds, and an empty page", pages(openEnded), 25, 5],
  ["206 with ranges that are lower bounds, and 204", pages(openEnded, { status: 204, body: "" }), 25, 5],
  ["204 for an empty list", () => ({ status: 204, body: "" }), 0, 1],
  [
    "200 with a range of unknown length, from a service that ignores the offset",
    () => ({ headers: { "content-range": "0-2/*" }, body: itemsFrom(0, 3) }),
    3,
    2,
  ],
  [
    "200 with ranges of unknown length, and */* (PostgREST)",
    openRanges({ headers: { "content-range": "*/*" }, body: [] }),
    25,
    4,
  ],
  ["200 with ranges of unknown length, and 416", openRanges({ status: 416, body: {} }), 25, 4],
])("%s is read", async (_, reply, items, requests) => {
  await withService(reply, async (service) => {
    expect(await service.read()).toEqual(itemsFrom(0, items));
    expect(service.targets).toHaveLength(requests);
  });
});

const range = (text: string): Reply => ({ status: 206, headers: { "content-range": text }, body: itemsFrom(0, 3) });

it.each<[what: string, reply: (url: URL) => Reply, message: RegExp]>([
  ["a range of bytes", () => range("bytes 0-99/1000"), /a part of the body \(status 206/],
  [
    "a range of which the rest cannot be read",
    () => range("items 0-2/25"),
    /at "header:content-range" \(25\) that more/,
  ],
  ["a range of ids", () => range("id wf_1..wf_3"), /has at "header:content-range" may mean/],
  ["a range without a total", () => range("items 0-2"), /has at "header:content-range" may mean/],
  ["206 without a range", () => ({ status: 206, body: itemsFrom(0, 3) }), /has at "header:content-range" may mean/],
  [
    "204 while a total is open",
    (url) => (url.search === "" ? { body: { items: itemsFrom(0, 3), total: 9 } } : { status: 204, body: "" }),
    /\/total" \(9\) that more/,
  ],
])("%s is an error", async (_, reply, message) => {
  await withService(reply, async (service) => {
    expect(await rejectionOf(WorkflowsError, service.read())).toMatchObject({
      message: expect.stringMatching(message) as string,
    });
  });
});

it("204 after the last page of a declared pagination ends the listing, but not while a total is open", async () => {
  const reply = (total: number) => (url: URL) => {
    const at = Number(url.searchParams.get("offset") ?? 0);
    return at < 4 ? { body: { items: itemsFrom(at, 2), total } } : { status: 204, body: "" };
  };
  const pagination = { type: "offset" } as const;
  await withService(reply(0), async (service) => {
    expect(await service.read({ pagination })).toEqual(itemsFrom(0, 4));
  });
  await withService(reply(9), async (service) => {
    expect(await rejectionOf(WorkflowsError, service.read({ pagination }))).toMatchObject({
      message: expect.stringMatching(/says 9/) as string,
    });
  });
});
