/** Bundles the plugin into one script, in which each module runs only when it is needed. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";

/** The checkout's root. */
export const ROOT = resolve(__dirname, "../..");

interface Bundle {
  readonly text: string;
  /** The files that it was made from, relative to the checkout's root. */
  readonly inputs: readonly string[];
}

export async function bundlePlugin(version: string): Promise<Bundle> {
  const schema = JSON.parse(await readFile(join(ROOT, "schema.json"), "utf8")) as object;
  const options = {
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, "provider/executable.ts")],
    outfile: "plugin.js",
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // Stack traces then have the names of functions.
    minify: false,
    // The archive has all licences in a file.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    // V8 keeps an ASCII text with one byte for each character, and any other text with two.
    charset: "ascii",
    // A script inside an executable cannot `import()`, so esbuild replaces each `import()` by `require`.
    supported: { "dynamic-import": false },
    define: {
      PLUGIN_VERSION: JSON.stringify(version),
      PLUGIN_SCHEMA: JSON.stringify(JSON.stringify({ ...schema, version })),
    },
  } satisfies BuildOptions;
  const { outputFiles, metafile } = await build(options);
  return { text: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}
