/** Bodies that are no whole listing delete nothing of what was made from the workflows before. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine, type EngineStack } from "../support/engines.js";

const WORKFLOWS = [{ id: "a" }, { id: "b" }, { id: "c" }];

/** Errors with status 200, and bodies without a listing. The tables in test/workflows/listing have many more. */
const BODIES: readonly (readonly [body: unknown, message: RegExp])[] = [
  [{ code: 13, message: "internal", details: [] }, /its body reports an error at "\/code"/],
  [{ success: false, errors: [] }, /its body reports an error at "\/success"/],
  [{ data: null, errors: [{ message: "timed out" }] }, /its body reports an error at "\/errors"/],
  [{ error: { message: "overloaded" }, items: [] }, /its body reports an error at "\/error"/],
  [{ workflows: null, warnings: [] }, /"workflows" \(null\)/],
  [{ workflows: { active: WORKFLOWS, archived: [] }, permissions: ["read"] }, /at a usual place/],
  [{ workflows: { a: {} }, tags: ["x"] }, /at a usual place/],
];

describeOnEachEngine("a component for each workflow", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator({ workflows: WORKFLOWS });
  });
  afterEach(() => service.clearFaults());
  afterAll(async () => await service.close());

  /** A stack of three components for each listing. */
  const deployed = async (readWith: string, listings: number): Promise<EngineStack> => {
    const stack = await open({
      program: "test/engine/programs/bodies",
      config: {
        "workflows:baseUrl": { value: service.url },
        "workflows:clientId": { value: service.clientId },
        "workflows:clientSecret": { value: service.clientSecret, secret: true },
      },
      env: { READ_WITH: readWith, LISTINGS: String(listings) },
    });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms(stack)).toBe(3 * listings);
    return stack;
  };

  const alarms = async (stack: EngineStack): Promise<number> =>
    (await stack.resources()).filter(({ type }) => type === "test:index:Alarm").length;

  const respondWith = (body: unknown): void =>
    service.failNext("listing", {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("survives every body that is no listing, read with functions", async () => {
    const stack = await deployed("functions", BODIES.length);
    BODIES.forEach(([body]) => respondWith(body));
    const run = await stack.up();
    expect(run.changes).not.toHaveProperty("delete");
    for (const [, message] of BODIES) {
      expect(run.failure).toMatch(message);
    }
    expect(await alarms(stack)).toBe(3 * BODIES.length);
    expect(Object.keys((await stack.up()).changes)).toEqual(["same"]);
  });

  test("survives such a body, read with the resource", async () => {
    const stack = await deployed("resources", 1);
    respondWith({ data: null, errors: [{ message: "timed out" }] });
    const run = await stack.up();
    expect(run.changes).not.toHaveProperty("delete");
    expect(run.failure).toMatch(/its body reports an error at "\/errors": "timed out"/);
    expect(await alarms(stack)).toBe(3);
    expect(Object.keys((await stack.up()).changes)).toEqual(["same"]);
  });
});
