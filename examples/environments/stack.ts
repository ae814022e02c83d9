// The Pulumi program of one environment: a watch for each workflow. main.ts runs it for each environment.
import { ComponentResource } from "@pulumi/pulumi";
import { Workflows } from "pulumi-workflows";

// Change these to fit the workflows of your service: what identifies one, what people call it, and which of them are watched.
const ID = "id";
const TITLE = "name";
const WATCHED = { enabled: true };

/** Stands for what you make of a workflow: an alarm, a schedule, a permission. */
class Watch extends ComponentResource {
  constructor(name: string, args: { title: string }) {
    super("environments:index:Watch", name, args);
  }
}

export = async () => {
  // `read()` gives plain values, so they can decide how many resources there are. If too many workflows vanish, it fails, and
  // nothing is deleted. Filter with `where`: the guard does not see what the program leaves out itself.
  const all = new Workflows<Record<string, string>>("all", { select: [ID, TITLE], where: WATCHED, keyPath: ID });
  const workflows = await all.read();
  for (const workflow of workflows) {
    // Named by what identifies a workflow, and not by an index, which changes.
    new Watch(String(workflow[ID]), { title: String(workflow[TITLE]) });
  }
  return { watched: workflows.map((workflow) => String(workflow[TITLE])) };
};
