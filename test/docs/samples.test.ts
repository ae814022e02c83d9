/**
 * The samples of the pages in Python, Go and YAML, deployed on the real engine with the plugin: one program for each language. Those in
 * TypeScript are in test/deployments/pages.test.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { type AddSdk, addPythonSdk, compileGo, noSdk } from "../plugin/language-projects.js";
import { writePrograms } from "../plugin/programs-in-one.js";
import { type Language, testIn } from "../support/languages.js";
import { makeProjects, type Projects } from "../support/projects.js";
import { ROOT } from "./pages.js";

jest.setTimeout(300_000);

const SAMPLES = join(ROOT, "docs/samples");
const WORKFLOWS = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];

/** Each program by a name that every language takes. A sample that is only in TypeScript has none. */
function samplesIn(language: string): Record<string, string> {
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s");
  const programs = readdirSync(SAMPLES).flatMap((file) => {
    const [, program] = block.exec(readFileSync(join(SAMPLES, file), "utf8")) ?? [];
    return program === undefined ? [] : [[`sample_${basename(file, ".md").replaceAll("-", "_")}`, program]];
  });
  return Object.fromEntries(programs) as Record<string, string>;
}

let service: FakeService;
let projects: Projects;

beforeAll(async () => {
  service = await startFakeService({ workflows: WORKFLOWS });
  projects = await makeProjects(service.environment());
});
afterAll(async () => {
  await service.close();
  await projects.remove();
});

it.each(["python", "go", "yaml"])("there are samples in %s", (language) => {
  expect(Object.keys(samplesIn(language)).length).toBeGreaterThan(5);
});

const HOSTS: readonly (readonly [Language, AddSdk])[] = [
  ["yaml", noSdk],
  ["python", addPythonSdk],
  ["go", compileGo],
];

for (const [language, addSdk] of HOSTS) {
  testIn(language, `the pages' samples in ${language}`)(
    `${language}: the samples of the pages deploy, and stay without changes`,
    async () => {
      const folder = await projects.makeFolder(`samples-${language}`);
      await writePrograms(language, folder, samplesIn(language));
      const project = await projects.open(folder);
      await project.prepare(addSdk);
      await project.pulumi("config", "set", "--path", "workflow.name", "Nightly import");
      await project.pulumi("config", "set", "isNew", "true");
      for (const connection of ["eu", "us"]) {
        const path = `workflows:connections.${connection}`;
        await project.pulumi("config", "set", "--path", `${path}.baseUrl`, service.url);
        await project.pulumi("config", "set", "--path", `${path}.clientId`, service.clientId);
        await project.pulumi("config", "set", "--path", "--secret", `${path}.clientSecret`, service.clientSecret);
      }
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toMatchObject({
        active: [WORKFLOWS[0]],
        workflow: WORKFLOWS[0],
        optional: WORKFLOWS[0],
        countOfNew: 2,
        europe: 2,
        america: 2,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        countAfter: 2,
        workflows: expect.anything() as unknown,
      });
      const alarms = (await project.pulumi("stack", "export")).match(/::alarm-\d"/g) ?? [];
      // YAML has no loops.
      expect(new Set(alarms).size).toBe(language === "yaml" ? 0 : WORKFLOWS.length);
      await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
      await project.pulumi("destroy", "--yes");
    },
  );
}
