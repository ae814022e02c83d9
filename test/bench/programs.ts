/** The programs that are measured, and their projects. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Project } from "./stacks.js";

const TEMPLATE = resolve(__dirname, "..", "..", "templates", "typescript");

/** A program in TypeScript, or as a compiler would have left it, in the smallest project. */
export function projectOf(text: string, isCompiled = false): Project {
  const options = isCompiled ? "  options:\n    typescript: false\n" : "";
  const main = isCompiled ? "index.js" : "index.ts";
  return {
    "Pulumi.yaml": `name: bench\nmain: ${main}\nruntime:\n  name: nodejs\n${options}`,
    "package.json": JSON.stringify({ name: "bench", private: true }),
    [main]: isCompiled ? compiled(text) : text,
  };
}

/** The project that `pulumi new` makes of our template. */
export function templateProject(): Project {
  const files = readdirSync(TEMPLATE).filter((name) => name !== "README.md");
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(TEMPLATE, name), "utf8");
      return [name, text.replaceAll("${PROJECT}", "bench").replaceAll("${DESCRIPTION}", "A project to measure")];
    }),
  );
}

/** The same program in the project that `pulumi new typescript` makes: Pulumi's own template. */
export function defaultProject(): Project {
  const compilerOptions = {
    strict: true,
    outDir: "bin",
    target: "es2020",
    module: "commonjs",
    moduleResolution: "node",
    sourceMap: true,
    experimentalDecorators: true,
    pretty: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  };
  return {
    "Pulumi.yaml": "name: bench\nruntime:\n  name: nodejs\n",
    "package.json": JSON.stringify({ name: "bench", main: "index.ts", private: true }),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
    "index.ts": templateProject()["index.ts"] ?? "",
  };
}

const SDK = `import * as pulumi from "@pulumi/pulumi";\n`;
const OURS = `import { Workflows } from "pulumi-workflows";\n`;

/** Imports the SDK, as every program does, and makes nothing. */
export const empty = `${SDK}export const count = pulumi.output(0);\n`;

/** All share one provider, as a program's author would write it: the SDK serialises each provider object once. */
const NOTHING = `
const provider = { create: () => Promise.resolve({ id: "nothing", outs: {} }) };
class Nothing extends pulumi.dynamic.Resource {
  constructor(name: string) {
    super(provider, name, {});
  }
}
`;

/** As many dynamic resources that do nothing: what Pulumi itself takes. */
export function nothings(count: number): string {
  return `${SDK}${NOTHING}for (let i = 0; i < ${count}; i += 1) new Nothing("nothing-" + i);\n`;
}

/**
 * As many dynamic resources with the inputs and outputs of a `Workflows`, written into the program: what the engine takes
 * for the values alone, without a service.
 */
export function sameValues(count: number, listing: { readonly json: string; readonly count: number }): string {
  const values = { ...listing, digest: createHash("sha256").update(listing.json).digest("hex") };
  return `${SDK}
const provider = { create: (inputs: unknown) => Promise.resolve({ id: "values", outs: inputs }) };
const values = ${JSON.stringify(values)};
class Values extends pulumi.dynamic.Resource {
  constructor(name: string) {
    super(provider, name, { ...values });
  }
}
for (let i = 0; i < ${count}; i += 1) new Values("values-" + i);
`;
}

export function workflows(count: number): string {
  return `${OURS}for (let i = 0; i < ${count}; i += 1) new Workflows("all-" + i);\n`;
}

/** One listing of which the stack shows nothing but the count, and resources that do nothing beside it. */
export function large(others: number): string {
  const beside = others === 0 ? "" : `${NOTHING}for (let i = 0; i < ${others}; i += 1) new Nothing("nothing-" + i);\n`;
  return `${others === 0 ? "" : SDK}${OURS}${beside}export const count = new Workflows("all").count;\n`;
}

/** The same, as a compiler would have left it. */
function compiled(text: string): string {
  return text
    .replace(/import \* as (\w+) from ("[^"]+");/g, "const $1 = require($2);")
    .replace(/import (\{[^}]+\}) from ("[^"]+");/g, "const $1 = require($2);")
    .replace(/export const (\w+) =/g, "exports.$1 =")
    .replaceAll("(name: string)", "(name)");
}

/** A listing of so many workflows, about 210 bytes each. */
export function listingOf(count: number): string {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `wf-${String(index).padStart(8, "0")}`,
    name: `Nightly import ${index}`,
    enabled: index % 3 !== 0,
    owner: { team: index % 2 === 0 ? "Search" : "Support", email: "team@example.com" },
    tags: ["nightly", "import"],
    createdAt: "2026-01-01T00:00:00Z",
    version: index % 17,
  }));
  return JSON.stringify({ workflows: items });
}

const DOES_NOTHING = `{ create: () => Promise.resolve({ id: "nothing", outs: {} }) }`;

/** One dynamic resource whose provider is in the program and captures nothing: the SDK serialises it. */
export const inlineProvider = `${SDK}
class Nothing extends pulumi.dynamic.Resource {}
new Nothing(${DOES_NOTHING}, "nothing", {});
`;

/** The same resource, its provider given as a string, as \`Workflows\` gives its own. */
export const writtenProvider = `${SDK}
class Nothing extends pulumi.CustomResource {}
const __provider = ${JSON.stringify(`exports.handler = () => (${DOES_NOTHING});`)};
new Nothing("pulumi-nodejs:dynamic:Resource", "nothing", { __provider });
`;
