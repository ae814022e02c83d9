/** Listings, error bodies and other responses as well-known services write them, read by the six rules. */
import { WorkflowsError } from "../../provider/base/errors.js";
import { rejectionOf } from "../support/thrown.js";
import { read, type Reply } from "../workflows/listing/reader.js";
import { withService } from "../workflows/listing-service.js";
import { FOLLOWED, TRIED } from "./paged-cases.js";
import { ALL, byPage, fill, PAGES, type Pager, WithHeaders } from "./paged-service.js";
import { ERROR_BODIES, NO_LISTING, WHOLE } from "./single-cases.js";

const replyOf = (response: unknown): Reply => (response instanceof WithHeaders ? response : { body: response });

type Headers = Parameters<Pager>[1];
type Case = readonly [name: string, pager: Pager, body: string, headers: string];

const followed = FOLLOWED.map(([name, body, headers = "{}"]): Case => [name, byPage(), body, headers]);
const tried = TRIED.map(([name, pager, body, headers = "{}"]): Case => [name, pager, body, headers]);

const pages =
  ([, pager, body, headers]: Case) =>
  (url: URL, requestHeaders: Headers, origin = url.origin): Reply => {
    const page = pager(url, requestHeaders);
    const fields = Object.entries(fill(headers, page, origin) as object);
    return {
      headers: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
      body: fill(body, page, origin),
    };
  };

it.each(followed)("%s is followed", async (...row) => {
  const { items, requested } = await read(pages(row));
  expect(items).toEqual(ALL);
  expect(requested.length).toBeLessThanOrEqual(PAGES + 1);
});

it.each(tried)("%s is read to its end, with at most five requests more than pages", async (...row) => {
  const { items, requested } = await read(pages(row));
  expect(items).toEqual(ALL);
  expect(requested.length).toBeLessThanOrEqual(PAGES + 5);
});

const THREE = [{ id: "wf_1" }, { id: "wf_2" }, { id: "wf_3" }];

it.each(WHOLE.map(([name, response, items = THREE]) => ({ name, response, items })))(
  "$name is the whole listing",
  async ({ response, items }) => {
    expect(await read(() => replyOf(response))).toMatchObject({ items, requested: [""] });
  },
);

it.each(ERROR_BODIES)("%s is an error, whatever the arguments", async (_, response) => {
  for (const request of [{}, { pagination: { type: "none" } }, { pagination: { type: "page" } }] as const) {
    const reading = read(() => replyOf(response), request);
    expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({
      message: expect.stringMatching(/its body reports an error/) as string,
    });
  }
});

it.each(NO_LISTING)("%s is no listing", async (_, response) => {
  const error = await rejectionOf(
    WorkflowsError,
    read(() => replyOf(response)),
  );
  expect(error.hint).toMatch(/itemsPath/);
});

/** Some over a socket too: what the transport does to headers and addresses. */
const overSocket = [...followed, ...tried].filter((_, index) => index % 8 === 0);

it.each(overSocket)("%s, over a socket", async (...row) => {
  await withService(
    (url, { headers }) => pages(row)(url, headers, `http://${headers.host ?? ""}`),
    async (service) => {
      expect(await service.read()).toEqual(ALL);
    },
  );
});
