/**
 * `npm run bench`: measures the figures of docs/languages.md on the Pulumi CLI. Each is a whole deployment. All of them
 * run in turn, round after round, and medians are printed. Runs on Linux and macOS.
 *
 * `-- --runs 5` sets the number of rounds. `-- --against CHECKOUT` also measures another checkout of this package, in
 * the same rounds; it must be built.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { messageOf } from "../provider/base/errors.js";
import { startEmulator } from "../provider/testing/emulator.js";
import { isolated } from "../test/support/pulumi-cli.js";
import { ROOT } from "./plugin/bundle.js";
import { requireCli } from "./require-cli.js";

/** A kind of deployment that is measured. */
interface Subject {
  readonly name: string;
  /** The names of the subjects that this one is compared with. */
  readonly bases?: readonly string[];
  /** The text of `Pulumi.yaml`, for a YAML program. */
  readonly yaml?: string;
  /** The text of `index.ts`, for a TypeScript program. */
  readonly typescript?: string;
  readonly isLarge?: boolean;
}

/** The time and memory of one deployment. */
interface Sample {
  /** Processor time of all processes of the deployment. */
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Peak memory of the Node.js process that took the most. */
  readonly megabytes: number;
}

/** The stack of a subject in a checkout: a project in a folder, and the environment that it is deployed in. */
interface Stack {
  readonly name: string;
  readonly bases: readonly string[];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** One sample for each round. */
  readonly samples: Sample[];
}

const READ = "variables: { read: { fn::invoke: { function: workflows:getWorkflows, arguments: {} } } }";
const RESOURCES = Array.from({ length: 100 }, (_, n) => `  r${n}: { type: workflows:Workflows }`).join("\n");
const IMPORT = `import { getWorkflowsOutput, Workflows } from "pulumi-workflows";\n`;
const workflows = (count: number): string => `${IMPORT}for (let n = 0; n < ${count}; n++) new Workflows("all-" + n);`;
/**
 * Returns a program with dynamic resources that do nothing. All share one provider object, because the SDK serialises
 * each object.
 */
const nothing = (count: number): string => `import * as pulumi from "@pulumi/pulumi";
const provider = { create: () => Promise.resolve({ id: "nothing", outs: {} }) };
class Nothing extends pulumi.dynamic.Resource {}
for (let n = 0; n < ${count}; n++) new Nothing(provider, "nothing-" + n, {});`;
/** Returns a program with dynamic resources as a user would write them: they read one page, once, and check nothing. */
const byHand = (count: number): string => `import * as pulumi from "@pulumi/pulumi";
async function list() {
  const { WORKFLOWS_BASE_URL: url, WORKFLOWS_CLIENT_ID: id, WORKFLOWS_CLIENT_SECRET: secret } = process.env;
  const basic = Buffer.from(id + ":" + secret).toString("base64");
  const headers = { authorization: "Basic " + basic, "content-type": "application/x-www-form-urlencoded" };
  const signIn = await fetch(url + "/v2/auth/token", { method: "POST", headers, body: "grant_type=client_credentials" });
  const { access_token: token } = (await signIn.json()) as { access_token: string };
  const response = await fetch(url + "/v2/workflows", { headers: { authorization: "Bearer " + token } });
  const { workflows } = (await response.json()) as { workflows: object[] };
  const json = JSON.stringify(workflows);
  return { json, count: workflows.length, digest: require("node:crypto").createHash("sha256").update(json).digest("hex") };
}
const listOnce = () => ((globalThis as { listing?: ReturnType<typeof list> }).listing ??= list());
const provider = {
  check: async (_olds: object, news: object) => ({ inputs: { ...news, ...(await listOnce()) } }),
  diff: async (_id: string, olds: { digest: string }, news: { digest: string }) => ({ changes: olds.digest !== news.digest }),
  create: async (inputs: object) => ({ id: "workflows", outs: inputs }),
  update: async (_id: string, _olds: object, news: object) => ({ outs: news }),
};
class Listing extends pulumi.dynamic.Resource {}
for (let n = 0; n < ${count}; n++) new Listing(provider, "all-" + n, { json: undefined, count: undefined, digest: undefined });`;

const SUBJECTS: readonly Subject[] = [
  { name: "an empty YAML stack", yaml: "" },
  {
    name: "1 read by the plugin",
    bases: ["an empty YAML stack"],
    yaml: `${READ}\noutputs: { count: "\${read.count}" }`,
  },
  { name: "100 resources of the plugin", bases: ["an empty YAML stack"], yaml: `resources:\n${RESOURCES}` },
  { name: "1 resource that does nothing", typescript: nothing(1) },
  { name: "1 Workflows", bases: ["1 resource that does nothing"], typescript: workflows(1) },
  { name: "100 resources that do nothing", typescript: nothing(100) },
  { name: "100 resources written by hand", bases: ["100 resources that do nothing"], typescript: byHand(100) },
  {
    name: "100 Workflows",
    bases: ["100 resources that do nothing", "100 resources written by hand"],
    typescript: workflows(100),
  },
  {
    name: "100,000 workflows in a resource",
    typescript: `${IMPORT}new Workflows("all", { select: ["id"] });`,
    isLarge: true,
  },
  { name: "100,000 workflows by a function", typescript: `${IMPORT}getWorkflowsOutput();`, isLarge: true },
];

/** A listing of 21 MB. The state of a resource keeps at most 8 MB, so the resource selects a field. */
const LARGE = Array.from({ length: 100_000 }, (_, n) => ({
  id: `wf-${String(n).padStart(8, "0")}`,
  name: `Nightly import ${n}`,
  enabled: n % 3 !== 0,
  version: n % 17,
  owner: { team: n % 2 === 0 ? "Search" : "Support", email: "team@example.com" },
  tags: ["nightly", "import"],
  createdAt: "2026-01-01T00:00:00Z",
}));

/**
 * A script that every Node.js process of a deployment loads first. It keeps writing the most memory that the process
 * took so far, because the engine kills some processes before they could write it at their end.
 */
const PEAKS = `const { writeFileSync } = require("node:fs");
const write = () => writeFileSync(process.env.PEAKS + "/" + process.pid, String(process.resourceUsage().maxRSS));
setInterval(write, 50).unref();`;

/** Deploys, and writes the processor time of all processes to file 3: `times` of the shell counts its descendants. */
const DEPLOY_WITH_TIMES = "pulumi up --yes --skip-preview --non-interactive; code=$?; times >&3; exit $code";

/** Makes the subject's stack in a new folder, with the packages of the checkout `root`. */
async function makeStack(folder: string, subject: Subject, root: string, env: NodeJS.ProcessEnv): Promise<Stack> {
  const [state, hook] = [join(folder, "state"), join(folder, "peaks.cjs")];
  const project = subject.yaml === undefined ? "runtime: nodejs\nmain: index.ts" : `runtime: yaml\n${subject.yaml}`;
  await mkdir(state, { recursive: true });
  await writeFile(hook, PEAKS);
  await writeFile(join(folder, "Pulumi.yaml"), `name: bench\n${project}\n`);
  await writeFile(join(folder, "index.ts"), subject.typescript ?? "");
  await writeFile(join(folder, "package.json"), "{}");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const measuring = { PEAKS: join(folder, "peaks"), NODE_OPTIONS: `--require ${hook}` };
  const stackEnv = { ...env, ...isolated(env["PULUMI_HOME"] ?? "", state), ...measuring };
  const init = ["stack", "init", "bench", "--non-interactive"];
  execFileSync("pulumi", init, { cwd: folder, env: stackEnv, stdio: "ignore" });
  const suffix = root === ROOT ? "" : `, ${root}`;
  const bases = (subject.bases ?? []).map((base) => base + suffix);
  return { name: subject.name + suffix, bases, folder, env: stackEnv, samples: [] };
}

/** Deploys the stack once, and measures it. */
async function deploy({ name, folder, env }: Stack): Promise<Sample> {
  const peaks = join(folder, "peaks");
  await rm(peaks, { recursive: true, force: true });
  await mkdir(peaks);
  const began = performance.now();
  const child = spawn("sh", ["-c", DEPLOY_WITH_TIMES], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const outputs = [child.stdout, child.stderr, child.stdio[3]].map((pipe) => text(pipe as NodeJS.ReadableStream));
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - began) / 1000;
  const [out = "", errors = "", times = ""] = await Promise.all(outputs);
  if (code !== 0) {
    throw new Error(`${name} failed:\n${out}${errors}`);
  }
  // The times look like `0m1.250s`: user and system time of the shell, then those of its descendants.
  const spent = [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  const files = await readdir(peaks);
  const kilobytes = await Promise.all(files.map(async (file) => Number(await readFile(join(peaks, file), "utf8"))));
  const cpuSeconds = spent.reduce((sum, part) => sum + part, 0);
  return { cpuSeconds, seconds, megabytes: Math.max(0, ...kilobytes) / 1000 };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "9" }, against: { type: "string" } } });
  process.env["PATH"] = requireCli();
  const version = execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
  console.log(`${cpus().length} cores, ${process.platform}, Node.js ${process.version}, Pulumi ${version}`);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-bench-")));
  await using small = await startEmulator();
  await using large = await startEmulator({ workflows: LARGE });
  try {
    const stacks: Stack[] = [];
    for (const root of [ROOT, ...(values.against === undefined ? [] : [resolve(values.against)])]) {
      const env = { ...process.env, PULUMI_HOME: join(folder, `home-${stacks.length}`), TS_NODE_PROJECT: undefined };
      execFileSync("npm", ["run", "--silent", "install:plugin"], { cwd: root, env, stdio: "ignore" });
      for (const subject of SUBJECTS) {
        const service = (subject.isLarge === true ? large : small).environment();
        stacks.push(await makeStack(join(folder, String(stacks.length)), subject, root, { ...env, ...service }));
      }
    }
    // Round 0 warms up, so its samples are not kept. Every second round goes backwards, so that no subject always
    // follows the same one.
    for (let round = 0; round <= Number(values.runs); round++) {
      console.error(`  round ${round} of ${values.runs} …`);
      for (const stack of round % 2 === 0 ? stacks : [...stacks].reverse()) {
        const sample = await deploy(stack);
        if (round > 0) {
          stack.samples.push(sample);
        }
      }
    }
    stacks.forEach((stack) => console.log(resultOf(stack, stacks)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns a line such as "1 Workflows: 2.10 s of processor time, 1.02 times that of 1 resource that does nothing;
 * 1.60 s; 110 MB".
 */
function resultOf({ name, bases, samples }: Stack, stacks: readonly Stack[]): string {
  const medianOf = (key: keyof Sample): number => median(samples.map((sample) => sample[key]));
  const ratios = stacks
    .filter((stack) => bases.includes(stack.name))
    .map((stack) => `, ${medianRatio(samples, stack.samples).toFixed(2)} times that of ${stack.name}`);
  const cpu = `${medianOf("cpuSeconds").toFixed(2)} s of processor time${ratios.join("")}`;
  return `${name}: ${cpu}; ${medianOf("seconds").toFixed(2)} s; ${medianOf("megabytes").toFixed(0)} MB`;
}

/** Returns the median of the ratios of processor time. Each is of two samples of one round, on an equally busy machine. */
function medianRatio(samples: readonly Sample[], baseSamples: readonly Sample[]): number {
  return median(samples.map(({ cpuSeconds }, index) => cpuSeconds / (baseSamples[index]?.cpuSeconds ?? NaN)));
}

/** Returns the median: of an even number of values the greater one of the two in the middle. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
