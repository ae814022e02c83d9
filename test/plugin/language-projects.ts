/** Projects in each language with the SDK that the CLI generates from the plugin, made without a network. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { writeProject } from "../../scripts/release/projects.js";
import { GO_OFFLINE, GO_PROGRAM, PYTHON, VENV } from "../support/languages.js";
import { ROOT } from "./executable.js";

const run = promisify(execFile);

/** Generates the SDK of a language from `schema.json`. Gives its folder. */
async function generateSdk(language: string, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const out = join(folder, "sdks");
  await run("pulumi", ["package", "gen-sdk", join(ROOT, "schema.json"), "--language", language, "--out", out], { env });
  return join(out, language);
}

/** Each gives the environment that its program needs. */
export async function makeTypeScript(folder: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  await writeProject("typescript", folder);
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
}

const PYTHON_PROGRAM = `import json
import pulumi
import pulumi_workflows as workflows

first = {"name": {"not_": {"starts_with": "no workflow is called this"}}}
everything = workflows.Workflows("all", where=first, sort_by=[{"field": "name"}])
data = workflows.get_workflows_output(where=first, pagination={"type": "cursor", "cursor_path": "/next"}, sort_by="name")
now = workflows.get_workflows(where={"name": {"in_": ["Nightly import"]}})
one = workflows.get_json(path="/v2/workflows")
# As docs/plugin.md says: get_json takes no list.
listed = pulumi.runtime.invoke("workflows:index:getJson", {"path": "/v2/workflows", "itemsPath": "workflows"})

pulumi.export("count", everything.count)
pulumi.export("digest", data.digest)
pulumi.export("now", len(now.items))
pulumi.export("one", len(one.value["workflows"]))
pulumi.export("listed", len(json.loads(listed.value["json"])))
`;

export async function makePython(folder: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "Pulumi.yaml"), "name: python\nruntime: python\n");
  await writeFile(join(folder, "__main__.py"), PYTHON_PROGRAM);
  return addPythonSdk(folder, env);
}

/** Gives a project the SDK that `package add` would install, from the packages that are prepared. */
export async function addPythonSdk(folder: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  await setRuntime(folder, { name: "python", options: { toolchain: "pip", virtualenv: VENV } });
  const sdk = await generateSdk("python", folder, env);
  const site = join(folder, "site");
  const offline = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"];
  await run(PYTHON, ["-m", "pip", "install", ...offline, "--target", site, sdk]);
  return { PYTHONPATH: site };
}

async function setRuntime(folder: string, runtime: object): Promise<void> {
  const file = join(folder, "Pulumi.yaml");
  const project = parse(await readFile(file, "utf8")) as object;
  await writeFile(file, stringify({ ...project, runtime }));
}

const GO_SDK = "github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows";

/** Gives a project the generated SDK, in place of the one that `package add` makes. */
export async function addGoSdk(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const sdk = join(await generateSdk("go", folder, env), "workflows");
  const version = /pulumi\/sdk\/v3 (v\S+)/.exec(
    (await run("go", ["mod", "edit", "-print"], { cwd: folder })).stdout,
  )?.[1];
  await writeFile(
    join(sdk, "go.mod"),
    `module ${GO_SDK}\n\ngo 1.24\n\nrequire github.com/pulumi/pulumi/sdk/v3 ${version ?? ""}\n`,
  );
  await run("go", ["mod", "edit", "-require", `${GO_SDK}@v0.0.0`, "-replace", `${GO_SDK}=${sdk}`], { cwd: folder });
}

/** The same, compiled from the modules that are prepared. */
export async function compileGo(folder: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  await addGoSdk(folder, env);
  await cp(join(GO_PROGRAM, "go.sum"), join(folder, "go.sum"));
  await run("go", ["build", "-o", join(folder, "program"), "."], { cwd: folder, env: { ...env, ...GO_OFFLINE } });
  await setRuntime(folder, { name: "go", options: { binary: "program" } });
  return {};
}
