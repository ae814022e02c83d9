/** The root of the arguments' JSON Schema: a type without parameters, as its generator demands. */
import type { Arguments } from "../../provider/workflows/arguments/argument-types.js";

export type AllArguments = Arguments;
