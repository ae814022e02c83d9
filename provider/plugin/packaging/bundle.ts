/** Makes the plugin's one executable file: everything it needs, evaluated only when it is needed. */
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type Metafile } from "esbuild";
import { makeSchema } from "../schema.js";

export interface BundleOptions {
  /** The checkout's root. */
  readonly root: string;
  readonly version: string;
  readonly outfile: string;
}

/** Writes the executable; gives what went into it. */
export async function bundlePlugin({ root, version, outfile }: BundleOptions): Promise<Metafile> {
  await mkdir(dirname(outfile), { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "provider/plugin/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    banner: { js: "#!/usr/bin/env node" },
    define: {
      PLUGIN_VERSION: JSON.stringify(version),
      PLUGIN_SCHEMA: JSON.stringify(JSON.stringify(makeSchema(version))),
    },
  });
  await chmod(outfile, 0o755);
  return metafile;
}
