/** The pipeline files that are there to be copied: well formed, careful, and in step with the example they run. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { parse } from "yaml";
import { ENVIRONMENTS } from "../../examples/environments/environments.js";
import { EXIT } from "../../examples/environments/failure.js";
import { EXAMPLE } from "./pipeline.js";

const FOLDER = join(EXAMPLE, "pipelines");
const GITHUB = ["github-deploy.yml", "github-environments.yml"];

interface Job {
  readonly needs?: string | string[];
  readonly uses?: string;
  readonly with?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly "timeout-minutes"?: number;
  readonly concurrency?: Record<string, unknown>;
  readonly steps?: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Record<string, unknown>;
  }[];
}

async function read<T>(name: string): Promise<T> {
  return parse(await readFile(join(FOLDER, name), "utf8")) as T;
}

it.each(GITHUB)("%s is a workflow that GitHub takes, with no more rights than it needs", async (name) => {
  const text = await readFile(join(FOLDER, name), "utf8");
  expect(validateWorkflow(text)).toMatchObject({ errors: [] });
  expect(parse(text)).toMatchObject({ permissions: { contents: "read" } });
});

it("no script contains an expression: text from outside would become part of it", async () => {
  const { jobs } = await read<{ jobs: Record<string, Job> }>("github-deploy.yml");
  for (const { run = "" } of Object.values(jobs).flatMap(({ steps = [] }) => steps)) {
    expect(run).not.toContain("${{");
  }
});

it("GitHub's job waits for another of its environment, is never cancelled for one, and ends some day", async () => {
  const { jobs } = await read<{ jobs: { deploy: Job } }>("github-deploy.yml");
  expect(jobs.deploy).toMatchObject({
    concurrency: { group: "environments-${{ inputs.environment }}", "cancel-in-progress": false },
    "timeout-minutes": expect.any(Number) as number,
  });
});

it("both pipelines know the environments of the description, in their order", async () => {
  const github = await read<{ jobs: Record<string, Job> }>("github-environments.yml");
  const gitlab =
    await read<Record<string, { stage?: string; extends?: string; variables?: Record<string, string> }>>(
      "gitlab-ci.yml",
    );
  const names = ENVIRONMENTS.map(({ name }) => name);
  expect(Object.values(github.jobs).map((job) => job.with?.["environment"])).toEqual(names);
  expect(gitlab["stages"]).toEqual(names);
  for (const { name, after } of ENVIRONMENTS) {
    if (after !== undefined) {
      expect([github.jobs[name]?.needs].flat()).toContain(after);
    }
    expect(gitlab[name]).toMatchObject({ extends: ".deploy", stage: name, variables: { ENVIRONMENT: name } });
  }
});

it("a secret is given by variable, under the names that the settings have", async () => {
  const { jobs } = await read<{ jobs: { deploy: Job } }>("github-deploy.yml");
  expect(jobs.deploy.env).toMatchObject({
    WORKFLOWS_BASE_URL: "${{ vars.WORKFLOWS_BASE_URL }}",
    WORKFLOWS_CLIENT_ID: "${{ vars.WORKFLOWS_CLIENT_ID }}",
    WORKFLOWS_CLIENT_SECRET: "${{ secrets.WORKFLOWS_CLIENT_SECRET }}",
  });
});

it("what they run is what package.json and the lock file have", async () => {
  const { scripts } = JSON.parse(await readFile(join(EXAMPLE, "package.json"), "utf8")) as { scripts: object };
  const text = (
    await Promise.all([...GITHUB, "gitlab-ci.yml"].map((name) => readFile(join(FOLDER, name), "utf8")))
  ).join();
  for (const [, script = ""] of text.matchAll(/npm (start|run \S+)/g)) {
    expect(Object.keys(scripts)).toContain(script.replace("run ", ""));
  }
});

it("no pipeline destroys, and a deployment names its environment in quotes: an unset variable is no wish for all", async () => {
  for (const name of [...GITHUB, "gitlab-ci.yml"]) {
    const text = await readFile(join(FOLDER, name), "utf8");
    expect(text).not.toMatch(/destroy|--all|--accept-deletions|--engine/);
    for (const [, args] of text.matchAll(/npm start --silent -- (.*)$/gm)) {
      expect(args).toBe('up "$ENVIRONMENT"');
    }
  }
});

it("GitLab's job ends where the CLI was not installed", async () => {
  const { ".deploy": job } = await read<{ ".deploy": { before_script: string[] } }>("gitlab-ci.yml");
  expect(job.before_script).toContain("pulumi version");
});

it("the example's page names every exit code of the example", async () => {
  const page = await readFile(join(EXAMPLE, "README.md"), "utf8");
  for (const code of Object.values(EXIT)) {
    const row = code >= 3 && code <= 9 ? "3 to 9" : code >= 130 ? "130, 143" : String(code);
    expect(page).toMatch(new RegExp(`^\\| ${row} +\\|`, "m"));
  }
});
