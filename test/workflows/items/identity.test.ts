/** Which ids are one identity, and what the error for two items with one identity shows. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { createSession } from "../../../provider/workflows/session.js";
import { startFakeService } from "../../support/fake-service.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";
import { identityFor, type KeyPath } from "../../../provider/workflows/items/identity.js";
import { assertDistinct } from "../../../provider/workflows/items/check-items.js";
import { thrownBy } from "../../support/thrown.js";

const itemsIn = (text: string): JsonValue[] => parseJson(text) as JsonValue[];

it.each<[left: string, right: string, isOne: boolean]>([
  ["1", "1.0", true],
  ["1", '"1"', true],
  ["-0", "0", true],
  ["12345678901234567890", '"12345678901234567890"', true],
  ['"\\ud800"', '"\\ud801"', true],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ["1", "2", false],
  ["1", '"1.0"', false],
  ["12345678901234567890", "12345678901234567891", false],
  ["9007199254740993", "9007199254740992", false],
  ["[1]", "1", false],
  ['{"a":1}', '"{\\"a\\":1}"', false],
])("the ids %s and %s are one identity: %j", (left, right, isOne) => {
  const items = itemsIn(`[{"id":${left},"v":1},{"id":${right},"v":2}]`);
  const identityOf = identityFor(items, undefined);
  const [first, second] = items.map((item) => identityOf?.(item));
  expect(first === second).toBe(isOne);
});

it("several fields together: what is in one field is not moved into another", () => {
  const items = itemsIn('[{"a":"x","b":"y,z"},{"a":"x,y","b":"z"},{"a":"x\\",\\"y","b":"z"}]');
  const identities = items.map((item) => identityFor(items, ["a", "b"])?.(item));
  expect(new Set(identities).size).toBe(3);
});

it.each<[items: string, keyPath: KeyPath, problem: string]>([
  [
    '[{"id":"wf_1"},{"id":"wf_2"},{"id":"wf_1"}]',
    undefined,
    'Items 1 and 3 of the listing have the same identity: id "wf_1".',
  ],
  ['[{"id":1},{"id":"1"}]', undefined, 'Items 1 and 2 of the listing have the same identity: id "1".'],
  ['[{"t":"A","n":7},{"t":"A","n":7,"x":1}]', ["/t", "n"], 'have the same identity: /t "A", n 7.'],
  ['[{"id":"\\u001b[31mx\\n"},{"id":"\\u001b[31mx\\n"}]', undefined, 'id "\\u001b[31mx\\n"'],
])("two workflows with one identity are an error that names it: %s by %j", (text, keyPath, problem) => {
  const messageFor = (isSecret: boolean): string =>
    thrownBy(WorkflowsError, () => assertDistinct(itemsIn(text), keyPath, isSecret)).message;
  expect(messageFor(false)).toContain(problem);
  expect(messageFor(true)).toMatch(/^Items 1 and \d of the listing have the same identity\. Set `keyPath`/);
});

it("readers of one response, secret and public, share the request and not what they may show", async () => {
  await using service = await startFakeService({ workflows: [{ id: "wf_1" }, { id: "wf_1" }] });
  const session = createSession({ config: () => undefined, environment: service.environment(), keepFailures: true });
  const read = async (isSecret?: boolean): Promise<string> =>
    session.list({ connection: undefined, request: {}, view: {}, isSecret }).then(() => "read", String);
  const messages = await Promise.all([read(true), read(false), read()]);
  expect(messages.map((message) => message.includes("wf_1"))).toEqual([false, true, false]);
  expect(service.requestsTo("listing")).toHaveLength(1);
});
