/** Used by the scripts that need the Pulumi CLI. */
import { findCli } from "../provider/cli/pulumi-cli.js";

/** Returns the PATH under which `pulumi` is the Pulumi CLI. Throws if there is none. */
export function requireCli(): string {
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no `pulumi` on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/).");
  }
  return path;
}
