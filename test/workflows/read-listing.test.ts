/** A listing is read to its end, or an error has the reason why not. */
import { inspect } from "node:util";
import { createDeadline } from "../../provider/http/deadline.js";
import { ListingError, WorkflowsError } from "../../provider/http/errors.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { createFakeClock } from "../support/clocks.js";
import { json, serve } from "../support/servers.js";
import { rejectionOf } from "../support/thrown.js";
import { itemsFrom, withService, type Reply } from "./listing-service.js";

/** Twenty-five workflows, ten a page. */
const all = itemsFrom(0, 25);

function numbered(url: URL, start = 1, size = 10): { id: number }[] {
  const page = Number(url.searchParams.get("page") ?? start);
  return all.slice((page - start) * size, (page - start + 1) * size);
}

function linked(url: URL, pages = 3): Reply {
  const page = Number(url.searchParams.get("page") ?? 1);
  const headers: Record<string, string> = page < pages ? { link: `<?page=${page + 1}>; rel="next"` } : {};
  return { headers, body: { workflows: all.slice((page - 1) * 10, page * 10) } };
}

/** Text as it goes into a header: Node.js writes each character as one byte. */
function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function faultOf(reading: Promise<unknown>): Promise<WorkflowsError> {
  return rejectionOf(WorkflowsError, reading);
}

test("requests the listing with the token, as JSON", async () => {
  await withService(
    (url, request) => ({
      body: [{ is: [url.pathname, request.method, request.headers.authorization, request.headers.accept?.split(",")] }],
    }),
    async (service) => {
      const media = [
        "application/json",
        ...["vnd.api", "hal", "problem", "ld"].map((type) => ` application/${type}+json`),
      ];
      expect(await service.read()).toEqual([{ is: ["/v2/workflows", "GET", "Bearer t0p", [...media, " */*;q=0.1"]] }]);
      expect(JSON.stringify(await service.read({}, { prefix: "/tenant/a" }))).toContain("/tenant/a/v2/workflows");
    },
  );
});

test("sends the query as it is, a list by repeating its key", async () => {
  await withService(
    () => ({ body: [] }),
    async (service) => {
      await service.read({ query: { tag: ["a b", "c&d=+/ü"], limit: 5, archived: false, none: [] } });
      expect(service.targets).toEqual(["/v2/workflows?tag=a%20b&tag=c%26d%3D%2B%2F%C3%BC&limit=5&archived=false"]);
    },
  );
});

describe("Link headers", () => {
  test("are followed to the end, in order", async () => {
    await withService(
      (url) => linked(url),
      async (service) => {
        expect(await service.read({ query: { limit: 10 } })).toEqual(all);
        expect(service.targets).toEqual(["/v2/workflows?limit=10", "/v2/workflows?page=2", "/v2/workflows?page=3"]);
      },
    );
  });

  test("may lead through empty pages and may name whole addresses", async () => {
    await withService(
      (url, request) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const next = `<http://${request.headers.host ?? ""}/elsewhere?page=${page + 1}#part>; rel=next`;
        return { headers: page < 4 ? { link: next } : {}, body: page % 2 === 0 ? [{ id: page }] : [] };
      },
      async (service) => {
        expect(await service.read()).toEqual([{ id: 2 }, { id: 4 }]);
        expect(service.targets.at(-1)).toBe("/elsewhere?page=4");
      },
    );
  });

  test("are not followed where pagination is given", async () => {
    await withService(
      (url) => linked(url),
      async (service) => {
        expect(await service.read({ pagination: { type: "none" } })).toEqual(all.slice(0, 10));
        expect(service.targets).toHaveLength(1);
        expect(
          (await faultOf(service.read({ pagination: { type: "cursor", cursorPath: "/next" } }))).message,
        ).toContain(
          'The response has nothing at cursorPath "/next", and the response names the next page in the header Link.',
        );
      },
    );
  });

  test.each([
    ["the same page", "", "The next page has the address of page 1"],
    ["another host", "http://localhost:1/v2/workflows", "another origin"],
    ["another port", "http://127.0.0.1:1/", "another origin"],
    ["another scheme", "https://127.0.0.1/", "another origin"],
    ["a host without a scheme", "//example.com/", "another origin"],
    ["a file", "file:///etc/passwd", "another origin"],
    ["a script", "javascript:alert(1)", "another origin"],
    ["a blob of its own", "blob:http://host/1", "another origin"],
    ["no address", "http://", "cannot be read"],
  ])("to %s are an error, and nothing is sent there", async (_, target, fault) => {
    await withService(
      (_url, { headers: { host = "" } }) => ({
        headers: { link: `<${target.replace("//host", `//${host}`)}>; rel="next"` },
        body: [{ id: 1 }],
      }),
      async (service) => {
        const error = await faultOf(service.read());
        expect(error).toBeInstanceOf(ListingError);
        expect(error.message).toContain(fault);
        expect(error.message).not.toContain("t0p");
        expect(service.targets).toEqual(["/v2/workflows"]);
      },
    );
  });

  // PORT is that of another server, OWN that of the service. URL parsers read all of these as an address elsewhere, or as none.
  const ELSEWHERE = [
    "//127.0.0.1:PORT/x",
    "\\\\127.0.0.1:PORT\\x",
    "/\\127.0.0.1:PORT/x",
    "/\t/127.0.0.1:PORT/x",
    "\thttp://127.0.0.1:PORT/x",
    "ht\ttp://127.0.0.1:PORT/x",
    "http:\\\\127.0.0.1:PORT\\x",
    "///127.0.0.1:PORT/x",
    "http:////127.0.0.1:PORT/x",
    "http://127.1:PORT/x",
    "http://2130706433:PORT/x",
    "http://0x7f.1:PORT/x",
    "http://127。0。0。1:PORT/x",
    "http://①②⑦.0.0.1:PORT/x",
    "http://127.0.0.1:OWN@127.0.0.1:PORT/x",
    "http://127.0.0.1:OWN%40127.0.0.1:PORT/x",
    "http://localhost:OWN/x",
    "http://[::ffff:127.0.0.1]:OWN/x",
    "https://127.0.0.1:OWN/x",
    "ws://127.0.0.1:OWN/x",
    "blob:http://127.0.0.1:PORT/x",
    "data:application/json,[]",
  ];
  const PLACES: readonly (readonly [string, Pagination | undefined, (target: string) => Reply])[] = [
    [
      "the header Link",
      undefined,
      (next) => ({ headers: { link: `<${latin1(next)}>; rel="next"` }, body: [{ id: 1 }] }),
    ],
    ["the body", undefined, (next) => ({ body: { items: [{ id: 1 }], next } })],
    ["urlPath", { type: "cursor", urlPath: "/n" }, (n) => ({ body: { items: [{ id: 1 }], n } })],
    ["a redirect", undefined, (location) => ({ status: 307, headers: { location: latin1(location) }, body: "" })],
  ];

  test.each(PLACES)(
    "to another server, in any spelling, are an error, and nothing is sent there: %s",
    async (...place) => {
      const [, pagination, replyTo] = place;
      const other = await serve(json([]));
      let target = "";
      try {
        await withService(
          (_url, { headers: { host = "" } }) =>
            replyTo(target.replaceAll("OWN", host.split(":")[1] ?? "").replaceAll("PORT", String(other.port))),
          async (service) => {
            for (target of ELSEWHERE) {
              service.targets.length = 0;
              const error = await faultOf(service.read({ pagination }));
              expect(`${target} ${error.code}`).toMatch(/ (listing|redirect)$/);
              expect({ target, sent: service.targets }).toEqual({ target, sent: ["/v2/workflows"] });
            }
          },
        );
        expect(other.opened()).toBe(0);
      } finally {
        await other.close();
      }
    },
  );

  test("with a user's name in them are an error", async () => {
    await withService(
      (_, request) => ({
        headers: { link: `<http://me:secret@${request.headers.host ?? ""}/2>; rel="next"` },
        body: [{ id: 1 }],
      }),
      async (service) => {
        const error = await faultOf(service.read());
        expect(error.code).toBe("listing");
        expect(error.message).not.toContain("secret");
        expect(service.targets).toHaveLength(1);
      },
    );
  });

  test.each<[string, Pagination]>([
    ["lastPath", { type: "cursor", urlPath: "/next", lastPath: "/archived" }],
    ["morePath", { type: "cursor", urlPath: "/next", morePath: "/enabled" }],
    ["lastPath, and the address has another name", { type: "cursor", urlPath: "/onward", lastPath: "/archived" }],
  ])("to another origin get no token from the check of an end by %s", async (_, pagination) => {
    await withService(
      () => ({ body: [] }),
      async (other) => {
        const elsewhere = `${other.url}/v2/workflows`;
        await withService(
          () => ({ body: { items: [{ id: 1 }], archived: true, enabled: false, next: elsewhere, onward: elsewhere } }),
          async (service) => {
            expect((await faultOf(service.read({ pagination }))).message).toContain("another origin");
            expect(service.targets).toEqual(["/v2/workflows"]);
          },
        );
        expect(other.targets).toEqual([]);
      },
    );
  });

  test.each([
    ["another origin", "http://localhost:1/v2/workflows"],
    ["a blob of its own", "blob:http://SERVICE/1"],
    ["a user's name", "http://me:secret@SERVICE/v2/workflows?page=9"],
    ["a template", "/{tenant}/workflows?page=9"],
    ["no address", "http://"],
  ])("with %s are not followed to check what an argument read", async (_, next) => {
    const authorizations = new Set<string | undefined>();
    await withService(
      (url, { headers: { host = "", authorization } }) => {
        authorizations.add(authorization);
        return { body: { items: numbered(url), next: next.replace("SERVICE", host) } };
      },
      async (service) => {
        expect(await service.read({ pagination: { type: "page" } })).toEqual(all);
        expect(service.targets.filter((target) => !/^\/v2\/workflows(\?page=\d)?$/.test(target))).toEqual([]);
        expect(service.targets).not.toContain("/v2/workflows?page=9");
      },
    );
    expect([...authorizations]).toEqual(["Bearer t0p"]);
  });

  test("lead to the same page whatever fragment they have", async () => {
    let count = 0;
    await withService(
      () => ({ headers: { link: `<?page=2#${count++}>; rel="next"` }, body: [{ id: count }] }),
      async (service) => {
        expect((await faultOf(service.read())).message).toContain("has the address of page 2");
        expect(service.targets).toEqual(["/v2/workflows", "/v2/workflows?page=2"]);
      },
    );
  });

  test("that go round are an error", async () => {
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { headers: { link: `<?page=${page === 3 ? 2 : page + 1}>; rel="next"` }, body: itemsFrom(page, 1) };
      },
      async (service) => {
        const error = await faultOf(service.read());
        expect(error.message).toContain(
          "Could not list the workflows (page 3): The next page has the address of page 2. The listing would never end.",
        );
        expect(service.targets).toHaveLength(3);
      },
    );
  });
});

describe("cursors", () => {
  const cursorReply = (url: URL, cursors: readonly unknown[]): Reply => {
    const page = Number(url.searchParams.get("after")?.slice(-1) ?? 0);
    return { body: { items: itemsFrom(page * 2, 2), paging: { next: cursors[page] } } };
  };
  const pagination: Pagination = { type: "cursor", cursorPath: "/paging/next", parameter: "after", size: 2 };

  test.each([[undefined], [null], [false], [""]])("are followed until one is %j", async (end) => {
    await withService(
      (url) => cursorReply(url, ["c+/ 1", "c=2", end]),
      async (service) => {
        expect(await service.read({ query: { team: "a" }, pagination })).toEqual(itemsFrom(0, 6));
        expect(service.targets).toEqual([
          "/v2/workflows?team=a&limit=2",
          "/v2/workflows?team=a&limit=2&after=c%2B%2F%201",
          "/v2/workflows?team=a&limit=2&after=c%3D2",
        ]);
      },
    );
  });

  test("that are large numbers are sent digit by digit", async () => {
    await withService(
      (url) => ({
        body: url.searchParams.has("cursor")
          ? '{"items":[{"id":2}]}'
          : '{"items":[{"id":1}],"next":12345678901234567890}',
      }),
      async (service) => {
        expect(await service.read({ pagination: { type: "cursor", cursorPath: "/next" } })).toEqual([
          { id: 1 },
          { id: 2 },
        ]);
        expect(service.targets[1]).toBe("/v2/workflows?cursor=12345678901234567890");
      },
    );
  });

  test("may be whole addresses, on the same origin", async () => {
    const reply = (next: string | null): Reply => ({
      body: { _embedded: { workflows: [{ next }] }, _links: { next: { href: next } } },
    });
    const request: ListingRequest = { pagination: { type: "cursor", urlPath: "/_links/next/href" } };
    await withService(
      (url) => reply(url.searchParams.has("p") ? null : "/v2/workflows?p=2"),
      async (service) => {
        expect(await service.read(request)).toEqual([{ next: "/v2/workflows?p=2" }, { next: null }]);
      },
    );
    await withService(
      () => reply("https://example.com/"),
      async (service) => {
        expect((await faultOf(service.read(request))).message).toContain('would come from "https://example.com"');
        expect(service.targets).toHaveLength(1);
      },
    );
  });

  test("that come again are an error", async () => {
    await withService(
      (url) => cursorReply(url, ["c1", "c1"]),
      async (service) => {
        expect((await faultOf(service.read({ pagination }))).message).toContain(
          "The next page has the address of page 2",
        );
        expect(service.targets).toHaveLength(2);
      },
    );
  });

  test.each([[{ id: 1 }], [[1]], [true]])("that are %j are an error", async (cursor) => {
    await withService(
      (url) => cursorReply(url, [cursor]),
      async (service) => {
        expect((await faultOf(service.read({ pagination }))).message).toContain('at cursorPath "/paging/next"');
      },
    );
  });

  test.each<[Pagination, object, string]>([
    [
      { type: "cursor", cursorPath: "/next", morePath: "/more" },
      { more: true, next: null },
      'says that more pages follow, and has nothing at cursorPath "/next"',
    ],
    [
      { type: "cursor", urlPath: "/next", morePath: "/more" },
      { more: true },
      'says that more pages follow, and has nothing at urlPath "/next"',
    ],
    [
      { type: "cursor", cursorPath: "/meta/next" },
      { meta: { next_cursor: "c1" } },
      'nothing at cursorPath "/meta/next", and the response names the next page at "/meta/next_cursor"',
    ],
    [{ type: "cursor", cursorPath: "/next" }, { has_more: true }, 'says at "/has_more" that more pages follow'],
  ])(
    "that are missing where the response says that more pages follow are an error: %j, %j",
    async (order, body, message) => {
      await withService(
        () => ({ body: { items: [{ id: 1 }], ...body } }),
        async (service) => {
          expect(await faultOf(service.read({ pagination: order }))).toMatchObject({
            code: "listing",
            message: expect.stringContaining(message) as string,
          });
        },
      );
    },
  );

  test("end at the page without a cursor, whatever else it contains", async () => {
    await withService(
      (url) => ({
        body: url.searchParams.has("cursor")
          ? { items: [{ id: 2 }], prev: "c0", self: "c1", next_token: "poll" }
          : { items: [{ id: 1 }], next: "c1" },
      }),
      async (service) => {
        expect(await service.read({ pagination: { type: "cursor", cursorPath: "/next" } })).toEqual([
          { id: 1 },
          { id: 2 },
        ]);
      },
    );
  });

  test.each<[string, object, Readonly<Record<string, string>>, string]>([
    ["a Link header", {}, { link: '</v2/workflows?page=3>; rel="next"' }, "in the header Link"],
    ["an address", { links: { next: "/v2/workflows?page=3" } }, {}, 'at "/links/next"'],
    ["an address elsewhere", { next_url: "http://localhost:1/v2/workflows" }, {}, 'at "/next_url"'],
  ])("are an error where they end, and the last page names the next one by %s", async (_, body, headers, place) => {
    const cursor: Pagination = { type: "cursor", cursorPath: "/cursor" };
    await withService(
      (url) =>
        url.searchParams.has("cursor")
          ? { body: { items: [{ id: 2 }], total: 2, ...body }, headers }
          : { body: { items: [{ id: 1 }], cursor: "c1" } },
      async (service) => {
        expect(await faultOf(service.read({ pagination: cursor }))).toMatchObject({
          code: "listing",
          message: expect.stringContaining(
            `nothing at cursorPath "/cursor", and the response names the next page ${place}. 2 workflows on 2 pages were read.`,
          ) as string,
        });
        // It would read the first page alone.
        expect((await faultOf(service.read({ pagination: cursor }))).hint).not.toContain('"none"');
        expect(await service.read({ pagination: { ...cursor, totalPath: "/total" } })).toHaveLength(2);
      },
    );
  });

  test.each<Pagination>([
    { type: "offset", parameter: "start" },
    { type: "offset", parameter: "start", morePath: "/paging/more" },
  ])("are no more where the count beside an offset is the size of a page: %j", async (pagination) => {
    await withService(
      (url) => {
        const start = Number(url.searchParams.get("start") ?? 0);
        const elements = [{ id: 1 }, { id: 2 }, { id: 3 }].slice(start);
        return { body: { elements, paging: { start, count: 10, total: 3, more: false } } };
      },
      async (service) => {
        expect(await service.read({ pagination })).toHaveLength(3);
      },
    );
  });

  test("are not followed if the service's own flag is false", async () => {
    await withService(
      (url) => ({ body: { items: [{ id: url.search }], next: "again", more: !url.searchParams.has("cursor") } }),
      async (service) => {
        await service.read({ pagination: { type: "cursor", cursorPath: "/next", morePath: "/more" } });
        expect(service.targets).toEqual(["/v2/workflows", "/v2/workflows?cursor=again"]);
        const error = await faultOf(
          service.read({ pagination: { type: "cursor", cursorPath: "/next", morePath: "/next" } }),
        );
        expect(error.message).toContain('no true or false at morePath "/next"');
      },
    );
  });
});

describe("numbered pages", () => {
  test("are read until one is empty, whatever size the service makes them", async () => {
    await withService(
      (url) => ({ body: numbered(url) }),
      async (service) => {
        const request: ListingRequest = { query: { team: "a" }, pagination: { type: "page", size: 1000 } };
        expect(await service.read(request)).toEqual(all);
        expect(service.targets).toEqual([
          ...[1, 2, 3, 4].map((page) => `/v2/workflows?team=a&limit=1000&page=${page}`),
          "/v2/workflows?team=a&limit=1000",
        ]);
      },
    );
  });

  test("take their own parameters and start", async () => {
    await withService(
      (url) => ({ body: all.slice(Number(url.searchParams.get("p")) * 10).slice(0, 10) }),
      async (service) => {
        const pagination: Pagination = { type: "page", parameter: "p", start: 0, size: 10, sizeParameter: "per_page" };
        expect(await service.read({ pagination })).toEqual(all);
        expect(service.targets[0]).toBe("/v2/workflows?per_page=10&p=0");
      },
    );
  });

  test("end where the service's own flag is false", async () => {
    await withService(
      (url) => ({ body: { items: numbered(url), has_more: url.searchParams.get("page") !== "3" } }),
      async (service) => {
        expect(await service.read({ pagination: { type: "page", morePath: "/has_more" } })).toEqual(all);
        expect(service.targets).toEqual([1, 2, 3].map((page) => `/v2/workflows?page=${page}`).concat("/v2/workflows"));
      },
    );
  });

  const fromZero: readonly (readonly [string, Pagination, (more: boolean) => object])[] = [
    ["that end with an empty one", { type: "page" }, () => ({})],
    ["with a flag of more", { type: "page", morePath: "/more" }, (more) => ({ more })],
    ["with a flag on the last", { type: "page", lastPath: "/last" }, (more) => ({ last: !more })],
    ["with a number of pages", { type: "page" }, () => ({ total_pages: 3 })],
    ["with offsets from 1", { type: "offset", parameter: "page", start: 1 }, () => ({})],
  ];

  test.each(fromZero)("%s are refused if the service counts from another number", async (_, pagination, rest) => {
    await withService(
      (url) => {
        const at = Number(url.searchParams.get("page") ?? 0) * (pagination.type === "offset" ? 1 : 10);
        return { body: { items: all.slice(at, at + 10), ...rest(at + 10 < all.length) } };
      },
      async (service) => {
        const fault = await faultOf(service.read({ pagination }));
        expect(fault).toBeInstanceOf(ListingError);
        if (pagination.type === "page") {
          expect(fault.message).toMatch(
            /: Without "page" in the request, the service lists other workflows than with page=1: the listing does not begin there\. Set pagination\.start to the number with which the service begins, such as 0\.$/,
          );
          expect(await service.read({ pagination: { ...pagination, start: 0 } })).toEqual(all);
        }
      },
    );
  });

  test("are refused if the only page was left out", async () => {
    await withService(
      (url) => ({ body: { items: url.searchParams.get("page") === "1" ? [] : all.slice(0, 3) } }),
      async (service) => {
        const fault = await faultOf(service.read({ pagination: { type: "page" } }));
        expect(fault.message).toContain("with page=1 it lists none");
      },
    );
  });

  test.each<[string, Pagination]>([
    ["a total", { type: "page", totalPath: "/total" }],
    ["a total that no argument names", { type: "page" }],
  ])("are not requested without a number if %s has shown that they are all", async (_, pagination) => {
    await withService(
      (url) => ({ body: { items: numbered(url), total: 25 } }),
      async (service) => {
        expect(await service.read({ pagination })).toEqual(all);
        expect(service.targets).not.toContain("/v2/workflows");
      },
    );
  });

  test("are the listing of a service that refuses a request without a number", async () => {
    await withService(
      (url) =>
        url.searchParams.has("page") ? { body: numbered(url) } : { status: 400, body: { error: "page is missing" } },
      async (service) => {
        expect(await service.read({ pagination: { type: "page" } })).toEqual(all);
      },
    );
  });

  test.each<[string, Pagination | undefined]>([
    ["numbered", { type: "page", totalPath: "/total" }],
    ["linked", undefined],
  ])("with a workflow of a page before are refused, even if the total agrees: %s", async (_, pagination) => {
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        // The service has no fixed order: it gives the first workflow again, and never the eleventh.
        const items = page === 2 ? [all[0], ...all.slice(11, 20)] : numbered(url);
        return { body: { items, total: 25, next: page < 3 ? `?page=${page + 1}` : null } };
      },
      async (service) => {
        const fault = await faultOf(service.read({ pagination }));
        expect(fault).toBeInstanceOf(ListingError);
        expect(fault.message).toBe(
          "Could not list the workflows (page 2): One of the workflows, with the id 0, is on page 1 and on page 2. Another one may be missing. If the listing changed while it was read, try again. If not, ask for a fixed order or for larger pages, with `query`.",
        );
      },
    );
  });

  test.each<[string, string, Pagination | undefined]>([
    ["with addresses that have the number of the first item", "start", undefined],
    ["with addresses that have the number of the page", "page", undefined],
    ["with the next number as the cursor", "p", { type: "cursor", cursorPath: "/number", parameter: "p" }],
    [
      "with the next number as the cursor, and a total that an argument names",
      "p",
      { type: "cursor", cursorPath: "/number", parameter: "p", totalPath: "/total" },
    ],
  ])("with a total that falls are refused: %s", async (_, parameter, pagination) => {
    let sorted = itemsFrom(0, 7);
    await withService(
      (url) => {
        const start = Number(url.searchParams.get(parameter) ?? 0) * (parameter === "page" ? 2 : 1);
        const number = (start + 2) / (parameter === "page" ? 2 : 1);
        const [items, total] = [sorted.slice(start, start + 2), sorted.length];
        const next = start + 2 < total ? { number, next: `?${parameter}=${number}` } : {};
        // The first one is removed after page 1. The third one comes on page 1, and was never read.
        sorted = itemsFrom(1, 6);
        return { body: { items, total, ...(pagination === undefined ? next : { number: next.number ?? null }) } };
      },
      async (service) => {
        const fault = await faultOf(service.read({ pagination }));
        expect(fault).toBeInstanceOf(ListingError);
        expect(fault.message).toContain("If the listing changed while it was read, try again.");
        expect(await service.read({ pagination })).toHaveLength(6);
      },
    );
  });

  test.each<[string, Pagination | undefined]>([
    ["numbered", { type: "page", totalPath: "/total" }],
    ["with a total that no argument names", { type: "page" }],
    ["linked", undefined],
  ])("with a workflow that changed and moved behind what was read are refused: %s", async (_, pagination) => {
    let sorted = itemsFrom(0, 6);
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const items = sorted.slice((page - 1) * 2, page * 2);
        // The first one changes after page 1, and is then the last one. The third one comes on page 1, and was never read.
        sorted = page === 1 ? [...itemsFrom(1, 5), { id: 0, name: "renamed" } as { id: number }] : sorted;
        return { body: { items, total: 6, next: page < 3 ? `?page=${page + 1}` : null } };
      },
      async (service) => {
        const fault = await faultOf(service.read({ pagination }));
        expect(fault).toBeInstanceOf(ListingError);
        expect(fault.message).toContain(
          "One of the workflows, with the id 0, was on page 1 and, with other fields, on page 3. Page 1 no longer has it: another one may be missing. If the listing changed while it was read, try again.",
        );
        expect(await service.read({ pagination })).toHaveLength(6);
      },
    );
  });

  test("with other versions of a workflow of a page before are read", async () => {
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { body: { items: [{ id: "a", version: page }], next: page < 3 ? `?page=${page + 1}` : null } };
      },
      async (service) => {
        expect(await service.read()).toEqual([1, 2, 3].map((version) => ({ id: "a", version })));
      },
    );
  });

  test("by a template that asks for a value are refused, and nothing is sent there", async () => {
    await withService(
      () => ({
        body: { items: all.slice(0, 3), _links: { next: { href: "/v2/workflows?page={page}", templated: true } } },
      }),
      async (service) => {
        const fault = await faultOf(service.read());
        expect(fault.message).toBe(
          'Could not list the workflows: The response names the next page by a template with "{page}" in it. Set pagination to say which query parameter carries the next page, and where its value is.',
        );
        expect(service.targets).toHaveLength(1);
      },
    );
  });

  test.each([[25], ["25"]])(
    "are complete with a total that agrees, and it may return 404 after the last",
    async (total) => {
      await withService(
        (url) => {
          const items = numbered(url);
          return items.length === 0
            ? { status: 404, body: {} }
            : { body: `{"total":${total}.0,"items":${JSON.stringify(items)}}` };
        },
        async (service) => {
          expect(await service.read({ pagination: { type: "page", totalPath: "/total" } })).toEqual(all);
        },
      );
    },
  );

  test.each([
    ["more than there are", 1_000_000_000_000, "there are 1000000000000 workflows, but its pages have 25", 4],
    ["fewer than there are", 10, "there are 10 workflows, but its pages have 20", 2],
    ["nonsense", "many", 'no number at totalPath "/total"', 4],
  ])("with a total of %s are an error, and never cut", async (_, total, fault, requests) => {
    await withService(
      (url) => ({ body: { total, items: numbered(url) } }),
      async (service) => {
        expect((await faultOf(service.read({ pagination: { type: "page", totalPath: "/total" } }))).message).toContain(
          fault,
        );
        expect(service.targets).toHaveLength(requests);
      },
    );
  });

  test("are an error where a 404 comes before all have come", async () => {
    await withService(
      (url) =>
        url.searchParams.get("page") === "2"
          ? { status: 404, body: {} }
          : { body: { total: 25, items: numbered(url) } },
      async (service) => {
        expect((await faultOf(service.read({ pagination: { type: "page", totalPath: "/total" } }))).status).toBe(404);
        expect((await faultOf(service.read({ pagination: { type: "page" } }))).status).toBe(404);
      },
    );
  });

  test("are an error that says how to show the end, where a 404 may be the end", async () => {
    await withService(
      (url) => (url.searchParams.get("page") === "1" ? { body: numbered(url) } : { status: 404, body: {} }),
      async (service) => {
        const { status, message } = await faultOf(service.read({ pagination: { type: "page" } }));
        expect(status).toBe(404);
        expect(message).toMatch(/^Could not list the workflows \(page 2\): /);
        expect(message).toMatch(
          / If the page before was the last one, set pagination\.totalPath, or [^.]+\. If there is none, set pagination\.size /,
        );
      },
    );
  });

  test("of a service without pages are an error, even where it writes the time into each", async () => {
    await withService(
      (url) => ({ body: { time: url.href, items: all } }),
      async (service) => {
        const error = await faultOf(service.read({ pagination: { type: "page" } }));
        expect(error.message).toContain(
          "Could not list the workflows (page 2): The page has the same 25 workflows as page 1.",
        );
        expect(error.message).toContain("pagination");
        expect(service.targets).toHaveLength(2);
      },
    );
  });
});

test("pages by offset continue after the items received, not after the size requested", async () => {
  await withService(
    (url) => ({ body: all.slice(Number(url.searchParams.get("skip"))).slice(0, 7) }),
    async (service) => {
      expect(await service.read({ pagination: { type: "offset", parameter: "skip", size: 100 } })).toEqual(all);
      expect(service.targets.map((path) => path.split("skip=")[1])).toEqual(["0", "7", "14", "21", "25", "6"]);
    },
  );
});

test("pages with the same ends but other workflows between are different pages", async () => {
  await withService(
    (url) => {
      const page = Number(url.searchParams.get("page"));
      return { body: page < 4 ? [0, page, 9].map((name) => ({ name })) : [] };
    },
    async (service) => {
      expect(await service.read({ pagination: { type: "page" } })).toEqual(
        [0, 1, 9, 0, 2, 9, 0, 3, 9].map((name) => ({ name })),
      );
    },
  );
});

describe("limits", () => {
  test.each<[string, Pagination | undefined]>([
    ["linked", undefined],
    ["numbered", { type: "page" }],
  ])("as many %s pages as maxPages are read, one more is an error", async (_, pagination) => {
    await withService(
      (url) => linked(url),
      async (service) => {
        expect(await service.read({ pagination, maxPages: 3 })).toEqual(all);
        const error = await faultOf(service.read({ pagination, maxPages: 2 }));
        expect(error.code).toBe("too-large");
        expect(error.message).toContain("goes on after 2 pages with 20 workflows");
        expect(error.message).toContain("Raise `maxPages`");
      },
    );
  });

  test("an endless listing ends at a thousand pages", async () => {
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { headers: { link: `<?page=${page + 1}>; rel=next` }, body: [{ id: page }] };
      },
      async (service) => {
        expect((await faultOf(service.read())).message).toContain("goes on after 1000 pages with 1000 workflows");
        expect(service.targets).toHaveLength(1000);
      },
    );
  }, 30_000);

  test("the limit of values is one for all pages: small ones fill the memory as well as a large one", async () => {
    const many = `[{"id":[${Array(2_000_000).fill("0").join()}]},`;
    await withService(
      (url) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        return { headers: { link: `<?page=${page + 1}>; rel="next"` }, body: `${many}{"id":${page}}]` };
      },
      async (service) => {
        const fault = await faultOf(service.read({}, { maxResponseBytes: 64 * 1024 * 1024 }));
        expect(fault.code).toBe("too-large");
        expect(fault.message).toContain("The pages together have more than 5000000 values.");
        expect(service.targets).toHaveLength(3);
      },
    );
  }, 30_000);

  test("the limit of bytes is one for all pages", async () => {
    await withService(
      (url) => linked(url),
      async (service) => {
        const bytes = [1, 2, 3].map((page) => JSON.stringify(linked(new URL(`http://a?page=${page}`)).body).length);
        const sum = bytes.reduce((total, size) => total + size);
        expect(await service.read({}, { maxResponseBytes: sum })).toEqual(all);
        for (const maxResponseBytes of [sum - 1, (bytes[0] ?? 0) + (bytes[1] ?? 0), bytes[0] ?? 0]) {
          const { code, status, message } = await faultOf(service.read({}, { maxResponseBytes }));
          expect([code, status]).toEqual(["too-large", 200]);
          expect(message).toContain(`over ${maxResponseBytes} bytes, with`);
        }
      },
    );
  });
});

test.each<[string, Reply, string]>([
  ["a refusal", { status: 403, body: {} }, "forbidden"],
  ["half a page", { body: '{"workflows":[{"id":1}' }, "not-json"],
  ["a page without a list", { body: { data: 1 } }, "listing"],
  ["an error with status 200", { body: { error: "come back later" } }, "unavailable"],
  ["a page of HTML", { headers: { "content-type": "text/html" }, body: "<html>Sorry</html>" }, "not-json"],
])("%s after good pages fails the whole listing", async (_, second, code) => {
  await withService(
    (url) => (url.searchParams.has("page") ? second : linked(url)),
    async (service) => {
      expect((await faultOf(service.read())).code).toBe(code);
    },
  );
});

test("a page whose address repeats the token, and is long, is named without either", async () => {
  await withService(
    (url) =>
      url.pathname === "/v2/workflows"
        ? { body: { items: [{ id: 1 }], next: `/t0p-secret/${"x".repeat(5000)}` } }
        : { status: 410, body: {} },
    async (service) => {
      const pagination: Pagination = { type: "cursor", urlPath: "/next" };
      const { message } = await faultOf(service.read({ pagination }, { token: "t0p-secret" }));
      expect(message).toMatch(
        /^Could not list the workflows \(page 2\): GET http:[^ ]+\/\[secret\]\/x+… returned 410 Gone/,
      );
      expect(message.length).toBeLessThan(500);
    },
  );
});

test("a hundred pages are read, and reported now and then", async () => {
  const lines: string[] = [];
  await withService(
    (url) => {
      const page = Number(url.searchParams.get("page") ?? 1);
      const headers: Record<string, string> = page < 100 ? { link: `<?page=${page + 1}>; rel="next"` } : {};
      return { headers, body: itemsFrom(page * 100, 100) };
    },
    async (service) => {
      expect(await service.read({}, { onProgress: (line) => lines.push(line) })).toEqual(itemsFrom(100, 10_000));
      expect(lines).toEqual([
        "read 10 pages, 1000 workflows so far",
        "read 20 pages, 2000 workflows so far",
        "read 40 pages, 4000 workflows so far",
        "read 80 pages, 8000 workflows so far",
      ]);
    },
  );
});

test("a listing whose pages come slowly is reported every ten seconds", async () => {
  const clock = createFakeClock();
  const lines: string[] = [];
  await withService(
    (url) => {
      clock.advance(5000);
      const page = Number(url.searchParams.get("page") ?? 1);
      const headers: Record<string, string> = page < 5 ? { link: `<?page=${page + 1}>; rel="next"` } : {};
      return { headers, body: [{ id: page }] };
    },
    async (service) => {
      await service.read({}, { onProgress: (line) => lines.push(line), deadline: createDeadline(60, clock) });
      expect(lines).toEqual(["read 2 pages, 2 workflows so far", "read 4 pages, 4 workflows so far"]);
    },
  );
});

test.each<[string, string, string]>([
  ["nothing", "", "The response is not JSON but empty. Is baseUrl the API's address, and no proxy in between?"],
  ["half a response", '{"workflows":[{"id', "The response is not JSON: it ends too early. Is baseUrl"],
  [
    "text",
    "Sorry, t0p-secret\u202e\n is closed",
    'The response is not JSON. It says: "[withheld: it repeats a part of a secret]". Is baseUrl',
  ],
  ["text with brackets", "Sorry [closed] {now}", 'It says: "Sorry [closed] {now}". Is baseUrl'],
  ["the token as a key", '{"a t0p-secret b":1}', 'an object with the keys "a [secret] b" (a number). Set `itemsPath`'],
  [
    "a key twice",
    '{"a":1,"a":1}',
    'The response has the key "a" twice in one object, so that one value would be lost. Only',
  ],
])("%s is an error with what was being done, and without the token", async (_, body, message) => {
  await withService(
    () => ({ headers: { "x-request-id": "req-7" }, body }),
    async (service) => {
      const error = await faultOf(service.read({}, { token: "t0p-secret" }));
      expect(error.message).toContain(`Could not list the workflows: `);
      expect(error.message).toContain(message);
      expect(inspect(error)).not.toContain("t0p-secret");
      expect(error).toMatchObject({ status: 200, requestId: "req-7", attempts: 1 });
    },
  );
});
