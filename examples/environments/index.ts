// One resource for each workflow, in several environments. What differs between them is in Pulumi.dev.yaml and
// Pulumi.prod.yaml.
import * as pulumi from "@pulumi/pulumi";
import { Workflows } from "pulumi-workflows";

/** Stands for what you create for a workflow: an alarm, a dashboard, a schedule. */
class Alarm extends pulumi.ComponentResource {
  constructor(name: string, args: { title: string }) {
    super("examples:index:Alarm", name, args);
  }
}

// The fields are examples. Use those of your service.
type Workflow = { id: string; name: string };

const config = new pulumi.Config("alarms");

export = async () => {
  const workflows = new Workflows<Workflow>("workflows", {
    select: ["id", "name"],
    where: config.getObject<Record<string, boolean>>("where"),
    minItems: config.getNumber("minItems"),
  });
  for (const { id, name } of await workflows.read()) {
    new Alarm(`${id}-failed`, { title: name });
  }
  return { count: workflows.count };
};
