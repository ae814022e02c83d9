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
  if (command === "install") pulumi("version");
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
    console.log(pulumi("plugin", "install", "resource", "workflows", version, "--file", executable, "--reinstall"));
  }
}

/** What the CLI prints on its standard output; its errors are shown as they come. */
function pulumi(...args: readonly string[]): string {
  const env = { ...process.env, PATH: withoutWrappers(process.env["PATH"] ?? "") };
  try {
    return execFileSync("pulumi", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      "There is no `pulumi` on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/) and try again.",
    );
  }
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
