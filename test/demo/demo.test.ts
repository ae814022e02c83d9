/** The demo as a process of its own, on the rehearsal engine: it shows a whole deployment, and leaves nothing behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..", "..");
/** As `npm run demo` starts it. */
const DEMO = [require.resolve("ts-node/dist/bin.js"), "-P", "scripts/tsconfig.json", "scripts/demo/main.ts"];
jest.setTimeout(120_000);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "workflows-demo-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs it, until the reader of its output has heard enough. */
async function demo(isEnough: (out: string) => boolean): Promise<{ code: unknown; out: string; left: string[] }> {
  const settings = settingsFiles();
  const child = spawn(process.execPath, [...DEMO, "--engine", "rehearsal"], {
    cwd: ROOT,
    // ts-node would leave a cache of its compiler in the folder for temporary files. Types are the compiler's test.
    env: { ...process.env, TMPDIR: folder, DISABLE_V8_COMPILE_CACHE: "1", PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    if (isEnough(out)) {
      child.stdout.destroy();
    }
  });
  const [code] = (await once(child, "exit")) as unknown[];
  const left = [...readdirSync(folder), ...settingsFiles().filter((name) => !settings.includes(name))];
  return { code, out, left };
}

function settingsFiles(): string[] {
  return readdirSync(ROOT).filter((name) => /^Pulumi\..+\.yaml$/.test(name));
}

test("it deploys, shows what changed, and reads once for each preview and update", async () => {
  const { code, out, left } = await demo(() => false);
  expect(out).toContain(
    "workflows: 1 added, 1 changed: Renamed import: name Nightly import → Renamed import; +Added just now",
  );
  expect(out).toContain("In two previews and two updates the service was asked for 4 tokens and 4 listings.");
  expect({ code, left }).toEqual({ code: 0, left: [] });
});

test("a reader that goes away early is no error, and finds nothing left behind", async () => {
  const { code, left } = await demo((out) => out.includes("▸ pulumi preview"));
  expect({ code, left }).toEqual({ code: 0, left: [] });
});
