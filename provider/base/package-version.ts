/** The version of this package. Runs in both processes. */

declare const PLUGIN_VERSION: string;

/** Returns the version. The path is literal, so that bundlers include package.json. */
export function packageVersion(): string {
  if (typeof PLUGIN_VERSION === "string") {
    return PLUGIN_VERSION;
  }
  return (require("../../package.json") as { version: string }).version;
}
