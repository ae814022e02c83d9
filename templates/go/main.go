// Lists the workflows of a workflow service.
package main

import (
	"encoding/json"

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
		// One line for each workflow, with the fields that your service has.
		ctx.Export("workflows", listing.Items.ApplyT(func(items []interface{}) ([]string, error) {
			lines := make([]string, len(items))
			for index, item := range items {
				line, err := json.Marshal(item)
				if err != nil {
					return nil, err
				}
				lines[index] = string(line)
			}
			return lines, nil
		}))
		return nil
	})
}
