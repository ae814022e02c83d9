/** States that released versions wrote refresh, update and are destroyed under this one. A release adds its state here. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import type { Deployment } from "../rehearsal/types.js";
import { describeOnEachEngine, type EngineStack, type StateResource } from "../support/engines.js";

const STATES = resolve(__dirname, "..", "fixtures", "states");
/** What the service had when the states were written. */
const THEN = [
  { id: "w1", name: "Import", enabled: true },
  { id: "w2", name: "Export", enabled: false },
];

describeOnEachEngine("an upgrade from", (open) => {
  describe.each(readdirSync(STATES).map((file) => file.replace(/\.json$/, "")))("%s", (version) => {
    let service: FakeService;
    let stack: EngineStack;
    const state = JSON.parse(readFileSync(join(STATES, `${version}.json`), "utf8")) as Deployment;

    beforeAll(async () => {
      service = await startFakeService({ workflows: THEN });
      stack = await open({ program: "test/deployments/programs/upgrades", env: service.environment() });
      await stack.importStack(state);
    });
    afterAll(async () => await service.close());

    it("a refresh finds no drift where there is none", async () => {
      expect((await stack.refresh({ expectNoChanges: true })).failure).toBeUndefined();
    });

    it("an update forgets the arguments that are gone, and changes nothing else", async () => {
      expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 1, same: 3 } });
      expect(await stack.up({ expectNoChanges: true })).toMatchObject({ failure: undefined, changes: { same: 4 } });
    });

    it("an update brings what has changed, to all but the pinned one", async () => {
      service.workflows = [...THEN, { id: "w3", name: "Archive", enabled: true }];
      expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 2, same: 2 } });
      expect(await stack.outputs()).toMatchObject({ counts: [3, 2, 2] });
    });

    it("it is destroyed", async () => {
      await stack.importStack(state);
      expect((await stack.destroy()).failure).toBeUndefined();
      expect(await stack.resources()).toEqual([]);
    });
  });

  it("a state with options of pagination that are gone: a refresh says what to run, and it updates", async () => {
    await using service = await startFakeService({
      reply: ({ endpoint, url }) => {
        const page = Number(url.searchParams.get("page") ?? 1);
        const workflows = THEN.slice(2 * page - 2, 2 * page);
        return endpoint === "token"
          ? undefined
          : { body: { workflows, page, total_pages: Math.ceil(THEN.length / 2) } };
      },
    });
    const stack = await open({ program: "test/deployments/programs/upgrades", env: service.environment() });
    const state = JSON.parse(readFileSync(join(STATES, "0.1.0.json"), "utf8")) as Deployment;
    const pagination = { type: "page", start: 1, ignoreTotals: true };
    for (const { urn, inputs, outputs } of state.deployment["resources"] as StateResource[]) {
      if (urn.endsWith("::all")) {
        Object.assign(inputs ?? {}, { pagination });
        Object.assign(outputs ?? {}, { pagination });
      }
    }
    await stack.importStack(state);
    const { failure } = await stack.refresh();
    expect(failure).toMatch(/`pagination.start` is not known here.*run `pulumi up/s);
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 2, same: 2 } });
  });
});
