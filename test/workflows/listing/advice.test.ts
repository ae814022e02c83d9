/** What errors advise: in which words, in which order, and that no advice cuts a listing. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { type ArgumentStyle, renderArgument, renderUnrelated } from "../../../provider/workflows/listing/advice.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import { read, type Reply } from "./reader.js";

const JSON_FORM = '{"type":"cursor","cursorPath":"/next"}';

it.each<[style: ArgumentStyle, pagination: string, total: string, nested: string]>([
  ["program", `pagination: ${JSON_FORM}`, 'unrelatedFields: ["total"]', 'unrelatedFields: ["/meta/total"]'],
  ["option", `--pagination '${JSON_FORM}'`, "--unrelated-fields total", "--unrelated-fields /meta/total"],
])("%s", (style, pagination, total, nested) => {
  expect(renderArgument("pagination", { type: "cursor", cursorPath: "/next" }, style)).toBe(pagination);
  expect(renderUnrelated({ location: "/total", name: "total" }, style)).toBe(total);
  expect(renderUnrelated({ location: "/meta/total", name: "total" }, style)).toBe(nested);
  expect(renderUnrelated({ location: "header:x-page/total", name: "total" }, style)).toBe(total);
});

const two = [{ id: 0 }, { id: 1 }];
type Service = (url: URL) => Reply;
const always =
  (fields: object, headers = {}): Service =>
  () => ({ headers, body: { items: two, ...fields } });
const byParameter =
  (parameter: string, fields: object): Service =>
  ({ searchParams }) => {
    const at = Number(searchParams.get(parameter) ?? 0);
    return { body: { items: [0, 1, 2, 3, 4].slice(at, at + 2).map((id) => ({ id })), ...fields } };
  };
const growing: Service = (() => {
  let total = 5;
  return () => ({ body: { items: [{ id: total }], total: total++, next: "?cursor=2" } });
})();
const once: ListingRequest = { pagination: { type: "none" } };
const byOffset: ListingRequest = { pagination: { type: "offset" } };

/** Each advice that would make the product look away, with a service that gives it. */
const ADVICE: readonly [what: string, service: Service, request: ListingRequest, readOn: RegExp, lookAway: RegExp][] = [
  [
    "no candidate reads on",
    byParameter("weiter", { total: 5 }),
    {},
    /To read on, set pagination/,
    /set unrelatedFields/,
  ],
  ["an unknown flag", always({ overflow: true }), {}, /To read on, set pagination/, /set unrelatedFields/],
  ["an unknown address", always({ on: "?page=2" }), {}, /To read on, set pagination/, /set unrelatedFields/],
  [
    "a cursor that is an object",
    always({ after: { pk: 1 } }),
    {},
    /To read on, set `pagination`/,
    /set unrelatedFields/,
  ],
  [
    "a total that is not reached",
    byParameter("offset", { total: 9 }),
    byOffset,
    /Another `pagination`/,
    /set unrelatedFields/,
  ],
  ["none beside a next page", always({ next: "?page=2" }), once, /To read on, leave out/, /set unrelatedFields/],
  ["a listing that changes", growing, {}, /ask with `query`/, /set unrelatedFields/],
  [
    "an unreadable Link",
    always({}, { link: "<a" }),
    {},
    /To read on by another way, set `pagination`/,
    /Only if these are all, name it there alone/,
  ],
  ["an error beside items", always({ error: "shard 2" }), {}, /try again later/, /set unrelatedFields/],
];

it.each(ADVICE)("%s: first how to read on, and last how to look away", async (...row) => {
  const [, service, request, readOn, lookAway] = row;
  const { message } = await rejectionOf(WorkflowsError, read(service, request));
  expect(message).toMatch(readOn);
  const [before = "", after = ""] = message.split("Only if");
  expect(before).toMatch(readOn);
  expect(before).not.toMatch(/unrelatedFields(?!`\. $)/);
  expect(`Only if${after}`).toMatch(lookAway);
});

it.each(ADVICE)("%s: what the error advises cuts no listing", async (...row) => {
  const [, service, request] = row;
  const { pagination } = await rejectionOf(WorkflowsError, read(service, request));
  const reading = read(service, { ...request, pagination: pagination as ListingRequest["pagination"] });
  await expect(reading).rejects.toThrow(WorkflowsError);
});

it("the parameter that the error names in place of a guess reads the whole listing", async () => {
  const service = byParameter("weiter", { total: 5 });
  const { pagination } = await rejectionOf(WorkflowsError, read(service));
  const corrected = { ...pagination, parameter: "weiter" } as ListingRequest["pagination"];
  expect((await read(service, { pagination: corrected })).items).toHaveLength(5);
});
