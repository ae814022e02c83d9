/**
 * `npm run conventions`: reads listings from servers that nobody here wrote, installed from PyPI and npm into a temporary folder,
 * and compares them with what the servers have. Needs Python and both registries, so it is not part of the tests.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, createDeadline } from "../../provider/http/deadline.js";
import { WorkflowsError } from "../../provider/http/errors.js";
import { createTransport } from "../../provider/http/transport.js";
import type { Pagination, Query } from "../../provider/workflows/argument-types.js";
import { readListing, WORKFLOWS } from "../../provider/workflows/read-listing.js";

const COUNT = 3000;
const SERVERS = join(__dirname, "servers");

interface Case {
  readonly server: "django" | "fastapi" | "json-server";
  readonly prefix: string;
  readonly query?: Query;
  /** Whether the response names the next page's address. Else it is refused, and its argument must read everything. */
  readonly isFollowed: boolean;
}

const CASES: readonly Case[] = [
  { server: "django", prefix: "/page-number", isFollowed: true },
  { server: "django", prefix: "/limit-offset", isFollowed: true },
  { server: "django", prefix: "/cursor", isFollowed: true },
  { server: "fastapi", prefix: "/page", isFollowed: false },
  { server: "fastapi", prefix: "/limit-offset", isFollowed: false },
  { server: "fastapi", prefix: "/page-links", isFollowed: true },
  { server: "fastapi", prefix: "/limit-offset-links", isFollowed: true },
  { server: "json-server", prefix: "", query: { _page: 1, _limit: 100 }, isFollowed: true },
  { server: "json-server", prefix: "", isFollowed: true },
];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "conventions-"));
  const running: ChildProcess[] = [];
  try {
    install(folder);
    const commands = {
      django: [join(folder, "venv/bin/python"), join(SERVERS, "django_server.py")],
      fastapi: [join(folder, "venv/bin/python"), join(SERVERS, "fastapi_server.py")],
      "json-server": [process.execPath, join(SERVERS, "json-server.js")],
    } as const;
    const ports: Record<string, number> = {};
    for (const [name, [command, script]] of Object.entries(commands)) {
      const child = spawn(command, [script, String(COUNT)], {
        env: { ...process.env, NODE_PATH: join(folder, "node_modules") },
        stdio: ["ignore", "pipe", "inherit"],
      });
      running.push(child);
      ports[name] = Number(String(((await once(child.stdout, "data")) as [Buffer])[0]).trim());
    }
    for (const each of CASES) {
      console.log(await readCase(each, ports[each.server] ?? 0));
    }
  } finally {
    for (const child of running) {
      child.kill();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): void {
  run("python3", ["-m", "venv", join(folder, "venv")]);
  run(join(folder, "venv/bin/pip"), ["install", "--quiet", "--requirement", join(SERVERS, "requirements.txt")]);
  run("npm", ["install", "--silent", "--no-save", "--prefix", folder, "json-server@0.17"]);
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")} failed.`);
  }
}

async function readCase(each: Case, port: number): Promise<string> {
  const name = `${each.server}${each.prefix}${each.query === undefined ? "" : ` ${JSON.stringify(each.query)}`}`.padEnd(
    50,
  );
  try {
    const items = await read(each, port);
    return `${name} ${check(items, each.isFollowed, "read without an argument")}`;
  } catch (error) {
    if (!(error instanceof WorkflowsError) || error.pagination === undefined) {
      process.exitCode = 1;
      return `${name} FAILED: ${String(error)}`;
    }
    const items = await read(each, port, error.pagination as unknown as Pagination);
    return `${name} ${check(items, !each.isFollowed, `refused, then read with ${JSON.stringify(error.pagination)}`)}`;
  }
}

async function read({ prefix, query }: Case, port: number, pagination?: Pagination): Promise<readonly unknown[]> {
  const client = {
    baseUrl: new URL(`http://127.0.0.1:${port}${prefix}`),
    transport: createTransport({ maxRetries: 2 }),
    tokenSource: {
      getToken: () => Promise.resolve({ value: "none", expiresAt: undefined }),
      invalidate: () => undefined,
    },
    maxResponseBytes: 10_000_000,
  };
  const deadline = createDeadline(120, systemClock);
  return (await readListing(client, WORKFLOWS, { query, pagination }, deadline)).items;
}

/** The ids must be those of the server's own rows. */
function check(items: readonly unknown[], isExpected: boolean, how: string): string {
  const ids = items.map((item) => (item as { id: number }).id);
  const isWhole = ids.length === COUNT && ids.every((id, index) => id === index + 1);
  if (!isWhole || !isExpected) {
    process.exitCode = 1;
  }
  return `${isWhole ? "" : "NOT "}all ${ids.length} of ${COUNT}, ${how}${isExpected ? "" : " (NOT EXPECTED)"}`;
}

void main();
