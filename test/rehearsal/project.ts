/** What `Pulumi.yaml` says about a program. */
import { createRequire } from "node:module";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UnsupportedError } from "./errors.js";
import { loadSdk, type Sdk } from "./sdk.js";

export interface Project {
  readonly name: string;
  /** Where `Pulumi.yaml` is. */
  readonly root: string;
  /** The working directory of the program and of the provider's host. */
  readonly directory: string;
  /** The program's file in `directory`, or "." for what its `package.json` says. */
  readonly entry: string;
  readonly typescript: boolean;
  /** The project's own config values; a stack's go before them. */
  readonly config: Readonly<Record<string, string>>;
  readonly sdk: Sdk;
}

export function readProject(
  workDir: string,
  overrides: { name?: string | undefined; main?: string | undefined },
): Project {
  const root = resolve(workDir);
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(root, name)).find((path) => existsSync(path));
  if (file === undefined) {
    throw new Error(`There is no Pulumi.yaml in ${root}.`);
  }
  const settings = asRecord(loadYaml(root).load(readFileSync(file, "utf8")));
  const name = overrides.name ?? asText(settings["name"]);
  if (name === undefined) {
    throw new Error(`${file} has no name.`);
  }
  const runtime = asRecord(settings["runtime"]);
  const runtimeName = asText(settings["runtime"]) ?? asText(runtime["name"]);
  if (runtimeName !== "nodejs") {
    throw new UnsupportedError(`runs only programs with the runtime nodejs; ${file} says ${runtimeName ?? "none"}`);
  }
  const program = locateProgram(root, overrides.main ?? asText(settings["main"]));
  return {
    name,
    root,
    ...program,
    typescript: asRecord(runtime["options"])["typescript"] !== false,
    config: readConfig(name, asRecord(settings["config"])),
    sdk: loadSdk(program.directory),
  };
}

/** The SDK brings a parser. Where the program is the file has yet to say: begin at the file's folder, else at this package. */
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

/** As the engine does: a folder stands for itself, a file for its folder and its name. */
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

function readConfig(project: string, config: Record<string, unknown>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [key, declared] of Object.entries(config)) {
    const declaration = asRecord(declared);
    const value = typeof declared === "object" ? (declaration["value"] ?? declaration["default"]) : declared;
    if (value !== undefined && value !== null) {
      values[qualify(project, key)] = typeof value === "string" ? value : JSON.stringify(value);
    }
  }
  return values;
}

/** A key without a namespace is the project's own. */
export function qualify(project: string, key: string): string {
  return key.includes(":") ? key : `${project}:${key}`;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
