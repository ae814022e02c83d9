/** The version of this package. */

/**
 * The version, in the plugin's executable: its bundler replaces this name by a string. Elsewhere the name does not
 * exist.
 */
declare const PLUGIN_VERSION: string;

/** Returns the version. The path of package.json is literal, so that bundlers of a program find the file. */
export function packageVersion(): string {
  if (typeof PLUGIN_VERSION === "string") {
    return PLUGIN_VERSION;
  }
  return (require("../../package.json") as { version: string }).version;
}
