/** Writes several programs of one language into a project that runs them all as one deployment. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Language } from "../support/languages.js";
import { ROOT } from "./executable.js";

export type Programs = Readonly<Record<string, string>>;

/** The files of a TypeScript project without its programs, as `pulumi new` makes them. */
const NODEJS_PROJECT: Readonly<Record<string, string>> = {
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
};

/** How several programs of a language become one project. */
const WRITERS: Readonly<Record<Language, (folder: string, programs: Programs) => Promise<void>>> = {
  yaml: async (folder, programs) => {
    const parts = ["config", "variables", "resources", "outputs"];
    const documents = Object.values(programs).map((program) => parse(program) as Record<string, object | undefined>);
    const merged = parts.map((part) => [
      part,
      Object.fromEntries(documents.flatMap((document) => Object.entries(document[part] ?? {}))),
    ]);
    await writeFile(
      join(folder, "Pulumi.yaml"),
      stringify({ name: "all", runtime: "yaml", ...Object.fromEntries(merged) }),
    );
  },
  nodejs: async (folder, programs) => {
    await writeAll(folder, "", NODEJS_PROJECT);
    const index = Object.keys(programs).map((name) => `export * from "./${name}";\n`);
    await writeAll(folder, ".ts", { ...programs, index: index.join("") });
  },
  python: async (folder, programs) => {
    await writeFile(join(folder, "Pulumi.yaml"), "name: all\nruntime: python\n");
    const main = Object.keys(programs).map((name) => `import ${name}\n`);
    await writeAll(folder, ".py", { ...programs, __main__: main.join("") });
  },
  go: async (folder, programs) => {
    await writeFile(join(folder, "Pulumi.yaml"), "name: all\nruntime: go\n");
    await cp(join(ROOT, "examples/go/go.mod"), join(folder, "go.mod"));
    // One process runs them all: each is registered, instead of being run.
    const registered = Object.entries(programs).map(([name, program]) => [
      name,
      program.replace("func main() {\n\tpulumi.Run(func", "func init() {\n\tprograms = append(programs, func"),
    ]);
    const main = `package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

var programs []pulumi.RunFunc

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		for _, program := range programs {
			if err := program(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
`;
    await writeAll(folder, ".go", { ...(Object.fromEntries(registered) as Programs), main });
  },
};

async function writeAll(folder: string, ending: string, programs: Programs): Promise<void> {
  for (const [name, program] of Object.entries(programs)) {
    await writeFile(join(folder, name + ending), program);
  }
}

/** Writes the programs, each under its name, and what runs them. */
export async function writePrograms(language: Language, folder: string, programs: Programs): Promise<void> {
  await WRITERS[language](folder, programs);
}
