/** Rule 4: a cursor goes to the parameter of its own name without "next", its own name, or `cursor`; never to the name of a credential. */
import { always, byCursor, byPage, eachError, eachWhole, expectError, items, read, type Service } from "./reader.js";

const SIZES = [3, 3, 2];
/** Pages by a cursor in `field`, which goes to `parameter`. Other parameters are ignored. */
const by = (field: string, parameter: string): Service =>
  byCursor(SIZES, (next) => (next === null ? {} : { [field]: next }), parameter);

it.each([
  ["next_cursor", "cursor", 2],
  ["nextPageToken", "pageToken", 2],
  ["nextPageToken", "page_token", 3],
  ["nextPageToken", "cursor", 5],
  ["NextToken", "nextToken", 4],
  ["next-page-token", "page-token", 2],
  ["next", "cursor", 3],
  ["endCursor", "after", 5],
  ["afterId", "after_id", 3],
])("%s goes to %s: %d requests to the second page", async (field, parameter, requests) => {
  const { items: all, requested } = await read(by(field, parameter));
  expect(all).toEqual(items(0, 8));
  expect(requested).toHaveLength(requests + 1);
});

eachWhole([
  [
    "in an object",
    byCursor(SIZES, (next) => ({ response_metadata: { next_cursor: next ?? "" } }), "cursor"),
    8,
    "cursor=c2 cursor=c3",
  ],
  [
    "named by its object",
    byCursor(SIZES, (after) => (after === null ? {} : { paging: { next: { after } } }), "after"),
    8,
    "after=c2 after=c3",
  ],
  [
    "beside a flag, on the last page too",
    byCursor(SIZES, (next) => ({ cursor: next ?? "c9", has_more: next !== null }), "cursor"),
    8,
    "cursor=c2 cursor=c3",
  ],
  [
    "a page of the service's own number",
    byPage(SIZES, ({ page, hasMore }) => ({ pageNum: page, nextPage: hasMore ? page + 1 : 0, total: 8 }), {
      parameter: "pageNum",
    }),
    8,
    "pageNum=2 pageNum=3",
  ],
  [
    "a header",
    (url, index) => {
      const { body } = by("next", "continuationToken")(url, index);
      const next = (body as { next?: string }).next;
      return {
        headers: next === undefined ? {} : { "x-ms-continuationtoken": next },
        body: (body as { items: object[] }).items,
      };
    },
    8,
    "continuationToken=c2 continuationToken=c3",
  ],
  [
    "in an object that the last page has without it",
    byCursor(
      SIZES,
      (after) => ({ paging: { cursors: after === null ? { before: "b" } : { before: "b", after } } }),
      "after",
    ),
    8,
    "after=c2 after=c3",
  ],
  [
    "repeated in an object with the request",
    (url, index) => {
      const asked = url.searchParams.get("nextToken");
      const reply = byCursor(SIZES, (nextToken) => (nextToken === null ? {} : { nextToken }), "nextToken")(url, index);
      return { body: { ...(reply.body as object), request: { nextToken: asked, page_token: asked } } };
    },
    8,
    "nextToken=c2 nextToken=c3",
  ],
  [
    "repeated beside the next one",
    (url, index) => {
      const cursor = url.searchParams.get("cursor");
      const reply = byCursor(SIZES, (next) => (next === null ? {} : { next_cursor: next }), "cursor")(url, index);
      return { body: { ...(reply.body as object), ...(cursor === null ? {} : { cursor }) } };
    },
    8,
    "cursor=c2 cursor=c3",
  ],
  [
    "beside a total of each page",
    (url, index) => {
      const { items: page, ...cursor } = byCursor(
        [5, 5, 3],
        (next) => ({ cursor: next ?? undefined }),
        "cursor",
      )(url, index).body as { items: object[] };
      return { body: { items: page, total: page.length, ...cursor } };
    },
    13,
    "cursor=c2 cursor=c3",
  ],
  [
    "which is no parameter, beside a total that is reached",
    always({ items: items(0, 3), total: 3, endCursor: "c9" }),
    3,
    "endCursor=c9 end_cursor=c9 cursor=c9 after=c9",
  ],
  [
    "which is no parameter, beside a total that is reached, where no number leads on",
    always({ items: items(0, 3), total: 3, limit: 3, marker: "c9" }),
    3,
    "marker=c9 cursor=c9",
  ],
  [
    "an empty page in the middle",
    byCursor([3, 0, 2], (next) => ({ nextToken: next }), "nextToken"),
    5,
    "nextToken=c2 nextToken=c3",
  ],
])("%s");

eachWhole([
  [
    "a path to a header",
    (url, index) => {
      const reply = byCursor(SIZES, (next) => ({ next }), "cursor")(url, index);
      const { next, ...body } = reply.body as { next: string | null; items: object[] };
      return { headers: { "x-on": next ?? "" }, body };
    },
    8,
    "cursor=c2 cursor=c3",
    { pagination: { type: "cursor", cursorPath: "header:X-On" } },
  ],
  [
    "the field of the last item",
    (url) => {
      const at = Number(url.searchParams.get("after") ?? -1) + 1;
      return { body: { items: items(at, Math.min(3, 8 - at)) } };
    },
    8,
    "after=2 after=5 after=7",
    { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
  ],
  [
    "with a flag that decides",
    byCursor(SIZES, (next) => ({ on: next ?? "c9", done: next === null }), "cursor"),
    8,
    "cursor=c2 cursor=c3",
    { pagination: { type: "cursor", cursorPath: "/on", lastPath: "/done" } },
  ],
  [
    "missing on the only page",
    byCursor([3], () => ({}), "cursor"),
    3,
    "",
    { pagination: { type: "cursor", cursorPath: "/on" } },
  ],
])("declared: %s");

eachError([
  [
    "the offset of the next page under another name than its parameter",
    (url) => {
      const at = Number(url.searchParams.get("vidOffset") ?? 0);
      return { body: { contacts: items(at, 20), "has-more": at < 40, "vid-offset": at + 20 } };
    },
    /Tried for the next page: \?page=2 \(the same page again\)/,
    60,
  ],
  [
    "no parameter is known",
    by("next_cursor", "weiter"),
    /Tried for the next page: \?cursor=c2 \(the same page again\).*To read on, set pagination: \{"type":"cursor"/,
    8,
  ],
  ["the user's cursor stays", by("next_cursor", "cursor"), /`query` has it/, 8, { query: { cursor: "c1" } }],
  [
    "a cursor that is an object",
    byCursor(SIZES, (pk) => ({ LastEvaluatedKey: { pk } }), "x"),
    /"\/LastEvaluatedKey" may mean that more follow/,
    8,
  ],
  [
    "a declared path that leads nowhere",
    by("next_cursor", "cursor"),
    /no text or number at pagination\.cursorPath/,
    8,
    { pagination: { type: "cursor", cursorPath: "/nxt" } },
  ],
  [
    "a last item without the field",
    by("next_cursor", "cursor"),
    /page 1 has no text or number at pagination\.lastItemPath "\/uid"/,
    8,
    { pagination: { type: "cursor", lastItemPath: "/uid" } },
  ],
])("%s is an error");

it("no cursor is sent under the name of a credential, and at most four requests try", async () => {
  for (const field of ["next_token", "nextToken", "next_key", "access_token", "nextApiKey", "x-session-token"]) {
    const requested: string[] = [];
    const service: Service = () => ({ body: { items: items(0, 3), [field]: "abc", has_more: true } });
    await read(service, {}, requested).catch(() => undefined);
    expect(requested.length).toBeLessThanOrEqual(9);
    expect(requested.filter((query) => /^(?:token|key|access_?token|api_?key|session_?token)=/i.test(query))).toEqual(
      [],
    );
  }
});

it("a cursor is never sent under the name of a field of the items, which may be a filter", async () => {
  const service: Service = (url) => {
    const id = url.searchParams.get("id");
    return { body: id === null ? { items: items(0, 3), next_id: "wf_4" } : { items: [{ id }] } };
  };
  await expectError(["", service, /"\/next_id" that more workflows follow/, undefined]);
});

it("`startCursor` names the beginning of the page", async () => {
  const service: Service = (url) => {
    const at = Number(url.searchParams.get("cursor")?.slice(1) ?? -1) + 1;
    const pageInfo = { startCursor: `i${at}`, endCursor: `i${at + 2}`, hasNextPage: at < 3 };
    return { body: { items: items(at, 3), pageInfo } };
  };
  expect((await read(service)).items).toEqual(items(0, 6));
});
