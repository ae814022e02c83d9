/** The command line as a process of its own: start-up, pipes, signals. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EXIT_MEANINGS } from "../../provider/cli/exit-codes.js";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";

const MAIN = join(__dirname, "..", "..", "dist", "cli", "main.js");
// `npm test` builds first.
const itBuilt = existsSync(MAIN) ? it : it.skip;

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  await emulator.close();
});

function shell(script: string): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    ...process.env,
    ...emulator.environment(),
    CLI: MAIN,
    NODE: process.execPath,
    SECRET: emulator.clientSecret,
  };
  const child = spawn("bash", ["-c", script], { env });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err })));
}

itBuilt("help loads neither got nor Pulumi, and names every exit code", () => {
  const script = `process.argv.push("--help"); process.on("exit", () => console.error(JSON.stringify(Object.keys(require.cache)))); require(process.argv[1]);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", script, MAIN], { encoding: "utf8" });
  for (const [code, meaning] of EXIT_MEANINGS) expect(stdout).toContain(`${code}  ${meaning}`);
  expect(stderr).not.toMatch(/node_modules\/(got|@pulumi|string-width|ora|csv-stringify)\//);
});

itBuilt("the secret comes through a file descriptor, and the token goes on through a pipe", async () => {
  const { code, out } = await shell(
    'TOKEN="$(env -u WORKFLOWS_CLIENT_SECRET "$NODE" "$CLI" token --client-secret-fd 3 3<<<"$SECRET")" && echo "$TOKEN"',
  );
  expect(code).toBe(0);
  expect(out.trim()).toBe(emulator.tokens.at(-1));
});

itBuilt("a descriptor that is not open is a mistake of the command line", async () => {
  const { code, err } = await shell('"$NODE" "$CLI" list --client-secret-fd 77');
  expect(err).toMatch(/descriptor 77 could not be read \(EBADF\)/);
  expect(code).toBe(2);
});

itBuilt("no token goes into a file", async () => {
  const { code, out } = await shell(
    'FILE="$(mktemp)"; "$NODE" "$CLI" token > "$FILE" 2> /dev/null; echo $?; wc -c < "$FILE"; rm "$FILE"',
  );
  expect({ code, out: out.split(/\s+/).filter(Boolean) }).toEqual({ code: 0, out: ["2", "0"] });
});

itBuilt("a reader that goes away early is no error", async () => {
  emulator.workflows = Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), name: "x".repeat(50) }));
  const { err } = await shell('"$NODE" "$CLI" list --json | head -c 10; echo "${PIPESTATUS[0]}" >&2');
  expect(err).toBe("0\n");
});

itBuilt.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])("%s in a wait ends it at once with %i", async (signal, expected) => {
  // The answer is made when its headers go out, which are all that comes of it.
  await using silent = await startEmulator({ listingAnswer: () => child.kill(signal as NodeJS.Signals) });
  silent.failNext("listing", { hang: "after-headers" });
  const child = spawn(process.execPath, [MAIN, "list"], { env: { ...process.env, ...silent.environment() } });
  expect(await once(child, "close")).toEqual([expected, null]);
});
