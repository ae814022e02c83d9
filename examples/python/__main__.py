"""Lists the workflows of a workflow service, and looks one up.

Optional: `pulumi config set --path 'workflow.name' 'Nightly import'` says which one to look up.
"""

import pulumi
import pulumi_workflows

# Kept in the stack's state. The next preview shows what changed in the service.
workflows = pulumi_workflows.Workflows("workflows")

pulumi.export("count", workflows.count)
pulumi.export("first", workflows.items.apply(lambda items: items[0] if items else None))
pulumi.export("digest", workflows.digest)

where = pulumi.Config().get_object("workflow")
if where:
    # Exactly one must match. Anything else is an error that says how many do.
    pulumi.export("found", pulumi_workflows.get_workflow_output(where=where).workflow)
