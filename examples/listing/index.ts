// Signs in, lists the workflows, and shows them as stack outputs.
import { Workflows } from "pulumi-workflows";

const all = new Workflows("all");

export const count = all.count;
export const digest = all.digest;
export const workflows = all.items.apply((items) =>
  items.map(({ id, name, enabled }) => ({ id: String(id), name: String(name), enabled: Boolean(enabled) })),
);
