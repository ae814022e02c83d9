// Lists the workflows of a workflow service.
package main

import (
	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// The listing is kept in the stack's state. The next preview shows what changed in the service.
		listing, err := workflows.NewWorkflows(ctx, "workflows", nil)
		if err != nil {
			return err
		}
		ctx.Export("count", listing.Count)
		// The first workflow shows which fields your service has.
		ctx.Export("first", listing.Items.ApplyT(func(items []interface{}) interface{} {
			if len(items) == 0 {
				return nil
			}
			return items[0]
		}))
		return nil
	})
}
