/** The commands behind `npm run build:plugin`, `install:plugin` and `pack:plugin`. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { withoutWrappers } from "../../pulumi/engine-path.js";
import { ARCHIVES_FOLDER, packArchives } from "./archives.js";
import { bundlePlugin } from "./bundle.js";
import { noticesFor } from "./notices.js";

const root = resolve(__dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const executable = join(root, "dist/bin/pulumi-resource-workflows");

async function main(command: string | undefined): Promise<void> {
  const { inputs } = await bundlePlugin({ root, version, outfile: executable });
  console.log(`Made ${relative(root, executable)}.`);
  if (command === "pack") {
    const notices = noticesFor(root, inputs);
    const outdir = join(root, ARCHIVES_FOLDER);
    for (const archive of await packArchives({ root, version, executable, notices, outdir })) {
      console.log(`Made ${relative(root, archive)}.`);
    }
  }
  if (command === "install") {
    const options = ["--file", executable, "--reinstall"];
    execFileSync("pulumi", ["plugin", "install", "resource", "workflows", version, ...options], {
      stdio: "inherit",
      env: { ...process.env, PATH: withoutWrappers(process.env["PATH"] ?? "") },
    });
  }
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
