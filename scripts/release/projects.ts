/** Writes the Pulumi projects that the release rehearsal deploys: the examples, and a program of a few lines in TypeScript. */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../plugin/bundle.js";

export const LANGUAGES = ["yaml", "typescript", "python", "go"] as const;
export type Language = (typeof LANGUAGES)[number];

const TYPESCRIPT: Readonly<Record<string, string>> = {
  "Pulumi.yaml": "name: workflows-typescript\nruntime: nodejs\nmain: index.ts\n",
  "package.json": JSON.stringify({
    name: "workflows-typescript",
    private: true,
    dependencies: { "@pulumi/pulumi": "^3.220.0" },
    devDependencies: { "@types/node": "^20", typescript: "~5.9" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      target: "es2020",
      module: "commonjs",
      moduleResolution: "node",
      skipLibCheck: true,
    },
    files: ["index.ts"],
  }),
  "index.ts": `import * as workflows from "@pulumi-workflows/workflows";
const all = new workflows.Workflows("all");
const read = workflows.getWorkflowsOutput();
export const count = all.count;
export const digest = read.digest;
`,
};

/** Writes the project to `folder`: the example in the language, or for TypeScript a program of a few lines. */
export async function writeProject(language: Language, folder: string): Promise<void> {
  if (language !== "typescript") {
    await cp(join(ROOT, "examples", language), folder, { recursive: true });
    return;
  }
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(TYPESCRIPT)) {
    await writeFile(join(folder, name), text);
  }
}

/** Names that a clone does not have, because they are not committed: packages, virtual environments and the stack's config. */
const IGNORED = ["node_modules", "venv", "bin", "Pulumi.test.yaml"];

/** Copies the project as another machine clones it. */
export async function cloneProject(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (file) => !IGNORED.includes(file.split(/[\\/]/).at(-1) ?? "") });
}

/** Writes an example that uses the npm package, with the tarball as its dependency. */
export async function writeNpmProject(example: string, folder: string, tarball: string): Promise<void> {
  await cp(join(ROOT, "examples", example), folder, { recursive: true });
  await rm(join(folder, "node_modules"), { recursive: true, force: true });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const dependencies = {
    "@pulumi/pulumi": "^3.220.0",
    ...manifest.dependencies,
    "pulumi-workflows": `file:${tarball}`,
  };
  const devDependencies = { "@types/node": "^20", typescript: "~5.9", ...manifest.devDependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies, devDependencies }));
}
