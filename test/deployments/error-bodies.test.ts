/** Bodies that are no whole listing delete nothing of what was made from the workflows before. The tables are beside the reader. */
import { startFakeService } from "../support/fake-service.js";
import { describeOnEachEngine, settingsFor } from "../support/engines.js";

const WORKFLOWS = [{ id: "a" }, { id: "b" }, { id: "c" }];
/** An error with status 200, and a body without a listing. */
const BODIES: readonly (readonly [body: unknown, message: string])[] = [
  [{ data: null, errors: [{ message: "timed out" }] }, 'its body reports an error at "/errors"'],
  [{ workflows: { active: WORKFLOWS, archived: [] }, permissions: ["read"] }, "no clear list"],
];

describeOnEachEngine("a component for each workflow", (open) => {
  it.each([
    ["functions", BODIES],
    ["resources", BODIES.slice(0, 1)],
  ])("survives bodies that are no listing, read with %s", async (readWith, bodies) => {
    await using service = await startFakeService({ workflows: WORKFLOWS });
    const env = { READ_WITH: readWith, LISTINGS: String(bodies.length) };
    const stack = await open({ program: "test/deployments/programs/bodies", config: settingsFor(service), env });
    expect((await stack.up()).failure).toBeUndefined();
    for (const [body] of bodies) {
      const headers = { "content-type": "application/json" };
      service.answerNext("listing", { status: 200, headers, body: JSON.stringify(body) });
    }
    const run = await stack.up();
    expect(run.changes).not.toHaveProperty("delete");
    for (const [, message] of bodies) {
      expect(run.failure).toContain(message);
    }
    const alarms = (await stack.resources()).filter(({ type }) => type === "test:index:Alarm");
    expect(alarms).toHaveLength(3 * bodies.length);
    expect(Object.keys((await stack.up()).changes)).toEqual(["same"]);
  });
});
