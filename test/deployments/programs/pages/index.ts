// Runs the programs in `pages/`, which the test takes from the repository's pages, as one program.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Exports = Readonly<Record<string, unknown>>;

const load = createRequire(__filename) as (path: string) => Exports | (() => Promise<Exports>);

export = async () => {
  const outputs: Record<string, Exports> = {};
  const folder = join(__dirname, "pages");
  for (const file of readdirSync(folder).sort()) {
    const loaded = load(join(folder, file));
    const exported = typeof loaded === "function" ? await loaded() : loaded;
    // A function that a page shows waits for its caller: it is no output.
    const values = Object.entries(exported).filter(([, value]) => typeof value !== "function");
    outputs[file.replace(/\.ts$/, "")] = Object.fromEntries(values);
  }
  return outputs;
};
