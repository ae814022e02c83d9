/** The repository's own CI and release: no more rights than needed, scripts that exist, and notes for each release. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { releaseNotes } from "../../scripts/release/notes.js";
import { ROOT } from "../support/built.js";

interface Job {
  readonly "timeout-minutes"?: number;
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
}

const FOLDER = join(ROOT, ".github", "workflows");
const files = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const { jobs, permissions } = parse(text) as { jobs: Record<string, Job>; permissions: object };
  return { name, text, permissions, jobs, steps: Object.values(jobs).flatMap(({ steps }) => steps) };
});

describe.each(files)("$name", ({ name, text, permissions, jobs, steps }) => {
  it("may only read, except when publishing, which installs nothing: an install script would have its rights", () => {
    expect(permissions).toEqual({ contents: "read" });
    const writers = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
    expect(writers.map(([job]) => job)).toEqual(name === "release.yml" ? ["publish"] : []);
    const commands = writers.flatMap(([, job]) => job.steps.map(({ run = "" }) => run));
    expect(commands.filter((run) => /npm (ci|install)|npx/.test(run))).toEqual([]);
  });

  it("ends some day", () => {
    expect(Object.keys(jobs).filter((job) => jobs[job]?.["timeout-minutes"] === undefined)).toEqual([]);
  });

  it("runs npm scripts that exist, and none with an expression", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
    const runs = steps.map(({ run = "" }) => run);
    const named = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script ?? ""));
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
  });

  it("runs no action that may change under its name: a tag can be moved, a commit cannot", () => {
    const used = text.match(/uses: .*/g) ?? [];
    expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it("leaves no token of GitHub's in the checkout", () => {
    const checkouts = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with)).toEqual(checkouts.map(() => ({ "persist-credentials": false })));
  });
});

it("a release is published after everything that may fail, and from no cache that another run may have filled", () => {
  const release = files.find(({ name }) => name === "release.yml");
  expect(release?.jobs).toMatchObject({ files: { needs: ["test", "pack"] }, publish: { needs: "files" } });
  expect(release?.text).not.toMatch(/^\s*cache:/m);
});

it("everything is uploaded to a draft before npm gets the package, because npm cannot take a version back", () => {
  const steps = files.find(({ name }) => name === "release.yml")?.jobs["publish"]?.steps.slice(-3) ?? [];
  expect(steps.map(({ run, with: options }) => run ?? options)).toEqual([
    expect.objectContaining({ draft: true, files: "dist/archives/*", fail_on_unmatched_files: true }),
    // The job may be run again after a failure: npm refuses a version that it has.
    'test -n "$(npm view "pulumi-workflows@${GITHUB_REF_NAME#v}" version)" || npm publish ./dist/*.tgz --provenance --access public',
    { draft: false },
  ]);
});

const CHANGELOG = "# Changes\n\n## 0.2.0 (2026-12-01)\n\n### Added\n\n- Two.\n\n## 0.1.0 (unreleased)\n\n- One.\n";

it("the release notes are the changelog's section on the version", () => {
  expect(releaseNotes(CHANGELOG, "0.2.0")).toBe("### Added\n\n- Two.\n");
});

it.each([
  ["0.3.0", "CHANGELOG.md has no section `## 0.3.0`."],
  ["0.2", "CHANGELOG.md has no section `## 0.2`."],
  ["0.1.0", "CHANGELOG.md calls 0.1.0 unreleased."],
])("without a section on %s that may be released, nothing is published", (version, message) => {
  expect(() => releaseNotes(CHANGELOG, version)).toThrow(message);
});
