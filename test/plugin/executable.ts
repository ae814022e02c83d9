/** The plugin made from the current sources, and started as the engine starts it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { packArchive } from "../../provider/packaging/archives.js";
import { ROOT, writeScript } from "../../provider/packaging/bundle.js";
import { executableName, findNode, makeExecutable } from "../../provider/packaging/executable.js";
import { licenceOfNode, licencesOfPackages } from "../../provider/packaging/archives.js";

export { ROOT };

const EXIT_MILLISECONDS = 5_000;

export const VERSION = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;

/** The plugin, in a folder of its own. */
interface Plugin {
  readonly path: string;
  /** The files that went into it, relative to the checkout's root. */
  readonly inputs: readonly string[];
  readonly folder: string;
  remove(): Promise<void>;
}

/** The plugin as a script, which the checkout's Node.js runs. It is made in a second. */
export async function makeScript(): Promise<Plugin> {
  const folder = await mkdtemp(join(tmpdir(), "workflows-plugin-"));
  const path = join(folder, "pulumi-resource-workflows");
  const { inputs } = await writeScript(VERSION, path);
  return { path, inputs, folder, remove: () => rm(folder, { recursive: true }) };
}

export interface Packed extends Plugin {
  readonly archive: string;
  /** The folder that a plugin server offers. */
  readonly archives: string;
  /** Of the archive, such as `linux-amd64`. */
  readonly platform: string;
}

/** The plugin as a self-contained executable, and its archive, with the Node.js that runs the test. */
export async function makePacked(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), "workflows-plugin-"));
  const node = await findNode();
  const path = join(folder, "executable", executableName(node.platform));
  const archives = join(folder, "archives");
  const inputs = await makeExecutable({ version: VERSION, node, outfile: path });
  const archive = await packArchive({
    version: VERSION,
    platform: node.platform,
    executable: path,
    licences: { packages: licencesOfPackages(inputs), node: licenceOfNode(node.path) },
    outdir: archives,
  });
  const remove = (): Promise<void> => rm(folder, { recursive: true });
  return { path, inputs, folder, archive, archives, platform: node.platform, remove };
}

export interface Started {
  readonly client: ResourceProviderClient;
  readonly stderr: () => string;
  /** Does what the engine does when it ends: closes the plugin's standard input. Gives its exit code. */
  leave(): Promise<number | null>;
}

/**
 * @param env The whole environment of the process. Default: that of the test.
 * @param args What the engine starts it with. Default: the address of an engine that is not there.
 */
export async function startPlugin(
  path: string,
  env: NodeJS.ProcessEnv = process.env,
  args: readonly string[] = ["127.0.0.1:1"],
): Promise<Started> {
  const child = spawn(path, args, { stdio: ["pipe", "pipe", "pipe"], env });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  const exited = new Promise<number | null>((done) => child.once("exit", done));
  const port = await new Promise<number>((done, fail) => {
    createInterface(child.stdout).once("line", (line) => done(Number(line)));
    child.once("error", fail);
    void exited.then((code) => fail(new Error(`The plugin ended with ${String(code)}: ${stderr}`)));
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    client,
    stderr: () => stderr,
    leave: () => {
      client.close();
      child.stdin.end();
      // A process that does not end fails its test, and must not delay the others.
      setTimeout(() => child.kill("SIGKILL"), EXIT_MILLISECONDS).unref();
      return exited;
    },
  };
}
