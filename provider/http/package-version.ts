/** The version of this package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

declare const PLUGIN_VERSION: string;

/** The bundled plugin has no package.json beside it. */
export function packageVersion(): string {
  if (typeof PLUGIN_VERSION === "string") {
    return PLUGIN_VERSION;
  }
  const text = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
