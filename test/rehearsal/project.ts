/** Reads `Pulumi.yaml`. */
import { createRequire } from "node:module";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { refuseUnknown, UnsupportedError } from "./errors.js";
import { loadSdk, type Sdk } from "./sdk.js";

export interface Project {
  readonly name: string;
  /** Where `Pulumi.yaml` is. */
  readonly root: string;
  /** The working directory of the program and of the provider's host. */
  readonly directory: string;
  /** The program's file in `directory`, or "." for what its `package.json` names. */
  readonly entry: string;
  readonly typescript: boolean;
  readonly sdk: Sdk;
}

type Fields = Readonly<Record<string, unknown>>;

/** Keys of `Pulumi.yaml` that change nothing in a deployment. */
const DESCRIPTIVE = ["description", "author", "website", "license", "template"];

export function readProject(workDir: string): Project {
  const root = resolve(workDir);
  const file = join(root, "Pulumi.yaml");
  if (!existsSync(file)) {
    throw new Error(`There is no Pulumi.yaml in ${root}.`);
  }
  const settings = fieldsOf(loadYaml(root).load(readFileSync(file, "utf8")));
  refuseUnknown(file, settings, ["name", "runtime", "main", ...DESCRIPTIVE]);
  const { name, main } = settings;
  if (typeof name !== "string") {
    throw new Error(`${file} has no name.`);
  }
  const program = locateProgram(root, typeof main === "string" ? main : undefined);
  const typescript = readRuntime(file, settings["runtime"]);
  return { name, root, ...program, typescript, sdk: loadSdk(program.directory) };
}

/** Whether the runner compiles TypeScript. */
function readRuntime(file: string, given: unknown): boolean {
  const runtime = typeof given === "string" ? { name: given } : fieldsOf(given);
  refuseUnknown(`the runtime in ${file}`, runtime, ["name", "options"]);
  if (runtime["name"] !== "nodejs") {
    throw new UnsupportedError(`other runtimes than nodejs (${file})`);
  }
  const options = fieldsOf(runtime["options"]);
  refuseUnknown(`the runtime's options in ${file}`, options, ["typescript"]);
  return options["typescript"] !== false;
}

/** The SDK brings a parser. The file, not read yet, names the program's folder: begin at the file's folder, else at this package. */
function loadYaml(root: string): { load(text: string): unknown } {
  for (const directory of [root, __dirname]) {
    try {
      const sdk = createRequire(join(directory, "index.js")).resolve("@pulumi/pulumi/package.json");
      return createRequire(sdk)("js-yaml") as { load(text: string): unknown };
    } catch {
      // Not there: the next.
    }
  }
  throw new Error(`@pulumi/pulumi is not installed where the project is: ${root}. Run \`npm install\` there.`);
}

/** As the engine does: a folder is itself, a file for its folder and its name. */
function locateProgram(root: string, main: string | undefined): { directory: string; entry: string } {
  if (main === undefined) {
    return { directory: root, entry: "." };
  }
  const path = resolve(root, main);
  return statSync(path).isDirectory()
    ? { directory: path, entry: "." }
    : { directory: dirname(path), entry: basename(path) };
}

/** A key without a namespace is the project's own. */
export function qualify(project: string, key: string): string {
  return key.includes(":") ? key : `${project}:${key}`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
