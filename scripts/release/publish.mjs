/**
 * Runs one step of a release that publishes something. The release workflow runs the steps in this order: `draft`, `npm`, `release`. Each step
 * can be run again if it or a later step has failed. The script runs in the job that may publish. It uses only `gh`, `npm` and Node.js, and no
 * installed package, because that package could publish too.
 *
 * 1. `draft` makes the release on GitHub as a draft, or uses the draft that is there, and uploads its files again.
 * 2. `npm` publishes the package. It skips this if npm has the version with the same content, and fails if the content differs.
 * 3. `release` publishes the draft.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const tag = `v${version}`;
const filesIn = (folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());

const STEPS = {
  draft: () => {
    const archives = filesIn("dist/archives").map((file) => join("dist/archives", file.name));
    const release = findRelease();
    if (release === undefined) {
      run(
        "gh",
        "release",
        "create",
        tag,
        "--draft",
        "--verify-tag",
        "--notes-file",
        "dist/release-notes.md",
        ...archives,
      );
    } else if (release.isDraft) {
      run("gh", "release", "edit", tag, "--draft", "--verify-tag", "--notes-file", "dist/release-notes.md");
      run("gh", "release", "upload", tag, "--clobber", ...archives);
    } else {
      console.log(`${tag} is published already.`);
    }
  },
  npm: () => {
    const [file] = filesIn("dist").filter((entry) => entry.name.endsWith(".tgz"));
    const tarball = `./dist/${file.name}`;
    const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    const published = publishedIntegrity();
    if (published === undefined) {
      run("npm", "publish", tarball, "--provenance", "--access", "public");
    } else if (published === integrity) {
      console.log(`${name}@${version} is on npm already, with the same content.`);
    } else {
      throw new Error(
        `npm has ${name}@${version} with other content: ${published}, not ${integrity}. Release a new version.`,
      );
    }
  },
  release: () => {
    const isPublished = findRelease()?.isDraft === false;
    if (!isPublished) {
      run("gh", "release", "edit", tag, "--draft=false");
    }
  },
};

/** Returns the release of this version, a draft too; `undefined` if there is none. Throws if GitHub does not answer. */
function findRelease() {
  const listed = ask("gh", "release", "list", "--limit", "1000", "--json", "tagName,isDraft");
  return JSON.parse(listed).find(({ tagName }) => tagName === tag);
}

/** Returns the integrity of this version on npm; `undefined` if it is not there. Throws if npm does not answer. */
function publishedIntegrity() {
  try {
    return JSON.parse(ask("npm", "view", `${name}@${version}`, "dist.integrity", "--json") || "null") ?? undefined;
  } catch (error) {
    if (/E404/.test(`${error.stdout}${error.stderr}`)) {
      return undefined;
    }
    throw error;
  }
}

/** Runs a command, whose output is shown. */
function run(command, ...args) {
  execFileSync(command, args, { stdio: "inherit" });
}

/** Runs a command, and returns its output. */
function ask(command, ...args) {
  return execFileSync(command, args, { encoding: "utf8" });
}

const step = STEPS[process.argv[2]];
if (step === undefined) {
  throw new Error(`Name a step: ${Object.keys(STEPS).join(", ")}.`);
}
step();
