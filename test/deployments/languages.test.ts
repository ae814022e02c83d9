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

/** Returns the schema's examples in a language, by a name that every language takes. */
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

/** Programs with an alarm for each workflow, named by `id` or by the field `alarms:keyPath` of the config. */
const ALARMS = {
  python: `import json
import pulumi
import pulumi_workflows as workflows

class Alarm(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("test:index:Alarm", name)

key_path = pulumi.Config("alarms").get("keyPath")
everything = workflows.Workflows("all", key_path=key_path)
everything.json.apply(lambda text: [Alarm(f"alarm-{workflow[key_path or 'id']}") for workflow in json.loads(text)])
`,
  go: `package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

type Alarm struct{ pulumi.ResourceState }

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		by, args := "id", &workflows.WorkflowsArgs{}
		if keyPath := config.New(ctx, "alarms").Get("keyPath"); keyPath != "" {
			by, args.KeyPath = keyPath, pulumi.Any(keyPath)
		}
		all, err := workflows.NewWorkflows(ctx, "all", args)
		if err != nil {
			return err
		}
		ctx.Export("alarms", all.Json.ApplyT(func(text string) (int, error) {
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.UseNumber()
			var items []map[string]interface{}
			if err := decoder.Decode(&items); err != nil {
				return 0, err
			}
			for _, workflow := range items {
				name := fmt.Sprintf("alarm-%v", workflow[by])
				if err := ctx.RegisterComponentResource("test:index:Alarm", name, &Alarm{}); err != nil {
					return 0, err
				}
			}
			return len(items), nil
		}))
		return nil
	})
}
`,
};

/** Ids as JSON. The alarms have the same names in both languages. */
const IDS = ["17", "1234567", '"wf_1"', "9007199254740993", "1000000000000000000000"];

for (const [language, addSdk] of [
  ["python", addPythonSdk],
  ["go", compileGo],
] satisfies [keyof typeof ALARMS, AddSdk][]) {
  testIn(language, `new ids for the same workflows in ${language}`)(
    `${language}: all ids are new: the list is accepted once, and \`keyPath\` and the alarms' names last from then on`,
    async () => {
      const folder = await projects.makeFolder(`alarms-${language}`);
      await writePrograms(language, folder, { alarms: ALARMS[language] });
      const project = await projects.open(folder);
      await project.prepare(addSdk);
      const serve = (ids: readonly string[]): void => {
        const items = ids.map((id, index) => `{"id":${id},"name":"Job ${index}"}`);
        service.answerAlways("listing", { body: `[${items.join()}]` });
      };
      const accept = async (count: string): Promise<void> =>
        await project.prepare(() => Promise.resolve({ WORKFLOWS_MAX_REMOVED: count }));
      const up = async (): Promise<string> => await project.pulumi("up", "--yes", "--skip-preview");
      const alarms = async (): Promise<readonly (string | undefined)[]> => {
        const state = await project.pulumi("stack", "export");
        return [...state.matchAll(/"urn": ".*::alarm-(.*)"/g)].map(([, name]) => name).sort();
      };

      serve(IDS);
      await up();
      expect(await alarms()).toEqual(["1000000000000000000000", "1234567", "17", "9007199254740993", "wf_1"]);
      serve(["1", "2", "3", "4", "5"]);
      await expect(up()).rejects.toThrow(
        /5 of 5 workflows are gone: .*`WORKFLOWS_MAX_REMOVED=5 pulumi up`.* also set `keyPath` .* name the resources by it/s,
      );
      await project.pulumi("config", "set", "alarms:keyPath", "name");
      await expect(up()).rejects.toThrow("5 of 5 workflows are gone");
      await accept("5");
      await up();
      await accept("");
      const named = ["Job 0", "Job 1", "Job 2", "Job 3", "Job 4"];
      expect(await alarms()).toEqual(named);
      serve(IDS);
      expect(await up()).not.toMatch(/deleted|replaced/);
      expect(await alarms()).toEqual(named);
      service.answerAsUsual();
    },
  );
}
