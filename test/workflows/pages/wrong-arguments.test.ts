/** A property: with one thing wrong in the argument `pagination`, the listing of a service is the whole one, or an error. */
import * as fc from "fast-check";
import { ServiceError, WorkflowsError } from "../../../provider/http/errors.js";
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import { createPageOrder } from "../../../provider/workflows/pages/next-page.js";
import { readPages } from "../../../provider/workflows/pages/read-pages.js";

const services = fc.record({
  count: fc.nat(40),
  size: fc.integer({ min: 1, max: 9 }),
  base: fc.constantFrom(0, 1),
  counts: fc.constantFrom("pages" as const, "items" as const),
  past: fc.constantFrom("empty page" as const, "404" as const, "last page" as const),
  withoutNumber: fc.constantFrom("first page" as const, "everything" as const),
});
const args = fc.record({
  type: fc.constantFrom("page" as const, "offset" as const),
  start: fc.constantFrom(0, 1),
  end: fc.constantFrom({}, { morePath: "/goes_on" }, { morePath: "/archived" }, { lastPath: "/goes_on" }),
});

/** Ends the reading of a service that would never end. */
const MAX_PAGES = 60;

test("an argument with one thing wrong gives the whole listing or an error, and one that fits the whole listing", async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(services, args, async (service, { type, start, end }) => {
      const { count, size, base, counts, past, withoutNumber } = service;
      const isOtherFlag = "lastPath" in end || end.morePath === "/archived";
      const wrong = [start !== base, (type === "page") !== (counts === "pages"), isOtherFlag].filter(Boolean).length;
      fc.pre(wrong <= 1);
      const all = Array.from({ length: count }, (_, number) => ({ uuid: `w${number}` }));
      const respond = (url: URL): object => {
        const number = url.searchParams.get("n");
        const asked = (Number(number ?? base) - base) * (counts === "pages" ? size : 1);
        const isPast = asked > 0 && asked >= count;
        if (isPast && past === "404") {
          throw new ServiceError("404 Not Found.", { code: "not-found", status: 404 });
        }
        const at = isPast && past === "last page" ? Math.floor((count - 1) / size) * size : asked;
        const isWhole = number === null && withoutNumber === "everything";
        const items = at < 0 ? [] : all.slice(at, isWhole ? count : at + size);
        return { items, goes_on: at + items.length < count, archived: false };
      };
      const pagination: Pagination = { type, start, parameter: "n", ...end };
      const address = new URL("http://service/v2/workflows");
      const reading = readPages({
        order: createPageOrder(address, {}, pagination, { noun: "workflows", language: "typescript" }),
        origin: address.origin,
        itemsPath: undefined,
        maxPages: MAX_PAGES,
        maxBytes: 1_000_000,
        noun: "workflows",
        onPage: () => undefined,
        request: async ({ url }) => {
          const text = await Promise.resolve(JSON.stringify(respond(url)));
          return { status: 200, headers: {}, text, bytes: text.length, url, sentAt: 0, attempts: 1 };
        },
      });
      const outcome = await reading.then(
        ({ items }) => items,
        (error: unknown) => error,
      );
      // Without a flag or a total, nothing may show that the page before was the last one.
      const mayBeInDoubt = wrong > 0 || (past !== "empty page" && Object.keys(end).length === 0);
      if (outcome instanceof WorkflowsError && mayBeInDoubt) {
        refused += 1;
      } else {
        expect(outcome).toEqual(all);
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
  expect(refused).toBeGreaterThan(100);
});
