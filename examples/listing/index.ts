// Lists the workflows and shows a line for each as a stack output: its first two fields, such as "wf_1: Nightly import".
import { Workflows } from "pulumi-workflows";

const all = new Workflows("all");

export const count = all.count;
export const digest = all.digest;
// A list of texts. All items as an output would be noise at each change.
export const workflows = all.items.apply((items) =>
  items.map((workflow) => Object.values(workflow).slice(0, 2).join(": ")),
);
