/** Files that a release publishes beside the archives: the schema, the bills of materials, the notes, the checksums. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundlePlugin, ROOT } from "./bundle.js";
import { packageFolder, writeChecksums } from "./archives.js";
import { pinnedNodeVersion } from "./executable.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const run = promisify(execFile);

/** Outside of the folder of published files. */
export const NOTES_FILE = "dist/release-notes.md";

/** Writes all files, the checksums last. Gives their paths. */
export async function writeReleaseFiles(version: string, outdir: string): Promise<readonly string[]> {
  await mkdir(outdir, { recursive: true });
  const notes = join(ROOT, NOTES_FILE);
  await writeFile(notes, releaseNotes(await readFile(join(ROOT, "CHANGELOG.md"), "utf8"), version));
  const schema = join(outdir, "schema.json");
  await writeFile(schema, await readFile(join(ROOT, "schema.json")));
  const boms = await writeBillsOfMaterials(version, outdir);
  return [notes, schema, ...boms, await writeChecksums(outdir)];
}

/** The changelog's section on a version, without its heading. */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/[\s(]/, 1)[0] === version);
  if (section === undefined) {
    throw new Error(`CHANGELOG.md has no section \`## ${version}\`. Write it, then release.`);
  }
  const heading = section.split("\n", 1)[0] ?? "";
  if (/unreleased/i.test(heading)) {
    throw new Error(`CHANGELOG.md calls ${version} unreleased. Give its section the release date.`);
  }
  return `${section.slice(heading.length).trim()}\n`;
}

interface Component {
  readonly name: string;
  readonly version: string;
}

/** What of npm's own bill (CycloneDX) is used here. */
interface BillOfMaterials {
  readonly metadata: object;
  readonly components: readonly Component[];
  readonly dependencies?: unknown;
}

/** One for the npm package, and one for the executable, which contains bundled packages and Node.js. */
async function writeBillsOfMaterials(version: string, outdir: string): Promise<readonly string[]> {
  const { inputs } = await bundlePlugin(version);
  const files = {
    "pulumi-workflows.cdx.json": await npmBill("--omit=dev"),
    "pulumi-resource-workflows.cdx.json": billOfExecutable(await npmBill(), packagesOf(inputs), {
      version,
      node: await pinnedNodeVersion(),
    }),
  };
  return Promise.all(
    Object.entries(files).map(async ([name, bill]) => {
      await writeFile(join(outdir, name), `${JSON.stringify(bill, undefined, 2)}\n`);
      return join(outdir, name);
    }),
  );
}

/** The bill that npm makes from the lock file. With workspaces it fails: they depend on this package, which contains them. */
async function npmBill(...options: readonly string[]): Promise<BillOfMaterials> {
  return withTemporaryFolder(async (temporary) => {
    // npm names the bill after its folder.
    const folder = join(temporary, "pulumi-workflows");
    await mkdir(folder);
    const manifest = await readJson("package.json");
    await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, workspaces: undefined }));
    const lock = (await readJson("package-lock.json")) as { packages: Record<string, Record<string, unknown>> };
    const packages = Object.entries(lock.packages)
      .filter(([path, { link }]) => link !== true && (path === "" || path.startsWith("node_modules/")))
      .map(([path, entry]) => [path, { ...entry, workspaces: undefined }]);
    const locked = { ...lock, packages: Object.fromEntries(packages) as object };
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(locked));
    const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", ...options];
    const windows = process.platform === "win32";
    const { stdout } = await run("npm", args, { cwd: folder, maxBuffer: 1e9, shell: windows });
    return JSON.parse(stdout) as BillOfMaterials;
  });
}

async function readJson(file: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(join(ROOT, file), "utf8")) as Readonly<Record<string, unknown>>;
}

/** The packages of the bundled files, as `got@14.6.6`. */
function packagesOf(inputs: readonly string[]): ReadonlySet<string> {
  const folders = new Set(inputs.flatMap((file) => packageFolder(file) ?? []));
  const names = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Component;
    return `${name}@${version}`;
  });
  return new Set(names);
}

/** The bill of everything that is installed here, reduced to the packages in the executable, and Node.js. */
export function billOfExecutable(
  bill: BillOfMaterials,
  packages: ReadonlySet<string>,
  { version, node }: { readonly version: string; readonly node: string },
): BillOfMaterials {
  const components = bill.components.filter((component) => packages.has(`${component.name}@${component.version}`));
  const platform = { type: "platform", name: "node", version: node, purl: `pkg:generic/node@${node}` };
  const component = { type: "application", name: "pulumi-resource-workflows", version };
  return {
    ...bill,
    metadata: { ...bill.metadata, component },
    components: [...components, platform],
    dependencies: undefined,
  };
}
