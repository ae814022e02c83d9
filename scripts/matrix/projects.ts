/** Projects that install the tarball: one program, written for each module system. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const PROGRAMS = ["CommonJS", "ESM", "TypeScript", "TypeScript ESM"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface ProjectOptions {
  readonly folder: string;
  readonly program: Program;
  readonly tarball: string;
  /** A version or a range. */
  readonly sdk: string;
}

const BODY = `
const all = new Workflows("all", { select: ["id", "name"] });
const data = getWorkflowsOutput({ where: { enabled: true } });`;

const ESM = `import { Workflows, getWorkflowsOutput } from "pulumi-workflows";
${BODY}
export const count = all.count;
export const names = all.items.apply((items) => items.map((item) => item.name));
export const enabled = data.count;
`;

const FILES: Readonly<Record<Program, { file: string; text: string; manifest: object; options: string }>> = {
  CommonJS: {
    file: "index.js",
    text: `const { Workflows, getWorkflowsOutput } = require("pulumi-workflows");
${BODY}
exports.count = all.count;
exports.names = all.items.apply((items) => items.map((item) => item.name));
exports.enabled = data.count;
`,
    manifest: {},
    options: "    typescript: false\n",
  },
  ESM: { file: "index.js", text: ESM, manifest: { type: "module" }, options: "    typescript: false\n" },
  // As `pulumi new typescript` makes them: ts-node is the SDK's own.
  TypeScript: {
    file: "index.ts",
    text: ESM,
    manifest: { devDependencies: { typescript: "^5.0.0", "@types/node": "^20" } },
    options: "",
  },
  "TypeScript ESM": {
    file: "index.ts",
    text: ESM,
    manifest: { type: "module", devDependencies: { typescript: "^5.0.0", "ts-node": "^10.9.2", "@types/node": "^20" } },
    options: `    nodeargs: "--loader ts-node/esm --no-warnings"\n`,
  },
};

const TSCONFIG: Readonly<Partial<Record<Program, object>>> = {
  TypeScript: { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node" },
  "TypeScript ESM": { strict: true, target: "es2022", module: "nodenext", moduleResolution: "nodenext" },
};

export async function writeProject({ folder, program, tarball, sdk }: ProjectOptions): Promise<void> {
  const { file, text, manifest, options } = FILES[program];
  await mkdir(folder, { recursive: true });
  const dependencies = { "pulumi-workflows": `file:${tarball}`, "@pulumi/pulumi": sdk };
  const compilerOptions = TSCONFIG[program];
  const files = {
    [file]: text,
    "package.json": JSON.stringify({ name: "matrix", private: true, ...manifest, dependencies }),
    "Pulumi.yaml": `name: matrix\nmain: ${file}\nruntime:\n  name: nodejs\n${options === "" ? "" : `  options:\n${options}`}`,
    // A file of its own keeps Yarn from taking the folders above for its project.
    "yarn.lock": "",
    ...(compilerOptions === undefined ? {} : { "tsconfig.json": JSON.stringify({ compilerOptions, files: [file] }) }),
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
}
