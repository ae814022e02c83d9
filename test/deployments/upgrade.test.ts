/** Upgrade: states that 5876bf0 wrote, in both forms, refresh, update and are destroyed under this version. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeScript } from "../plugin/executable.js";
import type { Deployment } from "../rehearsal/types.js";
import { describeOnCli, type EngineStack, type StateResource } from "../support/engines.js";
import type { FakeService } from "../support/fake-service.js";
import * as given from "./upgrade-service.js";

const STATES = resolve(__dirname, "..", "fixtures", "states");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the state that 5876bf0 wrote, of the named resources, with this service's address and the large listings. */
function stateOf(form: string, service: FakeService, names: readonly string[]): Deployment {
  const { href } = new URL(service.url);
  const filled = readFileSync(join(STATES, `${form}.json`), "utf8")
    .replace(/@service of ([\w-]+)@/g, (_, clientId: string) => {
      const client = sha256(JSON.stringify([href, clientId, null])).slice(0, 16);
      return `${client}.${sha256(href).slice(0, 8)}`;
    })
    .replace(/"@listing of ([\d.]+) MB@"/g, (_, megabytes: string) =>
      JSON.stringify(JSON.stringify(given.largeListing(Number(megabytes)))),
    );
  const state = JSON.parse(filled) as Deployment;
  const resources = state.deployment["resources"] as StateResource[];
  const isKept = ({ urn, type }: StateResource): boolean =>
    !type.endsWith("Workflows") || names.includes(urn.split("::").at(-1) ?? "");
  return { ...state, deployment: { ...state.deployment, resources: resources.filter(isKept) } };
}

describe.each(["npm", "plugin"])("a state of the %s form", (form) => {
  describeOnCli("that 5876bf0 wrote", (open) => {
    let service: FakeService;
    let stack: EngineStack;

    beforeAll(async () => {
      service = await given.startService();
      const env = { ...service.environment(), WORKFLOWS_MAX_RETRIES: "0", FORM: form };
      stack = await open({ program: "test/deployments/programs/upgrade", config: given.CONFIG, env });
      const folder = join(stack.workspace.project, "plugin");
      const script = await makeScript();
      mkdirSync(folder);
      copyFileSync(script.path, join(folder, "pulumi-resource-workflows"));
      await script.remove();
    });
    afterAll(async () => await service.close());

    /** Gives the program these resources, and the stack their old state. */
    async function begin(resources: Readonly<Record<string, object>>): Promise<void> {
      stack.setVariable("RESOURCES", JSON.stringify(resources));
      await stack.importStack(stateOf(form, service, Object.keys(resources)));
    }

    async function expectDestroyed(): Promise<void> {
      expect((await stack.destroy()).failure).toBeUndefined();
      expect(await stack.resources()).toEqual([]);
    }

    it("a preview, a refresh and an update find no change, of resources of each kind and of a listing of 1.4 MB", async () => {
      await begin({ ...given.RESOURCES, ...given.LARGE });
      expect((await stack.preview({ expectNoChanges: true })).failure).toBeUndefined();
      expect((await stack.refresh({ expectNoChanges: true })).failure).toBeUndefined();
      expect((await stack.up({ expectNoChanges: true })).failure).toBeUndefined();
      await expectDestroyed();
    });

    it("an update brings what has changed, to all but the pinned one", async () => {
      await begin(given.RESOURCES);
      const { workflows } = service;
      service.workflows = [...workflows, { id: "w5", name: "Invoices", enabled: true, version: 1 }];
      const run = await stack.up();
      service.workflows = workflows;
      expect(run.failure).toBeUndefined();
      expect(run.text).toContain("+Invoices");
      expect(await stack.outputs()).toMatchObject({
        live: 5,
        pinned: 4,
        kept: 5,
        where: 3,
        options: 5,
        paged: 5,
        connected: 1,
      });
      await expectDestroyed();
    });

    it("an argument that is gone, `sortBy`, is left out without a word", async () => {
      await begin(given.SORTED);
      const refreshed = await stack.refresh();
      stack.setVariable("RESOURCES", JSON.stringify({ sorted: {} }));
      for (const { failure, events } of [refreshed, await stack.up()]) {
        expect(failure).toBeUndefined();
        const warnings = events.filter(({ diagnosticEvent }) => diagnosticEvent?.severity === "warning");
        expect(JSON.stringify(warnings)).not.toContain("sortBy");
      }
      await expectDestroyed();
    });

    it.each([
      ["an operator that is gone, `matches`", given.MATCHED, "matches"],
      ["a listing of 9 MB", given.HUGE, "select"],
    ])(
      "%s: a refresh is an error that names what to change, and the state can be destroyed",
      async (_, resources, word) => {
        await begin(resources);
        expect((await stack.refresh()).failure).toContain(word);
        await expectDestroyed();
      },
    );
  });
});
