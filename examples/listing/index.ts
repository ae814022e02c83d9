// Lists the workflows and shows them as stack outputs, with the fields that the service gives them.
import { Workflows } from "pulumi-workflows";

const all = new Workflows("all");

export const count = all.count;
export const digest = all.digest;
export const workflows = all.items;
