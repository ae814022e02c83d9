// The Pulumi program: one environment. It reads the workflows and acts on them. main.ts runs it once for each environment.
import { ComponentResource, type ComponentResourceOptions } from "@pulumi/pulumi";
import { Workflows } from "pulumi-workflows";
import { WORKFLOWS } from "./environments";

/** Stands for what you make of a workflow: an alarm, a schedule, a permission. */
class Watch extends ComponentResource {
  constructor(name: string, title: string, opts?: ComponentResourceOptions) {
    super("environments:index:Watch", name, {}, opts);
    this.registerOutputs({ title });
  }
}

export = async () => {
  const { id, name, watched } = WORKFLOWS;
  const fields = [id, name, ...Object.keys(watched)];

  // The state knows the last listing: a run in which too many workflows vanish fails before it changes anything. What decides
  // which resources exist belongs in `where`: the guard does not see what the program filters out.
  const args = { select: fields, where: watched, keyPath: id, sortBy: name };
  const all = new Workflows<Record<string, unknown>>("all", args);

  // Plain values, which decide how many resources there are. Named by id: the index changes, and so do names.
  const items = await all.read();
  for (const item of items) {
    new Watch(String(item[id]), String(item[name]));
  }

  return { count: all.count, watched: items.map((item) => String(item[name])) };
};
