/** The plugin's executable: it needs nothing else, starts fast, keeps no files, and is packed as the engine expects. */
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import provider from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { list } from "tar";
import { writeChecksums } from "../../provider/packaging/archives.js";
import { bundle } from "../../provider/packaging/bundle.js";
import { findNode, makeExecutable, pinnedNodeVersion } from "../../provider/packaging/executable.js";
import { licenceOfNode } from "../../provider/packaging/archives.js";
import { makeSchema } from "../../provider/plugin/schema.js";
import { FUNCTIONS } from "../../provider/plugin/names.js";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { startEngineLog } from "../support/engine-log.js";
import { isPrepared } from "../support/languages.js";

import { findCli, isolated } from "../support/pulumi-cli.js";
import { serveFolder, type TestServer } from "../support/servers.js";
import { makePacked, makeScript, type Packed, ROOT, startPlugin, type Started, VERSION } from "./executable.js";

/**
 * Of the processor time that Node.js itself takes to start and end. With the code cache it was 1.5 (Node.js 20.20), 3.3 (22.23) and 2.5
 * (24.21), on a busy machine too.
 */
const START_BUDGET = 4;
const ROUNDS = 7;

/** An installation downloads and unpacks the archive, and starts the CLI five times. */
jest.setTimeout(240_000);

const run = promisify(execFile);

let packed: Packed;
let service: Emulator;

beforeAll(async () => {
  service = await startEmulator();
  packed = await makePacked();
}, 120_000);
afterAll(async () => {
  await service.close();
  await packed.remove();
});

async function schemaOf({ client }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    client.getSchema(new provider.GetSchemaRequest(), (error, response) => {
      if (error === null) {
        resolve(response.getSchema());
      } else {
        reject(error);
      }
    });
  });
}

async function readOnce({ client }: Started, settings: Readonly<Record<string, string>>): Promise<number> {
  const configure = new provider.ConfigureRequest().setArgs(Struct.fromJavaScript(settings));
  await new Promise<void>((resolve, reject) => {
    client.configure(configure, (error) => {
      if (error === null) {
        resolve();
      } else {
        reject(error);
      }
    });
  });
  const invoke = new provider.InvokeRequest().setTok(FUNCTIONS.getWorkflows).setArgs(new Struct());
  return new Promise((resolve, reject) => {
    client.invoke(invoke, (error, response) => {
      if (error === null) {
        resolve(Number(response.getReturn()?.toJavaScript()["count"]));
      } else {
        reject(error);
      }
    });
  });
}

/** A copy of the executable, alone in a folder. */
async function copyAlone(name: string): Promise<string> {
  const path = join(packed.folder, name, basename(packed.path));
  await mkdir(dirname(path));
  await copyFile(packed.path, path);
  return path;
}

test("it runs alone, with an empty environment, and serves its schema", async () => {
  const started = await startPlugin(await copyAlone("alone"), {});
  expect(JSON.parse(await schemaOf(started))).toEqual(makeSchema(VERSION));
  expect(await started.leave()).toBe(0);
  expect(started.stderr()).toBe("");
});

test("it reads a listing, and writes no file beside it", async () => {
  const path = await copyAlone("reading");
  await using service = await startEmulator();
  const settings = { baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret };
  const started = await startPlugin(path, {});
  expect(await readOnce(started, settings)).toBe(5);
  expect(await started.leave()).toBe(0);
  expect(started.stderr()).toBe("");
  expect(await readdir(dirname(path))).toEqual([basename(path)]);
});

test("it trusts the certificates that NODE_EXTRA_CA_CERTS names", async () => {
  const authority = await createAuthority();
  const file = join(packed.folder, "authority.pem");
  await writeFile(file, authority.cert);
  await using service = await startEmulator({ tls: await createCertificate(authority) });
  const settings = { baseUrl: service.url, clientId: service.clientId, clientSecret: service.clientSecret };
  const trusting = await startPlugin(packed.path, { NODE_EXTRA_CA_CERTS: file });
  expect(await readOnce(trusting, settings)).toBe(5);
  await trusting.leave();
  const other = await startPlugin(packed.path, {});
  await expect(readOnce(other, settings)).rejects.toThrow(/certificate/);
  await other.leave();
});

test("a V8 flag in NODE_OPTIONS, under which the code cache is not valid, does not stop it", async () => {
  const started = await startPlugin(packed.path, { NODE_OPTIONS: "--max-old-space-size=200" });
  expect(JSON.parse(await schemaOf(started))).toMatchObject({ version: VERSION });
  await started.leave();
});

test(`it takes less than ${START_BUDGET} times the processor time of Node.js alone to start and end`, () => {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    alone: processorTimeOf(`"${process.execPath}" -e 0`),
    // It ends when its standard input does.
    plugin: processorTimeOf(`true | "${packed.path}" 127.0.0.1:1`),
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

test("packages that its dependencies load and do not use here are not in it", async () => {
  const unused = /node_modules\/(http2-wrapper|@grpc\/proto-loader)\//;
  expect(packed.inputs.filter((file) => unused.test(file))).toEqual([]);
  const { text } = await bundle("provider/plugin/provider.ts");
  expect(text).not.toContain("new Intl.ListFormat");
});

test("nothing of the SDK is in it except the protocol", () => {
  const ofSdk = packed.inputs.filter((file) => file.includes("node_modules/@pulumi/pulumi/"));
  expect(ofSdk.length).toBeGreaterThan(0);
  expect(ofSdk.filter((file) => !file.includes("@pulumi/pulumi/proto/"))).toEqual([]);
  expect(packed.inputs.filter((file) => /node_modules\/(typescript|esbuild|jest|postject)\//.test(file))).toEqual([]);
});

test("its archive has the name and the files that the engine expects: no symlink, and all licences", async () => {
  expect(basename(packed.archive)).toBe(`pulumi-resource-workflows-v${VERSION}-${packed.platform}.tar.gz`);
  const entries: { path: string; type: string; mode: number | undefined; text: Promise<string> }[] = [];
  await list({
    file: packed.archive,
    onReadEntry: (entry) => {
      const { path, type, mode } = entry;
      const text = path.endsWith("LICENSES") || path === "NODE-LICENSE" ? entry.concat() : Promise.resolve("");
      entries.push({ path, type, mode, text: text.then(String) });
    },
  });
  expect(entries.every(({ type }) => type === "File")).toBe(true);
  expect(entries[0]).toMatchObject({ path: basename(packed.path), mode: 0o755 });
  expect(entries.slice(1).map(({ path }) => path)).toEqual(["LICENSE", "THIRD-PARTY-LICENSES", "NODE-LICENSE"]);
  const [, , packages, node] = await Promise.all(entries.map(({ text }) => text));
  expect(packages).toMatch(/^got \d.*\(MIT\)$/m);
  expect(packages).toMatch(/^@grpc\/grpc-js \d.*\(Apache-2\.0\)$/m);
  expect(node).toBe(licenceOfNode((await findNode()).path));
  expect(node).toMatch(/Node\.js is licensed/);
});

test("the checksums name every other file of the folder, as sha256sum reads them", async () => {
  const folder = join(packed.folder, "sums");
  await mkdir(folder);
  await writeFile(join(folder, "b.tar.gz"), "b");
  await writeFile(join(folder, "a.json"), "a");
  const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
  const expected = `${digest("a")}  a.json\n${digest("b")}  b.tar.gz\n`;
  expect(await readFile(await writeChecksums(folder), "utf8")).toBe(expected);
  // A second time: its own file is not among them.
  expect(await readFile(await writeChecksums(folder), "utf8")).toBe(expected);
});

test("a Node.js that is not an official build in one file is refused, with what to do", async () => {
  const path = join(packed.folder, "small-node");
  await writeFile(path, "not an official build");
  const node = { ...(await findNode()), path };
  await expect(makeExecutable({ version: VERSION, node, outfile: join(packed.folder, "none") })).rejects.toThrow(
    /cannot become part of an executable.*--node <path>/,
  );
});

test("the release's Node.js is pinned in one file, which the release reads too", async () => {
  expect(await pinnedNodeVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  const release = await readFile(join(ROOT, ".github/workflows/release.yml"), "utf8");
  expect(release).toContain("node-version-file: provider/packaging/.node-version");
  expect(release).toContain("npm run pack:plugin -- --pinned");
});

/** A machine with the CLI and nothing else: an empty home, no `node` on PATH. */
async function emptyMachine(name: string): Promise<(folder: string, ...args: readonly string[]) => Promise<string>> {
  const [home, state, path] = ["home", "state", "path"].map((part) => join(packed.folder, `${name}-${part}`));
  if (home === undefined || state === undefined || path === undefined) {
    throw new TypeError("No folders.");
  }
  await Promise.all([home, state, path].map((folder) => mkdir(folder)));
  // The YAML host runs beside the CLI. Neither needs Node.js.
  for (const program of ["pulumi", "pulumi-language-yaml", "pulumi-converter-yaml"]) {
    const place = (findCli() ?? "").split(delimiter).find((folder) => existsSync(join(folder, program)));
    if (place !== undefined) {
      await symlink(join(place, program), join(path, program));
    }
  }
  const env = {
    ...isolated(home, state),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    ...service.environment(),
    HOME: home,
    PATH: path,
  };
  return async (cwd, ...args) => {
    try {
      return (await run("pulumi", [...args, "--non-interactive"], { cwd, env })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`pulumi ${args.join(" ")}: ${stdout}${stderr}`);
    }
  };
}

(isPrepared("yaml", "package add from a server of archives") ? describe : describe.skip)(
  "from a server of archives",
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await serveFolder(packed.archives);
    });
    afterAll(async () => server.close());

    const PROGRAM =
      "name: listing\nruntime: yaml\nresources:\n  all:\n    type: workflows:Workflows\noutputs:\n  count: ${all.count}\n";

    async function deploy(pulumi: Awaited<ReturnType<typeof emptyMachine>>, folder: string): Promise<unknown> {
      await pulumi(folder, "stack", "init", "test");
      await pulumi(folder, "up", "--yes", "--skip-preview");
      const outputs = JSON.parse(await pulumi(folder, "stack", "output", "--json")) as unknown;
      await pulumi(folder, "destroy", "--yes", "--skip-preview");
      return outputs;
    }

    test("one command adds it to a project, and one installs it for a fresh clone, with no Node.js on PATH", async () => {
      const folder = join(packed.folder, "project");
      await mkdir(folder);
      await writeFile(join(folder, "Pulumi.yaml"), PROGRAM);
      const first = await emptyMachine("first");
      await first(folder, "package", "add", `workflows@${VERSION}`, "--server", server.url);
      expect(await deploy(first, folder)).toEqual({ count: 5 });

      const clone = join(packed.folder, "clone");
      await cp(folder, clone, { recursive: true });
      const second = await emptyMachine("second");
      await second(clone, "install");
      expect(await deploy(second, clone)).toEqual({ count: 5 });
      const name = basename(packed.archive);
      expect(server.requests.map(({ path }) => path)).toEqual([`/${name}`, `/${name}`]);
    });

    test("the older command installs it for a program that names no server", async () => {
      const folder = join(packed.folder, "older");
      await mkdir(folder);
      await writeFile(join(folder, "Pulumi.yaml"), PROGRAM);
      const pulumi = await emptyMachine("older-machine");
      await pulumi(folder, "plugin", "install", "resource", "workflows", VERSION, "--server", server.url);
      expect(await deploy(pulumi, folder)).toEqual({ count: 5 });
    });
  },
);

describe("the commands", () => {
  const command = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    spawnSync(
      process.execPath,
      [
        require.resolve("ts-node/dist/bin.js"),
        "-P",
        "provider/packaging/tsconfig.json",
        "provider/packaging/main.ts",
        ...args,
      ],
      { encoding: "utf8", env: { ...process.env, ...env }, cwd: ROOT },
    );

  test("where there is no CLI to install the plugin, the command prints what to install, and makes nothing", () => {
    const { status, stdout, stderr } = command({ PATH: "" }, "install");
    expect(stderr).toMatch(/no `pulumi` on PATH\. Install the Pulumi CLI/);
    expect(stdout).toBe("");
    expect(status).toBe(1);
  });

  test("a release is packed with the pinned Node.js only", async () => {
    const other = join(packed.folder, "other-node");
    await writeFile(other, `#!/bin/sh\necho '["${process.execPath}","22.1.0","linux","x64"]'\n`, { mode: 0o755 });
    const { status, stderr } = command({}, "pack", "--pinned", "--node", other);
    expect(stderr).toContain(`contain Node.js ${await pinnedNodeVersion()}, and ${process.execPath} is 22.1.0.`);
    expect(status).toBe(1);
  });
});

describe("the script for a checkout", () => {
  test("runs with the Node.js on PATH, ends with the engine, and keeps no files", async () => {
    const script = await makeScript();
    const started = await startPlugin(script.path);
    expect(JSON.parse(await schemaOf(started))).toEqual(makeSchema(VERSION));
    expect(await started.leave()).toBe(0);
    expect(started.stderr()).toBe("");
    expect(await readdir(script.folder)).toEqual([basename(script.path)]);
    await script.remove();
  });

  test("finds the engine behind the flags that the engine puts before its address", async () => {
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

  test.each(["18.20.8", "20.0.0", "20.18.3", "16.20.2"])(
    "refuses Node.js %s, and prints which it needs",
    async (version) => {
      const { status, stdout, stderr } = await runUnder(version);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(/^The Pulumi plugin "workflows" needs Node\.js 20\.19 or later\. The `node` on PATH is /);
      expect(stderr).toContain(` is ${version} (`);
    },
  );

  test.each(["20.19.0", "20.20.2", "22.0.0", "26.1.0"])("takes Node.js %s", async (version) => {
    const { status, stdout } = await runUnder(version);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\n$/) as string });
  });

  /** The script in a process that takes itself for another version of Node.js. */
  async function runUnder(version: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
    const script = await makeScript();
    const pretend = join(script.folder, "pretend.cjs");
    const versions = JSON.stringify({ ...process.versions, node: version });
    await writeFile(pretend, `Object.defineProperty(process, "versions", { value: ${versions} });`);
    await rename(script.path, `${script.path}.cjs`);
    const result = spawnSync(process.execPath, ["--require", pretend, `${script.path}.cjs`, "127.0.0.1:1"], {
      encoding: "utf8",
      input: "",
      timeout: 20_000,
    });
    await script.remove();
    return result;
  }
});
