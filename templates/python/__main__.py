"""Lists the workflows of a workflow service."""

import json

import pulumi
import pulumi_workflows

# The listing is kept in the stack's state. The next preview shows what changed in the service.
everything = pulumi_workflows.Workflows("workflows")


def lines(text: str) -> list[str]:
    """One line for each workflow, its first two fields: "wf_1: Nightly import"."""
    return [": ".join(str(value) for value in list(item.values())[:2]) for item in json.loads(text)]


pulumi.export("count", everything.count)
pulumi.export("workflows", everything.json.apply(lines))
