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
  /** The project's own config values; a stack's go before them. */
  readonly config: Readonly<Record<string, string>>;
  readonly sdk: Sdk;
}

/** Keys of `Pulumi.yaml` that change nothing in a deployment. */
const DESCRIPTIVE = ["description", "author", "website", "license", "template"];

export function readProject(workDir: string): Project {
  const root = resolve(workDir);
  const file = join(root, "Pulumi.yaml");
  if (!existsSync(file)) {
    throw new Error(`There is no Pulumi.yaml in ${root}.`);
  }
  const settings = asRecord(loadYaml(root).load(readFileSync(file, "utf8")));
  refuseUnknown(file, settings, ["name", "runtime", "main", "config", ...DESCRIPTIVE]);
  const name = asText(settings["name"]);
  if (name === undefined || !/^[A-Za-z0-9_.-]{1,100}$/.test(name)) {
    throw new Error(`${file} has no name, or one with other characters than letters, digits, "-", "_" and ".".`);
  }
  const program = locateProgram(root, asText(settings["main"]));
  return {
    name,
    root,
    ...program,
    typescript: readRuntime(file, settings["runtime"]),
    config: readConfig(name, asRecord(settings["config"])),
    sdk: loadSdk(program.directory),
  };
}

/** Whether the runner compiles TypeScript. */
function readRuntime(file: string, given: unknown): boolean {
  const runtime = typeof given === "string" ? { name: given } : asRecord(given);
  refuseUnknown(`the runtime in ${file}`, runtime, ["name", "options"]);
  if (runtime["name"] !== "nodejs") {
    throw new UnsupportedError(`other runtimes than nodejs (${file})`);
  }
  const options = asRecord(runtime["options"]);
  refuseUnknown(`the runtime's options in ${file}`, options, ["typescript"]);
  return options["typescript"] !== false;
}

/** The SDK brings a parser. The file, not read yet, names the program's folder: begin at the file's folder, else at this package. */
function loadYaml(root: string): { load(text: string): unknown } {
  for (const directory of [root, __dirname]) {
    try {
      return createRequire(createRequire(join(directory, "index.js")).resolve("@pulumi/pulumi/package.json"))(
        "js-yaml",
      ) as {
        load(text: string): unknown;
      };
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
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new Error(`The project's main could not be read: ${path}.`);
  }
  return stats.isDirectory() ? { directory: path, entry: "." } : { directory: dirname(path), entry: basename(path) };
}

/** Values only: the engine checks declarations (`type`, `default`, `secret`), and this one does not. */
function readConfig(project: string, config: Record<string, unknown>): Record<string, string> {
  const values = Object.entries(config).map(([key, declared]) => {
    const value = isRecord(declared) ? declared["value"] : declared;
    if (isRecord(declared)) {
      refuseUnknown(`config.${key} of Pulumi.yaml`, declared, ["value"]);
    }
    if (!["string", "number", "boolean"].includes(typeof value)) {
      throw new UnsupportedError(`config.${key} of Pulumi.yaml without a plain value`);
    }
    return [qualify(project, key), String(value)];
  });
  return Object.fromEntries(values) as Record<string, string>;
}

/** A key without a namespace is the project's own. */
export function qualify(project: string, key: string): string {
  return key.includes(":") ? key : `${project}:${key}`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
