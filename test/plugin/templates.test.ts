/** The templates on the real engine: `pulumi new` from the local folder, then a deployment of what it made. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { SETTINGS } from "../../provider/settings/definitions.js";
import { testIn } from "../support/languages.js";
import { linkPackages, makeProjects, type Project, type Projects } from "../support/projects.js";
import { ROOT, VERSION } from "./executable.js";
import { addPythonSdk, compileGo } from "./language-projects.js";

const LANGUAGES = ["typescript", "javascript", "python", "go", "yaml"];

interface TemplateFile {
  packages?: Record<string, string>;
  template: { description: string; config: Record<string, { description: string; secret?: boolean }> };
}

function templateFile(language: string): TemplateFile {
  return parse(readFileSync(join(ROOT, "templates", language, "Pulumi.yaml"), "utf8")) as TemplateFile;
}

describe.each(LANGUAGES)("the template for %s", (language) => {
  test("asks for the three settings that have no default, the secret one as a secret", () => {
    const { config } = templateFile(language).template;
    const settings = Object.entries(config).map(([key, { secret = false }]) => ({ key, secret }));
    const required = SETTINGS.filter(({ key }) => ["baseUrl", "clientId", "clientSecret"].includes(key));
    expect(settings).toEqual(required.map(({ key }) => ({ key: `workflows:${key}`, secret: key === "clientSecret" })));
  });

  test("has a program of about ten lines, and a README", () => {
    const folder = join(ROOT, "templates", language);
    const program = ["index.ts", "index.js", "__main__.py", "main.go"].find((name) => existsSync(join(folder, name)));
    const lines = readFileSync(join(folder, program ?? "Pulumi.yaml"), "utf8").split("\n");
    expect(lines.filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(language === "go" ? 30 : 25);
    expect(existsSync(join(folder, "README.md"))).toBe(true);
  });
});

test.each(["python", "go"])("the template for %s asks for this version of the plugin", (language) => {
  expect(templateFile(language).packages).toEqual({ workflows: `workflows@${VERSION}` });
});

jest.setTimeout(300_000);

/** The least that a service may list. The templates must name no field of their own. */
const PLAIN = [{ uuid: "a-1", title: "First" }];
const COUNT_AND_FIRST = { count: 1, first: PLAIN[0] };

let service: Emulator;
let projects: Projects | undefined;

beforeAll(async () => {
  service = await startEmulator({ workflows: PLAIN });
});
afterAll(async () => {
  await projects?.remove();
  await service.close();
});

/** `pulumi new`, as a user runs it; the secret is set by hand, because `--config` would save it in the clear. */
async function makeFromTemplate(language: string, ...options: readonly string[]): Promise<Project> {
  projects ??= await makeProjects({});
  const folder = await projects.makeFolder(`new-${language}`);
  const project = await projects.open(folder, {}, { stack: false });
  const template = join(ROOT, "templates", language);
  await project.pulumi("new", template, "--yes", "--name", `new-${language}`, ...options);
  return project;
}

async function initStack(project: Project): Promise<void> {
  await project.pulumi("stack", "init", "test");
  await project.pulumi("config", "set", "workflows:baseUrl", service.url);
  await project.pulumi("config", "set", "workflows:clientId", service.clientId);
  await setSecret(project);
}

async function setSecret(project: Project): Promise<void> {
  await project.pulumi("config", "set", "--secret", "workflows:clientSecret", service.clientSecret);
}

const connection = (): string[] => [
  ...["--config", `workflows:baseUrl=${service.url}`],
  ...["--config", `workflows:clientId=${service.clientId}`],
];

/** What the CLI would install, without a network. */
async function installForTypeScript(folder: string): Promise<NodeJS.ProcessEnv> {
  await linkPackages(folder);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc], { cwd: folder, stdio: "inherit" });
  return {};
}

async function installForJavaScript(folder: string): Promise<NodeJS.ProcessEnv> {
  await linkPackages(folder);
  return {};
}

for (const [template, language, install] of [
  ["typescript", "nodejs", installForTypeScript],
  ["javascript", "nodejs", installForJavaScript],
  ["python", "python", addPythonSdk],
  ["go", "go", compileGo],
] as const) {
  testIn(language, `templates/${template}`)(`${template}: a new project deploys as it is`, async () => {
    const project = await makeFromTemplate(template, "--generate-only");
    await project.prepare(install);
    await initStack(project);
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(await project.outputs()).toEqual(COUNT_AND_FIRST);
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  });
}

testIn("yaml", "templates/yaml")("yaml: a new project deploys as it is", async () => {
  const project = await makeFromTemplate("yaml", "--stack", "test", ...connection());
  await setSecret(project);
  await project.pulumi("up", "--yes", "--skip-preview");
  expect(await project.outputs()).toEqual({ count: 1, items: PLAIN });
});
