/** The plugin's executable, made from the sources of now, and started as the engine starts it. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { bundlePlugin } from "../../provider/plugin/packaging/bundle.js";

export const ROOT = resolve(__dirname, "../..");

const LEAVE_MILLISECONDS = 5_000;

export interface Executable {
  readonly path: string;
  readonly version: string;
  /** The files that went into it. */
  readonly inputs: readonly string[];
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeExecutable(): Promise<Executable> {
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const folder = await mkdtemp(join(tmpdir(), "workflows-plugin-"));
  const path = join(folder, "pulumi-resource-workflows");
  const { inputs } = await bundlePlugin({ root: ROOT, version, outfile: path });
  return { path, version, inputs, folder, remove: () => rm(folder, { recursive: true }) };
}

export interface Started {
  readonly client: ResourceProviderClient;
  /** From the start of the process to the line that tells its port. */
  readonly milliseconds: number;
  readonly stderr: () => string;
  /** As the engine goes away: closes what the plugin reads from. Gives its exit code. */
  leave(): Promise<number | null>;
}

export async function startExecutable(path: string, engine = "127.0.0.1:1"): Promise<Started> {
  const began = performance.now();
  const child = spawn(path, [engine], { stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  const exited = new Promise<number | null>((done) => child.once("exit", done));
  const port = await new Promise<number>((done, fail) => {
    createInterface(child.stdout).once("line", (line) => done(Number(line)));
    void exited.then((code) => fail(new Error(`The plugin ended with ${String(code)}: ${stderr}`)));
  });
  const milliseconds = performance.now() - began;
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    client,
    milliseconds,
    stderr: () => stderr,
    leave: () => {
      client.close();
      child.stdin.end();
      // One that does not leave fails its test, and must not hold up the others.
      setTimeout(() => child.kill("SIGKILL"), LEAVE_MILLISECONDS).unref();
      return exited;
    },
  };
}
