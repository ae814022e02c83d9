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
const URN = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/workflows:Workflows::all";
const DOWN = new WorkflowsError("The service is down.", { code: "connection", mayPass: true });
const REFUSED = new WorkflowsError("Refused.", { code: "token-refused" });
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

const stored = (args: Properties = {}): Promise<Properties> => checked(args);
const refresh = async (state: Properties) => lifecycle.refresh(host, state);

describe("check", () => {
  it("reads the listing, and returns it as computed inputs beside the arguments: an update stores them", async () => {
    const news = { where: { enabled: true }, __provider: "text", __call: { urn: URN, isSecret: false } };
    const inputs = await checked(news);
    expect(inputs).toEqual({
      where: { enabled: true },
      json: '[{"id":1,"name":"Nightly import","enabled":true}]',
      count: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      __service: expect.stringMatching(/^one\.$/) as string,
    });
    expect(host.reads).toBe(1);
  });

  it.each<[string, Properties, lifecycle.OperationFacts]>([
    ["an argument is unknown", { where: UNKNOWN }, {}],
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

  it.each<[string, Properties, lifecycle.OperationFacts]>([
    ["of an argument", { connection: "nowhere" }, {}],
    ["the same among secret arguments", { connection: "nowhere" }, { isSecret: true }],
  ])(
    "a failure names no property, because the engine would print its value, but its reason does: %s",
    async (_, news, facts) => {
      const reason = expect.stringMatching(/connection|nowhere/) as string;
      expect(await lifecycle.check(host, {}, news, facts)).toMatchObject({ failures: [{ property: "", reason }] });
      expect(host.reads).toBe(0);
    },
  );

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

  it("reads a pinned listing that a state above 1 MB has in its outputs only", async () => {
    const olds = { ...(await checked(PINNED)), json: undefined };
    expect(await checked(PINNED, olds)).toMatchObject({ json: WORKFLOWS });
  });

  it("reads a pinned listing anew from another service", async () => {
    const olds = await checked(PINNED);
    host.service = "another";
    host.response = "[]";
    expect(await lifecycle.check(host, olds, { ...PINNED, allowEmpty: true })).toMatchObject({ inputs: { count: 0 } });
  });

  it("names no items as gone that other arguments leave out", async () => {
    await checked({ where: { enabled: true } }, await checked({}));
    expect(host.lines).toEqual(["info on it: workflows: the arguments have changed: 2 before, 1 now"]);
  });

  const KEEP = { whenUnavailable: "keep" };
  it.each<[string, Properties | undefined, Properties, Error, RegExp]>([
    ["it is not set", {}, {}, DOWN, /^The service is down\. \[connection\]$/],
    ["there is no last listing", undefined, KEEP, DOWN, NOTHING_KEPT],
    ["the arguments have changed", KEEP, { ...KEEP, select: ["id"] }, DOWN, NOTHING_KEPT],
    ["it may not pass", KEEP, KEEP, REFUSED, /^Refused\. \[token-refused\]$/],
  ])("a failed read is a failure of the check: %s", async (_, before, now, error, reason) => {
    const olds = before === undefined ? {} : await checked(before);
    host.response = error;
    const failure = { property: "", reason: expect.stringMatching(reason) as string };
    expect(await lifecycle.check(host, olds, now)).toEqual({ failures: [failure], error: expect.any(Error) as Error });
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
  ["the digest", STATE, { ...STATE, digest: "e" }, true],
  ["a digest that is not known", STATE, { ...STATE, digest: UNKNOWN }, true],
  ["an argument", STATE, { ...STATE, where: { enabled: false } }, true],
  ["an argument that is gone", STATE, LISTING, true],
  ["what is secret", STATE, { ...STATE, __secret: true }, true],
])("diff: %s", (_, state, news, changes) => {
  expect(lifecycle.diff(state, news).length > 0).toBe(changes);
});

describe("read", () => {
  it("gives the listing as it is now, as check would give it", async () => {
    const state = await stored({ select: ["name"] });
    host.response = '[{"id":1,"name":"Renamed"}]';
    const properties = await refresh(state);
    expect(properties).toMatchObject({ json: '[{"name":"Renamed"}]', count: 1, select: ["name"] });
    expect(properties).toEqual(await checked({ select: ["name"] }));
  });

  it("a refresh keeps a pinned listing, whatever service the settings name now", async () => {
    const state = await stored({ mode: "pinned" });
    host.service = "another";
    host.response = DOWN;
    expect(await refresh(state)).toEqual(state);
    // `Workflows.get` has no last listing.
    await expect(lifecycle.readNew(host, state)).rejects.toThrow(DOWN.message);
  });

  it("leaves out an argument that this version does not know, and an empty filter; the state keeps both", async () => {
    const state = { ...(await stored()), where: {}, later: 1, __later: 2 };
    const properties = await lifecycle.refresh(host, state, { urn: URN });
    expect(properties).toMatchObject({ where: {}, later: 1, count: 2 });
    expect(properties).not.toHaveProperty("__later");
    expect(host.lines).toEqual([]);
    await expect(lifecycle.readNew(host, { later: 1 })).rejects.toThrow("`later` is not known here");
    await expect(lifecycle.readNew(host, { where: {} })).rejects.toThrow("`where` is an empty object");
  });

  it.each<[name: string, args: Properties, property: string]>([
    ["an operator", { where: { name: { matches: "^N" } } }, "`where.name.matches` is not known here. It takes:"],
    ["an option", { pagination: { type: "page", start: 1 } }, "`pagination.start` is not known here."],
  ])("refuses %s that this version does not know, as it decides what is listed", async (_name, args, issue) => {
    const reading = lifecycle.refresh(host, { ...(await stored()), ...args }, { urn: URN });
    await expect(reading).rejects.toThrow(issue);
    await expect(reading).rejects.toThrow(/run `pulumi up/);
  });

  const failing = (code: ErrorCode): Error => new WorkflowsError("It failed.", { code, hint: "Is baseUrl right?" });
  const stale =
    /\sA refresh uses .*settings of the last update.*`pulumi up --refresh=false` or `pulumi refresh --run-program`\. \[[a-z-]+\]$/s;
  it.each<[string, Error, boolean]>([
    ["a refused token", failing("token-refused"), true],
    ["a setting", new SettingsError([{ property: "baseUrl", reason: "It is not set." }]), true],
    ["the guard", failing("vanished"), false],
    ["a service that is down", failing("unavailable"), false],
  ])("an error of %s on a refresh: its settings are the last update's", async (_, error, has) => {
    const state = await stored();
    host.response = error;
    const message: unknown = has ? expect.stringMatching(stale) : error.message;
    await expect(refresh(state)).rejects.toMatchObject({ message });
    await expect(lifecycle.readNew(host, state)).rejects.toMatchObject({ message: error.message });
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
    const context = { urn: URN, isSecret: true };
    const result = await lifecycle.check(host, {}, args, context);
    const error: unknown = await lifecycle.readNew(host, args, context).catch(String);
    const shown = JSON.stringify([result, error]);
    expect(shown).toMatch(
      /cannot be used\. An argument is secret, so nothing more is shown|no workflow has a field \\+"\[secret\]/,
    );
    expect(shown).not.toContain(value);
  });

  it("in the warning that the last listing is kept", async () => {
    const args = { where: { name: { not: value } }, whenUnavailable: "keep" };
    const state = await checked(args);
    host.response = new WorkflowsError(`Nobody knows ${value}.`, { code: "connection", mayPass: true });
    const context = { urn: URN, isSecret: true };
    await lifecycle.check(host, state, args, context);
    await lifecycle.refresh(host, state, context);
    const line =
      'warning on it: The last listing is kept, as `whenUnavailable` is "keep": Nobody knows [secret]. [connection]';
    expect(host.lines).toEqual([line, line]);
  });
});
