/** Projects in each language with the SDK that the CLI generates from the schema, made without a network. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { GO_OFFLINE, GO_PROGRAM, PYTHON, VENV } from "../support/languages.js";
import { ROOT } from "./executable.js";

const run = promisify(execFile);

/** Generates the SDK of a language from `schema.json`. Gives its folder. */
async function generateSdk(language: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const out = join(folder, "sdks");
  await run("pulumi", ["package", "gen-sdk", join(ROOT, "schema.json"), "--language", language, "--out", out], { env });
  return join(out, language);
}

/** Each gives a project the SDK that `package add` would install, and the environment that its program needs. */
export type AddSdk = (folder: string, env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;

export const noSdk: AddSdk = () => Promise.resolve({});

export const addTypeScriptSdk: AddSdk = async (folder, env) => {
  const sdk = await generateSdk("nodejs", folder, env);
  const packages = join(folder, "node_modules");
  await mkdir(join(packages, "@pulumi-workflows"), { recursive: true });
  await symlink(sdk, join(packages, "@pulumi-workflows/workflows"));
  for (const name of await readdir(join(ROOT, "node_modules"))) {
    if (!name.startsWith(".") && !name.startsWith("@pulumi-workflows")) {
      await symlink(join(ROOT, "node_modules", name), join(packages, name));
    }
  }
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--project", sdk, "--skipLibCheck"]);
  return {};
};

/** From the packages that are prepared. */
export const addPythonSdk: AddSdk = async (folder, env) => {
  await setRuntime(folder, { name: "python", options: { toolchain: "pip", virtualenv: VENV } });
  const sdk = await generateSdk("python", folder, env);
  const site = join(folder, "site");
  const offline = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"];
  await run(PYTHON, ["-m", "pip", "install", ...offline, "--target", site, sdk]);
  return { PYTHONPATH: site };
};

async function setRuntime(folder: string, runtime: object): Promise<void> {
  const file = join(folder, "Pulumi.yaml");
  const project = parse(await readFile(file, "utf8")) as object;
  await writeFile(file, stringify({ ...project, runtime }));
}

const GO_SDK = "github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows";

/** Gives a project the generated SDK, in place of the one that `package add` makes. */
export async function addGoSdk(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const sdk = join(await generateSdk("go", folder, env), "workflows");
  const { stdout } = await run("go", ["mod", "edit", "-print"], { cwd: folder });
  const version = /pulumi\/sdk\/v3 (v\S+)/.exec(stdout)?.[1] ?? "";
  const manifest = `module ${GO_SDK}\n\ngo 1.24\n\nrequire github.com/pulumi/pulumi/sdk/v3 ${version}\n`;
  await writeFile(join(sdk, "go.mod"), manifest);
  await run("go", ["mod", "edit", "-require", `${GO_SDK}@v0.0.0`, "-replace", `${GO_SDK}=${sdk}`], { cwd: folder });
}

/** The same, compiled from the modules that are prepared. */
export const compileGo: AddSdk = async (folder, env) => {
  await addGoSdk(folder, env);
  await cp(join(GO_PROGRAM, "go.sum"), join(folder, "go.sum"));
  await run("go", ["build", "-o", join(folder, "program"), "."], { cwd: folder, env: { ...env, ...GO_OFFLINE } });
  await setRuntime(folder, { name: "go", options: { binary: "program" } });
  return {};
};
