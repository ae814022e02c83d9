/** Bundles the plugin into one script. Each module in it runs only when it is needed. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { makeSchema } from "../plugin/schema.js";

/** The checkout's root. */
export const ROOT = resolve(__dirname, "../..");

export interface Bundle {
  readonly text: string;
  /** The files that it was made from, relative to the checkout's root. */
  readonly inputs: readonly string[];
  /** Its source map. The bundle does not refer to it. */
  readonly map: string;
}

/** Bundles the plugin, or another `entry`: a path relative to the checkout's root. */
export async function bundlePlugin(version: string, entry = "provider/plugin/main.ts"): Promise<Bundle> {
  return bundle(entry, {
    PLUGIN_VERSION: version,
    PLUGIN_SCHEMA: JSON.stringify(makeSchema(version)),
    LEAST_NODE: await leastNode(),
  });
}

/** Writes the plugin for use in this checkout: a script that the `node` on PATH runs. It keeps no code cache. */
export async function writeScript(version: string, outfile: string): Promise<Bundle> {
  const made = await bundlePlugin(version, "provider/packaging/script-main.ts");
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, `#!/usr/bin/env node\n${made.text}`);
  await chmod(outfile, 0o755);
  return made;
}

/** `20.19`, of the package's `>=20.19`. */
async function leastNode(): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { engines: { node: string } };
  return engines.node.replace(/^>=/, "");
}

/** Packages that got and grpc-js load or name for features that the plugin does not use: HTTP/2 requests, and channelz. */
const UNUSED = ["http2-wrapper", "@grpc/proto-loader"];

/** Bundles `entry`. Each of `constants` replaces the identifier of that name. */
export async function bundle(entry: string, constants: Readonly<Record<string, string>> = {}): Promise<Bundle> {
  const options = {
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, entry)],
    outfile: "plugin.js",
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    // The archive has all licences in a file of their own.
    legalComments: "none",
    metafile: true,
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "warning",
    // V8 then keeps one byte for each character.
    charset: "ascii",
    // A script inside an executable cannot `import()`. All of Node's own modules can be required.
    supported: { "dynamic-import": false },
    define: {
      ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
      "Intl.ListFormat": "ListFormat",
    },
    inject: [join(ROOT, "provider/packaging/list-format.ts")],
    alias: Object.fromEntries(UNUSED.map((name) => [name, join(ROOT, "provider/packaging/unused-package.ts")])),
  } satisfies BuildOptions;
  const { outputFiles, metafile } = await build(options);
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { text: textOf(".js"), map: textOf(".map"), inputs: Object.keys(metafile.inputs) };
}
