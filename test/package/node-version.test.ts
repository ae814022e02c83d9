/** The weekly check of the Node.js in the plugin's executables, against lists of releases as nodejs.org has them. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "../support/built.js";
import { startFakeService } from "../support/fake-service.js";

const PINNED = readFileSync(join(ROOT, "scripts/plugin/.node-version"), "utf8").trim();
const [LINE = "", minor = ""] = PINNED.split(".");
const NEXT = `${LINE}.${Number(minor) + 1}.0`;
const LATER = `${LINE}.${Number(minor) + 2}.0`;

interface Release {
  readonly version: string;
  readonly security: boolean;
}
const release = (version: string, security = false): Release => ({ version: `v${version}`, security });
const OTHER_LINE = release(`${Number(LINE) + 2}.0.0`, true);

async function check(releases: readonly Release[]): Promise<{ code: number | null; stderr: string }> {
  const server = await startFakeService({ reply: () => ({ body: releases }) });
  const child = spawn(process.execPath, ["scripts/plugin/check-node-version.mjs", server.url], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, stderr] = await Promise.all([ended, text(child.stderr)]);
  await server.close();
  return { code, stderr };
}

it.each<[what: string, releases: Release[], code: number, stderr: string]>([
  ["the newest of its line is fine", [OTHER_LINE, release(PINNED, true), release(`${LINE}.0.0`)], 0, ""],
  [
    "a newer one with security fixes, and one after it, fail the check",
    [OTHER_LINE, release(LATER), release(NEXT, true), release(PINNED, true)],
    1,
    `Node.js ${LATER} is out, and scripts/plugin/.node-version has ${PINNED}. Security fixes are in ${NEXT}: release the plugin with it.\n`,
  ],
  [
    "so does a version that nodejs.org does not have",
    [release(NEXT)],
    1,
    `Node.js ${PINNED}, which scripts/plugin/.node-version names, is not in http://127.0.0.1`,
  ],
])("%s", async (_what, releases, code, stderr) => {
  const checked = await check(releases);
  expect(checked).toEqual({ code, stderr: expect.stringContaining(stderr) as string });
});
