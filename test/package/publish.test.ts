/** The release workflow's steps can be repeated. `gh` and `npm` are small programs here, which keep their state in a file. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ROOT } from "./tarball.js";

interface Service {
  releases: { tagName: string; isDraft: boolean }[];
  /** What npm has of this version. */
  integrity?: string | undefined;
  /** Every command that changes something. */
  calls: string[];
  /** The command that fails. */
  failing?: string;
}

const PROGRAM = `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const { createHash } = require("node:crypto");
const { basename } = require("node:path");
const file = process.env.SERVICE;
const state = JSON.parse(readFileSync(file, "utf8"));
const [words, tool] = [process.argv.slice(2), basename(process.argv[1])];
const command = tool === "gh" ? words.slice(0, 2).join(" ") : words[0];
if (command === "release list") {
  console.log(JSON.stringify(state.releases));
} else if (command === "view") {
  if (state.integrity === undefined) {
    console.log(JSON.stringify({ error: { code: "E404" } }));
    process.exit(1);
  }
  console.log(JSON.stringify(state.integrity));
} else {
  if (command === state.failing) process.exit(1);
  const release = state.releases.find(({ tagName }) => tagName === words[2]);
  if (command === "release create") state.releases.push({ tagName: words[2], isDraft: words.includes("--draft") });
  if (command === "release edit") release.isDraft = !words.includes("--draft=false");
  if (command === "publish") state.integrity = "sha512-" + createHash("sha512").update(readFileSync(words[1])).digest("base64");
  state.calls.push(command);
  writeFileSync(file, JSON.stringify(state));
}
`;

const DRAFT = { tagName: "v1.2.3", isDraft: true };
const PUBLISHED = { tagName: "v1.2.3", isDraft: false };
const INTEGRITY = `sha512-${createHash("sha512").update("the package").digest("base64")}`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "workflows-publish-"));
  for (const path of ["bin", "dist/archives", "scripts/release"]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const tool of ["gh", "npm"]) {
    writeFileSync(join(folder, "bin", tool), PROGRAM, { mode: 0o755 });
  }
  cpSync(join(ROOT, "scripts/release/publish.mjs"), join(folder, "scripts/release/publish.mjs"));
  writeFileSync(join(folder, "package.json"), '{"name":"pulumi-workflows","version":"1.2.3"}');
  writeFileSync(join(folder, "dist/pulumi-workflows-1.2.3.tgz"), "the package");
  writeFileSync(join(folder, "dist/archives/SHA256SUMS"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the workflow's steps in their order, until one fails. */
function publish(before: Partial<Service>): Service & { failed: string | undefined; stderr: string } {
  const file = join(folder, "service.json");
  writeFileSync(file, JSON.stringify({ releases: [], calls: [], ...before }));
  const workflow = readFileSync(join(ROOT, ".github/workflows/release.yml"), "utf8");
  const steps = [...workflow.matchAll(/run: node scripts\/release\/publish\.mjs (\w+)/g)].map(([, step]) => step ?? "");
  expect(steps).toEqual(["draft", "npm", "release"]);
  let stderr = "";
  const failed = steps.find((step) => {
    const ended = spawnSync(process.execPath, ["scripts/release/publish.mjs", step], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PATH: [join(folder, "bin"), process.env["PATH"]].join(delimiter), SERVICE: file },
    });
    stderr = ended.stderr;
    return ended.status !== 0;
  });
  return { ...(JSON.parse(readFileSync(file, "utf8")) as Service), failed, stderr };
}

const ALL = ["release create", "publish", "release edit"];

it.each<[name: string, before: Partial<Service>, calls: string[]]>([
  ["nothing is there: a draft, the package, and then the release", {}, ALL],
  ["another version's release is there", { releases: [{ tagName: "v1.2.2", isDraft: false }] }, ALL],
  [
    "a draft is there: it gets the files again",
    { releases: [DRAFT] },
    ["release edit", "release upload", "publish", "release edit"],
  ],
  [
    "the package is on npm with this content: it is not published again",
    { releases: [DRAFT], integrity: INTEGRITY },
    ["release edit", "release upload", "release edit"],
  ],
  ["everything is there: nothing changes", { releases: [PUBLISHED], integrity: INTEGRITY }, []],
])("%s", (_name, before, calls) => {
  const after = publish(before);
  expect(after).toMatchObject({ failed: undefined, calls, integrity: INTEGRITY });
  expect(after.releases).toContainEqual(PUBLISHED);
});

it.each([
  ["release create", "draft"],
  ["publish", "npm"],
  ["release edit", "release"],
])("after `%s` failed, a second run ends with the release published", (failing, step) => {
  const first = publish({ failing });
  expect(first).toMatchObject({ failed: step, calls: ALL.slice(0, ALL.indexOf(failing)) });
  const { releases, integrity, failed } = publish({ releases: first.releases, integrity: first.integrity });
  expect({ releases, integrity, failed }).toEqual({ releases: [PUBLISHED], integrity: INTEGRITY, failed: undefined });
});

it("npm has the version with other content: the run fails, and the release stays a draft", () => {
  const { failed, releases, stderr } = publish({ integrity: "sha512-other" });
  expect({ failed, releases }).toEqual({ failed: "npm", releases: [DRAFT] });
  expect(stderr).toContain("npm has pulumi-workflows@1.2.3 with other content: sha512-other");
});
