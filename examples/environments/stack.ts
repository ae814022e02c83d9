// The Pulumi program: one environment. It reads the workflows and acts on them; main.ts runs it once for each environment.
import { ComponentResource, Config, type ComponentResourceOptions } from "@pulumi/pulumi";
import { getWorkflow, getWorkflows, Workflows } from "pulumi-workflows";

/** Stands for whatever you make of a workflow: an alarm, a schedule, a permission. */
class Watch extends ComponentResource {
  constructor(workflow: { id: string; name: string }, opts?: ComponentResourceOptions) {
    super("environments:index:Watch", workflow.name, {}, opts);
    this.registerOutputs({ workflow: workflow.id });
  }
}

export = async () => {
  const required = new Config("environments").requireObject<string[]>("required");

  // In state: what the service had at the last update, so that every run tells what has changed.
  const all = new Workflows("all", { select: ["id", "name", "enabled"], sortBy: "name" });

  // Data: an environment that lacks what it cannot do without fails at the preview.
  for (const name of required) {
    await getWorkflow({ where: { name } });
  }
  const enabled = await getWorkflows<{ id: string; name: string }>({ where: { enabled: true }, sortBy: "name" });
  for (const workflow of enabled.items) {
    new Watch(workflow, { dependsOn: all });
  }

  return { workflows: all.json, count: all.count, digest: all.digest, watched: enabled.items.map(({ name }) => name) };
};
