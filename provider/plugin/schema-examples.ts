/** Examples for the package's documentation, in the languages that have no package of their own here. */

type Topic = "provider" | "resource" | "getWorkflows" | "getWorkflow" | "getAccessToken";
type Language = "yaml" | "python" | "go" | "csharp" | "java";

interface Example {
  readonly title: string;
  readonly code: Readonly<Partial<Record<Language, string>>>;
}

/** `description`, and below it the examples on the topic, as Pulumi's documentation tools know them. */
export function withExamples(topic: Topic, description: string): string {
  const { title, code } = EXAMPLES[topic];
  const blocks = Object.entries(code).map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``);
  return [
    description,
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    `### ${title}`,
    ...blocks,
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n\n");
}

const EXAMPLES: Readonly<Record<Topic, Example>> = {
  provider: {
    title: "A second tenant beside the stack's own",
    code: {
      yaml: `resources:
  tenant:
    type: pulumi:providers:workflows
    properties:
      baseUrl: https://api.example.com
      clientId: \${tenantId}
      clientSecret: \${tenantSecret}
  theirs:
    type: workflows:Workflows
    options:
      provider: \${tenant}`,
      python: `import pulumi
import pulumi_workflows as workflows

config = pulumi.Config()
tenant = workflows.Provider(
    "tenant",
    base_url="https://api.example.com",
    client_id=config.require("tenantId"),
    client_secret=config.require_secret("tenantSecret"),
)
theirs = workflows.Workflows("theirs", opts=pulumi.ResourceOptions(provider=tenant))`,
      go: `tenant, err := workflows.NewProvider(ctx, "tenant", &workflows.ProviderArgs{
	BaseUrl:      pulumi.String("https://api.example.com"),
	ClientId:     cfg.RequireSecret("tenantId"),
	ClientSecret: cfg.RequireSecret("tenantSecret"),
})
if err != nil {
	return err
}
theirs, err := workflows.NewWorkflows(ctx, "theirs", nil, pulumi.Provider(tenant))`,
    },
  },
  resource: {
    title: "The enabled workflows, as a resource",
    code: {
      yaml: `resources:
  enabled:
    type: workflows:Workflows
    properties:
      where: { enabled: true }
      select: [id, name]
outputs:
  count: \${enabled.count}
  first: \${enabled.items[0].name}`,
      python: `import pulumi
import pulumi_workflows as workflows

enabled = workflows.Workflows("enabled", where={"enabled": True}, select=["id", "name"])
pulumi.export("count", enabled.count)
pulumi.export("names", enabled.items.apply(lambda items: [item["name"] for item in items or []]))`,
      go: `enabled, err := workflows.NewWorkflows(ctx, "enabled", &workflows.WorkflowsArgs{
	Where:  pulumi.Map{"enabled": pulumi.Bool(true)},
	Select: pulumi.ToStringArray([]string{"id", "name"}),
})
if err != nil {
	return err
}
ctx.Export("count", enabled.Count)`,
      csharp: `var enabled = new Workflows("enabled", new WorkflowsArgs
{
    Where = { ["enabled"] = true },
    Select = { "id", "name" },
});`,
      java: `var enabled = new Workflows("enabled", WorkflowsArgs.builder()
    .where(Map.of("enabled", true))
    .select("id", "name")
    .build());`,
    },
  },
  getWorkflows: {
    title: "The enabled workflows, as data",
    code: {
      yaml: `variables:
  enabled:
    fn::invoke:
      function: workflows:getWorkflows
      arguments:
        where: { enabled: true }
outputs:
  count: \${enabled.count}`,
      python: `enabled = workflows.get_workflows_output(where={"enabled": True})
pulumi.export("count", enabled.count)`,
      // In Go `GetWorkflows` reads the resource: a function of that name is called so.
      go: `enabled, err := workflows.LookupWorkflows(ctx, &workflows.LookupWorkflowsArgs{
	Where: map[string]interface{}{"enabled": true},
})
if err != nil {
	return err
}
ctx.Export("count", pulumi.Int(enabled.Count))`,
    },
  },
  getWorkflow: {
    title: "One workflow, by its name",
    code: {
      yaml: `variables:
  nightly:
    fn::invoke:
      function: workflows:getWorkflow
      arguments:
        where: { name: Nightly import }
outputs:
  id: \${nightly.workflow.id}`,
      python: `nightly = workflows.get_workflow_output(where={"name": "Nightly import"})
pulumi.export("id", nightly.workflow["id"])`,
      go: `nightly, err := workflows.GetWorkflow(ctx, &workflows.GetWorkflowArgs{
	Where: map[string]interface{}{"name": "Nightly import"},
})`,
    },
  },
  getAccessToken: {
    title: "A token for another call",
    code: {
      yaml: `variables:
  access:
    fn::invoke:
      function: workflows:getAccessToken
      arguments: {}
      return: token`,
      python: `token = workflows.get_access_token_output().token`,
      go: `access := workflows.GetAccessTokenOutput(ctx, workflows.GetAccessTokenOutputArgs{})`,
    },
  },
};
