/** Makes the plugin's one executable file: everything it needs, evaluated only when it is needed. */
import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
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

export interface Bundle {
  /** The files that went into the executable, relative to `root`. */
  readonly inputs: readonly string[];
  /** A source map of the lines after the launcher's mark. Nothing of it is in the executable. */
  readonly map: string;
}

/** Ends the launcher, begins the bundle: it looks for this line. */
const MARK = "//# bundle";

/** Writes the executable. */
export async function bundlePlugin({
  root,
  version,
  outfile,
  entry = "provider/plugin/main.ts",
}: BundleOptions): Promise<Bundle> {
  const bundle = await bundleOf(root, entry, {
    PLUGIN_VERSION: version,
    PLUGIN_SCHEMA: JSON.stringify(makeSchema(version)),
  });
  const launcher = await bundleOf(root, "provider/plugin/launcher.ts", {
    BUNDLE_ID: createHash("sha256").update(bundle.text).digest("hex").slice(0, 12),
    LEAST_NODE: await leastNode(root),
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
  return { inputs: bundle.inputs, map: bundle.map };
}

/** `20.19`, of the package's `>=20.19`. */
async function leastNode(root: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { engines: { node: string } };
  return engines.node.replace(/^>=/, "");
}

/** Packages that got and grpc-js load or name, for what the plugin does not do: HTTP/2 to the service, and channelz. */
const UNUSED = ["http2-wrapper", "@grpc/proto-loader"];

async function bundleOf(
  root: string,
  entry: string,
  constants: Readonly<Record<string, string>>,
): Promise<Bundle & { text: string }> {
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
    sourcemap: "external",
    sourcesContent: false,
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
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { text: textOf(".js"), map: textOf(".map"), inputs: Object.keys(metafile.inputs) };
}
