// Signs in, lists the workflows, and shows them as stack outputs.
import { Workflows } from "pulumi-workflows";

const all = new Workflows("all");

export const count = all.count;
export const names = all.items.apply((items) => items?.map((workflow) => workflow.name));
export const digest = all.digest;
