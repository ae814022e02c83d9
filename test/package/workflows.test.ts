/** The repository's own CI and release: taken by GitHub, with no more rights than needed, and running scripts that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { parse } from "yaml";
import { ARCHIVES_FOLDER } from "../../scripts/plugin/archive.js";
import { NOTES_FILE, releaseNotes } from "../../scripts/release/notes.js";
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
        readonly steps: {
          readonly run?: string;
          readonly uses?: string;
          readonly with?: Readonly<Record<string, string | boolean>>;
        }[];
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
      }
    >
  >;
}

const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

test.each(FILES)("%s is a workflow that GitHub takes, may only read, and ends some day", (name) => {
  const workflow = parse(read(name)) as Workflow;
  // The validator is older than this permission of GitHub's.
  const known = read(name).replace(/^ +attestations: write.*\n/m, "");
  expect(validateWorkflow(known)).toMatchObject({ errors: [] });
  expect(workflow).toMatchObject({ permissions: { contents: "read" } });
  const endless = Object.values(workflow.jobs).filter((job) => job["timeout-minutes"] === undefined);
  expect(endless).toEqual([]);
});

test.each(FILES)("every npm script that %s runs exists, and no script has an expression", (name) => {
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

/** What a job does, step by step: its commands and actions. */
const stepsOf = ({ jobs }: Workflow, job: string): readonly string[] =>
  (jobs[job]?.steps ?? []).map(({ run, uses = "" }) => run ?? uses.replace(/@.*/, ""));

test("only publishing may write, and it installs nothing: an install script would have its rights", () => {
  const release = parse(read("release.yml")) as Workflow;
  const writers = Object.entries(release.jobs).filter(([, { permissions }]) => permissions !== undefined);
  expect(writers.map(([name]) => name)).toEqual(["publish"]);
  expect(release.jobs).toMatchObject({
    files: { needs: ["test", "pack"] },
    publish: { needs: "files", permissions: { contents: "write", "id-token": "write", attestations: "write" } },
  });
  // A version can be published once: what may fail before it can be run again.
  expect(stepsOf(release, "publish")).toEqual([
    "actions/checkout",
    "actions/setup-node",
    "actions/download-artifact",
    "actions/attest-build-provenance",
    "npm publish ./dist/*.tgz --provenance --access public",
    `gh release create "$GITHUB_REF_NAME" --verify-tag --notes-file ${NOTES_FILE} ${ARCHIVES_FOLDER}/*`,
  ]);
});

test("what is published is what was packed: archives of each platform with their checksums, and the npm package", () => {
  const release = parse(read("release.yml")) as Workflow;
  const uploaded = (job: string): readonly string[] =>
    (release.jobs[job]?.steps ?? []).flatMap(({ uses = "", with: options }) =>
      uses.startsWith("actions/upload-artifact@") ? String(options?.["path"]).trim().split(/\s+/) : [],
    );
  expect(uploaded("pack")).toEqual([`${ARCHIVES_FOLDER}/*.tar.gz`]);
  expect(uploaded("files")).toEqual([`${ARCHIVES_FOLDER}/`, NOTES_FILE, "dist/*.tgz"]);
  expect(stepsOf(release, "files").slice(-5)).toEqual([
    "npm ci",
    "actions/download-artifact",
    "npx ts-node -P scripts/tsconfig.json scripts/release/files.ts",
    "npm pack --pack-destination dist",
    "actions/upload-artifact",
  ]);
});

test("a release uses no cache, which another run may have filled", () => {
  expect(read("release.yml")).not.toMatch(/^\s*cache:/m);
});

test.each(FILES)("%s leaves no token of GitHub's in the checkout", (name) => {
  const { jobs } = parse(read(name)) as Workflow;
  const checkouts = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
  expect(checkouts.length).toBeGreaterThan(0);
  expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ "persist-credentials": false })));
});

test("each platform packs its own archive, installs it, and deploys an example with it before anything is published", () => {
  const { jobs } = parse(read("release.yml")) as Workflow;
  const runners = jobs["pack"]?.strategy?.matrix["runner"] ?? [];
  const systems = runners.map((runner) => runner.split("-", 1)[0]);
  expect(systems).toEqual(["ubuntu", "ubuntu", "macos", "macos", "windows", "windows"]);
  const runs = jobs["pack"]?.steps.flatMap(({ run = [] }) => run) ?? [];
  expect(runs.slice(-2)).toEqual([
    "npm run pack:plugin -- --pinned",
    `npm run rehearse:release -- --only yaml --archives ${ARCHIVES_FOLDER}`,
  ]);
});

const CHANGELOG = "# Changes\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- Two.\n\n## 0.1.0 (unreleased)\n\n- One.\n";

test("the release notes are the changelog's section on the version", () => {
  expect(releaseNotes(CHANGELOG, "0.2.0")).toBe("### Added\n\n- Two.\n");
});

test.each([
  ["0.3.0", "CHANGELOG.md has no section `## 0.3.0`."],
  ["0.2", "CHANGELOG.md has no section `## 0.2`."],
  ["0.1.0", "CHANGELOG.md calls 0.1.0 unreleased."],
])("without a section on %s that may be released, nothing is published", (version, message) => {
  expect(() => releaseNotes(CHANGELOG, version)).toThrow(message);
});

test("GitHub's forms and Dependabot's settings are YAML, and every npm package is kept up to date", () => {
  const forms = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).map((name) => join(".github/ISSUE_TEMPLATE", name));
  for (const file of forms) {
    expect(() => parse(readFileSync(join(ROOT, file), "utf8")) as unknown).not.toThrow();
  }
  const { updates } = parse(readFileSync(join(ROOT, ".github/dependabot.yml"), "utf8")) as {
    updates: { "package-ecosystem": string }[];
  };
  expect(updates.map((update) => update["package-ecosystem"])).toEqual(["github-actions", "npm"]);
});
