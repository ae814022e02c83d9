/** Colour codes of the engine in the service's text: no panic, nothing coloured, nothing lost; and strings that are its signatures. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, type EngineStack, type Run } from "../support/engines.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const ASSET = "c44067f5952c0a294b673a41bacd8c17";
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
    stack = await open({ program: "test/deployments/programs/colours", env: service.environment() });
  });
  afterAll(async () => await service.close());

  function run(program: string, operation: "preview" | "up" | "refresh" = "up"): Promise<Run> {
    stack.setVariable("PROGRAM", program);
    return stack[operation]({ color: "always" });
  }

  function expectSafe({ text }: Run): void {
    expect(text).not.toContain("panic");
    expect(text).not.toContain("Unrecognized color code");
  }

  it("of a name is in the log and in the outputs, broken up, with a warning that names the place", async () => {
    expect((await run("resource")).failure).toBeUndefined();
    service.workflows = CODES.map((code, n) => ({ id: `w${n + 1}`, name: `Nightly ${code} import`, [code]: n }));
    for (const operation of ["preview", "up", "refresh"] as const) {
      const done = await run("resource", operation);
      expectSafe(done);
      expect(done.failure).toBeUndefined();
      if (operation !== "refresh") {
        expect(done.text).toContain("Nightly import → Nightly <{_%x%}> import");
        expect(done.text).toContain("colour codes of the engine are broken up by an underscore: /0/name");
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
    ["noItems", '{"error":"broken <{%x%}>","code":"E"}', "broken <{_%x%}>"],
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
