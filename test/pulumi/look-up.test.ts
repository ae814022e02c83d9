/** The one item that `getWorkflow` looks up, and the errors if there are none or several. */
import { createRedactor } from "../../provider/http/redactor.js";
import { lookUpOne } from "../../provider/pulumi/look-up.js";
import { parseJson, type JsonValue } from "../../provider/workflows/json.js";
import type { ListRequest, Session } from "../../provider/workflows/session.js";
import { presentListing } from "../../provider/workflows/view.js";

/** A session that reads from memory. */
function sessionOf(json: string): Session {
  const items = parseJson(json) as JsonValue[];
  return {
    redactor: createRedactor(),
    items: () => Promise.resolve(items),
    list: ({ view }: ListRequest) => Promise.resolve(presentListing(items, view)),
  } as unknown as Session;
}

const LISTING =
  '[{"id":1,"name":"Nightly","on":true},{"id":2,"name":"Report","on":true},{"id":12345678901234567890,"on":false},' +
  '{"id":12345678901234567891,"on":false},{"uuid":"wf_9","on":null},{"on":null,"name":"\\u001b[31mred"},"loose"]';

test("one that matches is its listing", async () => {
  await expect(lookUpOne(sessionOf(LISTING), { where: { name: "Report" } })).resolves.toMatchObject({
    json: '[{"id":2,"name":"Report","on":true}]',
    count: 1,
  });
});

test("none is an error, or undefined where it need not be there", async () => {
  const args = { where: { name: "Nobody" } };
  await expect(lookUpOne(sessionOf(LISTING), args)).rejects.toMatchObject({
    code: "no-match",
    message:
      'getWorkflow: none of 7 workflows matches where {"name":"Nobody"}. ' +
      'The fields are "id", "name", "on", "uuid". Set `allowMissing: true` if there may be none.',
  });
  await expect(lookUpOne(sessionOf(LISTING), { ...args, allowMissing: true })).resolves.toBeUndefined();
  await expect(lookUpOne(sessionOf("[]"), args)).rejects.toThrow("none of 0 workflows matches");
});

test.each<[string, object, string]>([
  ["by their names", { on: true }, '2 of 7 workflows match where {"on":true}, not one: "Nightly", "Report".'],
  ["by their ids, digit by digit", { on: false }, "not one: 12345678901234567890, 12345678901234567891."],
  ["by what they are, cleaned", { on: null }, 'not one: {"uuid":"wf_9","on":null}, "[31mred".'],
  ["the first of many", {}, "7 of 7 workflows match where {}, not one: "],
])("several are an error that names them: %s", async (_, where, message) => {
  const looking = lookUpOne(sessionOf(LISTING), { where });
  await expect(looking).rejects.toMatchObject({ code: "several-matches" });
  await expect(looking).rejects.toThrow(message);
});
