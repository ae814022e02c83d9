"""Lists the workflows of a workflow service."""

import pulumi
import pulumi_workflows

# The listing is kept in the stack's state. The next preview shows what changed in the service.
workflows = pulumi_workflows.Workflows("workflows")

pulumi.export("count", workflows.count)
# The first workflow shows which fields your service has. To keep some of them only: `select=["id"]`.
pulumi.export("first", workflows.items.apply(lambda items: items[0] if items else None))
