/** What surrounds the conventions: addresses, media types, repeated pages, full pages, and the table itself. */
import { systemClock, createDeadline } from "../../provider/http/deadline.js";
import { createTransport } from "../../provider/http/transport.js";
import { HEADER_EXAMPLES } from "../../scripts/generate/conventions.js";
import { CONVENTIONS } from "../../provider/workflows/responses/conventions.js";
import { findItems } from "../../provider/workflows/responses/find-items.js";
import { judge } from "../../provider/workflows/pages/page-verdict.js";
import { renderArgument } from "../../provider/workflows/pages/suggest-pagination.js";
import { collectHints } from "../../provider/workflows/pages/pagination-hints.js";
import { readListing, WORKFLOWS } from "../../provider/workflows/read-listing.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { serveTls } from "../support/servers.js";
import { withService } from "../workflows/listing-service.js";
import { ALL, byPage, PAGES, pageView, replyOf, WithHeaders } from "./paged-service.js";

test("every row of the table recognises its own example", () => {
  for (const { meaning, example } of [...CONVENTIONS, ...HEADER_EXAMPLES]) {
    if (example !== undefined) {
      const { items, pointer } = findItems(example.body);
      const url = new URL("https://service.example/v2/workflows");
      const hints = collectHints(example.body, pointer, { headers: example.headers ?? {}, url });
      const progress = { pagesRead: 1, itemsRead: items.length, pageItems: items.length };
      expect(judge(hints, progress, "all").more?.meaning).toBe(meaning);
    }
  }
});

test.each([
  ["MongoDB's $facet", "/0/data", (data: unknown) => [{ metadata: [{ total: 25 }], data }], "/0/metadata/0/total"],
  ["TypeORM's findAndCount", "/0", (data: unknown) => [data, 25], "/1"],
  ["inside data", "/data/0/docs", (docs: unknown) => ({ data: [{ docs, totalCount: 25 }] }), "/data/0/totalCount"],
  ["World Bank", "/1", (data: unknown) => [{ page: 1, per_page: "4", total: 25 }, data], "/0/total"],
])("a response that is a list, with the items inside it (%s), is read whole", async (_, itemsPath, body, totalPath) => {
  const reply = replyOf(byPage(), (page) => body(page.items));
  await withService(reply, async (service) => {
    const fault = await service.read({ itemsPath }).catch((error: unknown) => error);
    const pagination: Pagination = { type: "page", start: 1, totalPath };
    expect(fault).toMatchObject({ pagination });
    expect(await service.read({ itemsPath, pagination })).toEqual(ALL);
  });
});

test.each([
  ["refused", { status: 404, body: { message: "Cannot GET /" } }],
  ["the service's start page", { body: { hello: "world" } }],
  ["a web page", { body: "<html><body>Welcome</body></html>", headers: { "content-type": "text/html" } }],
])("an address that leads elsewhere, and is %s, comes with the argument that needs none", async (_, elsewhere) => {
  const render = (page: ReturnType<typeof pageView>): object => ({
    meta: { lastPage: PAGES, nextPageUrl: page.next === null ? null : `/?page=${page.next}` },
    data: page.items,
  });
  const reply = replyOf(byPage(), (page) => render(page));
  await withService(
    (url, request) => (url.pathname === "/" ? elsewhere : reply(url, request)),
    async (service) => {
      const fault = await service.read().catch((error: unknown) => error);
      const pagination: Pagination = { type: "page", start: 1, totalPagesPath: "/meta/lastPage" };
      expect(fault).toMatchObject({
        message: expect.stringMatching(/names this address\. If it is wrong, set pagination: \{.*\}$/) as unknown,
        pagination,
      });
      expect(await service.read({ pagination })).toEqual(ALL);
    },
  );
});

test("a failure of the service at such an address keeps its own advice", async () => {
  const reply = (url: URL): { status?: number; body: object } =>
    url.pathname === "/next"
      ? { status: 200, body: { error: "rate limit exceeded" } }
      : { body: { data: ALL.slice(0, 4), meta: { lastPage: 3, nextPageUrl: "/next" } } };
  await withService(reply, async (service) => {
    await expect(service.read()).rejects.not.toThrow(/names this address/);
  });
});

describe("an address with http, behind a TLS proxy", () => {
  const items = [{ id: "a" }, { id: "b" }];

  async function read(nextOf: (port: number) => string): Promise<{ items: unknown; targets: readonly string[] }> {
    let port = 0;
    const authority = await createAuthority();
    const server = await serveTls(await createCertificate(authority), (response, { path }) => {
      const isFirst = !path.includes("page=2");
      const body = isFirst ? { items: [items[0]], next: nextOf(port) } : { items: [items[1]], next: null };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    });
    port = server.port;
    try {
      const client = {
        baseUrl: new URL(`https://localhost:${port}`),
        transport: createTransport({ maxRetries: 0, tls: { ca: authority.cert } }),
        tokenSource: {
          getToken: () => Promise.resolve({ value: "t0p", expiresAt: undefined }),
          invalidate: () => undefined,
        },
        maxResponseBytes: 10_000,
      };
      const read = await readListing(client, WORKFLOWS, {}, createDeadline(20, systemClock));
      return { items: read.items, targets: server.requests.map(({ path }) => path) };
    } finally {
      await server.close();
    }
  }

  test.each([
    ["with the same port", (port: number) => `http://localhost:${port}/v2/workflows?page=2`],
    ["without a port", () => "http://localhost/v2/workflows?page=2"],
  ])("%s is read with https", async (_, nextOf) => {
    expect(await read(nextOf)).toEqual({ items, targets: ["/v2/workflows", "/v2/workflows?page=2"] });
  });

  test.each([
    ["another host", () => "http://127.0.0.1/v2/workflows?page=2"],
    ["another port", () => "http://localhost:1/v2/workflows?page=2"],
    ["another host, hidden in the path", () => "http://user@localhost//evil.example/"],
  ])("of %s is refused", async (_, nextOf) => {
    await expect(read(nextOf)).rejects.toMatchObject({ code: "listing" });
  });

  test("leads to this origin, whatever its path looks like", async () => {
    expect((await read(() => "http://localhost//evil.example/?page=2")).targets).toEqual([
      "/v2/workflows",
      "//evil.example/?page=2",
    ]);
  });
});

test("a server that takes only the media type of JSON:API is read", async () => {
  await withService(
    (_url, { headers: { accept = "" } }) =>
      accept.split(/,\s*/).includes("application/vnd.api+json")
        ? { headers: { "content-type": "application/vnd.api+json" }, body: { data: ALL, links: { next: null } } }
        : { status: 406, body: { errors: [{ title: "Not Acceptable" }] } },
    async (service) => {
      expect(await service.read()).toEqual(ALL);
    },
  );
});

describe("a service that repeats its last page past the end", () => {
  const clamped = (body: object) => (url: URL) => {
    const number = Math.min(Number(url.searchParams.get("page") ?? 1), PAGES);
    return { body: { items: pageView(number - 1, "").items, ...body } };
  };

  test.each<[object, Pagination]>([
    [{ total: ALL.length }, { type: "page" }],
    [{ total: ALL.length }, { type: "page", totalPath: "/total" }],
    [{ count: ALL.length }, { type: "page" }],
  ])("is at its end with %j and %j", async (body, pagination) => {
    await withService(clamped(body), async (service) => {
      expect(await service.read({ pagination })).toEqual(ALL);
    });
  });

  test.each<object>([{}, { total: ALL.length + 1 }])("is an error with %j", async (body) => {
    await withService(clamped(body), async (service) => {
      await expect(service.read({ pagination: { type: "page" } })).rejects.toMatchObject({
        message: expect.stringContaining("has the same 1 workflows as page 7. The listing would never end.") as string,
      });
    });
  });
});

test("totals are compared whatever the argument, and whatever names the pages", async () => {
  const cut = replyOf(byPage(), (page) => ({ items: page.items, total: 30, next: page.next }));
  await withService(cut, async (service) => {
    const pagination: Pagination = { type: "cursor", cursorPath: "/next", parameter: "page" };
    await expect(service.read({ pagination })).rejects.toMatchObject({
      message: expect.stringContaining(
        'The pages end after 25 workflows on 7 pages, but the response says at "/total" that there are 30 workflows.',
      ) as string,
    });
  });
  const linked = replyOf(
    byPage(),
    (page) =>
      new WithHeaders(page.next === null ? {} : { link: `<?page=${page.next}>; rel=next` }, {
        items: page.items,
        total: 30,
      }),
  );
  await withService(linked, async (service) => {
    await expect(service.read()).rejects.toMatchObject({ code: "listing" });
  });
});

test("a service that counts its pages from 0 is not read from its second page", async () => {
  const render = (page: { items: unknown }): unknown => ({ items: page.items, total_pages: PAGES });
  await withService(replyOf(byPage("page", 0), render), async (service) => {
    await expect(service.read()).rejects.toThrow(
      "If the service's first page is page 0, set start to 0 in it. To read on,",
    );
    const pagination = { type: "page", totalPagesPath: "/total_pages" } as const;
    await expect(service.read({ pagination: { ...pagination, start: 1 } })).rejects.toThrow(
      `The response says that there are ${PAGES} pages, but page ${PAGES} is empty. Is the service's first page page 1? Set pagination.start to its number, such as 0.`,
    );
    expect(await service.read({ pagination: { ...pagination, start: 0 } })).toEqual(ALL);
  });
});

test("the number of the last page, from 0, is not taken for the number of pages", async () => {
  const render = (page: { items: unknown; number: number }): unknown => ({
    items: page.items,
    page: page.number - 1,
    last_page: PAGES - 1,
  });
  await withService(replyOf(byPage("page", 0), render), async (service) => {
    const pagination: Pagination = { type: "page", start: 0, totalPagesPath: "/last_page" };
    await expect(service.read({ pagination })).rejects.toThrow(
      `The pages end after 24 workflows on ${PAGES - 1} pages, but the response says at "/last_page" that there are ${PAGES} pages.`,
    );
  });
});

test("an empty list on a later page stays in doubt beside something that is not", async () => {
  const render = (page: { items: readonly unknown[] }): unknown => ({
    flows: page.items,
    warnings: page.items.length === 0 ? ["a shard is down"] : [],
  });
  await withService(replyOf(byPage(), render), async (service) => {
    await expect(service.read({ pagination: { type: "page" } })).rejects.toThrow("2 lists, none at a usual place");
  });
});

test("a spelling mistake in cursorPath is refused beside a number that names the next page", async () => {
  await withService(
    replyOf(byPage(), ({ items, next }) => ({ items, next })),
    async (service) => {
      await expect(service.read({ pagination: { type: "cursor", cursorPath: "/nextt" } })).rejects.toMatchObject({
        message: expect.stringMatching(
          /nothing at cursorPath "\/nextt", and the response names the next page at "\/next": 2\..*pagination: \{ type: "cursor", cursorPath: "\/next", parameter: "page" \}$/,
        ) as string,
      });
    },
  );
});

describe("a full page without a pagination hint", () => {
  const lines = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ id: `wf_${index}` }));

  test.each([
    ["as many as `query` asks for", { per_page: 7 }],
    ["as many as `query` asks for", { maxResults: "7" }],
    [undefined, { per_page: 8 }],
    [undefined, { version: 7 }],
  ])("is a warning if it has %s: %j", async (reason, query) => {
    const warnings: string[] = [];
    await withService(
      () => ({ body: lines(7) }),
      async (service) => {
        await service.read({ query }, { onWarning: (message) => warnings.push(message) });
      },
    );
    expect(warnings).toEqual(
      reason === undefined
        ? []
        : [
            `The service lists 7 workflows, which is ${reason}, and does not say whether there are more. If these are all, set pagination: { type: "none" }`,
          ],
    );
  });

  test.each([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000])(
    "is a warning at %d items",
    async (count) => {
      const warnings: string[] = [];
      const onWarning = (message: string): void => void warnings.push(message);
      await withService(
        () => ({ body: lines(count) }),
        async (service) => {
          expect(await service.read({}, { onWarning })).toHaveLength(count);
          expect(warnings).toEqual([
            `The service lists ${count} workflows, which is a usual page size, and does not say whether there are more. If these are all, set pagination: { type: "none" }`,
          ]);
          await service.read({ pagination: { type: "none" } }, { onWarning });
          expect(warnings).toHaveLength(1);
        },
      );
    },
  );

  test.each<unknown>([
    lines(11),
    { items: lines(10), total: 10 },
    { items: lines(10), has_more: false },
    { items: lines(10), limit: 50 },
  ])("is no warning at %#", async (body) => {
    const warnings: string[] = [];
    await withService(
      () => ({ body }),
      async (service) => {
        await service.read({}, { onWarning: (message) => warnings.push(message) });
        expect(warnings).toEqual([]);
      },
    );
  });
});

test("the argument is written in the reader's own language", async () => {
  const pagination = { type: "page", start: 1, totalPath: "/total" };
  expect(renderArgument(pagination, "typescript")).toBe('pagination: { type: "page", start: 1, totalPath: "/total" }');
  expect(renderArgument(pagination, "yaml")).toBe('pagination: { type: "page", start: 1, totalPath: "/total" }');
  expect(renderArgument(pagination, "python")).toBe('pagination={"type": "page", "start": 1, "total_path": "/total"}');
  expect(renderArgument({ type: "cursor", cursorPath: "/it's" }, "command line")).toBe(
    `--pagination '{"type":"cursor","cursorPath":"/it'\\''s"}'`,
  );
  await withService(
    () => ({ body: { items: ALL, total: 99 } }),
    async (service) => {
      await expect(service.read({}, { language: "command line" })).rejects.toMatchObject({
        pagination,
        message: expect.stringMatching(/--pagination '\{"type":"page","start":1,"totalPath":"\/total"\}'$/) as string,
      });
    },
  );
});

test.each<[string, Pagination, string, string]>([
  [
    "a cursor",
    { type: "cursor", cursorPath: "/next_cursor" },
    "cursor",
    ', such as "next_cursor", "nextCursor", "page[cursor]" or "start_cursor"',
  ],
  ["a page's number", { type: "page", parameter: "p" }, "p", ""],
])("a service that does not know the query parameter of %s is an error that names it", async (...row) => {
  const [, pagination, name, others] = row;
  await withService(
    () => ({ body: { items: [{ id: "a" }], next_cursor: "x" } }),
    async (service) => {
      await expect(service.read({ pagination })).rejects.toMatchObject({
        message: expect.stringContaining(
          `Does it know the query parameter "${name}"? If not, set pagination.parameter to its own${others}.`,
        ) as string,
      });
    },
  );
});
