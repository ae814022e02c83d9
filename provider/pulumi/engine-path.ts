/** `PATH` for whoever starts the Pulumi CLI: past npm's wrapper, which is called `pulumi` too and downloads one. */
import { delimiter, sep } from "node:path";

/** Inside an npm script, and under `npx`, such folders stand before all others. */
const WRAPPERS = `${sep}node_modules${sep}.bin`;

/** `path` without the folders in which `pulumi` is npm's wrapper. */
export function withoutWrappers(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.endsWith(WRAPPERS))
    .join(delimiter);
}
