/** The shape of `provider/`: data flows one way, without circles, through small files, with declared dependencies. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { preProcessFile } from "typescript";

const ROOT = resolve(__dirname, "..");
/** Each layer, with those that it may import from. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  http: ["base"],
  settings: ["base", "http"],
  auth: ["base", "http", "settings"],
  workflows: ["base", "http", "settings", "auth"],
  pulumi: ["base", "http", "settings", "auth", "workflows"],
  plugin: ["base", "http", "settings", "auth", "workflows", "pulumi"],
  cli: ["base", "http", "settings", "auth", "workflows", "pulumi", "plugin"],
  testing: ["base", "http", "settings", "auth", "workflows", "pulumi"],
};
/** The same within `workflows`. */
const WITHIN_WORKFLOWS: Readonly<Record<string, readonly string[]>> = {
  json: [],
  arguments: ["json"],
  items: ["json", "arguments"],
  listing: ["json", "arguments", "items"],
};

/** The imports of each file, types included: files by their paths relative to the checkout, packages by their names. */
const imports = new Map(
  [...filesIn("provider"), ...filesIn("scripts")]
    // The demo's program is a project that has this package installed.
    .filter((file) => !file.startsWith("scripts/demo/program/"))
    .map((file) => [file, importsOf(file)]),
);
const provider = [...imports].filter(([file]) => file.startsWith("provider/"));

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): string[] {
  return preProcessFile(readFileSync(join(ROOT, file), "utf8")).importedFiles.map(({ fileName }) =>
    fileName.startsWith(".") ? join(dirname(file), fileName).replace(/\.js$/, ".ts") : fileName,
  );
}

/** What `layers` forbids, in a folder of layers. */
function forbidden(folder: string, layers: Readonly<Record<string, readonly string[]>>): string[] {
  const layerOf = (file: string): string => relative(folder, file).split("/")[0] ?? "";
  return [...imports].flatMap(([file, targets]) => {
    const layer = layerOf(file);
    const known = layers[layer];
    return targets
      .filter((target) => known !== undefined && layerOf(target) in layers && layerOf(target) !== layer)
      .filter((target) => !known?.includes(layerOf(target)))
      .map((target) => `${file} → ${target}`);
  });
}

it.each([
  ["provider", LAYERS],
  ["provider/workflows", WITHIN_WORKFLOWS],
])("each layer of %s imports only from the layers below it, and each layer is known", (folder, layers) => {
  expect(forbidden(folder, layers)).toEqual([]);
  const folders = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(layers).sort());
});

/** The stub is a text that the program sends: it imports nothing. */
const SENT_TEXT = "provider/pulumi/lifecycle/stub.ts";

it.each([
  ["program", "lifecycle"],
  ["lifecycle", "program"],
])(
  "pulumi/%s, a process of its own, loads nothing of pulumi/%s: only types and the stub's text are shared",
  (layer, other) => {
    const loaded = provider.flatMap(([file]) => {
      const text = readFileSync(join(ROOT, file), "utf8").replace(/^import type [^;]*;$/gm, "");
      const targets = preProcessFile(text, true, true).importedFiles.map(({ fileName }) =>
        fileName.startsWith(".") ? join(dirname(file), fileName).replace(/\.js$/, ".ts") : fileName,
      );
      return targets.map((target) => [file, target] as const);
    });
    const crossing = loaded.filter(
      ([file, target]) =>
        file.startsWith(`provider/pulumi/${layer}/`) &&
        target.startsWith(`provider/pulumi/${other}/`) &&
        target !== SENT_TEXT,
    );
    expect(crossing).toEqual([]);
    expect(imports.get(SENT_TEXT)).toEqual([]);
  },
);

it("no file of provider/ imports itself through others", () => {
  // Files that import nothing which is left are in no circle; the circles stay.
  let left = provider;
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const names = new Set(left.map(([file]) => file));
    left = left.filter(([, targets]) => targets.some((target) => names.has(target)));
  }
  expect(left.map(([file]) => file)).toEqual([]);
});

it("below the plugin and the program, nothing depends on Pulumi", () => {
  const knowing = provider.filter(([file, targets]) => {
    return (
      /^provider\/(base|http|auth|settings|workflows)\//.test(file) &&
      targets.some((name) => name.startsWith("@pulumi/"))
    );
  });
  expect(knowing.map(([file]) => file)).toEqual([]);
});

/** What the engine and the SDK mark their own values with: the signatures in engine-signatures.ts, and names of the SDK. */
const SIGNATURES = readFileSync(join(ROOT, "provider/pulumi/engine-signatures.ts"), "utf8").match(
  /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
);

it("nothing below pulumi/ knows the engine's signatures", () => {
  expect(SIGNATURES?.length).toBeGreaterThan(10);
  const marks = [...(SIGNATURES ?? []), "__pulumi", "urn:pulumi", "@isPulumiResource", "pulumi-nodejs"];
  const knowing = provider.filter(
    ([file]) =>
      /^provider\/(base|http|auth|settings|workflows)\//.test(file) &&
      marks.some((mark) => readFileSync(join(ROOT, file), "utf8").includes(mark)),
  );
  expect(knowing.map(([file]) => file)).toEqual([]);
});

it("every package that is imported is a declared dependency", () => {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as Record<string, Record<string, string>>;
  const declared = new Set(
    [dependencies, peerDependencies, devDependencies].flatMap((part) => Object.keys(part ?? {})).concat(builtinModules),
  );
  const packages = [...imports.values()]
    .flat()
    .filter((name) => !imports.has(name) && !/^(node:|test\/|provider\/|scripts\/)/.test(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
  expect([...new Set(packages)].filter((name) => !declared.has(name))).toEqual([]);
});
