"""Lists the workflows of a workflow service, and looks one up."""

import pulumi
import pulumi_workflows as workflows

enabled = workflows.Workflows("enabled", where={"enabled": True})
nightly = workflows.get_workflow_output(where={"name": "Nightly import"})

pulumi.export("count", enabled.count)
pulumi.export("first", enabled.items.apply(lambda items: items[0]["name"]))
pulumi.export("digest", enabled.digest)
pulumi.export("nightlyId", nightly.workflow.apply(lambda workflow: workflow["id"]))
