// Lists the workflows of a workflow service, and looks one up.
package main

import (
	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		enabled, err := workflows.NewWorkflows(ctx, "enabled", &workflows.WorkflowsArgs{
			Where: pulumi.Map{"enabled": pulumi.Bool(true)},
		})
		if err != nil {
			return err
		}
		nightly, err := workflows.GetWorkflow(ctx, &workflows.GetWorkflowArgs{
			Where: map[string]interface{}{"name": "Nightly import"},
		})
		if err != nil {
			return err
		}
		first := enabled.Items.ApplyT(func(items []interface{}) interface{} {
			return items[0].(map[string]interface{})["name"]
		})
		ctx.Export("count", enabled.Count)
		ctx.Export("first", first)
		ctx.Export("digest", enabled.Digest)
		ctx.Export("nightlyId", pulumi.ToOutput(nightly.Workflow.(map[string]interface{})["id"]))
		return nil
	})
}
