package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Alarm stands for what you create for a workflow: an alarm, a dashboard, a schedule.
type Alarm struct{ pulumi.ResourceState }

// Workflow has some fields as examples. Use those of your service.
type Workflow struct {
	ID   interface{} `json:"id"`
	Name string      `json:"name"`
}

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		all, err := workflows.NewWorkflows(ctx, "workflows", &workflows.WorkflowsArgs{
			Select: pulumi.ToStringArray([]string{"id", "name"}),
		})
		if err != nil {
			return err
		}
		ctx.Export("count", all.Json.ApplyT(func(text string) (int, error) {
			// With UseNumber, the id 1234567 stays as the service wrote it. Without it, it is 1.234567e+06.
			decoder := json.NewDecoder(strings.NewReader(text))
			decoder.UseNumber()
			var items []Workflow
			if err := decoder.Decode(&items); err != nil {
				return 0, err
			}
			for _, workflow := range items {
				name := fmt.Sprintf("%v-failed", workflow.ID)
				title := pulumi.Map{"title": pulumi.String(workflow.Name)}
				if err := ctx.RegisterComponentResourceV2("examples:index:Alarm", name, title, &Alarm{}); err != nil {
					return 0, err
				}
			}
			return len(items), nil
		}))
		return nil
	})
}
