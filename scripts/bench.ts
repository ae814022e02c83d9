/**
 * `npm run bench`: measures the figures of docs/limits.md on the Pulumi CLI. Each is a whole deployment. All of them run in turn,
 * round after round, and medians are printed. `-- --runs 8` sets the number of rounds. `-- --against CHECKOUT` also measures
 * another checkout of this package, in the same rounds; it must be built. Runs on Linux and macOS.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { messageOf } from "../provider/base/errors.js";
import { startEmulator } from "../provider/testing/emulator.js";
import { findCli, isolated } from "../test/support/pulumi-cli.js";
import { ROOT } from "./plugin/bundle.js";

interface Subject {
  readonly name: string;
  /** The name of the subject that it is divided by, round by round. */
  readonly base?: string;
  /** The text of `Pulumi.yaml`, or of `index.ts`. */
  readonly yaml?: string;
  readonly typescript?: string;
  readonly isLarge?: boolean;
}

interface Sample {
  /** Processor time of all processes of the deployment. */
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Peak memory of the Node.js process that took the most. */
  readonly peakMegabytes: number;
}

const READ = "variables: { read: { fn::invoke: { function: workflows:getWorkflows, arguments: {} } } }";
const RESOURCES = Array.from({ length: 100 }, (_, n) => `  r${n}: { type: workflows:Workflows }`).join("\n");
const IMPORT = `import { getWorkflowsOutput, Workflows } from "pulumi-workflows";\n`;
const workflows = (count: number): string => `${IMPORT}for (let n = 0; n < ${count}; n++) new Workflows("all-" + n);`;
/** Makes dynamic resources that do nothing. All share one provider object, because the SDK serialises each object. */
const nothing = (count: number): string => `import * as pulumi from "@pulumi/pulumi";
const provider = { create: () => Promise.resolve({ id: "nothing", outs: {} }) };
class Nothing extends pulumi.dynamic.Resource {
  constructor(name: string) {
    super(provider, name, {});
  }
}
for (let n = 0; n < ${count}; n++) new Nothing("nothing-" + n);`;

const SUBJECTS: readonly Subject[] = [
  { name: "an empty YAML stack", yaml: "" },
  { name: "1 read by the plugin", base: "an empty YAML stack", yaml: `${READ}\noutputs: { count: "\${read.count}" }` },
  { name: "100 resources of the plugin", base: "an empty YAML stack", yaml: `resources:\n${RESOURCES}` },
  { name: "1 resource that does nothing", typescript: nothing(1) },
  { name: "1 Workflows", base: "1 resource that does nothing", typescript: workflows(1) },
  { name: "100 resources that do nothing", typescript: nothing(100) },
  { name: "100 Workflows", base: "100 resources that do nothing", typescript: workflows(100) },
  { name: "100,000 workflows in a resource", typescript: workflows(1), isLarge: true },
  { name: "100,000 workflows by a function", typescript: `${IMPORT}getWorkflowsOutput();`, isLarge: true },
];

/** A listing of 21 MB. */
const LARGE = Array.from({ length: 100_000 }, (_, n) => ({
  ...{ id: `wf-${String(n).padStart(8, "0")}`, name: `Nightly import ${n}`, enabled: n % 3 !== 0, version: n % 17 },
  ...{ owner: { team: n % 2 === 0 ? "Search" : "Support", email: "team@example.com" }, tags: ["nightly", "import"] },
  createdAt: "2026-01-01T00:00:00Z",
}));

/** Preloaded into every Node.js process of a deployment: writes the most memory that the process took so far. The engine kills some. */
const PEAKS = `const { writeFileSync } = require("node:fs");
const write = () => writeFileSync(process.env.PEAKS + "/" + process.pid, String(process.resourceUsage().maxRSS));
setInterval(write, 50).unref();`;

/** Prints the processor time of all processes of a command: `times` of POSIX counts every descendant that was waited for. */
const WITH_TIMES = "pulumi up --yes --skip-preview --non-interactive; code=$?; times >&3; exit $code";

/** Makes a stack in a new folder. Returns what deploys it once. */
async function openStack(
  folder: string,
  subject: Subject,
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<() => Promise<Sample>> {
  const { yaml, typescript = "" } = subject;
  const [state, peaks, hook] = [join(folder, "state"), join(folder, "peaks"), join(folder, "peaks.cjs")];
  await mkdir(state, { recursive: true });
  await writeFile(hook, PEAKS);
  const project = yaml === undefined ? "runtime: nodejs\nmain: index.ts" : `runtime: yaml\n${yaml}`;
  await writeFile(join(folder, "Pulumi.yaml"), `name: bench\n${project}\n`);
  await writeFile(join(folder, "index.ts"), typescript);
  await writeFile(join(folder, "package.json"), "{}");
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const environment = {
    ...env,
    ...isolated(env["PULUMI_HOME"] ?? "", state),
    PEAKS: peaks,
    NODE_OPTIONS: `--require ${hook}`,
  };
  execFileSync("pulumi", ["stack", "init", "bench", "--non-interactive"], {
    cwd: folder,
    env: environment,
    stdio: "ignore",
  });
  return async () => {
    await rm(peaks, { recursive: true, force: true });
    await mkdir(peaks);
    const began = performance.now();
    const child = spawn("sh", ["-c", WITH_TIMES], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const ended = new Promise((done) => child.once("close", done));
    const [code, ...printed] = await Promise.all([
      ended,
      ...child.stdio.slice(1).map((stream) => text(stream as never)),
    ]);
    const seconds = (performance.now() - began) / 1000;
    if (code !== 0) {
      throw new Error(`${subject.name} failed:\n${printed.join("")}`);
    }
    const spent = [...(printed[2] ?? "").matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
    const files = await readdir(peaks);
    const kilobytes = await Promise.all(files.map(async (file) => Number(await readFile(join(peaks, file), "utf8"))));
    return {
      cpuSeconds: spent.reduce((sum, part) => sum + part, 0),
      seconds,
      peakMegabytes: Math.max(0, ...kilobytes) / 1000,
    };
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: "string", default: "8" }, against: { type: "string" } } });
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no Pulumi CLI on PATH. Times on the rehearsal engine would mean nothing.");
  }
  process.env["PATH"] = path;
  const version = execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
  console.log(`${cpus().length} cores, ${process.platform}, Node.js ${process.version}, Pulumi ${version}`);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-bench-")));
  await using small = await startEmulator();
  await using large = await startEmulator({ workflows: LARGE });
  try {
    const entries: { name: string; base: string; deploy: () => Promise<Sample>; samples: Sample[] }[] = [];
    for (const root of [ROOT, ...(values.against === undefined ? [] : [resolve(values.against)])]) {
      const suffix = root === ROOT ? "" : `, ${root}`;
      const home = join(folder, `home-${entries.length}`);
      const env = { ...process.env, PULUMI_HOME: home, TS_NODE_PROJECT: undefined };
      execFileSync("npm", ["run", "--silent", "install:plugin"], { cwd: root, env, stdio: "ignore" });
      for (const subject of SUBJECTS) {
        const service = (subject.isLarge === true ? large : small).environment();
        const deploy = await openStack(join(folder, String(entries.length)), subject, root, { ...env, ...service });
        entries.push({ name: subject.name + suffix, base: (subject.base ?? "") + suffix, deploy, samples: [] });
      }
    }
    for (let round = 0; round <= Number(values.runs); round++) {
      console.error(round === 0 ? "  warming up …" : `  round ${round} of ${values.runs} …`);
      // Every second round goes backwards, so that no subject always follows the same one.
      for (const { deploy, samples } of round % 2 === 0 ? entries : [...entries].reverse()) {
        const sample = await deploy();
        samples.push(...(round === 0 ? [] : [sample]));
      }
    }
    for (const { name, base, samples } of entries) {
      const of = (key: keyof Sample): number => median(samples.map((sample) => sample[key]));
      const bases = entries.find((entry) => entry.name === base)?.samples ?? [];
      const ratio = median(bases.map(({ cpuSeconds }, round) => (samples[round]?.cpuSeconds ?? NaN) / cpuSeconds));
      const cost = bases.length === 0 ? "" : `, ${ratio.toFixed(2)} times that of ${base}`;
      const [cpu, seconds] = [of("cpuSeconds").toFixed(2), of("seconds").toFixed(2)];
      console.log(`${name}: ${cpu} s of processor time${cost}; ${seconds} s; ${of("peakMegabytes").toFixed(0)} MB`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
