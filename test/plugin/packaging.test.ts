/** The plugin's executable: it needs nothing else, starts fast, keeps no files, and is packed as the engine expects. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import provider from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { extract, list } from "tar";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { packPlugin, writeChecksums } from "../../scripts/plugin/archive.js";
import { bundlePlugin } from "../../scripts/plugin/bundle.js";
import { findNode, makeExecutable } from "../../scripts/plugin/executable.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { startEngineLog } from "../support/engine-log.js";
import { makeScript, ROOT, startPlugin, type Started, VERSION } from "./executable.js";

/** Of the processor time that Node.js itself takes to start and end. */
const START_BUDGET = 4;
const ROUNDS = 5;

jest.setTimeout(240_000);

let folder: string;
let archive: string;
let executable: string;
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService();
  folder = await mkdtemp(join(tmpdir(), "workflows-packaging-"));
  archive = await packPlugin({ version: VERSION, outdir: join(folder, "archives") });
  await extract({ file: archive, cwd: folder });
  executable = join(folder, "pulumi-resource-workflows");
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

async function schemaOf({ client }: Started): Promise<unknown> {
  const getSchema = promisify<provider.GetSchemaRequest, provider.GetSchemaResponse>(client.getSchema.bind(client));
  return JSON.parse((await getSchema(new provider.GetSchemaRequest())).getSchema());
}

async function countWith({ client }: Started, { url: baseUrl, clientId, clientSecret }: FakeService): Promise<unknown> {
  const configure = promisify<provider.ConfigureRequest, unknown>(client.configure.bind(client));
  const invoke = promisify<provider.InvokeRequest, provider.InvokeResponse>(client.invoke.bind(client));
  const settings = Struct.fromJavaScript({ baseUrl, clientId, clientSecret });
  await configure(new provider.ConfigureRequest().setArgs(settings));
  const response = await invoke(
    new provider.InvokeRequest().setTok("workflows:index:getWorkflows").setArgs(new Struct()),
  );
  return response.getReturn()?.toJavaScript()["count"];
}

describe("the executable", () => {
  it("alone in a folder and with an empty environment, it serves its schema and a listing, and writes no file", async () => {
    const path = join(folder, "alone", basename(executable));
    await mkdir(dirname(path));
    await copyFile(executable, path);
    const started = await startPlugin(path, {});
    expect(await schemaOf(started)).toMatchObject({ name: "workflows", version: VERSION });
    expect(await countWith(started, service)).toBe(5);
    expect(await started.leave()).toBe(0);
    expect(started.stderr()).toBe("");
    expect(await readdir(dirname(path))).toEqual([basename(path)]);
  });

  it("trusts the certificates that NODE_EXTRA_CA_CERTS names", async () => {
    const authority = await createAuthority();
    const file = join(folder, "authority.pem");
    await writeFile(file, authority.cert);
    await using secured = await startFakeService({ tls: await createCertificate(authority) });
    const trusting = await startPlugin(executable, { NODE_EXTRA_CA_CERTS: file });
    expect(await countWith(trusting, secured)).toBe(5);
    await trusting.leave();
  });

  it("starts with a V8 flag in NODE_OPTIONS, under which the code cache is not valid", async () => {
    const started = await startPlugin(executable, { NODE_OPTIONS: "--max-old-space-size=200" });
    expect(await schemaOf(started)).toMatchObject({ version: VERSION });
    await started.leave();
  });

  it(`takes less than ${START_BUDGET} times the processor time of Node.js alone to start and end`, () => {
    const rounds = Array.from({ length: ROUNDS }, () => ({
      alone: processorTimeOf(`"${process.execPath}" -e 0`),
      // It ends when its standard input does.
      plugin: processorTimeOf(`true | "${executable}" 127.0.0.1:1`),
    }));
    const least = (name: "alone" | "plugin"): number => Math.min(...rounds.map((round) => round[name]));
    expect(least("plugin") / least("alone")).toBeLessThan(START_BUDGET);
  });

  /** Of the processes that the shell's command starts. Seconds. */
  function processorTimeOf(command: string): number {
    const { stdout } = spawnSync("bash", ["-c", `${command} >/dev/null && times`], { env: {}, encoding: "utf8" });
    const [, children = ""] = stdout.trim().split("\n");
    const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
    expect(times).toHaveLength(2);
    return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  }

  it("has of the SDK the protocol alone, and no package that only builds it", async () => {
    const { inputs } = await bundlePlugin(VERSION);
    const ofSdk = inputs.filter((file) => file.includes("node_modules/@pulumi/pulumi/"));
    expect(ofSdk.length).toBeGreaterThan(0);
    expect(ofSdk.filter((file) => !file.includes("@pulumi/pulumi/proto/"))).toEqual([]);
    const unused = /node_modules\/(typescript|esbuild|jest|postject)\//;
    expect(inputs.filter((file) => unused.test(file))).toEqual([]);
  });

  it.each([
    ["--version", 0, `${VERSION}\n`],
    ["list --help", 0, "Usage: pulumi-workflows"],
    ["--stack dev check", 2, ""],
  ])("%s is a command line, and starts no plugin", (line, status, printed) => {
    const ended = spawnSync(executable, line.split(" "), { env: {}, encoding: "utf8", cwd: folder });
    expect(ended.status).toBe(status);
    expect(ended.stdout).toContain(printed);
    expect(ended.stdout).not.toMatch(/^\d+$/m);
  });

  it("is not made of a Node.js that is no official build in one file", async () => {
    const path = join(folder, "small-node");
    await writeFile(path, "not an official build");
    const node = { ...(await findNode()), path };
    const making = makeExecutable({ version: VERSION, node, outfile: join(folder, "none") });
    await expect(making).rejects.toThrow(/cannot become part of an executable.*--node <path>/);
  });
});

describe("the archive", () => {
  it("has the name and the files that the engine expects: no symlink, and all licences", async () => {
    const { platform } = await findNode();
    expect(basename(archive)).toBe(`pulumi-resource-workflows-v${VERSION}-${platform}.tar.gz`);
    const entries: object[] = [];
    await list({ file: archive, onReadEntry: ({ path, type, mode }) => void entries.push({ path, type, mode }) });
    const text = { type: "File", mode: 0o644 };
    expect(entries).toEqual([
      { path: basename(executable), type: "File", mode: 0o755 },
      { path: "LICENSE", ...text },
      { path: "THIRD-PARTY-LICENSES", ...text },
      { path: "NODE-LICENSE", ...text },
    ]);
    const packages = await readFile(join(folder, "THIRD-PARTY-LICENSES"), "utf8");
    expect(packages).toMatch(/^got \d.*\(MIT\)$/m);
    expect(packages).toMatch(/^@grpc\/grpc-js \d.*\(Apache-2\.0\)$/m);
    // Of the Node.js that runs this test: npm's package of Node.js has no licence file.
    expect(await readFile(join(folder, "NODE-LICENSE"), "utf8")).toMatch(
      /Node\.js is licensed|^The licence of Node\.js/m,
    );
  });

  it("has checksums beside it, as sha256sum reads them, that name every other file", async () => {
    const sums = join(folder, "sums");
    await mkdir(sums);
    await writeFile(join(sums, "b.tar.gz"), "b");
    await writeFile(join(sums, "a.json"), "a");
    const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
    await writeChecksums(sums);
    // A second time: its own file is not among them.
    const written = await readFile(await writeChecksums(sums), "utf8");
    expect(written).toBe(`${digest("a")}  a.json\n${digest("b")}  b.tar.gz\n`);
  });

  /** A program that passes for Node.js of a version. */
  async function makeNode(version: string, path: string): Promise<string> {
    const file = join(folder, `node-${version}`);
    await writeFile(file, `#!/bin/sh\necho '["${path}","${version}","linux","x64"]'\n`, { mode: 0o755 });
    return file;
  }

  it.each([
    ["another version than the pinned one", "22.1.0", /contain Node\.js \d+\.\d+\.\d+, and .* is 22\.1\.0/],
    ["no licence beside it", undefined, /licence of the Node\.js at .* was not found\. A release needs it/],
  ])("of a release is not made with a Node.js of %s", async (_, version, reason) => {
    const alone = join(folder, "without", "licence", "node");
    await mkdir(dirname(alone), { recursive: true });
    await writeFile(alone, "");
    const pinned = await readFile(join(ROOT, "scripts/plugin/.node-version"), "utf8");
    const node = await makeNode(version ?? pinned.trim(), alone);
    await expect(packPlugin({ version: VERSION, outdir: folder, node, isRelease: true })).rejects.toThrow(reason);
  });
});

it("where there is no CLI to install the plugin, the command prints what to install, and makes nothing", () => {
  const tsNode = require.resolve("ts-node/dist/bin.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsNode, "-P", "scripts/tsconfig.json", "scripts/plugin/main.ts", "install"],
    { encoding: "utf8", env: { ...process.env, PATH: "" }, cwd: ROOT },
  );
  expect(stderr).toMatch(/no `pulumi` on PATH\. Install the Pulumi CLI/);
  expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
});

it("a process finds the engine behind the flags that the engine puts before its address, and ends with it", async () => {
  const script = await makeScript();
  const engine = await startEngineLog();
  const flags = ["--logtostderr", "-v=3", "--tracing", "tcp://127.0.0.1:1"];
  const started = await startPlugin(script.path, process.env, [...flags, engine.address]);
  const request = new provider.CheckRequest()
    .setUrn("urn:pulumi:dev::project::pulumi:providers:workflows::default")
    .setNews(Struct.fromJavaScript({ bogus: "a" }));
  await new Promise((resolve) => started.client.checkConfig(request, resolve));
  expect(await engine.firstLine).toContain("`workflows:bogus` is not a setting");
  expect(await started.leave()).toBe(0);
  expect(started.stderr()).toBe("");
  engine.close();
  await script.remove();
});
