/** Names the type that becomes the JSON Schema of the arguments. The generator takes only types without parameters. */
import type { Arguments } from "../../provider/workflows/arguments/argument-types.js";

export type AllArguments = Arguments;
