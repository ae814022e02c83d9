/** One table of cases for the dynamic resource and the plugin: the same core, so the same behaviour. */
import { UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { startDynamicSubject, startPluginSubject, type StartSubject, type Subject } from "./subjects.js";

/** A large listing on a busy machine. */
jest.setTimeout(30_000);

type Plain = Record<string, unknown>;

interface Scene {
  readonly service: FakeService;
  readonly subject: Subject;
  /** Another process: the next phase of a deployment. */
  readonly nextPhase: () => Promise<Subject>;
}

const names = (json: unknown): string[] => (JSON.parse(String(json)) as { name: string }[]).map(({ name }) => name);

/** What is in the engine's state after a creation. */
async function created({ subject }: Scene, args: Plain): Promise<{ inputs: Plain; state: Plain }> {
  const { inputs, reasons } = await subject.check({}, args);
  expect(reasons).toEqual([]);
  return { inputs, state: (await subject.create(inputs)).outputs };
}

const CASES: readonly (readonly [name: string, run: (scene: Scene) => Promise<void>])[] = [
  [
    "check reads the listing into the inputs",
    async ({ subject }) => {
      const { inputs } = await subject.check({}, { where: { enabled: true }, select: ["name"] });
      expect(inputs).toMatchObject({ where: { enabled: true }, select: ["name"], count: 3 });
      expect(names(inputs["json"])).toEqual(["Nightly import", "Send invoices", "Onboard new customer"]);
      expect(inputs["digest"]).toMatch(/^[0-9a-f]{64}$/);
    },
  ],
  [
    "check reports all issues at once, and sends nothing",
    async ({ subject, service }) => {
      const { reasons } = await subject.check({}, { maxPages: -1, itemsPath: "$.data", wher: {} });
      expect(reasons).toHaveLength(3);
      reasons.forEach((reason) => expect(reason.split(" [settings]")).toEqual([expect.stringMatching(/[.?]$/), ""]));
      expect(service.requests).toHaveLength(0);
    },
  ],
  [
    "what is not known yet passes, nested too, and nothing is sent",
    async ({ subject, service }) => {
      const args = { where: { name: { in: ["a", UNKNOWN] } } };
      const { inputs } = await subject.check({}, args);
      expect(inputs).toEqual({ ...args, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, __service: UNKNOWN });
      expect(service.requests).toHaveLength(0);
    },
  ],
  [
    "a creation stores what check read, without a request",
    async ({ subject, service }) => {
      const { inputs } = await subject.check({}, { select: ["name"] });
      const before = service.requests.length;
      const { id, outputs } = await subject.create(inputs);
      expect(id).toMatch(/^workflows/);
      expect(outputs).toMatchObject(inputs);
      expect(service.requests).toHaveLength(before);
    },
  ],
  [
    "an unchanged listing is no change, and a changed one is",
    async (scene) => {
      const { inputs, state } = await created(scene, {});
      const same = await scene.nextPhase();
      const again = await same.check(inputs, {});
      expect(await same.diff(inputs, state, again.inputs)).toBe(false);
      scene.service.workflows.push({ id: "new", name: "New" });
      const later = await scene.nextPhase();
      const changed = await later.check(inputs, {});
      expect(await later.diff(inputs, state, changed.inputs)).toBe(true);
      expect(names((await later.update(state, changed.inputs))["json"])).toContain("New");
    },
  ],
  [
    "a refresh shows the drift in inputs and outputs",
    async (scene) => {
      const { inputs, state } = await created(scene, {});
      scene.service.workflows.pop();
      const read = await (await scene.nextPhase()).refresh(inputs, state);
      expect(read.inputs).toMatchObject({ count: 4 });
      expect(read.outputs).toMatchObject({ count: 4 });
    },
  ],
  [
    "a listing over 1 MB is in inputs and outputs, without items",
    async (scene) => {
      scene.service.workflows.push({ id: "long", name: "x".repeat(1_000_001) });
      const { inputs, state } = await created(scene, {});
      expect(inputs["json"]).toBe(state["json"]);
      expect(names(state["json"])).toHaveLength(6);
      expect(state["items"]).toBeUndefined();
      expect(await scene.subject.diff(inputs, state, inputs)).toBe(false);
    },
  ],
];

const SUBJECTS: readonly (readonly [string, StartSubject])[] = [
  ["the plugin's resource", startPluginSubject],
  // Last, as it resets the modules.
  ["the dynamic resource", startDynamicSubject],
];

describe.each(SUBJECTS)("%s", (_name, start) => {
  let service: FakeService;
  let subjects: Subject[] = [];

  beforeEach(async () => {
    service = await startFakeService();
  });
  afterEach(async () => {
    for (const subject of subjects) {
      subject.close();
    }
    subjects = [];
    await service.close();
  });

  it.each(CASES)("%s", async (_case, run) => {
    const { url, clientId, clientSecret } = service;
    const nextPhase = async (): Promise<Subject> => {
      const subject = await start({ baseUrl: url, clientId, clientSecret, maxRetries: "0" });
      subjects.push(subject);
      return subject;
    };
    await run({ service, subject: await nextPhase(), nextPhase });
  });
});
