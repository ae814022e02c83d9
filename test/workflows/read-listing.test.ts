/** A listing is read to its end, or an error has the reason why not: what is sent, what is reported, and what errors show. */
import { inspect } from "node:util";
import { WorkflowsError } from "../../provider/base/errors.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { createFakeClock } from "../support/clocks.js";
import type { Answer } from "../support/fake-service.js";
import { rejectionOf } from "../support/thrown.js";
import { items } from "./listing/reader.js";
import { openSession } from "./open-session.js";

/** Twenty-five workflows, ten a page. */
const all = items(0, 25);

function linked(url: URL, pages = 3): Answer {
  const page = Number(url.searchParams.get("page") ?? 1);
  const headers: Record<string, string> = page < pages ? { link: `<?page=${page + 1}>; rel="next"` } : {};
  return { headers, body: { workflows: all.slice((page - 1) * 10, page * 10) } };
}

it("requests the listing with the token, as JSON", async () => {
  const { read } = await openSession((url, { method, headers }) => ({
    body: [{ is: [url.pathname, method, headers.authorization, headers.accept?.split(", ")] }],
  }));
  const media = ["vnd.api", "hal", "problem", "ld"].map((type) => `application/${type}+json`);
  const accept = ["application/json", ...media, "*/*;q=0.1"];
  expect(await read()).toEqual([{ is: ["/prefix/v2/workflows", "GET", "Bearer t0ken-1", accept] }]);
});

it("sends the query as it is, a list by repeating its key", async () => {
  const { read, targets } = await openSession(() => ({ body: [{ id: 1 }] }));
  await read({ query: { tag: ["a b", "c&d=+/ü"], limit: 5, archived: false, none: [] } });
  expect(targets()).toEqual(["/v2/workflows?tag=a%20b&tag=c%26d%3D%2B%2F%C3%BC&limit=5&archived=false"]);
});

it("the limit of values is one for all pages: small ones fill the memory as well as a large one", async () => {
  const many = `"x":[${Array(2_600_000).fill("0").join()}]`;
  const { read, targets } = await openSession(({ searchParams }) => ({
    headers: { link: '<?page=2>; rel="next"' },
    body: `[{"id":${searchParams.size},${many}}]`,
  }));
  const { code, message } = await rejectionOf(WorkflowsError, read());
  expect(code).toBe("too-large");
  expect(message).toContain("The pages together have more than 5000000 values.");
  expect(targets()).toHaveLength(2);
});

it.each<[string, Answer, string]>([
  ["half a page", { body: '{"workflows":[{"id":1}' }, "not-json"],
  ["a page without a list", { body: { data: 1 } }, "listing"],
])("%s after good pages fails the whole listing", async (_, second, code) => {
  const { read } = await openSession((url) => (url.searchParams.has("page") ? second : linked(url)));
  expect((await rejectionOf(WorkflowsError, read())).code).toBe(code);
});

it("a page whose address repeats the token, and is long, is named without either", async () => {
  const { read } = await openSession(
    ({ pathname }) =>
      pathname.endsWith("/workflows")
        ? { body: { items: [{ id: 1 }], next: `/t0p-secret/${"x".repeat(5000)}` } }
        : { status: 403, body: {} },
    { token: "t0p-secret" },
  );
  const { message } = await rejectionOf(WorkflowsError, read({ pagination: { type: "cursor", urlPath: "/next" } }));
  expect(message).toMatch(
    /^Could not list the workflows \(page 2\): GET http:[^ ]+\/\[secret\]\/x+… returned 403 Forbidden/,
  );
  expect(message.length).toBeLessThan(550);
});

it("a listing of many pages is reported at ten, twenty, forty pages", async () => {
  const { read, progress } = await openSession((url) => linked(url, 45));
  await read();
  expect(progress).toEqual([10, 20, 40].map((pages) => `read ${pages} pages, 25 workflows so far`));
});

it("a listing whose pages come slowly is reported every ten seconds", async () => {
  const clock = createFakeClock();
  const reply = (url: URL): Answer => {
    clock.advance(5000);
    return linked(url, 5);
  };
  const { read, progress } = await openSession(reply, { clock });
  await read();
  expect(progress).toEqual(["read 2 pages, 20 workflows so far", "read 4 pages, 25 workflows so far"]);
});

it.each<[string, string, string]>([
  ["nothing", "", "The response is not JSON but empty. Is baseUrl the API's address, and no proxy in between?"],
  ["half a response", '{"workflows":[{"id', "The response is not JSON: it ends too early. Is baseUrl"],
  [
    "text",
    "Sorry, t0p-secret\u202e\n is closed",
    'The response is not JSON. It says: "Sorry, [secret] is closed". Is baseUrl',
  ],
  ["the token as a key", '{"a t0p-secret b":1}', 'an object with "a [secret] b" (a number). Set `itemsPath`'],
  ["the token in the name of a flag", '{"items":[{"id":1}],"for t0p-secret":true}', "[secret]"],
])("%s is an error with what was being done, and without the token", async (_, body, message) => {
  const { read } = await openSession(() => ({ headers: { "x-request-id": "req-7" }, body }), { token: "t0p-secret" });
  const error = await rejectionOf(WorkflowsError, read());
  expect(error.message).toContain(`Could not list the workflows: `);
  expect(error.message).toContain(message);
  expect(inspect(error)).not.toContain("t0p-secret");
  expect(error).toMatchObject({ status: 200, requestId: "req-7", attempts: 1 });
});

it.each<[string, ListingRequest, unknown, RegExp | undefined]>([
  [
    "a usual page size",
    {},
    items(0, 20),
    /lists 20 workflows, which is a usual page size, .*set pagination: \{"type":"none"\}\. If not, set `pagination` with/,
  ],
  ["a power of two", {}, items(0, 16), /lists 16 workflows, which is a usual page size/],
  ["another number of two digits", {}, items(0, 33), undefined],
  ["fewer than ten", {}, items(0, 5), undefined],
  ["`unrelatedFields`", { unrelatedFields: ["took"] }, items(0, 20), undefined],
  ["an argument", { pagination: { type: "none" } }, items(0, 20), undefined],
])("a listing on one page is doubted by %s", async (_, request, body, warning) => {
  const { read, warnings } = await openSession(() => ({ body }));
  await read(request);
  expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)]);
});

it("a parameter that the addresses of next pages drop is named once", async () => {
  const { read, warnings } = await openSession((url) => linked(url));
  expect(await read({ query: { enabled: true } })).toEqual(all);
  expect(warnings).toEqual([expect.stringMatching(/^The addresses of next pages lack "enabled" of `query`\./)]);
});

it("a first question that is refused is a warning that names pagination, if the page has room", async () => {
  const { read, warnings } = await openSession(({ search }) =>
    search === "" ? { body: { items: items(0, 3), page: 1, per_page: 20 } } : { status: 400, body: {} },
  );
  expect(await read()).toEqual(items(0, 3));
  expect(warnings).toEqual([
    expect.stringMatching(
      /lists 3 workflows.*\?page=2 was refused \(400\)\. If these are all, set pagination: \{"type":"none"\}/,
    ),
  ]);
});

it.each([
  ["has the path of the cursor", "t0ken-1", { type: "cursor", cursorPath: "/next_cursor" }],
  ["shows no secret, here the token", "next_cursor", { type: "cursor", cursorPath: "/[secret]" }],
])("the `pagination` that an error suggests %s", async (_what, token, pagination) => {
  const { read } = await openSession(() => ({ body: { workflows: [{ id: 1 }], next_cursor: "c" } }), { token });
  const error = await rejectionOf(WorkflowsError, read());
  expect(error.pagination).toMatchObject(pagination);
  expect(`${error.message}${JSON.stringify(error)}`.includes(token)).toBe(false);
});
