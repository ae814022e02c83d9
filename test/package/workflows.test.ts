/** The repository's own CI and release: taken by GitHub, with no more rights than needed, and running scripts that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { parse } from "yaml";
import { ARCHIVES_FOLDER } from "../../provider/packaging/archives.js";
import { ROOT } from "./tarball.js";

const FOLDER = join(ROOT, ".github", "workflows");
const FILES = readdirSync(FOLDER);

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly "timeout-minutes"?: number;
        readonly permissions?: object;
        readonly steps: { readonly run?: string }[];
      }
    >
  >;
}

const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

test.each(FILES)("%s is a workflow that GitHub takes, may only read, and ends some day", (name) => {
  const workflow = parse(read(name)) as Workflow;
  expect(validateWorkflow(read(name))).toMatchObject({ errors: [] });
  expect(workflow).toMatchObject({ permissions: { contents: "read" } });
  const endless = Object.values(workflow.jobs).filter((job) => job["timeout-minutes"] === undefined);
  expect(endless).toEqual([]);
});

test.each(FILES)("every npm script that %s runs exists, and no expression stands in a script", (name) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const { jobs } = parse(read(name)) as Workflow;
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = "" }) => run));
  const named = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? ""));
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
});

test.each(FILES)("%s runs no action that may change under its name: a tag can be moved, a commit cannot", (name) => {
  const used = read(name).match(/uses: .*/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test("only publishing may write, and it publishes with provenance after the tests", () => {
  const { jobs } = parse(read("release.yml")) as Workflow;
  const writers = Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined);
  expect(writers.map(([name]) => name)).toEqual(["publish"]);
  expect(jobs["publish"]).toMatchObject({ needs: "test", permissions: { contents: "write", "id-token": "write" } });
  expect(jobs["publish"]?.steps.map(({ run }) => run)).toContain("npm publish --provenance --access public");
});

test("the release attaches the archives that `npm run pack:plugin` makes", () => {
  const { jobs } = parse(read("release.yml")) as Workflow;
  const runs = (jobs["publish"]?.steps ?? []).map(({ run = "" }) => run);
  const at = (start: string): number => runs.findIndex((run) => run.startsWith(start));
  expect(runs[at("gh release create")]).toContain(` ${ARCHIVES_FOLDER}/*`);
  // A version can be published once: what may fail before it can be run again.
  const order = [at("npm run pack:plugin"), at("npm publish"), at("gh release create")];
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
});
