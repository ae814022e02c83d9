/** The command line as a process of its own: start-up, pipes, signals. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageVersion } from "../../provider/base/package-version.js";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { serveRaw } from "../support/loopback.js";
import { hangAfterHeaders } from "../support/replies.js";
import { builtFile } from "../support/built.js";

// Processes of their own take long to start on a busy machine.
jest.setTimeout(60_000);

const MAIN = builtFile("cli/main.js");

let emulator: FakeService;

const folder = mkdtempSync(join(tmpdir(), "cli-process-"));

beforeAll(async () => {
  emulator = await startFakeService();
});
afterAll(async () => {
  await emulator.close();
  rmSync(folder, { recursive: true });
});

function shell(script: string): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    ...process.env,
    ...emulator.environment(),
    CLI: MAIN,
    FILE: join(folder, "a.json"),
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

/** Reports the address of each connection that a process opens. */
const REPORT_CONNECTIONS = `
const { Socket } = require("node:net");
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [{ host, port }] = Array.isArray(args[0]) ? args[0] : args;
  process._rawDebug("connection to " + host + ":" + port);
  return connect.apply(this, args);
};`;

it("a process connects to the service and to no other address, and its User-Agent is this package", async () => {
  const file = join(folder, "report-connections.cjs");
  writeFileSync(file, REPORT_CONNECTIONS);
  const before = emulator.requests.length;
  const { code, err } = await shell(`"$NODE" --require "${file}" "$CLI" list`);
  expect(code).toBe(0);
  const addresses = [...err.matchAll(/^connection to (.*)$/gm)].map(([, address]) => address);
  expect([...new Set(addresses)]).toEqual([new URL(emulator.url).host]);
  const agents = emulator.requests.slice(before).map(({ headers }) => headers["user-agent"]);
  expect(agents).toEqual(Array(2).fill(`pulumi-workflows/${packageVersion()}`));
});

it("the token leaves through a pipe, and into no file", async () => {
  const piped = await shell('TOKEN="$("$NODE" "$CLI" token)" && echo "$TOKEN"');
  expect(piped).toMatchObject({ code: 0, out: `${emulator.tokens.at(-1) ?? ""}\n` });
  const { code, out } = await shell(
    'FILE="$(mktemp)"; "$NODE" "$CLI" token > "$FILE" 2> /dev/null; echo $?; wc -c < "$FILE"; rm "$FILE"',
  );
  expect({ code, out: out.split(/\s+/).filter(Boolean) }).toEqual({ code: 0, out: ["2", "0"] });
});

const full = existsSync("/dev/full") ? it : it.skip;

full.each([["list"], ["--version"]])("%s: output that cannot be written ends with 1 and says so", async (command) => {
  const { code, out, err } = await shell(`"$NODE" "$CLI" ${command} > /dev/full`);
  expect(err).toBe("pulumi-workflows: The output could not be written (ENOSPC).\n");
  expect({ code, out }).toEqual({ code: 1, out: "" });
});

it("the output is whole if nobody reads the messages", async () => {
  emulator.failNext("listing", 503);
  const { code, out } = await shell('"$NODE" "$CLI" list --json 2> >(true)');
  expect({ code, count: (JSON.parse(out) as object[]).length }).toEqual({ code: 0, count: emulator.workflows.length });
});

it("it ends with its report, though a proxy is silent", async () => {
  const proxy = await serveRaw(() => undefined);
  // The second attempt begins shortly before the deadline. The agent would wait three seconds for its proxy.
  const limits = { WORKFLOWS_REQUEST_TIMEOUT_SECONDS: "3", WORKFLOWS_DEADLINE_SECONDS: "3.6" };
  const address = { WORKFLOWS_BASE_URL: "https://service.invalid", HTTPS_PROXY: proxy.url };
  const child = spawn(process.execPath, [MAIN, "list"], {
    env: { ...process.env, ...emulator.environment(), ...limits, ...address },
  });
  const closed = once(child, "close");
  let reportedAt = 0;
  child.stderr.on("data", (chunk: Buffer) => {
    if (chunk.includes("[timeout]")) {
      reportedAt = performance.now();
    }
  });
  const end = await closed;
  const afterReport = performance.now() - reportedAt;
  await proxy.close();
  expect(end).toEqual([75, null]);
  expect(afterReport).toBeLessThan(2000);
});

it("a reader that goes away early is no error", async () => {
  emulator.workflows = Array.from({ length: 20_001 }, (_, index) => ({ id: String(index), name: "x".repeat(50) }));
  const { err } = await shell('"$NODE" "$CLI" list --json | head -c 10; echo "${PIPESTATUS[0]}" >&2');
  expect(err).toBe("0\n");
});

it("a check that fails after its reader has gone still ends with its exit code", async () => {
  const { err } = await shell(
    'WORKFLOWS_CLIENT_SECRET=wrong "$NODE" "$CLI" check | head -n 1 > /dev/null; echo "${PIPESTATUS[0]}" >&2',
  );
  expect(err.split("\n").at(-2)).toBe("1");
});

it.each([
  ["throw new Error(process.env.SECRET)", "list"],
  ["Promise.reject(new Error(process.env.SECRET))", "check --json"],
])("an error outside of all commands (%s) in %s ends with 1, without its text", async (fault, command) => {
  const preload = `data:text/javascript,setImmediate(() => { ${encodeURIComponent(fault)} })`;
  const { code, err } = await shell(`"$NODE" --import '${preload}' "$CLI" ${command} > "$FILE"`);
  expect(err).toMatch(/^pulumi-workflows: Bug in pulumi-workflows \(Error\)\./);
  expect(err).not.toContain(emulator.clientSecret);
  expect(code).toBe(1);
});

it("one SIGINT ends it with 130 while its reader does not read", async () => {
  emulator.workflows = Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), name: "x".repeat(50) }));
  const child = spawn(process.execPath, [MAIN, "list", "--json"], {
    env: { ...process.env, ...emulator.environment() },
    stdio: ["ignore", "pipe", "ignore"],
  });
  // The first bytes are there, nobody reads the rest.
  await once(child.stdout, "readable");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});

it("SIGTERM in a wait ends it at once with 143", async () => {
  // The signal comes after the headers. Nothing else of the response is sent.
  await using silent = await startFakeService();
  silent.answerNext("listing", (...args) => {
    hangAfterHeaders(...args);
    child.kill("SIGTERM");
  });
  const child = spawn(process.execPath, [MAIN, "list"], { env: { ...process.env, ...silent.environment() } });
  expect(await once(child, "close")).toEqual([143, null]);
});
