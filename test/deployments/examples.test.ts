/** The examples in TypeScript, as a user runs them. Those in other languages are in test/plugin. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { describeOnEachEngine } from "../support/engines.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";

const NAMED = [
  { id: "1", name: "Nightly import", status: "active", enabled: true },
  { id: "2", name: "Send invoices", status: "paused", enabled: false },
];
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];

describeOnEachEngine("the examples", (open) => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService({ workflows: NAMED });
  });
  afterEach(async () => await service.close());

  it("listing shows the workflows with their own fields, checked by the compiler", async () => {
    const env = { ...service.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: undefined };
    const stack = await open({ program: "examples/listing", env });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 2, workflows: ["1: Nightly import", "2: Send invoices"] });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toMatchObject({ count: 1, workflows: ["a-1: Nightly import"] });
  });

  it("for-each creates a resource for each workflow, and names the field to change", async () => {
    const stack = await open({ program: "examples/for-each", env: service.environment() });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 4 } });
    expect(await stack.outputs()).toEqual({ count: 2 });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toContain('no workflow has a field "id"; the fields are "uuid", "title"');
  });

  it("environments takes from a stack's config which workflows it needs", async () => {
    const config = {
      "alarms:where": { value: '{"enabled":true}' },
      "alarms:minItems": { value: "1" },
    };
    const stack = await open({ program: "examples/environments", env: service.environment(), config });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 3 } });
    await stack.setAllConfig({ "alarms:minItems": { value: "2" } });
    expect((await stack.up()).failure).toContain("fewer than `minItems` requires (2)");
  });
});

describe("the pipelines of environments", () => {
  const FOLDER = join(__dirname, "../../examples/environments");
  const read = (name: string): string => readFileSync(join(FOLDER, "pipelines", name), "utf8");

  it.each(["github.yml", "gitlab-ci.yml"])(
    "%s checks the settings, then deploys, and names its environment in quotes",
    (name) => {
      const commands = [...read(name).matchAll(/- (?:run: )?((?:npx|pulumi) .*)$/gm)].map(([, command]) => command);
      expect(commands.filter((command) => command !== "pulumi version")).toEqual([
        'npx --no pulumi-workflows check --stack "$ENVIRONMENT"',
        'pulumi up --yes --stack "$ENVIRONMENT"',
      ]);
    },
  );

  it("both deploy the stacks that have a config here, in one order", () => {
    const stacks = readdirSync(FOLDER).flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? []);
    expect(stacks).toEqual(["dev", "prod"]);
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({ stages: stacks });
    expect(parse(read("github.yml"))).toMatchObject({
      jobs: { deploy: { strategy: { "max-parallel": 1, matrix: { environment: stacks } } } },
    });
  });

  it("no script of GitHub's contains an expression: text from outside would become part of it", () => {
    const { jobs } = parse(read("github.yml")) as { jobs: { deploy: { steps: { run?: string }[] } } };
    expect(jobs.deploy.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});
