import json

import pulumi
import pulumi_workflows


class Alarm(pulumi.ComponentResource):
    """Stands for what you create for a workflow: an alarm, a dashboard, a schedule."""

    def __init__(self, name: str, title: str):
        super().__init__("examples:index:Alarm", name, {"title": title})
        self.register_outputs({})


def create_alarms(text: str) -> None:
    # The fields are examples. Use those of your service.
    for workflow in json.loads(text):
        Alarm(f"{workflow['id']}-failed", title=workflow["name"])


workflows = pulumi_workflows.Workflows("workflows", select=["id", "name"])
# `json` has the id 17 as the service wrote it. In `items` it is 17.0.
workflows.json.apply(create_alarms)
pulumi.export("count", workflows.count)
