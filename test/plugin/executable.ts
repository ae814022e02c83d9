/** The plugin made from the current sources, and started as the engine starts it. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { packageVersion } from "../../provider/base/package-version.js";
import { bundlePlugin, ROOT } from "../../scripts/plugin/bundle.js";

export { ROOT };

const EXIT_MILLISECONDS = 5_000;

export const VERSION = packageVersion();

/** The plugin as a script, which the Node.js on PATH runs. It is made in a second, unlike the executable. */
export async function makeScript(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "workflows-plugin-"));
  const path = join(folder, "pulumi-resource-workflows");
  const { text } = await bundlePlugin(VERSION);
  await writeFile(path, `#!/usr/bin/env node\n${text}`, { mode: 0o755 });
  return { path, remove: () => rm(folder, { recursive: true }) };
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
