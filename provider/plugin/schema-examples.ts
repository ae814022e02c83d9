/** Examples for the package's documentation, in every language of the schema. They need no particular field of a workflow. */

const LANGUAGES = ["typescript", "python", "go", "yaml", "csharp", "java"] as const;
type Language = (typeof LANGUAGES)[number];
type Topic = "provider" | "resource" | "getWorkflows" | "getWorkflow" | "getJson" | "getAccessToken";

interface Example {
  readonly title: string;
  readonly code: Readonly<Record<Language, string>>;
}

/** `description`, and the examples on the topic below it, in the form that Pulumi's documentation tools read. */
export function withExamples(topic: Topic, description: string): string {
  const { title, code } = EXAMPLES[topic];
  const blocks = LANGUAGES.map((language) => `\`\`\`${language}\n${code[language]}\n\`\`\``);
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
      typescript: `import * as pulumi from "@pulumi/pulumi";
import * as workflows from "@pulumi-workflows/workflows";

const config = new pulumi.Config();
const tenant = new workflows.Provider("tenant", {
  baseUrl: "https://api.example.com",
  clientId: config.require("tenantId"),
  clientSecret: config.requireSecret("tenantSecret"),
});
const theirs = new workflows.Workflows("theirs", {}, { provider: tenant });`,
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
      csharp: `var config = new Pulumi.Config();
var tenant = new Provider("tenant", new ProviderArgs
{
    BaseUrl = "https://api.example.com",
    ClientId = config.Require("tenantId"),
    ClientSecret = config.RequireSecret("tenantSecret"),
});
var theirs = new Workflows("theirs", new WorkflowsArgs(), new CustomResourceOptions { Provider = tenant });`,
      java: `var config = ctx.config();
var tenant = new Provider("tenant", ProviderArgs.builder()
    .baseUrl("https://api.example.com")
    .clientId(config.require("tenantId"))
    .clientSecret(config.requireSecret("tenantSecret"))
    .build());
var theirs = new Workflows("theirs", WorkflowsArgs.Empty, CustomResourceOptions.builder().provider(tenant).build());`,
    },
  },
  resource: {
    title: "All workflows, as a resource",
    code: {
      typescript: `import * as workflows from "@pulumi-workflows/workflows";

const all = new workflows.Workflows("all");
export const count = all.count;
export const items = all.items;`,
      python: `import pulumi
import pulumi_workflows as workflows

everything = workflows.Workflows("all")
pulumi.export("count", everything.count)
pulumi.export("items", everything.items)`,
      go: `all, err := workflows.NewWorkflows(ctx, "all", nil)
if err != nil {
	return err
}
ctx.Export("count", all.Count)
ctx.Export("items", all.Items)`,
      yaml: `resources:
  all:
    type: workflows:Workflows
outputs:
  count: \${all.count}
  items: \${all.items}`,
      csharp: `var all = new Workflows("all");
return new Dictionary<string, object?> { ["count"] = all.Count, ["items"] = all.Items };`,
      java: `var all = new Workflows("all");
ctx.export("count", all.count());
ctx.export("items", all.items());`,
    },
  },
  getWorkflows: {
    title: "The number of workflows, as data",
    code: {
      typescript: `const all = workflows.getWorkflowsOutput();
export const count = all.count;`,
      python: `everything = workflows.get_workflows_output()
pulumi.export("count", everything.count)`,
      // In Go, `GetWorkflows` reads the resource, so the function has another name.
      go: `all, err := workflows.LookupWorkflows(ctx, &workflows.LookupWorkflowsArgs{})
if err != nil {
	return err
}
ctx.Export("count", pulumi.Int(all.Count))`,
      yaml: `variables:
  all:
    fn::invoke:
      function: workflows:getWorkflows
      arguments: {}
outputs:
  count: \${all.count}`,
      csharp: `var all = GetWorkflows.Invoke();
return new Dictionary<string, object?> { ["count"] = all.Apply(result => result.Count) };`,
      java: `var all = WorkflowsFunctions.getWorkflows();
ctx.export("count", all.applyValue(result -> result.count()));`,
    },
  },
  getWorkflow: {
    title: "One workflow, by the value of a field",
    code: {
      typescript: `const nightly = workflows.getWorkflowOutput({ where: { name: "Nightly import" } });
export const found = nightly.workflow;`,
      python: `nightly = workflows.get_workflow_output(where={"name": "Nightly import"})
pulumi.export("found", nightly.workflow)`,
      go: `nightly, err := workflows.GetWorkflow(ctx, &workflows.GetWorkflowArgs{
	Where: map[string]interface{}{"name": "Nightly import"},
})
if err != nil {
	return err
}
ctx.Export("found", pulumi.Any(nightly.Workflow))`,
      yaml: `variables:
  nightly:
    fn::invoke:
      function: workflows:getWorkflow
      arguments:
        where: { name: Nightly import }
outputs:
  found: \${nightly.workflow}`,
      csharp: `var nightly = GetWorkflow.Invoke(new GetWorkflowInvokeArgs
{
    Where = { ["name"] = "Nightly import" },
});`,
      java: `var nightly = WorkflowsFunctions.getWorkflow(GetWorkflowArgs.builder()
    .where(Map.of("name", "Nightly import"))
    .build());`,
    },
  },
  getJson: {
    title: "The details of one workflow",
    code: {
      typescript: `const details = workflows.getJsonOutput({ path: "/v2/workflows/{id}", parameters: { id: "wf_1" } });
export const found = details.value;`,
      python: `details = workflows.get_json_output(path="/v2/workflows/{id}", parameters={"id": "wf_1"})
pulumi.export("found", details.value)`,
      go: `details, err := workflows.GetJson(ctx, &workflows.GetJsonArgs{
	Path:       "/v2/workflows/{id}",
	Parameters: map[string]interface{}{"id": "wf_1"},
})
if err != nil {
	return err
}
ctx.Export("found", pulumi.Any(details.Value))`,
      yaml: `variables:
  details:
    fn::invoke:
      function: workflows:getJson
      arguments:
        path: /v2/workflows/{id}
        parameters: { id: wf_1 }
outputs:
  found: \${details.value}`,
      csharp: `var details = GetJson.Invoke(new GetJsonInvokeArgs
{
    Path = "/v2/workflows/{id}",
    Parameters = { ["id"] = "wf_1" },
});`,
      java: `var details = WorkflowsFunctions.getJson(GetJsonArgs.builder()
    .path("/v2/workflows/{id}")
    .parameters(Map.of("id", "wf_1"))
    .build());`,
    },
  },
  getAccessToken: {
    title: "A token for another call",
    code: {
      typescript: `const token = workflows.getAccessTokenOutput().token;`,
      python: `token = workflows.get_access_token_output().token`,
      go: `access := workflows.GetAccessTokenOutput(ctx, workflows.GetAccessTokenOutputArgs{})`,
      yaml: `variables:
  access:
    fn::invoke:
      function: workflows:getAccessToken
      arguments: {}
      return: token`,
      csharp: `var token = GetAccessToken.Invoke().Apply(result => result.Token);`,
      java: `var token = WorkflowsFunctions.getAccessToken().applyValue(result -> result.token());`,
    },
  },
};
