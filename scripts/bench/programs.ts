/** The programs that are measured. */
import type { Project } from "./stacks.js";

/** A program in TypeScript, in the smallest project. */
export function projectOf(text: string): Project {
  return {
    "Pulumi.yaml": "name: bench\nmain: index.ts\nruntime: nodejs\n",
    "package.json": JSON.stringify({ name: "bench", private: true }),
    "index.ts": text,
  };
}

const SDK = `import * as pulumi from "@pulumi/pulumi";\n`;

/** All share one provider, as a program's author would write it: the SDK serialises each provider object once. */
const NOTHING = `
const provider = { create: () => Promise.resolve({ id: "nothing", outs: {} }) };
class Nothing extends pulumi.dynamic.Resource {
  constructor(name: string) {
    super(provider, name, {});
  }
}
`;

/** Dynamic resources that do nothing: what Pulumi itself takes. */
export function nothings(count: number): Project {
  return projectOf(`${SDK}${NOTHING}for (let i = 0; i < ${count}; i += 1) new Nothing("nothing-" + i);\n`);
}

const OURS = `import { getWorkflowsOutput, Workflows } from "pulumi-workflows";\n`;

export function workflows(count: number): Project {
  return projectOf(`${OURS}for (let i = 0; i < ${count}; i += 1) new Workflows("all-" + i);\n`);
}

/** One listing, of which the stack shows the count only. */
export const oneResource = projectOf(`${OURS}export const count = new Workflows("all").count;\n`);
export const oneFunction = projectOf(`${OURS}export const count = getWorkflowsOutput().count;\n`);

/** A YAML program: nothing, reads by a plugin's function, or its resources. */
export function yaml(body = ""): Project {
  return { "Pulumi.yaml": `name: bench\nruntime: yaml\n${body}` };
}

export function reads(plugin: string, count: number): Project {
  const call = `{ fn::invoke: { function: ${plugin}:getWorkflows, arguments: {} } }`;
  return yaml(
    [
      "variables:",
      ...times(count, (n) => `  v${n}: ${call}`),
      "outputs:",
      ...times(count, (n) => `  c${n}: \${v${n}.count}`),
      "",
    ].join("\n"),
  );
}

export function resources(plugin: string, count: number): Project {
  return yaml(
    ["resources:", ...times(count, (n) => `  r${n}: { type: "${plugin}:Workflows", properties: {} }`), ""].join("\n"),
  );
}

function times(count: number, make: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** The text of a listing of so many workflows, about 210 bytes each. */
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
