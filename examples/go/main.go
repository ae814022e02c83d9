// Lists the workflows of a workflow service, and looks one up.
//
// Optional: `pulumi config set --path 'workflow.name' 'Nightly import'` says which one to look up.
package main

import (
	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Kept in the stack's state. The next preview shows what changed in the service.
		listing, err := workflows.NewWorkflows(ctx, "workflows", nil)
		if err != nil {
			return err
		}
		ctx.Export("count", listing.Count)
		ctx.Export("first", listing.Items.ApplyT(func(items []interface{}) interface{} {
			if len(items) == 0 {
				return nil
			}
			return items[0]
		}))
		ctx.Export("digest", listing.Digest)

		var where map[string]interface{}
		if err := config.New(ctx, "").GetObject("workflow", &where); err != nil {
			return err
		}
		if where != nil {
			// Exactly one must match. Anything else is an error that says how many do.
			found, err := workflows.GetWorkflow(ctx, &workflows.GetWorkflowArgs{Where: where})
			if err != nil {
				return err
			}
			ctx.Export("found", pulumi.ToOutput(found.Workflow))
		}
		return nil
	})
}
