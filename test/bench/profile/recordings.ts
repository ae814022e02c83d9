/** Lets the Node processes that a command starts be recorded. */
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Recording } from "./read-profile.js";

export interface Recordings {
  /** For the command. */
  readonly environment: Readonly<Record<string, string>>;
  /** What was recorded since the last time. */
  take(): Promise<readonly Recording[]>;
  remove(): Promise<void>;
}

export async function openRecordings(): Promise<Recordings> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-profile-")));
  const recorder = join(folder, "recorder.cjs");
  // Plain JavaScript: the processes have no compiler of ours.
  const entryPoints = [join(__dirname, "recorder.ts")];
  await build({ entryPoints, outfile: recorder, bundle: true, platform: "node", target: "node20", format: "cjs" });
  const texts = async (): Promise<readonly string[]> => {
    const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).map((file) => join(folder, file));
    const read = await Promise.all(files.map((file) => readFile(file, "utf8")));
    await Promise.all(files.map((file) => rm(file)));
    return read;
  };
  return {
    environment: { NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`, PROFILE_FOLDER: folder },
    take: async () => (await texts()).map((text) => JSON.parse(text) as Recording),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
