/** What happens to a resource in each operation, without an engine: decisions, and reads of the service. */
import { WorkflowsError, SettingsError } from "../../provider/base/errors.js";
import type { ErrorCode } from "../../provider/base/errors.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { digestItems } from "../../provider/workflows/json/digest.js";
import { type JsonValue, parseJson } from "../../provider/workflows/json/json.js";
import { memoryHost, type MemoryHost } from "./memory-host.js";
import * as lifecycle from "./operations.js";

const WORKFLOWS = '[{"id":1,"name":"Nightly import","enabled":true},{"id":2,"name":"Send invoices","enabled":false}]';
const REORDERED = '[{"enabled":false,"name":"Send invoices","id":2},{"enabled":true,"id":1,"name":"Nightly import"}]';
/** More than is in the inputs too. */
const LARGE = JSON.stringify([{ id: 1, text: "x".repeat(1_000_000) }]);
const URN = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/workflows:Workflows::all";
const DOWN = new WorkflowsError("The service is down.", { code: "connection" });
const NOTHING_KEPT = /^The service is down\. `whenUnavailable`.*no listing can be kept.* \[connection\]$/;

let host: MemoryHost;
beforeEach(() => {
  host = memoryHost(WORKFLOWS);
});

async function checked(news: Properties, olds: Properties = {}): Promise<Properties> {
  const result = await lifecycle.check(host, olds, news, { urn: URN });
  if ("failures" in result) {
    throw new Error(JSON.stringify(result.failures));
  }
  return result.inputs;
}

const stored = async (args: Properties = {}): Promise<Properties> => lifecycle.store(host, await checked(args));
const refresh = async (state: Properties) => lifecycle.read(host, state, { isNew: false });

describe("check", () => {
  it("reads the listing, and returns it as computed inputs beside the arguments: an update stores them", async () => {
    const news = { where: { enabled: true }, __provider: "text", __call: { urn: URN, isSecret: false } };
    const inputs = await checked(news);
    expect(inputs).toEqual({
      where: { enabled: true },
      json: '[{"id":1,"name":"Nightly import","enabled":true}]',
      count: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      __service: expect.stringMatching(/^one\.\.[0-9a-f]+$/) as string,
    });
    expect(await lifecycle.store(host, { ...inputs, __provider: "text" })).toEqual(inputs);
    expect(host.reads).toBe(1);
  });

  it.each<[string, Properties, lifecycle.OperationFacts]>([
    ["an argument is unknown", { where: UNKNOWN }, {}],
    ["a part of one", { where: { name: { in: ["a", UNKNOWN] } } }, {}],
    ["a trigger", { mode: "pinned", triggers: [UNKNOWN] }, {}],
    ["a dependency is pending", {}, { isPending: true }],
    ["a connection's settings are wrong, too", { where: UNKNOWN, connection: "incomplete" }, {}],
  ])("reads nothing, and leaves what it would read unknown: %s", async (_, args, context) => {
    const inputs = { ...args, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, __service: UNKNOWN };
    expect(await lifecycle.check(host, {}, args, context)).toEqual({ inputs });
    expect(host.reads).toBe(0);
  });

  it("reports all issues of the arguments at once, before any request, also beside an unknown one", async () => {
    const news = { where: { name: UNKNOWN, size: { gt: true } }, maxItems: -1, select: "id", mod: "live" };
    const result = await lifecycle.check(host, {}, news);
    const names = ("failures" in result ? result.failures : []).map(({ reason }) => reason.split(" ")[0]);
    expect(names.sort()).toEqual(["`maxItems`", "`mod`", "`select`", "`where.size.gt`"]);
    expect(host.reads).toBe(0);
  });

  it.each<[string, Properties, lifecycle.OperationFacts, string]>([
    // what is wrong, arguments, context, property: the engine may print its value
    ["a connection that does not exist", { connection: "nowhere" }, {}, "connection"],
    ["the same beside what is unknown", { connection: "nowhere", where: UNKNOWN }, {}, "connection"],
    ["the same after what is pending", { connection: "nowhere" }, { isPending: true }, "connection"],
    ["the same among secret arguments", { connection: "nowhere" }, { isSecret: true }, ""],
    ["a short text", { mode: "sometimes" }, {}, "mode"],
    ["one of secret arguments", { mode: "sometimes" }, { isSecret: true }, ""],
    ["one with a secret of the session", { mode: "s3cret" }, {}, ""],
    ["a long one", { mode: "x".repeat(300) }, {}, ""],
    ["one of a name that is no argument", { password: "sometimes" }, {}, ""],
    ["a list", { mode: ["sometimes"] }, {}, ""],
  ])("a failure names the property of %s if its value can be shown", async (_, news, context, property) => {
    host.session.secrets.add("s3cret");
    expect(await lifecycle.check(host, {}, news, context)).toMatchObject({ failures: [{ property }] });
    expect(host.reads).toBe(0);
  });

  it("keeps the last text while the digest stays, and logs on the resource what has changed", async () => {
    const olds = await checked({});
    host.response = REORDERED;
    expect((await checked({}, olds))["json"]).toBe(WORKFLOWS);
    host.response = '[{"id":1,"name":"Nightly"},{"id":3}]';
    expect((await checked({}, olds))["json"]).toBe(host.response);
    expect(host.lines).toEqual([expect.stringContaining("info on it: workflows: 1 added")]);
  });

  const PINNED = { mode: "pinned", triggers: [1] };
  it.each<[string, Properties, Properties, number]>([
    ["nothing changed", PINNED, PINNED, 0],
    ["a trigger changed", PINNED, { mode: "pinned", triggers: [2] }, 1],
    ["an argument changed", PINNED, { ...PINNED, select: ["id"] }, 1],
    ["what to do without the service changed", PINNED, { ...PINNED, whenUnavailable: "keep" }, 0],
    ["it is live again", PINNED, { mode: "live", triggers: [1] }, 1],
    ["it was live before", {}, { mode: "pinned" }, 0],
  ])("reads a pinned listing only if an argument changed: %s", async (_, before, now, reads) => {
    const olds = await checked(before);
    host.reads = 0;
    expect(await checked(now, olds)).toMatchObject({ count: 2 });
    expect(host.reads).toBe(reads);
  });

  const KEEP = { whenUnavailable: "keep" };
  it.each<[string, Properties, Properties]>([
    ["before and now", KEEP, KEEP],
    ["only since the service is down", { select: ["id"] }, { ...KEEP, select: ["id"] }],
  ])('`whenUnavailable: "keep"` keeps the last listing, with a warning: %s', async (_, before, now) => {
    const olds = await checked(before);
    host.response = DOWN;
    const inputs = await checked(now, olds);
    // The mark binds it to the arguments of now.
    expect(inputs).toEqual({ ...olds, ...now, __service: inputs["__service"] });
    expect(await lifecycle.store(host, inputs, olds)).toEqual(inputs);
    expect(host.lines).toEqual([
      'warning on it: The last listing is kept, as `whenUnavailable` is "keep": The service is down. [connection]',
    ]);
  });

  it.each<[string, Properties | undefined, Properties, Error, RegExp]>([
    ["it is not set", {}, {}, DOWN, /^The service is down\. \[connection\]$/],
    ["there is no last listing", undefined, KEEP, DOWN, NOTHING_KEPT],
    ["the arguments have changed", KEEP, { ...KEEP, select: ["id"] }, DOWN, NOTHING_KEPT],
    [
      "it may not pass",
      KEEP,
      KEEP,
      new WorkflowsError("Refused.", { code: "token-refused" }),
      /^Refused\. \[token-refused\]$/,
    ],
  ])("a failed read is a failure of the check: %s", async (_, before, now, error, reason) => {
    const olds = before === undefined ? {} : await checked(before);
    host.response = error;
    const failure = { property: "", reason: expect.stringMatching(reason) as string };
    expect(await lifecycle.check(host, olds, now)).toEqual({ failures: [failure], error: expect.any(Error) as Error });
  });

  it.each<[string, Properties, string]>([
    ["of an argument, so its number is shown", { maxPages: -7 }, "maxPages"],
    ["of a setting, whose number may be a secret", { clientSecret: 12345678 }, ""],
    ["of a setting, whose text may be a secret", { clientSecret: "abcdefgh" }, ""],
  ])("a failure names, or leaves out, the name %s", async (_, args, property) => {
    const reason = expect.stringContaining(Object.keys(args)[0] ?? "") as string;
    expect(await lifecycle.check(host, {}, args)).toMatchObject({ failures: [{ property, reason }] });
  });
});

const LISTING = {
  json: '[{"id":1,"a":2}]',
  count: 1,
  digest: digestItems(parseJson('[{"id":1,"a":2}]') as JsonValue[]),
};
const STATE = { ...LISTING, where: { enabled: true }, __provider: "old text" };
it.each<[string, Properties, Properties, boolean]>([
  ["nothing", STATE, STATE, false],
  ["the provider's text", STATE, { ...STATE, __provider: "new text" }, false],
  ["the text of the listing alone", STATE, { ...STATE, json: '[{"a":2,"id":1}]' }, false],
  ["a stored text that does not fit its digest", { ...STATE, json: '[{"id":2}]' }, STATE, true],
  ["a stored text that is no listing", { ...STATE, json: "garbage" }, STATE, true],
  ["a stored count that does not fit its text", { ...STATE, count: 2 }, STATE, true],
  ["the same in a state without `json` in its inputs", { ...STATE, count: 2 }, { ...STATE, json: undefined }, true],
  ["the digest", STATE, { ...STATE, digest: "e" }, true],
  ["a digest that is not known", STATE, { ...STATE, digest: UNKNOWN }, true],
  ["an argument", STATE, { ...STATE, where: { enabled: false } }, true],
  ["an argument that is gone", STATE, LISTING, true],
  ["an argument that is new", STATE, { ...STATE, maxItems: 3 }, true],
  ["a state without its listing", { digest: "d", count: 0 }, { digest: "d", count: 0 }, true],
])("diff: %s", (_, state, news, changes) => {
  expect(lifecycle.diff(state, news).length > 0).toBe(changes);
});

it("above 1 MB the listing is stored once, in the outputs alone, with a warning that has what to do", async () => {
  host.response = LARGE;
  expect(Object.keys(await checked({})).sort()).toEqual(["__service", "count", "digest"]);
  expect(await stored()).toHaveProperty("json", LARGE);
  expect(host.lines[0]).toMatch(/^warning: The listing is 1\.0 MB.*`select`/);
});

describe("read", () => {
  it("gives the listing as it is now, in the outputs and as the inputs that check would give", async () => {
    const state = await stored({ select: ["name"] });
    host.response = '[{"id":1,"name":"Renamed"}]';
    const { outputs, inputs } = await refresh(state);
    expect(outputs).toMatchObject({ json: '[{"name":"Renamed"}]', count: 1, select: ["name"] });
    expect(inputs).toEqual(await checked({ select: ["name"] }));
  });

  it.each([
    ["a refresh", false, 0],
    ["Workflows.get", true, 1],
  ])("a pinned listing, by %s", async (_, isNew, reads) => {
    const state = await stored({ mode: "pinned" });
    host.reads = 0;
    await lifecycle.read(host, state, { isNew });
    expect(host.reads).toBe(reads);
  });

  it("a refresh keeps a pinned listing, whatever service the settings name now", async () => {
    const state = await stored({ mode: "pinned" });
    host.service = "another";
    host.response = DOWN;
    expect((await refresh(state)).outputs).toEqual(state);
  });

  it("leaves out arguments that this version does not know, without a word, and the state keeps them", async () => {
    const state = { ...(await stored()), sortBy: "name", later: 1, __later: 2 };
    const { outputs } = await lifecycle.read(host, state, { isNew: false, urn: URN });
    expect(outputs).toMatchObject({ sortBy: "name", later: 1, count: 2 });
    expect(outputs).not.toHaveProperty("__later");
    expect(host.lines).toEqual([]);
    await expect(lifecycle.read(host, { later: 1 }, { isNew: true })).rejects.toThrow("`later` is not known here");
  });

  it.each<[name: string, args: Properties, property: string]>([
    ["an operator", { where: { name: { matches: "^N" } } }, "`where.name.matches` is not known here. Filter in"],
    ["an option", { pagination: { type: "page", start: 1 } }, "`pagination.start` is not known here."],
  ])("refuses %s that this version does not know, as it decides what is listed", async (_name, args, issue) => {
    const reading = lifecycle.read(host, { ...(await stored()), ...args }, { isNew: false, urn: URN });
    await expect(reading).rejects.toThrow(issue);
    await expect(reading).rejects.toThrow(/run `pulumi up/);
  });

  const failing = (code: ErrorCode): Error => new WorkflowsError("It failed.", { code, hint: "Is baseUrl right?" });
  const stale =
    /\sA refresh uses .*settings of the last update.*`pulumi up --refresh=false` or `pulumi refresh --run-program`\. \[[a-z-]+\]$/s;
  it.each<[string, Error, boolean]>([
    ["a connection", failing("connection"), true],
    ["a refused token", failing("token-refused"), true],
    ["a listing", failing("listing"), true],
    ["a setting", new SettingsError([{ property: "baseUrl", reason: "It is not set." }]), true],
    ["a cancelled read", failing("cancelled"), false],
    ["a rate limit", failing("rate-limited"), false],
    ["the guard", failing("vanished"), false],
    ["a service that is down", failing("unavailable"), false],
  ])("an error of %s on a refresh: its settings are the last update's", async (_, error, has) => {
    const state = await stored();
    host.response = error;
    const message: unknown = has ? expect.stringMatching(stale) : error.message;
    await expect(refresh(state)).rejects.toMatchObject({ message });
    await expect(lifecycle.read(host, state, { isNew: true })).rejects.toMatchObject({ message: error.message });
  });
});

describe("no value of a secret argument is shown", () => {
  const value = "s3cret-text";

  it.each<[string, Properties]>([
    ["of the wrong type", { select: value }],
    ["with a field that no workflow has", { where: { [value]: 1 }, select: [value] }],
    ["in place of a fixed word", { mode: value, whenUnavailable: value, secret: value, maxPages: value }],
    ["with a key that is not known", { where: { name: { [value]: 1 } }, pagination: { type: "page", [value]: 1 } }],
  ])("in a failed check or read: one %s", async (_, args) => {
    const context = { urn: URN, isSecret: true, secrets: args };
    const result = await lifecycle.check(host, {}, args, context);
    const error: unknown = await lifecycle.read(host, args, { ...context, isNew: true }).catch(String);
    const shown = JSON.stringify([result, error]);
    expect(shown.match(/\[secret\]/g)?.length).toBeGreaterThan(1);
    expect(shown).not.toContain(value);
  });

  it("a fixed word and a small number are shown, secret or not", async () => {
    const args = { mode: "pinned", whenUnavailable: "keep", maxPages: 2, select: ["pinned keep 2"] };
    const result = await lifecycle.check(host, {}, args, { isSecret: true, secrets: { ...args, select: 1 } });
    expect(JSON.stringify(result)).toContain("pinned keep 2");
  });

  it("nor do the words of other resources' messages vanish after a refresh of a secret one", async () => {
    const args = { where: { name: "Nightly import" }, select: ["name"] };
    await lifecycle.read(host, await stored(args), { isNew: false, isSecret: true, secrets: args });
    expect(host.session.secrets.clean("no field `name`: Nightly import")).toBe("no field `name`: Nightly import");
  });

  it("in the warning that the last listing is kept", async () => {
    const args = { where: { name: { not: value } }, whenUnavailable: "keep" };
    const state = await checked(args);
    host.response = new WorkflowsError(`Nobody knows ${value}.`, { code: "connection" });
    const context = { urn: URN, isSecret: true, secrets: args };
    await lifecycle.check(host, state, args, context);
    await lifecycle.read(host, state, { ...context, isNew: false });
    const line =
      'warning on it: The last listing is kept, as `whenUnavailable` is "keep": Nobody knows [secret]. [connection]';
    expect(host.lines).toEqual([line, line]);
  });
});
