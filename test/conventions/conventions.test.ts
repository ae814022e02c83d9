/** Listings, error bodies and other responses as well-known services write them, read by the five rules. */
import { ListingError, ServiceError } from "../../provider/http/errors.js";
import { rejectionOf } from "../support/thrown.js";
import { read, type Reply } from "../workflows/listing/reader.js";
import { withService } from "../workflows/listing-service.js";
import { FOLLOWED, TRIED } from "./paged-cases.js";
import { ALL, byPage, type Pager, pageView, type Render, WithHeaders } from "./paged-service.js";
import { ERROR_BODIES, NO_LISTING, WHOLE } from "./single-cases.js";

const replyOf = (response: unknown): Reply => (response instanceof WithHeaders ? response : { body: response });

const pages =
  (pager: Pager, render: Render) =>
  (url: URL, headers: Readonly<Record<string, string | string[] | undefined>>): Reply =>
    replyOf(render(pageView(pager(url, headers), url.origin)));

const PAGES = Math.ceil(ALL.length / 4);

test.each(FOLLOWED)("%s is followed", async (_, render) => {
  const { items, requested } = await read(pages(byPage(), render));
  expect(items).toEqual(ALL);
  expect(requested.length).toBeLessThanOrEqual(PAGES + 1);
});

test.each(TRIED)("%s is read to its end, with at most five requests more than pages", async (_, pager, render) => {
  const { items, requested } = await read(pages(pager, render));
  expect(items).toEqual(ALL);
  expect(requested.length).toBeLessThanOrEqual(PAGES + 5);
});

const THREE = [{ id: "wf_1" }, { id: "wf_2" }, { id: "wf_3" }];

test.each(WHOLE.map(([name, response, items = THREE]) => ({ name, response, items })))(
  "$name is the whole listing",
  async ({ response, items }) => {
    expect(await read(() => replyOf(response))).toMatchObject({ items, requested: [""] });
  },
);

test.each(ERROR_BODIES)("%s is an error, whatever the arguments", async (_, response) => {
  for (const request of [{}, { pagination: { type: "none" } }, { pagination: { type: "page" } }] as const) {
    const reading = read(() => replyOf(response), request);
    expect(await rejectionOf(ServiceError, reading)).toMatchObject({ message: /its body reports an error/ });
  }
});

test.each(NO_LISTING)("%s is no listing", async (_, response) => {
  const error = await rejectionOf(
    ListingError,
    read(() => replyOf(response)),
  );
  expect(error.hint).toMatch(/itemsPath/);
});

/** Every tenth one over a socket too: what the transport does to headers and addresses. */
const overSocket = [...FOLLOWED.map(([name, render]) => [name, byPage(), render] as const), ...TRIED].filter(
  (_, index) => index % 8 === 0,
);

test.each(overSocket)("%s, over a socket", async (_, pager, render) => {
  const reply = (url: URL, headers: Parameters<Pager>[1]): Reply =>
    replyOf(render(pageView(pager(url, headers), `http://${headers.host ?? ""}`)));
  await withService(
    (url, { headers }) => reply(url, headers),
    async (service) => {
      expect(await service.read()).toEqual(ALL);
    },
  );
});
