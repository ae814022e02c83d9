// The Pulumi program: one environment. It reads the workflows and acts on them. main.ts runs it once for each environment.
import { ComponentResource, Config, type ComponentResourceOptions } from "@pulumi/pulumi";
import { getWorkflow, getWorkflows, Workflows } from "pulumi-workflows";
import { WORKFLOWS } from "./environments";

/** Stands for what you make of a workflow: an alarm, a schedule, a permission. */
class Watch extends ComponentResource {
  constructor(name: string, id: string, opts?: ComponentResourceOptions) {
    super("environments:index:Watch", name, {}, opts);
    this.registerOutputs({ workflow: id });
  }
}

export = async () => {
  const { id, name, watched } = WORKFLOWS;
  const required = new Config("environments").requireObject<string[]>("required");

  // In state: the workflows at the last update, so that every run shows what has changed.
  const all = new Workflows("all", { select: [id, name, ...Object.keys(watched)], sortBy: name });

  // Data: without a required workflow the preview fails.
  for (const wanted of required) {
    await getWorkflow({ where: { [name]: wanted } });
  }
  const { items } = await getWorkflows<Record<string, unknown>>({ where: watched, sortBy: name });
  for (const item of items) {
    new Watch(String(item[name]), String(item[id]), { dependsOn: all });
  }

  const names = items.map((item) => String(item[name]));
  return { workflows: all.json, count: all.count, digest: all.digest, watched: names };
};
