/** The code of an error as the engine shows it: once, at the end of the message, in the npm package and in the plugin. */
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { noSdk } from "../plugin/language-projects.js";
import { errorCodes } from "../support/error-codes.js";
import { type Language, testIn } from "../support/languages.js";
import { makeProjects, type Project, type Projects } from "../support/projects.js";

jest.setTimeout(300_000);

let service: FakeService;
let projects: Projects;

beforeAll(async () => {
  service = await startFakeService();
  projects = await makeProjects(service.environment());
});
afterAll(async () => {
  await service.close();
  await projects.remove();
});

/** Writes programs: `all`, a resource with these arguments, or a call of `getWorkflows` with them. */
interface Host {
  readonly open: (name: string) => Promise<Project>;
  readonly write: (project: Project, kind: "resource" | "function", args: object) => Promise<void>;
}

const npm: Host = {
  open: async (name) => await projects.open(await projects.writeProgram(name, "")),
  write: async ({ folder }, kind, args) => {
    const call = kind === "resource" ? "new Workflows('all', args)" : "getWorkflowsOutput(args)";
    const text = `const { Workflows, getWorkflowsOutput } = require("pulumi-workflows");\nconst args = ${JSON.stringify(args)};\n`;
    await writeFile(join(folder, "index.js"), `${text}exports.count = ${call}.count;\n`);
  },
};

const yaml: Host = {
  open: async (name) => {
    const folder = await projects.makeFolder(name);
    await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: yaml\n`);
    const project = await projects.open(folder);
    await project.prepare(noSdk);
    return project;
  },
  write: async ({ folder }, kind, args) => {
    const resources = kind === "resource" ? { all: { type: "workflows:Workflows", properties: args } } : {};
    const call = { "fn::invoke": { function: "workflows:getWorkflows", arguments: args, return: "count" } };
    const outputs = { count: kind === "resource" ? "${all.count}" : call };
    const program = { name: basename(folder), runtime: "yaml", resources, outputs };
    await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify(program));
  },
};

const ANY_CODE = new RegExp(`\\[(?:${errorCodes().join("|")})\\]`);

/** Returns the lines of what a failed `pulumi up` printed that have a code. */
async function linesWithCode(project: Project): Promise<string[]> {
  const text = await project.pulumi("up", "--yes", "--skip-preview").then(
    () => "",
    (error: unknown) => String(error),
  );
  return text.split("\n").filter((line) => ANY_CODE.test(line));
}

const HOSTS: readonly (readonly [Language, string, Host])[] = [
  ["yaml", "the npm package", npm],
  ["yaml", "the plugin", yaml],
];

for (const [language, name, host] of HOSTS) {
  testIn(language, `error codes of ${name}`)(`${name}: each message ends with its code, once`, async () => {
    const project = await host.open(name.replaceAll(" ", "-"));
    const failWith = async (kind: "resource" | "function", args: object, code: string): Promise<void> => {
      await host.write(project, kind, args);
      const lines = await linesWithCode(project);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) {
        expect(line.split(ANY_CODE)).toHaveLength(2);
        // SDKs add the property of a function's failure.
        expect(line).toMatch(new RegExp(`[.?] \\[${code}\\](?: \\(maxPages\\))?$`));
      }
    };
    for (const kind of ["resource", "function"] as const) {
      await failWith(kind, { maxPages: 0 }, "settings");
      service.answerNext("token", { status: 401 });
      await failWith(kind, {}, "token-refused");
      await host.write(project, "resource", {});
      await project.pulumi("up", "--yes", "--skip-preview");
      const workflows = service.workflows;
      service.workflows = [];
      await failWith(kind, {}, "vanished");
      service.workflows = workflows;
    }
  });
}
