// Lists the workflows, and shows one line for each of them as a stack output.
import { Workflows } from "pulumi-workflows";

// The list is stored in the stack's state. The next preview shows what has changed in the service.
const listing = new Workflows("workflows");

export const count = listing.count;
// The first two fields of each workflow: "wf_1: Nightly import".
export const workflows = listing.items.apply((items) =>
  items.map((workflow) => Object.values(workflow).slice(0, 2).join(": ")),
);
