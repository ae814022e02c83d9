/** A listing is read to its end, or an error has the reason why not. */
import { inspect } from "node:util";
import { createDeadline } from "../../provider/base/deadline.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { createFakeClock } from "../support/clocks.js";
import { rejectionOf } from "../support/thrown.js";
import { itemsFrom, withService, type Reply } from "./listing-service.js";

/** Twenty-five workflows, ten a page. */
const all = itemsFrom(0, 25);

function linked(url: URL, pages = 3): Reply {
  const page = Number(url.searchParams.get("page") ?? 1);
  const headers: Record<string, string> = page < pages ? { link: `<?page=${page + 1}>; rel="next"` } : {};
  return { headers, body: { workflows: all.slice((page - 1) * 10, page * 10) } };
}

function faultOf(reading: Promise<unknown>): Promise<WorkflowsError> {
  return rejectionOf(WorkflowsError, reading);
}

it("requests the listing with the token, as JSON", async () => {
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
    },
  );
});

it("sends the query as it is, a list by repeating its key", async () => {
  await withService(
    () => ({ body: [] }),
    async (service) => {
      await service.read({ query: { tag: ["a b", "c&d=+/ü"], limit: 5, archived: false, none: [] } });
      expect(service.targets).toEqual(["/v2/workflows?tag=a%20b&tag=c%26d%3D%2B%2F%C3%BC&limit=5&archived=false"]);
    },
  );
});

it("the limit of values is one for all pages: small ones fill the memory as well as a large one", async () => {
  const many = `"x":[${Array(2_600_000).fill("0").join()}]`;
  await withService(
    (url) => ({ headers: { link: '<?page=2>; rel="next"' }, body: `[{"id":${url.searchParams.size},${many}}]` }),
    async (service) => {
      const fault = await faultOf(service.read({}, { maxResponseBytes: 64 * 1024 * 1024 }));
      expect(fault.code).toBe("too-large");
      expect(fault.message).toContain("The pages together have more than 5000000 values.");
      expect(service.targets).toHaveLength(2);
    },
  );
});

it("the limit of bytes is one for all pages", async () => {
  await withService(
    (url) => linked(url),
    async (service) => {
      const bytes = [1, 2, 3].map((page) => JSON.stringify(linked(new URL(`http://a?page=${page}`)).body).length);
      const sum = bytes.reduce((total, size) => total + size);
      expect(await service.read({}, { maxResponseBytes: sum })).toEqual(all);
      const { code, status, message } = await faultOf(service.read({}, { maxResponseBytes: sum - 1 }));
      expect([code, status]).toEqual(["too-large", 200]);
      expect(message).toContain(`is over ${sum - 1} bytes`);
    },
  );
});

it.each<[string, Reply, string]>([
  ["half a page", { body: '{"workflows":[{"id":1}' }, "not-json"],
  ["a page without a list", { body: { data: 1 } }, "listing"],
])("%s after good pages fails the whole listing", async (_, second, code) => {
  await withService(
    (url) => (url.searchParams.has("page") ? second : linked(url)),
    async (service) => {
      expect((await faultOf(service.read())).code).toBe(code);
    },
  );
});

it("a page whose address repeats the token, and is long, is named without either", async () => {
  await withService(
    (url) =>
      url.pathname === "/v2/workflows"
        ? { body: { items: [{ id: 1 }], next: `/t0p-secret/${"x".repeat(5000)}` } }
        : { status: 403, body: {} },
    async (service) => {
      const pagination: Pagination = { type: "cursor", urlPath: "/next" };
      const { message } = await faultOf(service.read({ pagination }, { token: "t0p-secret" }));
      expect(message).toMatch(
        /^Could not list the workflows \(page 2\): GET http:[^ ]+\/\[secret\]\/x+… returned 403 Forbidden/,
      );
      expect(message.length).toBeLessThan(550);
    },
  );
});

it("a listing of many pages is reported at ten, twenty, forty pages", async () => {
  const lines: string[] = [];
  await withService(
    (url) => linked(url, 45),
    async (service) => {
      await service.read({}, { onProgress: (line) => lines.push(line) });
      const expected = [10, 20, 40].map((pages) => `read ${pages} pages, 25 workflows so far`);
      expect(lines).toEqual(expected);
    },
  );
});

it("a listing whose pages come slowly is reported every ten seconds", async () => {
  const clock = createFakeClock();
  const lines: string[] = [];
  await withService(
    (url) => {
      clock.advance(5000);
      return linked(url, 5);
    },
    async (service) => {
      await service.read({}, { onProgress: (line) => lines.push(line), deadline: createDeadline(60, clock) });
      expect(lines).toEqual(["read 2 pages, 20 workflows so far", "read 4 pages, 25 workflows so far"]);
    },
  );
});

it.each<[string, string, string]>([
  ["nothing", "", "The response is not JSON but empty. Is baseUrl the API's address, and no proxy in between?"],
  ["half a response", '{"workflows":[{"id', "The response is not JSON: it ends too early. Is baseUrl"],
  [
    "text",
    "Sorry, t0p-secret\u202e\n is closed",
    'The response is not JSON. It says: "Sorry, [secret] is closed". Is baseUrl',
  ],
  ["text with brackets", "Sorry [closed] {now}", 'It says: "Sorry [closed] {now}". Is baseUrl'],
  ["the token as a key", '{"a t0p-secret b":1}', 'an object with "a [secret] b" (a number). Set `itemsPath`'],
  ["the token in the name of a flag", '{"items":[{"id":1}],"for t0p-secret":true}', "[secret]"],
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

it.each<[string, ListingRequest, unknown, RegExp | undefined]>([
  [
    "a usual page size",
    {},
    itemsFrom(0, 20),
    /lists 20 workflows, which is a usual page size, .*set pagination: \{"type":"none"\}\. If not, set `pagination` with/,
  ],
  ["as many as the query asks for", { query: { per_page: 7 } }, itemsFrom(0, 7), /as many as `query` asks for/],
  ["a power of two", {}, itemsFrom(0, 16), /lists 16 workflows, which is a usual page size/],
  ["another number of two digits", {}, itemsFrom(0, 33), undefined],
  ["fewer than ten", {}, itemsFrom(0, 5), undefined],
  ["`unrelatedFields`", { unrelatedFields: ["took"] }, itemsFrom(0, 20), undefined],
  ["an argument", { pagination: { type: "none" } }, itemsFrom(0, 20), undefined],
])("a listing on one page is doubted by %s", async (_, request, body, warning) => {
  const warnings: string[] = [];
  await withService(
    () => ({ body }),
    async (service) => {
      await service.read(request, { onWarning: (message) => warnings.push(message) });
      expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
    },
  );
});

it("a parameter that the addresses of next pages drop is named once", async () => {
  const warnings: string[] = [];
  await withService(
    (url) => linked(url),
    async (service) => {
      const onWarning = (message: string): void => void warnings.push(message);
      expect(await service.read({ query: { enabled: true } }, { onWarning })).toEqual(all);
      expect(warnings).toEqual([expect.stringMatching(/^The addresses of next pages lack "enabled" of `query`\./)]);
    },
  );
});

it("a first question that is refused is a warning that names pagination, if the page has room", async () => {
  const warnings: string[] = [];
  await withService(
    (url) =>
      url.search === "" ? { body: { items: itemsFrom(0, 3), page: 1, per_page: 20 } } : { status: 400, body: {} },
    async (service) => {
      expect(await service.read({}, { onWarning: (message) => warnings.push(message) })).toEqual(itemsFrom(0, 3));
      expect(warnings).toEqual([
        expect.stringMatching(
          /lists 3 workflows.*\?page=2 was refused \(400\)\. If these are all, set pagination: \{"type":"none"\}/,
        ),
      ]);
    },
  );
});

describe("the `pagination` that an error suggests", () => {
  const SUGGESTED = { type: "cursor", cursorPath: "/next_cursor" };

  it.each([
    ["has the path of the cursor", "t0ken-1", SUGGESTED],
    ["is left out if a path in it repeats a secret, here the token", "next_cursor", undefined],
  ])("%s", async (_what, token, pagination) => {
    await withService(
      () => ({ body: { workflows: [{ id: 1 }], next_cursor: "c" } }),
      async (service) => {
        const error = await rejectionOf(WorkflowsError, service.read({}, { token }));
        expect(error.pagination).toEqual(pagination === undefined ? undefined : expect.objectContaining(pagination));
        expect(`${error.message}${JSON.stringify(error)}`.includes("next_cursor")).toBe(pagination !== undefined);
      },
    );
  });
});
