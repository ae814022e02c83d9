/** Languages: the schema's examples and arguments that are hard to write have the same outputs in each. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { type Language, testIn } from "../support/languages.js";
import { makeProjects, type Projects } from "../support/projects.js";
import { findCli } from "../support/pulumi-cli.js";
import { ROOT } from "../plugin/executable.js";
import { type AddSdk, addPythonSdk, addTypeScriptSdk, compileGo, noSdk } from "../plugin/language-projects.js";
import { writePrograms } from "../plugin/programs-in-one.js";

jest.setTimeout(300_000);

interface Described {
  readonly description: string;
}

/** The schema's examples in a language, by a name that every language takes. */
function examplesIn(language: string): Record<string, string> {
  const { provider, resources, functions } = JSON.parse(readFileSync(join(ROOT, "schema.json"), "utf8")) as {
    readonly provider: Described;
    readonly resources: Readonly<Record<string, Described>>;
    readonly functions: Readonly<Record<string, Described>>;
  };
  const block = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, "s");
  const programs = [provider, ...Object.values(resources), ...Object.values(functions)].map(
    ({ description }, index) => [`example_${index}`, block.exec(description)?.[1] ?? ""] as const,
  );
  return Object.fromEntries(programs);
}

/** Arguments with choices, lists and objects, as each language writes them. */
const ARGUMENTS = {
  yaml: `
resources:
  guarded:
    type: workflows:Workflows
    properties:
      allowEmpty: false
      minItems: 1
      maxRemoved: 50%
      unrelatedFields: [hint]
      keyPath: [id, name]
      pagination: { type: cursor, cursorPath: /next_cursor }
      where: { name: { not: { startsWith: "no workflow" } } }
outputs: { guarded: "\${guarded.count}" }
`,
  nodejs: `import * as workflows from "@pulumi-workflows/workflows";
const args = {
  allowEmpty: false, minItems: 1, unrelatedFields: ["hint"], keyPath: ["id", "name"],
  pagination: { type: "cursor", cursorPath: "/next_cursor" },
  where: { name: { not: { startsWith: "no workflow" } } },
};
export const guarded = new workflows.Workflows("guarded", { ...args, maxRemoved: "50%" }).count;
`,
  python: `import json
import pulumi
import pulumi_workflows as workflows

args = {
    "allow_empty": False, "min_items": 1, "unrelated_fields": ["hint"], "key_path": ["id", "name"],
    "pagination": workflows.PaginationArgs(type="cursor", cursor_path="/next_cursor"),
    "where": {"name": {"not_": {"starts_with": "no workflow"}}},
}
pulumi.export("guarded", workflows.Workflows("guarded", max_removed="50%", **args).count)
now = workflows.get_workflows(where={"name": {"in_": ["Nightly import"]}}, pagination={"type": "cursor", "cursor_path": "/next_cursor"})
assert now.count == 1, now.count
# get_json takes no list.
listed = pulumi.runtime.invoke("workflows:index:getJson", {"path": "/v2/workflows", "itemsPath": "workflows"})
assert len(json.loads(listed.value["json"])) == 2
`,
  go: `package main

import (
	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		guarded, err := workflows.NewWorkflows(ctx, "guarded", &workflows.WorkflowsArgs{
			AllowEmpty:      pulumi.Bool(false),
			MinItems:        pulumi.Int(1),
			MaxRemoved:      pulumi.Any("50%"),
			UnrelatedFields: pulumi.StringArray{pulumi.String("hint")},
			KeyPath:         pulumi.Any([]string{"id", "name"}),
			Pagination: &workflows.PaginationArgs{
				Type:       pulumi.String("cursor"),
				CursorPath: pulumi.String("/next_cursor"),
			},
			Where: pulumi.Map{"name": pulumi.Any(map[string]interface{}{
				"not": map[string]interface{}{"startsWith": "no workflow"},
			})},
		})
		if err != nil {
			return err
		}
		ctx.Export("guarded", guarded.Count)
		return nil
	})
}
`,
};

const WORKFLOWS = [
  { id: "wf_1", name: "Nightly import" },
  { id: "wf_2", name: "Send invoices" },
];

let service: FakeService;
let projects: Projects;

beforeAll(async () => {
  service = await startFakeService({
    workflows: WORKFLOWS,
    reply: ({ url }) =>
      url.pathname === "/v2/workflows" ? { body: { workflows: service.workflows, next_cursor: null } } : undefined,
  });
  projects = await makeProjects(service.environment());
});
afterAll(async () => {
  await service.close();
  await projects.remove();
});

testIn("yaml", "the CLI's own check of the schema")(
  "the schema is valid, and the plugin gives it as it is in the repository",
  () => {
    const pulumi = (...args: readonly string[]): string =>
      execFileSync("pulumi", args, { env: { ...process.env, PATH: findCli() }, encoding: "utf8", stdio: "pipe" });
    const schema = join(ROOT, "schema.json");
    expect(pulumi("schema", "check", schema)).toBe("");
    const given = JSON.parse(pulumi("package", "get-schema", projects.plugin)) as unknown;
    expect(given).toMatchObject({
      name: "workflows",
      version: (JSON.parse(readFileSync(schema, "utf8")) as { version: string }).version,
    });
  },
);

it.each(["typescript", "python", "go", "yaml"])("each topic has an example in %s", (language) => {
  expect(Object.values(examplesIn(language)).filter((program) => program.length < 50)).toEqual([]);
});

for (const [language, tag, addSdk] of [
  ["yaml", "yaml", noSdk],
  ["nodejs", "typescript", addTypeScriptSdk],
  ["python", "python", addPythonSdk],
  ["go", "go", compileGo],
] satisfies [Language, string, AddSdk][]) {
  testIn(language, `the schema's examples in ${tag}`)(
    `${tag}: the schema's examples and all kinds of arguments deploy, and stay without changes`,
    async () => {
      const folder = await projects.makeFolder(`examples-${tag}`);
      await writePrograms(language, folder, { ...examplesIn(tag), arguments: ARGUMENTS[language] });
      const project = await projects.open(folder);
      await project.prepare(addSdk);
      await project.pulumi("config", "set", "tenantUrl", service.url);
      await project.pulumi("config", "set", "tenantId", service.clientId);
      await project.pulumi("config", "set", "tenantSecret", "--secret", service.clientSecret);
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toEqual({
        tenantCount: 2,
        count: 2,
        ...(tag === "yaml" ? { first: WORKFLOWS[0] } : {}),
        countNow: 2,
        found: WORKFLOWS[0],
        detailsOfOne: WORKFLOWS[0],
        guarded: 2,
        token: expect.stringMatching(/\S{8}/) as string,
      });
      await project.pulumi("refresh", "--yes", "--expect-no-changes");
      await project.pulumi("destroy", "--yes");
    },
  );
}
