/**
 * `npm run conventions`: reads listings from other projects' servers and compares them with the rows of the servers. They are
 * installed from PyPI and npm into a temporary folder. Needs Python and both registries, so it is not part of the tests.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { systemClock, createDeadline } from "../../provider/http/deadline.js";
import { WorkflowsError } from "../../provider/http/errors.js";
import { createTransport } from "../../provider/http/transport.js";
import type { Pagination, Query } from "../../provider/workflows/arguments/argument-types.js";
import { readListing, WORKFLOWS } from "../../provider/workflows/read-listing.js";

const COUNT = 3000;
const SERVERS = join(__dirname, "servers");
/** Without install scripts: nothing is compiled, and SQLite runs as WebAssembly. */
const NPM_PACKAGES = ["json-server@0.17", "@sap/cds@9", "@cap-js/sqlite@2", "sql.js@1", "express@4"];
const START_MILLISECONDS = 60_000;

interface Case {
  readonly server: "django" | "fastapi" | "json-server" | "odata";
  readonly prefix: string;
  readonly query?: Query;
  /** Whether the response names the next page's address. Else it is refused, and its argument must read everything. */
  readonly isFollowed: boolean;
}

const CASES: readonly Case[] = [
  { server: "django", prefix: "/page-number", isFollowed: true },
  { server: "django", prefix: "/limit-offset", isFollowed: true },
  { server: "django", prefix: "/cursor", isFollowed: true },
  // JSON:API. These refuse `Accept: application/json` with 406.
  { server: "django", prefix: "/json-api/page-number", isFollowed: true },
  { server: "django", prefix: "/json-api/limit-offset", isFollowed: true },
  { server: "fastapi", prefix: "/page", isFollowed: false },
  { server: "fastapi", prefix: "/limit-offset", isFollowed: false },
  { server: "fastapi", prefix: "/page-links", isFollowed: true },
  { server: "fastapi", prefix: "/limit-offset-links", isFollowed: true },
  { server: "json-server", prefix: "", query: { _page: 1, _limit: 100 }, isFollowed: true },
  { server: "json-server", prefix: "", isFollowed: true },
  { server: "odata", prefix: "", isFollowed: true },
  { server: "odata", prefix: "", query: { $count: true }, isFollowed: true },
  // With a `$top` that the server allows, there is a total, and no address of the next page.
  { server: "odata", prefix: "", query: { $top: 100, $count: true }, isFollowed: false },
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
      odata: [process.execPath, join(SERVERS, "odata-server.js")],
    } as const;
    const ports: Record<string, number> = {};
    for (const [name, [command, script]] of Object.entries(commands)) {
      const child = spawn(command, [script, String(COUNT)], {
        cwd: folder,
        env: { ...process.env, NODE_PATH: join(folder, "node_modules"), TMPDIR: folder },
        stdio: ["ignore", "pipe", "inherit"],
      });
      running.push(child);
      ports[name] = await readPort(name, child.stdout);
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
  run("npm", ["install", "--silent", "--no-save", "--ignore-scripts", "--prefix", folder, ...NPM_PACKAGES]);
}

/** A server prints its port. One that ends, or that prints nothing for a minute, is an error. */
async function readPort(server: string, stdout: Readable): Promise<number> {
  const signal = AbortSignal.timeout(START_MILLISECONDS);
  const chunks = (await Promise.race([once(stdout, "data", { signal }), once(stdout, "end", { signal })])) as Buffer[];
  const port = Number(String(chunks[0]).trim());
  if (!Number.isInteger(port)) {
    throw new Error(`The server ${server} did not start. It printed no port.`);
  }
  return port;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")} failed.`);
  }
}

async function readCase(each: Case, port: number): Promise<string> {
  const query = each.query === undefined ? "" : ` ${JSON.stringify(each.query)}`;
  const name = `${each.server}${each.prefix}${query}`.padEnd(50);
  try {
    return `${name} ${await readWhole(each, port)}`;
  } catch (error) {
    process.exitCode = 1;
    return `${name} FAILED: ${String(error)}`;
  }
}

async function readWhole(each: Case, port: number): Promise<string> {
  let pagination: Readonly<Record<string, unknown>>;
  try {
    return check(await read(each, port), each.isFollowed, "read without an argument");
  } catch (error) {
    if (!(error instanceof WorkflowsError) || error.pagination === undefined) {
      throw error;
    }
    pagination = error.pagination;
  }
  const how = `refused, then read with ${JSON.stringify(pagination)}`;
  return check(await read(each, port, pagination as unknown as Pagination), !each.isFollowed, how);
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

/** The items must be the server's own rows, in their order. JSON:API has the id as text, and the other fields in `attributes`. */
function check(items: readonly unknown[], isExpected: boolean, how: string): string {
  const isRow = (item: unknown, index: number): boolean => {
    const { id, name, attributes } = item as { id: unknown; name?: string; attributes?: { name: string } };
    return String(id) === String(index + 1) && (attributes?.name ?? name) === `Workflow ${index + 1}`;
  };
  const isWhole = items.length === COUNT && items.every(isRow);
  if (!isWhole || !isExpected) {
    process.exitCode = 1;
  }
  return `${isWhole ? "" : "NOT "}all ${items.length} of ${COUNT}, ${how}${isExpected ? "" : " (NOT EXPECTED)"}`;
}

void main();
