/** The version of this package. */

declare const PLUGIN_VERSION: string;

/** `require` with a fixed path, so that a bundler takes the file in: in a bundle it is not beside the code. */
export function packageVersion(): string {
  if (typeof PLUGIN_VERSION === "string") {
    return PLUGIN_VERSION;
  }
  return (require("../../package.json") as { version: string }).version;
}
