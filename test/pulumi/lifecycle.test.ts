/** What happens to a resource in each operation, without an engine: decisions, and reads of the service. */
import {
  AuthenticationError,
  type ErrorCode,
  NetworkError,
  SettingsError,
  WorkflowsError,
} from "../../provider/http/errors.js";
import * as lifecycle from "../../provider/pulumi/lifecycle.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { UNKNOWN } from "../../provider/workflows/engine-signatures.js";
import { memoryHost, type MemoryHost } from "./memory-host.js";

const WORKFLOWS = '[{"id":1,"name":"Nightly import","enabled":true},{"id":2,"name":"Send invoices","enabled":false}]';
/** The largest `json` that is in the inputs too. Bytes. */
const ONE_MEGABYTE = 1_000_000;
const URN = "urn:pulumi:dev::project::pulumi-nodejs:dynamic/workflows:Workflows::all";

const service = (response: string | Error = WORKFLOWS): MemoryHost => memoryHost(response);

async function checked(context: MemoryHost, news: Properties, olds: Properties = {}): Promise<Properties> {
  const result = await lifecycle.check(context, olds, news, { urn: URN });
  if ("failures" in result) {
    throw new Error(JSON.stringify(result.failures));
  }
  return result.inputs;
}

const down = (): NetworkError => new NetworkError("The service is down.", { code: "connection" });

describe("check", () => {
  test("reads the listing, and returns it as computed inputs beside the arguments", async () => {
    const inputs = await checked(service(), {
      where: { enabled: true },
      __provider: "text",
      __call: { urn: URN, isSecret: false },
    });
    expect(inputs).toEqual({
      where: { enabled: true },
      json: '[{"id":1,"name":"Nightly import","enabled":true}]',
      count: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      __service: "one",
    });
  });

  test.each([
    ["an argument", { where: UNKNOWN }],
    ["a part of one", { where: { name: { in: ["a", UNKNOWN] } } }],
    ["a trigger", { mode: "pinned", triggers: [UNKNOWN] }],
  ])("passes %s that is unknown through, reads nothing, and leaves what it would read unknown", async (_, args) => {
    const context = service();
    const inputs = await checked(context, args);
    expect(inputs).toEqual({ ...args, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, __service: UNKNOWN });
    expect(context.reads).toBe(0);
  });

  test("reports all faults in the arguments at once, before any request, also beside an unknown one", async () => {
    const context = service();
    const news = { where: { name: UNKNOWN, size: { gt: true } }, maxItems: -1, select: "id", mod: "live" };
    const result = await lifecycle.check(context, {}, news);
    const failures = "failures" in result ? result.failures : [];
    const names = failures.map(({ reason }) => reason.split(" ")[0]).sort();
    expect(names).toEqual(["`maxItems`", "`mod`", "`select`", "`where.size.gt`"]);
    expect(context.reads).toBe(0);
  });

  test.each<[string, Properties, lifecycle.Context, object[]]>([
    ["alone", {}, {}, [{ property: "connection", reason: "It is nowhere." }]],
    ["beside what is unknown", { where: UNKNOWN }, {}, [{ property: "connection" }]],
    ["after what is pending", {}, { isPending: true }, [{ property: "connection" }]],
    ["among secret arguments", {}, { isSecret: true }, [{ property: "" }]],
  ])("reports a connection that does not exist %s, before any request", async (_title, news, about, failures) => {
    const context = service();
    const result = await lifecycle.check(context, {}, { ...news, connection: "nowhere" }, about);
    expect(result).toMatchObject({ failures });
    expect(context.reads).toBe(0);
  });

  test("leaves what is wrong with a connection's settings to their use", async () => {
    const news = { where: UNKNOWN, connection: "incomplete" };
    expect(await lifecycle.check(service(), {}, news)).toHaveProperty("inputs.count", UNKNOWN);
  });

  test.each([
    ["a short text", { mode: "sometimes" }, {}, "mode"],
    ["one of secret arguments", { mode: "sometimes" }, { isSecret: true }, ""],
    ["one with a secret of the session", { mode: "s3cret" }, {}, ""],
    ["a long one", { mode: "x".repeat(300) }, {}, ""],
    ["one of a name that is no argument", { password: "sometimes" }, {}, ""],
    ["a list", { mode: ["sometimes"] }, {}, ""],
  ])("names the property of %s if the engine may print its value", async (_title, news, about, property) => {
    const context = service();
    context.session.redactor.add("s3cret");
    expect(await lifecycle.check(context, {}, news, about)).toMatchObject({ failures: [{ property }] });
  });

  test("a failed read is a failure of the check, not a thrown error", async () => {
    expect(await lifecycle.check(service(down()), {}, {})).toEqual({
      failures: [{ property: "", reason: "The service is down." }],
    });
  });

  test("keeps the text of the last listing while its digest stays", async () => {
    const context = service();
    const olds = await checked(context, {});
    context.response =
      '[{"enabled":false,"name":"Send invoices","id":2},{"enabled":true,"id":1,"name":"Nightly import"}]';
    expect(await checked(context, {}, olds)).toEqual(olds);
    expect(context.lines).toEqual([]);
  });

  test("logs on the resource what has changed", async () => {
    const context = service();
    const olds = await checked(context, {});
    context.response = '[{"id":1,"name":"Nightly","enabled":true},{"id":3,"name":"New","enabled":true}]';
    await checked(context, {}, olds);
    expect(context.lines).toEqual([expect.stringMatching(/^info on it: workflows: 1 added, 1 removed, 1 changed/)]);
  });

  test("a listing above 1 MB stays out of the inputs", async () => {
    const large = JSON.stringify([{ id: 1, text: "x".repeat(ONE_MEGABYTE) }]);
    expect(Object.keys(await checked(service(large), {})).sort()).toEqual(["__service", "count", "digest"]);
  });

  describe('in mode "pinned"', () => {
    test.each([
      ["nothing changed", { mode: "pinned", triggers: [1] }, 0],
      ["a trigger changed", { mode: "pinned", triggers: [2] }, 1],
      ["an argument changed", { mode: "pinned", triggers: [1], select: ["id"] }, 1],
      ["what to do without the service changed", { mode: "pinned", triggers: [1], whenUnavailable: "keep" }, 0],
      ["it is live again", { mode: "live", triggers: [1] }, 1],
    ])("when %s", async (_, news, reads) => {
      const context = service();
      const olds = await checked(context, { mode: "pinned", triggers: [1] });
      context.reads = 0;
      await checked(context, news, olds);
      expect(context.reads).toBe(reads);
    });
  });

  test("a live listing may be pinned as it is, also while the service is down", async () => {
    const context = service();
    const olds = await checked(context, {});
    context.response = down();
    expect(await checked(context, { mode: "pinned" }, olds)).toEqual({ ...olds, mode: "pinned" });
  });

  describe('with whenUnavailable "keep"', () => {
    const keep = { whenUnavailable: "keep" };

    test("keeps the last listing, with a warning, when the service is down", async () => {
      const context = service();
      const olds = await checked(context, keep);
      context.response = down();
      expect(await checked(context, keep, olds)).toEqual(olds);
      expect(context.lines).toEqual([
        'warning on it: The last listing is kept, as `whenUnavailable` is "keep": The service is down.',
      ]);
    });

    test("may be set once the service is down", async () => {
      const context = service();
      const olds = await checked(context, { select: ["id"] });
      context.response = down();
      const inputs = await checked(context, { ...keep, select: ["id"] }, olds);
      expect(inputs).toEqual({ ...olds, ...keep });
      expect(lifecycle.diff(olds, inputs).changes).toBe(true);
      expect(await lifecycle.store(context, inputs, olds)).toEqual(inputs);
    });

    test.each([
      ["there is no last listing", {}, keep, down(), /^The service is down\. `whenUnavailable`.*no listing to keep/],
      [
        "the arguments have changed",
        keep,
        { ...keep, select: ["id"] },
        down(),
        /^The service is down\. `whenUnavailable`.*no listing to keep/,
      ],
      [
        "the credentials are wrong",
        keep,
        keep,
        new AuthenticationError("Refused.", { code: "token-refused" }),
        /^Refused\.$/,
      ],
    ])("fails when %s, and the message has the reason", async (_, before, now, error, message) => {
      const context = service();
      const olds = Object.keys(before).length === 0 ? {} : await checked(context, before);
      context.response = error;
      expect(await lifecycle.check(context, olds, now)).toEqual({
        failures: [{ property: "", reason: expect.stringMatching(message) as string }],
      });
    });
  });
});

describe("diff", () => {
  const state = { json: "[]", count: 0, digest: "d", where: { enabled: true }, __provider: "old text" };

  test.each([
    ["nothing", state, false],
    ["the provider's text", { ...state, __provider: "new text" }, false],
    ["the text of the listing alone", { ...state, json: "[ ]" }, false],
    ["the digest", { ...state, digest: "e" }, true],
    ["a digest that is not known", { ...state, digest: UNKNOWN }, true],
    ["an argument", { ...state, where: { enabled: false } }, true],
    ["an argument that is gone", { json: "[]", count: 0, digest: "d" }, true],
    ["an argument that is new", { ...state, maxItems: 3 }, true],
  ])("%s", (_, news, changes) => {
    expect(lifecycle.diff(state, news).changes).toBe(changes);
  });

  test("a state without its listing has changed", () => {
    expect(lifecycle.diff({ digest: "d", count: 0 }, { digest: "d", count: 0 }).changes).toBe(true);
  });
});

describe("create and update", () => {
  test("store what check read, and send nothing", async () => {
    const context = service();
    const inputs = await checked(context, { where: { enabled: true } });
    context.reads = 0;
    expect(await lifecycle.store(context, { ...inputs, __provider: "text" })).toEqual(inputs);
    expect(context.reads).toBe(0);
  });

  test("above 1 MB the listing is stored once, in the outputs, with a warning that has what to do", async () => {
    const context = service(JSON.stringify([{ id: 1, text: "x".repeat(ONE_MEGABYTE) }]));
    const outputs = await lifecycle.store(context, await checked(context, {}));
    expect(String(outputs["json"]).length).toBe(context.response.toString().length);
    expect(context.lines[0]).toMatch(/^warning: The listing is 1\.0 MB.*`select`/);
  });
});

describe("read", () => {
  const STALE = /^It .*settings of the last update.*`pulumi up --refresh=false` or `pulumi refresh --run-program`\.$/s;

  async function stored(context: MemoryHost, args: Properties = {}): Promise<Properties> {
    return lifecycle.store(context, await checked(context, args));
  }

  test("gives the listing as it is now, in the outputs and as the inputs that check would give", async () => {
    const context = service();
    const state = await stored(context, { select: ["name"] });
    context.response = '[{"id":1,"name":"Renamed"}]';
    const { outputs, inputs } = await lifecycle.read(context, state, { live: false });
    expect(outputs).toMatchObject({ json: '[{"name":"Renamed"}]', count: 1, select: ["name"] });
    expect(inputs).toEqual(await checked(context, { select: ["name"] }));
  });

  test("leaves the state as it is while the digest stays", async () => {
    const context = service();
    const state = await stored(context);
    context.response = JSON.stringify((JSON.parse(WORKFLOWS) as unknown[]).reverse());
    expect((await lifecycle.read(context, state, { live: false })).outputs).toEqual(state);
  });

  test("a pinned listing is not read by a refresh, but by Workflows.get", async () => {
    const context = service();
    const state = await stored(context, { mode: "pinned" });
    context.reads = 0;
    await lifecycle.read(context, state, { live: false });
    expect(context.reads).toBe(0);
    await lifecycle.read(context, state, { live: true });
    expect(context.reads).toBe(1);
  });

  test.each<[ErrorCode, boolean]>([
    ["connection", true],
    ["token-refused", true],
    ["listing", true],
    ["cancelled", false],
    ["rate-limited", false],
  ])(
    "the error %s on a refresh: whether the message has that its settings are the last update's: %s",
    async (code, has) => {
      const context = service();
      const state = await stored(context);
      context.response = new WorkflowsError("It failed.", { code, hint: "Is baseUrl right?" });
      const message = "It failed. Is baseUrl right?";
      await expect(lifecycle.read(context, state, { live: false })).rejects.toMatchObject({
        message: has ? (expect.stringMatching(STALE) as unknown) : message,
      });
      await expect(lifecycle.read(context, state, { live: true })).rejects.toMatchObject({ message });
    },
  );

  test("missing settings on a refresh: the message explains that setting them is not enough, as a refresh has those of the last update", async () => {
    const context = service();
    const state = await stored(context);
    context.response = new SettingsError([{ property: "baseUrl", reason: "It is not set." }]);
    const message: unknown = expect.stringMatching(STALE);
    await expect(lifecycle.read(context, state, { live: false })).rejects.toMatchObject({ message });
    await expect(lifecycle.read(context, state, { live: true })).rejects.toMatchObject({ message: "It is not set." });
  });
});

describe("no value of a secret argument is shown", () => {
  const value = "s3cret-text";
  const echo = (): NetworkError => new NetworkError(`Nobody knows ${value}.`, { code: "connection" });

  test.each<[string, Properties]>([
    ["of the wrong type", { select: value }],
    ["with a field that no workflow has", { where: { [value]: 1 }, select: [value] }],
    ["in place of a fixed word", { mode: value, whenUnavailable: value, secret: value, maxPages: value }],
    ["with a key that is not known", { where: { name: { [value]: 1 } }, pagination: { type: "page", [value]: 1 } }],
  ])("in a failed check or read: one %s", async (_, args) => {
    const result = await lifecycle.check(service(), {}, args, { urn: URN, isSecret: true, secrets: args });
    const reading = lifecycle.read(service(), args, { live: true, urn: URN, isSecret: true, secrets: args });
    const shown = JSON.stringify([result, await reading.catch(String)]);
    expect(shown.match(/\[secret\]/g)?.length).toBeGreaterThan(1);
    expect(shown).not.toContain(value);
  });

  test("a fixed word and a small number are shown, secret or not", async () => {
    const args = { mode: "pinned", whenUnavailable: "keep", maxPages: 2, select: ["pinned keep 2"] };
    const result = await lifecycle.check(service(), {}, args, {
      urn: URN,
      isSecret: true,
      secrets: { ...args, select: 1 },
    });
    expect(JSON.stringify(result)).toContain("pinned keep 2");
  });

  test("in the warning that the last listing is kept", async () => {
    const context = service();
    const args = { where: { name: { not: value } }, whenUnavailable: "keep" };
    const state = await checked(context, args);
    context.response = echo();
    await lifecycle.check(context, state, args, { urn: URN, isSecret: true, secrets: args });
    await lifecycle.read(context, state, { live: false, urn: URN, isSecret: true, secrets: args });
    expect(context.lines).toEqual(
      Array(2).fill(expect.stringMatching(/^warning on it: .* Nobody knows \[secret\]\.$/)),
    );
  });

  test("by the name of what has changed, which it may have chosen", async () => {
    const context = service();
    const args = { where: { name: { startsWith: "N" } } };
    const state = await checked(context, args);
    context.response = '[{"id":1,"name":"Now"},{"id":3,"name":"New"}]';
    await lifecycle.check(context, state, args, { urn: URN, isSecret: true, secrets: args });
    await lifecycle.read(context, state, { live: false, urn: URN, isSecret: true, secrets: args });
    // What is public now may have been secret before.
    await lifecycle.check(context, state, args, { urn: URN, wasSecret: true });
    expect(context.lines).toEqual(Array(3).fill("info on it: workflows: the listing has changed"));
  });
});
