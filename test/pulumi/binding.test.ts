/** What check read is bound to its arguments: what a policy changes afterwards is refused, and named. */
import type { Properties } from "../../provider/pulumi/properties.js";
import { UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { memoryHost, type MemoryHost } from "./memory-host.js";
import { check, diff, read, store } from "./operations.js";

const ARGS = { where: { enabled: true }, select: ["id"], query: { page: 1 }, keyPath: null };

let host: MemoryHost;
let inputs: Properties;

async function checked(args: Properties, olds: Properties = {}, isSecret = false): Promise<Properties> {
  const result = await check(host, olds, args, { isSecret });
  return "failures" in result ? { failures: result.failures } : result.inputs;
}

beforeEach(async () => {
  host = memoryHost('[{"id":1,"enabled":true},{"id":2,"enabled":false}]', "client.baseurl");
  inputs = await checked(ARGS);
});

it("the mark has the client, the base URL and the binding, which the same arguments have again", async () => {
  expect(inputs["__service"]).toMatch(/^client\.baseurl\.[0-9a-f]+$/);
  expect((await checked({ ...ARGS, query: { page: 1 } }))["__service"]).toBe(inputs["__service"]);
  const { keyPath, ...present } = inputs;
  expect(keyPath).toBeNull();
  // The wire format may lose an argument that is `null`.
  expect(await store(host, present)).toEqual(present);
});

it.each<[name: string, change: Properties, isArgument: boolean]>([
  ["where", { where: { enabled: false } }, true],
  ["where", { where: undefined }, true],
  ["select", { select: ["id", "name"] }, true],
  ["query", { query: { page: 2 } }, true],
  ["query", { query: undefined }, true],
  ["maxRemoved", { maxRemoved: "100%" }, true],
  ["mode", { mode: "pinned" }, true],
  ["secret", { secret: true }, true],
  ["nonsense", { nonsense: 1 }, true],
  ["json", { json: "[]" }, false],
  ["json", { json: undefined }, false],
  ["count", { count: 5 }, false],
  ["count", { count: undefined }, false],
  ["digest", { digest: "d" }, false],
  ["digest", { digest: undefined }, false],
])("a change of `%s` after check is refused: %j", async (name, change, isArgument) => {
  const changed = { ...inputs, ...change };
  const expected = new RegExp(`\`${name}\`.* was changed after the listing was read .*policy.* in the program`);
  const state = await store(host, inputs);
  await expect(store(host, changed)).rejects.toThrow(expected);
  await expect(store(host, changed, state)).rejects.toThrow(expected);
  if (isArgument) {
    expect(() => diff(state, changed)).toThrow(expected);
  }
  expect(host.reads).toBe(1);
});

it.each<[string, Properties]>([
  ["no mark", { __service: undefined }],
  ["the mark of an earlier version", { __service: "client.baseurl" }],
])("an update with %s is refused, a comparison is not", async (_, change) => {
  await expect(store(host, { ...inputs, ...change })).rejects.toThrow("was changed after the listing was read");
  expect(diff(await store(host, inputs), { ...inputs, ...change })).toEqual([]);
});

it("what is secret is bound too", async () => {
  const secret = { ...(await checked(ARGS, {}, true)), __secret: true };
  expect(await store(host, secret)).toMatchObject({ count: 1 });
  await expect(store(host, { ...secret, __secret: undefined })).rejects.toThrow("what is secret was changed");
});

it.each<[string, Properties]>([
  ["a refresh: with the inputs of the state", {}],
  ["a dependency that is deleted before it is replaced: with old inputs of which one is unknown", { where: UNKNOWN }],
  ["the same, a part of one", { query: { page: UNKNOWN } }],
])("a comparison passes at %s", async (_, change) => {
  expect(() => diff(inputs, { ...inputs, ...change })).not.toThrow();
  await Promise.resolve();
});

it("unknown arguments have no mark yet, and a preview of an update passes", async () => {
  const unknown = await checked({ where: UNKNOWN });
  expect(unknown["__service"]).toBe(UNKNOWN);
  expect(await store(host, unknown)).toEqual(unknown);
});

it("a large listing, which is not in the inputs, is bound by its digest", async () => {
  host.response = JSON.stringify([{ id: 1, text: "x".repeat(1_000_001) }]);
  const large = await checked({});
  expect(large).not.toHaveProperty("json");
  const state = await store(host, large);
  expect(state).toMatchObject({ count: 1, __service: large["__service"] });
  await expect(store(host, { ...large, digest: "d" }, state)).rejects.toThrow("`digest`");
  await expect(store(host, { ...large, json: "[]" }, state)).rejects.toThrow("`json`");
});

it("what a refresh writes is bound to the state's arguments", async () => {
  const state = await store(host, inputs);
  host.response = '[{"id":3,"enabled":true}]';
  const refreshed = await read(host, state, { isNew: false });
  expect(diff(refreshed.outputs, refreshed.inputs)).toEqual([]);
  expect(await store(host, refreshed.inputs, state)).toEqual(refreshed.outputs);
});

it.each([[undefined], ["client"], ["client.baseurl"]])(
  "a refresh that finds nothing new keeps the mark %j in outputs, and binds the inputs",
  async (mark) => {
    const { __service, ...state } = await store(host, inputs);
    const old = mark === undefined ? state : { ...state, __service: mark };
    const refreshed = await read(host, old, { isNew: false });
    expect(refreshed.outputs).toEqual(mark === undefined ? { ...old, __service: "client.baseurl" } : old);
    expect(refreshed.inputs["__service"]).toMatch(/^client\.(baseurl)?\.[0-9a-f]+$/);
    expect(__service).toMatch(/\.[0-9a-f]+$/);
  },
);

describe("a state that somebody edited", () => {
  const DAMAGE: readonly (readonly [string, Properties])[] = [
    ["a `json` of another listing", { json: '[{"id":9}]' }],
    ["a `json` that is garbage", { json: "garbage" }],
    ["a `json` that is a number", { json: 5 }],
    ["another `count`", { count: 7 }],
    ["a `count` that is text", { count: "1" }],
  ];

  it.each(DAMAGE)("with %s is a change, and is written anew by an update and by a refresh", async (_, damage) => {
    const state = await store(host, inputs);
    const damaged = { ...state, ...damage };
    const again = await checked(ARGS, { ...inputs, ...damage });
    expect(again).toEqual(inputs);
    expect(diff(damaged, again)).not.toEqual([]);
    expect(await store(host, again, damaged)).toEqual(state);
    const refreshed = await read(host, damaged, { isNew: false });
    expect(refreshed).toEqual({ outputs: state, inputs });
    // The engine compares what was read with the inputs of the state.
    expect(diff(refreshed.outputs, { ...inputs, ...damage })).not.toEqual([]);
  });

  it.each(DAMAGE)("with %s is neither pinned nor kept", async (_, damage) => {
    const args = { mode: "pinned" };
    const pinned = await checked(args);
    host.reads = 0;
    expect(await checked(args, pinned)).toEqual(pinned);
    expect(host.reads).toBe(0);
    const damaged = { ...pinned, ...damage };
    expect(await checked(args, damaged)).toEqual(pinned);
    expect((await read(host, damaged, { isNew: false })).outputs).toEqual(pinned);
    expect(host.reads).toBe(2);
  });

  it("above 1 MB it is not reused", async () => {
    host.response = JSON.stringify([{ id: 1, text: "x".repeat(1_000_001) }]);
    const large = await checked({});
    const state = await store(host, large);
    host.reads = 0;
    expect(await store(host, large, state)).toEqual(state);
    expect(host.reads).toBe(0);
    expect(await store(host, large, { ...state, json: "garbage" })).toEqual(state);
    expect(host.reads).toBe(1);
  });
});
