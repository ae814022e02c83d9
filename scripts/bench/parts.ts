/** What the bench measures, part by part: subjects, and which of them is compared with which. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Emulator } from "../../provider/testing/emulator.js";
import { findNode, makeExecutable } from "../plugin/executable.js";
import type { Subject } from "./measure.js";
import * as programs from "./programs.js";
import type { Bench, Project, Stack, StackOptions } from "./stacks.js";
import { timeCommand } from "./time-command.js";

/** A checkout that is measured, and how its subjects are called. */
export interface Checkout {
  readonly folder: string;
  /** "" for this one. */
  readonly suffix: string;
}

export interface Part {
  readonly subjects: readonly Subject[];
  /** Pairs of names: the first is divided by the second. */
  readonly pairs: readonly (readonly [subject: string, base: string])[];
}

export interface Given {
  readonly bench: Bench;
  readonly emulator: Emulator;
  /** This checkout, and another one of the same package if the two are compared. */
  readonly checkouts: readonly [Checkout, ...Checkout[]];
}

/** One and a hundred `Workflows` against as many dynamic resources that do nothing. */
export async function programPart({ bench, emulator, checkouts }: Given): Promise<Part> {
  const open = (name: string, files: Project, { folder, suffix }: Checkout): Promise<Subject> =>
    openSubject(bench, { name: name + suffix, files, checkout: folder, environment: emulator.environment() });
  const [own] = checkouts;
  const subjects = [
    await open("1 nothing", programs.nothings(1), own),
    await open("100 nothing", programs.nothings(100), own),
  ];
  const pairs: [string, string][] = [];
  for (const checkout of checkouts) {
    for (const count of [1, 100]) {
      subjects.push(await open(`${count} Workflows`, programs.workflows(count), checkout));
      pairs.push([`${count} Workflows${checkout.suffix}`, `${count} nothing`]);
    }
  }
  return { subjects, pairs };
}

/** A listing of a hundred thousand workflows (21 MB), read by a resource and by a function. */
export async function largePart({ bench, emulator, checkouts }: Given): Promise<Part> {
  const subjects: Subject[] = [];
  for (const { folder, suffix } of checkouts) {
    for (const [name, files] of [
      ["resource", programs.oneResource],
      ["function", programs.oneFunction],
    ] as const) {
      const stack = await bench.open({
        name: `100,000 by ${name}${suffix}`,
        files,
        checkout: folder,
        environment: emulator.environment(),
      });
      subjects.push({
        name: `100,000 by ${name}${suffix}`,
        run: async () => {
          emulator.listingText = programs.listingOf(100_000);
          return stack.up();
        },
      });
    }
  }
  return { subjects, pairs: againstOther(subjects, checkouts) };
}

/** Loading the package in a fresh process. */
export function loadPart({ checkouts }: Given): Part {
  const subjects = checkouts.map(({ folder, suffix }) => ({
    name: `load${suffix}`,
    run: () => timeCommand([process.execPath, "-e", 'require("pulumi-workflows")'], { cwd: folder, env: process.env }),
  }));
  return { subjects, pairs: againstOther(subjects, checkouts) };
}

const VERSION = "0.0.1";

/** The plugin over an empty YAML stack, beside a plugin that only returns the same values, and beside another executable. */
export async function pluginPart({ bench, emulator, checkouts: [own] }: Given, other?: OtherPlugin): Promise<Part> {
  const node = await findNode();
  const made = join(bench.folder, "plugin");
  await makeExecutable({ version: VERSION, node, outfile: made });
  await installPlugin(made, bench);
  const nothing = pluginFile(bench, "nothing");
  const values = join(dirname(nothing), "values.json");
  await writeNothing(dirname(nothing), values);
  await makeExecutable({ version: VERSION, node, outfile: nothing, entry: "scripts/bench/nothing-plugin.ts" });
  const environment = emulator.environment();
  const open = (name: string, files: Project, into = bench): Promise<StackSubject> =>
    openSubject(into, { name, files, checkout: own.folder, environment });
  const ours = await open("100 resources", programs.resources("workflows", 100));
  await ours.run();
  await writeFile(values, JSON.stringify(await ours.stack.outputsOf("workflows:index:Workflows")));
  const subjects = [
    await open("empty YAML stack", programs.yaml()),
    await open("1 read", programs.reads("workflows", 1)),
    await open("100 reads", programs.reads("workflows", 100)),
    await open("100 reads of nothing", programs.reads("nothing", 100)),
    ours,
    await open("100 resources of nothing", programs.resources("nothing", 100)),
  ];
  const pairs: [string, string][] = [
    ["1 read", "empty YAML stack"],
    ["100 reads", "100 reads of nothing"],
    ["100 resources", "100 resources of nothing"],
  ];
  if (other !== undefined) {
    await installPlugin(other.executable, other.bench);
    // Side by side: in the turns each follows the other, and neither follows itself.
    subjects.splice(2, 0, await open("1 read, other plugin", programs.reads("workflows", 1), other.bench));
    pairs.push(["1 read", "1 read, other plugin"]);
  }
  return { subjects, pairs };
}

/** Another executable of the plugin, and a bench whose home has no plugin yet. */
export interface OtherPlugin {
  readonly executable: string;
  readonly bench: Bench;
}

interface StackSubject extends Subject {
  readonly stack: Stack;
}

async function openSubject(bench: Bench, options: StackOptions): Promise<StackSubject> {
  console.error(`  making ${options.name} …`);
  const stack = await bench.open(options);
  return { name: options.name, stack, run: () => stack.up() };
}

/** Each subject of this checkout beside the one of the other checkout. */
function againstOther(subjects: readonly Subject[], [, other]: readonly Checkout[]): Part["pairs"] {
  return other === undefined
    ? []
    : subjects
        .filter(({ name }) => subjects.some((base) => base.name === name + other.suffix))
        .map(({ name }) => [name, name + other.suffix]);
}

function pluginFile({ folder }: Bench, name: string): string {
  return join(folder, "home/plugins", `resource-${name}-v${VERSION}`, `pulumi-resource-${name}`);
}

/** Every plugin is a copy, so that their files are alike. */
async function installPlugin(executable: string, bench: Bench): Promise<void> {
  const installed = pluginFile(bench, "workflows");
  await mkdir(dirname(installed), { recursive: true });
  await copyFile(executable, installed);
}

/** The files of the plugin that does nothing: it reads them when it starts, and so when its code cache is made. */
async function writeNothing(folder: string, values: string): Promise<void> {
  const schema = JSON.stringify(JSON.parse(await readFile(join(__dirname, "../../schema.json"), "utf8")));
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "schema.json"),
    schema.replaceAll('"workflows', '"nothing').replaceAll("/types/workflows:", "/types/nothing:"),
  );
  await writeFile(values, "{}");
}
