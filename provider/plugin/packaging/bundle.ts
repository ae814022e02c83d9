/** Makes the plugin's one executable file: everything it needs, evaluated only when it is needed. */
import { createHash } from "node:crypto";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { makeSchema } from "../schema.js";

export interface BundleOptions {
  /** The checkout's root. */
  readonly root: string;
  readonly version: string;
  readonly outfile: string;
  /** What is bundled, relative to `root`. Default: the plugin. */
  readonly entry?: string;
}

/** Ends the launcher, begins the bundle: it looks for this line. */
const MARK = "//# bundle";

/** Writes the executable; gives the files that went into it, relative to `root`. */
export async function bundlePlugin({
  root,
  version,
  outfile,
  entry = "provider/plugin/main.ts",
}: BundleOptions): Promise<readonly string[]> {
  const bundle = await bundleOf(root, entry, {
    PLUGIN_VERSION: version,
    PLUGIN_SCHEMA: JSON.stringify(makeSchema(version)),
  });
  const launcher = await bundleOf(root, "provider/plugin/launcher.ts", {
    BUNDLE_ID: createHash("sha256").update(bundle.text).digest("hex").slice(0, 12),
  });
  const lines = [
    "#!/usr/bin/env node",
    launcher.text.trimEnd(),
    MARK,
    ...bundle.text
      .trimEnd()
      .split("\n")
      .map((line) => `//${line}`),
  ];
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(outfile, `${lines.join("\n")}\n`, "latin1");
  await chmod(outfile, 0o755);
  return bundle.inputs;
}

/** Packages that got and grpc-js load or name, for what the plugin does not do: HTTP/2 to the service, and channelz. */
const UNUSED = ["http2-wrapper", "@grpc/proto-loader"];

async function bundleOf(
  root: string,
  entry: string,
  constants: Readonly<Record<string, string>>,
): Promise<{ text: string; inputs: readonly string[] }> {
  const options = {
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    outfile: "plugin.js",
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    // The archives hold them all, in a file of their own.
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    // The launcher reads it byte by byte.
    charset: "ascii",
    // A script out of the code cache has no way of its own to `import()`; all of Node's modules can be required.
    supported: { "dynamic-import": false },
    define: {
      ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
      "Intl.ListFormat": "ListFormat",
    },
    inject: [join(root, "provider/plugin/packaging/list-format.ts")],
    alias: Object.fromEntries(UNUSED.map((name) => [name, join(root, "provider/plugin/packaging/unused-package.ts")])),
  } satisfies BuildOptions;
  const { outputFiles, metafile } = await build(options);
  return { text: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}
