/** Hostile texts: the stack gets exactly what the service sends; none is a value, a colour or a panic of the engine. */
import { parse as parseLossless, stringify as stringifyLossless } from "lossless-json";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { copyForEngine } from "../../provider/pulumi/engine-safe.js";
import { parseJson } from "../../provider/workflows/json/json.js";
import { describeOnCli, describeOnAnEngine, type EngineStack, type Run, settingsFor } from "../support/engines.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Each is the text of one listing. */
const HOSTILE = [
  '[{"id":10000000000000000001}]',
  `[{"${SIGNATURE}":"${ASSET}","path":"/etc/hostname"}]`,
  `[{"deep":[{"${SIGNATURE}":"${SECRET}","value":"x"}]}]`,
  `[{"a":{"${SIGNATURE}":"${RESOURCE}","urn":"urn:pulumi:a::b::c::d"}}]`,
  `["${UNKNOWN}",{"name":"${UNKNOWN}"}]`,
  `[{"__pulumiAsset":true,"path":"/etc/hostname"}]`,
  `[{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]`,
  `[{"id":9007199254740993,"big":123456789012345678901234567890,"huge":1e400,"zero":-0,"price":1.10,"e":1E+2}]`,
  `[{"lone":"\\ud800","pair":"\\ud83d\\ude00","nul":"\\u0000"}]`,
  "[]",
  `[1,"text",null,true,[[]],{}]`,
];

describeOnAnEngine("listings as they come", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  let run: Run;

  beforeAll(async () => {
    service = await startFakeService({
      reply: ({ endpoint, url }) =>
        endpoint === "token" ? undefined : { body: HOSTILE[Number(url.searchParams.get("number"))] ?? "[]" },
    });
    stack = await open({
      program: "test/deployments/programs/hostile",
      env: { PROGRAM: "documents", DOCUMENTS: String(HOSTILE.length) },
      config: settingsFor(service),
    });
    run = await stack.up();
  });
  afterAll(async () => await service.close());

  it("all of them deploy", () => {
    expect(run.failure).toBeUndefined();
  });

  it("`json` is what the service wrote, number for number", async () => {
    const outputs = await stack.outputs();
    for (const [number, text] of HOSTILE.entries()) {
      // The oracle is the library, which keeps each number's text.
      expect(outputs[`json-${number}`]).toBe(stringifyLossless(parseLossless(text)));
    }
  });

  it("`items` are the same, with nothing in them that an engine takes for its own", async () => {
    const outputs = await stack.outputs();
    for (const [number, text] of HOSTILE.entries()) {
      const items = await copyForEngine("items", parseJson(text), () => undefined);
      // As JSON, in which a state is written: `-0` is 0 there.
      expect(JSON.parse(JSON.stringify(outputs[`items-${number}`]))).toEqual(JSON.parse(JSON.stringify(items)));
    }
    const resources = JSON.stringify((await stack.resources()).map(({ outputs: values }) => values));
    expect(resources).not.toContain(`"${SIGNATURE}":"${ASSET}"`);
  });

  it("a second update changes nothing", async () => {
    const again = await stack.up({ expectNoChanges: true });
    expect(again.failure).toBeUndefined();
  });

  it("a warning says how many keys and texts of `items` have an underscore more", () => {
    expect(run.text).toMatch(
      /In `items`, keys and texts that Pulumi would take for its own have an underscore more: \d+ in all/,
    );
  });
});

/** Colour codes of the engine. */
const CODES = ["<{%x%}>", "<{%%}>", "<{%fg 1%}>", "<{<{%x%}>%x%}>", "<{%open"];

describeOnCli("the service's text", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  let body: string | undefined;

  beforeAll(async () => {
    service = await startFakeService({
      workflows: [{ id: "w1", name: "Nightly import" }],
      reply: ({ endpoint }) => (endpoint === "token" ? undefined : { body: body ?? service.workflows }),
    });
    stack = await open({ program: "test/deployments/programs/hostile", env: service.environment() });
  });
  afterAll(async () => await service.close());

  function run(program: string, operation: "preview" | "up" | "refresh" = "up"): Promise<Run> {
    stack.setVariable("PROGRAM", program);
    return stack[operation]({ flags: ["--color", "always"] });
  }

  function expectSafe({ text }: Run): void {
    expect(text).not.toContain("panic");
    expect(text).not.toContain("Unrecognized color code");
  }

  it("of a name is in the log and in the outputs, broken up, with a warning that counts them", async () => {
    expect((await run("resource")).failure).toBeUndefined();
    service.workflows = CODES.map((code, n) => ({ id: `w${n + 1}`, name: `Nightly ${code} import`, [code]: n }));
    for (const operation of ["preview", "up", "refresh"] as const) {
      const done = await run("resource", operation);
      expectSafe(done);
      expect(done.failure).toBeUndefined();
      if (operation !== "refresh") {
        expect(done.text).toContain("Nightly import → Nightly <{_%x%}> import");
        expect(done.text).toContain(
          "keys and texts that Pulumi would take for its own have an underscore more: 10 in all",
        );
      }
    }
    const { items } = (await stack.outputs()) as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual([
      "Nightly <{_%x%}> import",
      "Nightly <{_%%}> import",
      "Nightly <{_%fg 1%}> import",
      "Nightly <{<{_%x%}>%x%}> import",
      "Nightly <{_%open import",
    ]);
  });

  it("of the engine's signatures cannot become an asset with a local file", async () => {
    service.workflows = [
      { id: SIGNATURE, name: ASSET },
      { id: "path", name: "/etc/hostname" },
    ];
    stack.setVariable("WORKFLOWS_MAX_REMOVED", "100%");
    expect((await run("resource")).failure).toBeUndefined();
    stack.setVariable("WORKFLOWS_MAX_REMOVED", undefined);
    expect((await stack.outputs())["made"]).toEqual({ [`_${SIGNATURE}`]: `_${ASSET}`, path: "/etc/hostname" });
    // The engine would add the hash of the file.
    expect(JSON.stringify(await stack.resources())).not.toContain('"hash"');
  });

  it.each([
    ["noItems", '{"a <{%x%}>":[{"id":1}],"b <{%reset%}>":[{"id":2}]}', "<{_%x%}>"],
    ["noMatch", '[{"id":"<{%x%}>","field <{%x%}>":"<{%x%}>"}]', "field <{_%x%}>"],
    ["rejected", '[{"id":"<{%x%}>","field <{%x%}>":"<{%x%}>"}]', "field <{_%x%}>"],
    ["refusedArgument", "[]", 'The connection "<{_%x%}>" does not exist'],
    ["notRead", '[{"id":"<{%x%}>"}]', "wrong <{_%x%}>"],
  ])("of an error in %s is broken up: %s", async (program, response, expected) => {
    body = response;
    const failed = await run(program);
    expectSafe(failed);
    expect(failed.failure).toContain(expected);
  });

  it("of an error that a program logs is broken up, and the program has it as it is", async () => {
    body = '[{"id":"<{%x%}>","field <{%x%}>":"<{%x%}>"}]';
    const logged = await run("logged");
    expectSafe(logged);
    expect(logged.failure).toBeUndefined();
    expect(logged.text).toContain("field <{_%x%}>");
    expect(await stack.outputs()).toEqual({ problem: true });
  });
});
