/** Names the type that the JSON Schema of the arguments is made of. The generator takes only types without parameters. */
import type { Arguments } from "../../provider/workflows/arguments/argument-types.js";

export type AllArguments = Arguments;
