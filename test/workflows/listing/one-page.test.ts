/** Rule 10: if nothing said anything, the page is all. The pagination "none" says so, and is an error where the response says more. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rejectionOf } from "../../support/thrown.js";
import { always, eachWhole, items, read } from "./reader.js";

const once = { pagination: { type: "none" } } as const;
const three = (fields: object, headers = {}) => always({ items: items(0, 3), ...fields }, headers);

eachWhole([
  ["an empty list", always([]), 0, ""],
  ["204", always("", {}, 204), 0, ""],
  ["a list under a name of its own", always({ flows: items(0, 3) }), 3, ""],
  ["a cursor that is null", three({ cursor: null }), 3, ""],
  ["counts by state", three({ summary: { succeeded: 3, failed: 2, errors: 1 } }), 3, ""],
  ["a size that is not full", three({ limit: 50 }), 3, ""],
  ["a count beside a total", three({ total: 3, count: 20 }), 3, ""],
])("%s is all");

it("only a listing that nothing proves is in doubt", async () => {
  const unproven = async (...row: Parameters<typeof read>) => (await read(...row)).isUnproven;
  expect(await unproven(always(items(0, 20)))).toBe(true);
  expect(await unproven(three({ took: 5 }))).toBe(true);
  expect(await unproven(three({ total: 3 }))).toBe(false);
  expect(await unproven(three({ has_more: false }))).toBe(false);
  expect(await unproven(always(items(0, 20)), once)).toBe(false);
  const cursor = (cursorPath: string) => ({ pagination: { type: "cursor", cursorPath } }) as const;
  expect(await unproven(always(items(0, 20)), cursor("/misspelt"))).toBe(true);
  expect(await unproven(three({ on: null }), cursor("/on"))).toBe(false);
});

it.each<[place: string, fields: object, headers?: Record<string, string>]>([
  ["/next", { next: "?page=2" }],
  ["/next_page_token", { next_page_token: "b64", total: 3 }],
  ["/has_more", { has_more: true }],
  ["header:Link", {}, { link: '<?page=2>; rel="next"' }],
])("the pagination none beside %s is an error", async (place, fields, ...[headers]) => {
  const { message, pagination } = await rejectionOf(WorkflowsError, read(three(fields, headers), once));
  expect(message).toContain(`the response says at "${place}" that more follow`);
  expect(message).toMatch(
    /To read on, leave out `pagination`.*`pulumi up --refresh=false`.*Only if these are all, set unr/,
  );
  expect(pagination).toBeUndefined();
  const unrelatedFields = [place.replace(/^.*[:/]/, "")];
  expect((await read(three(fields, headers), { ...once, unrelatedFields })).items).toHaveLength(3);
});

it.each<[what: string, fields: object]>([
  ["a total alone", { total: 250 }],
  ["a number of pages alone", { total_pages: 3 }],
  ["a flag that these are all, beside a cursor", { next_cursor: "b64", has_more: false }],
])("the pagination none reads one page beside %s", async (_, fields) => {
  expect(await read(three(fields), once)).toMatchObject({ items: items(0, 3), requested: [""] });
});
