/** Modules as the SDK itself has them, so that its copy of them is the one in use: they are its dependencies, not ours. */
import { createRequire } from "node:module";

/** @param name a package, or a path inside the SDK: `./proto/engine_pb`. */
export function requireFromSdk(name: string): unknown {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))(name);
}
