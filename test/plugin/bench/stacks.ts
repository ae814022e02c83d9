/** YAML stacks to measure with, on the real engine, with both plugins installed. */
import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { writeScript } from "../../../provider/packaging/bundle.js";
import { findNode, makeExecutable } from "../../../provider/packaging/executable.js";
import { makeSchema } from "../../../provider/plugin/schema.js";
import { type Taken, timeCommand } from "../../bench/time-command.js";

const run = promisify(execFile);
const VERSION = "0.0.1";

export interface Bench {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The source map of the plugin, where it is a script. */
  readonly map: string;
}

/** Installs the plugin, as an executable or as a script, and one that does nothing, into a home of their own. */
export async function installPlugins(path: string, form: "executable" | "script" = "executable"): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "workflows-bench-"));
  const plugin = (name: string): string =>
    join(folder, "home/plugins", `resource-${name}-v${VERSION}`, `pulumi-resource-${name}`);
  const node = await findNode();
  let map = "";
  if (form === "script") {
    ({ map } = await writeScript(VERSION, plugin("workflows")));
  } else {
    await makeExecutable({ version: VERSION, node, outfile: plugin("workflows") });
  }
  const schema = JSON.stringify(makeSchema(VERSION));
  await mkdir(dirname(plugin("nothing")), { recursive: true });
  await writeFile(
    join(plugin("nothing"), "../schema.json"),
    schema.replaceAll('"workflows', '"nothing').replaceAll("/types/workflows:", "/types/nothing:"),
  );
  // It reads its files when it starts, and so when its code cache is made.
  await writeFile(join(plugin("nothing"), "../values.json"), "{}");
  await makeExecutable({ version: VERSION, node, outfile: plugin("nothing"), entry: "test/plugin/bench/nothing.ts" });
  await mkdir(join(folder, "state"));
  const env = {
    ...process.env,
    PATH: path,
    // Of the machine, not of what is measured: Node 20 reads such a file whenever it starts.
    NODE_EXTRA_CA_CERTS: undefined,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase for measuring",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  return { folder, env, map };
}

/** What the plugin that does nothing gives: the values of a resource of ours. */
export async function setValues({ folder }: Bench, values: unknown): Promise<void> {
  await writeFile(join(folder, "home/plugins", `resource-nothing-v${VERSION}`, "values.json"), JSON.stringify(values));
}

export interface Stack {
  /** An update without a preview. */
  up(): Promise<Taken>;
  outputsOf(type: string): Promise<unknown>;
}

export async function makeStack(
  { folder, env }: Bench,
  name: string,
  body: string,
  variables: NodeJS.ProcessEnv,
): Promise<Stack> {
  const cwd = join(folder, name);
  await mkdir(cwd);
  await writeFile(join(cwd, "Pulumi.yaml"), `name: ${name}\nruntime: yaml\n${body}`);
  const full = { ...env, ...variables };
  const pulumi = async (...args: string[]): Promise<string> => {
    try {
      return (await run("pulumi", [...args, "--non-interactive"], { cwd, env: full, maxBuffer: 1e9 })).stdout;
    } catch (error) {
      throw new Error(`${name}: pulumi ${args.join(" ")}: ${(error as { stdout: string }).stdout}`);
    }
  };
  execFileSync("pulumi", ["stack", "init", "bench"], { cwd, env: full, stdio: "ignore" });
  return {
    up: () => timeCommand("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive"], { cwd, env: full }),
    outputsOf: async (type) => {
      const { deployment } = JSON.parse(await pulumi("stack", "export")) as {
        deployment: { resources: { type: string; outputs?: unknown }[] };
      };
      return deployment.resources.find((resource) => resource.type === type)?.outputs;
    },
  };
}

export const reads = (plugin: string, count: number): string =>
  [
    "variables:",
    ...times(count, (n) => `  v${n}: { fn::invoke: { function: ${plugin}:getWorkflows, arguments: {} } }`),
    "outputs:",
    ...times(count, (n) => `  c${n}: \${v${n}.count}`),
    "",
  ].join("\n");

export const resources = (type: string, count: number): string =>
  ["resources:", ...times(count, (n) => `  r${n}: { type: "${type}", properties: {} }`), ""].join("\n");

function times(count: number, make: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
