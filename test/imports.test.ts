/** Data flows one way: no room imports from one that comes after it, and each dependency is declared. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { preProcessFile } from "typescript";

const PROVIDER = resolve(__dirname, "..", "provider");
/** From the network up to the user. `testing` is separate: the emulator of the service, and mocks. */
const ROOMS = ["http", "settings", "auth", "workflows", "pulumi", "plugin", "cli"];
/** The rooms within `workflows`, each with those below it. */
const WITHIN_WORKFLOWS: Readonly<Record<string, readonly string[]>> = {
  json: [],
  arguments: ["json"],
  listing: ["json", "arguments", "items"],
  items: ["json", "arguments"],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  return preProcessFile(readFileSync(file, "utf8")).importedFiles.map(({ fileName }) => fileName);
}

function foldersIn(folder: string): string[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).sort();
}

function roomOf(file: string): string {
  return relative(PROVIDER, file).split("/")[0] ?? "";
}

test.each(ROOMS)("%s imports from no room that comes after it", (room) => {
  const later = [...ROOMS.slice(ROOMS.indexOf(room) + 1), "testing", "generate"];
  const upward = sources(join(PROVIDER, room)).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith("."))
      .map((name) => resolve(dirname(file), name))
      .filter((target) => later.includes(roomOf(target)))
      .map((target) => `${relative(PROVIDER, file)} → ${relative(PROVIDER, target)}`),
  );
  expect(upward).toEqual([]);
});

test.each(Object.entries(WITHIN_WORKFLOWS))("workflows/%s imports only from the rooms below it: %j", (room, below) => {
  const beside = sources(join(PROVIDER, "workflows", room)).flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith("."))
      .map((name) => relative(join(PROVIDER, "workflows"), resolve(dirname(file), name)).split("/"))
      .filter(([folder, name]) => folder !== ".." && folder !== room && name !== undefined)
      .map(([folder]) => folder),
  );
  expect(beside.filter((folder) => !below.includes(folder ?? ""))).toEqual([]);
});

test("there is no room that this test does not know", () => {
  expect(foldersIn(PROVIDER)).toEqual([...ROOMS, "testing"].sort());
  expect(foldersIn(join(PROVIDER, "workflows"))).toEqual(Object.keys(WITHIN_WORKFLOWS).sort());
});

test("below the plugin and the program, nothing depends on Pulumi", () => {
  const rooms = ["http", "auth", "settings", "workflows"];
  const knowing = rooms
    .flatMap((room) => sources(join(PROVIDER, room)))
    .filter((file) => importsOf(file).some((name) => name.startsWith("@pulumi/")));
  expect(knowing.map((file) => relative(PROVIDER, file))).toEqual([]);
});

test("every package that is imported is a declared dependency", () => {
  const { dependencies, peerDependencies, devDependencies } = JSON.parse(
    readFileSync(join(PROVIDER, "..", "package.json"), "utf8"),
  ) as Record<string, Record<string, string>>;
  const declared = new Set([
    ...Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies }),
    ...builtinModules,
  ]);
  const packages = sources(PROVIDER)
    .flatMap(importsOf)
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  expect([...new Set(packages)].filter((name) => !declared.has(name))).toEqual([]);
});
