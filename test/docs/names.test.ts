/** What the pages name is there: scripts, commands and options, settings, variables and files. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONNECTIONS_KEY, SETTINGS } from "../../provider/settings/definitions.js";
import { builtFile } from "../support/built.js";
import { allPages, ROOT } from "./pages.js";

const pages = allPages();

/** What the first group of a pattern matches on any page, once each. */
function named(pattern: RegExp): string[] {
  return [...new Set(pages.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name ?? "")))];
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function expectKnown(names: readonly string[], known: Iterable<string>): void {
  const all = new Set(known);
  expect(names.filter((name) => !all.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(5);
}

it("npm scripts", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
  expectKnown(named(/\bnpm run ([\w:-]+)/g), Object.keys(scripts));
});

it("commands and options of `pulumi-workflows`", () => {
  const program = builtFile("cli/main.js");
  const help = (...command: string[]): string =>
    execFileSync(process.execPath, [program, ...command, "--help"], { encoding: "utf8" });
  const commands = [...help().matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name]) => name ?? "");
  const options = new Map(commands.map((name) => [name, new Set(help(name).match(/--[a-z-]+/g))]));
  const typed = named(/\bnpx --no (pulumi-workflows [a-z][^`\n|]*)/g).map((line) => line.split(/\s[#<>]|\)"/)[0] ?? "");
  const wrong = typed.filter((line) => {
    const known = options.get(/ ([a-z]+)/.exec(line)?.[1] ?? "");
    return known === undefined || (line.match(/(?<=\s)--[a-z-]+/g) ?? []).some((option) => !known.has(option));
  });
  expect(wrong).toEqual([]);
  expect(typed.length).toBeGreaterThan(5);
});

it("no page has a command that would install a stranger's package of our name", () => {
  expect(named(/\b(?:npx|npm exec|pnpm dlx|yarn dlx|npm (?:install|i)) (pulumi-workflows)\b/g)).toEqual([]);
});

it("settings", () => {
  // Names of the plugin's schema are written alike.
  const keys = named(/\bworkflows:(?!Workflows|index|get[WAJ])([A-Za-z]+)/g);
  expectKnown(keys, [...SETTINGS.map(({ key }) => key), CONNECTIONS_KEY]);
});

it("environment variables", () => {
  // One of several environments has its name in the variable.
  const variables = named(/(?<!PULUMI_)\b(WORKFLOWS_(?!TEST_)[A-Z_]*[A-Z])\b/g).map((name) =>
    name.replace(/^WORKFLOWS_(DEV|STAGING|PROD)_/, "WORKFLOWS_"),
  );
  expectKnown(variables, [...SETTINGS.map(({ env }) => env), "WORKFLOWS_ALLOW_EMPTY", "WORKFLOWS_MAX_REMOVED"]);
});

it("files, in CONTRIBUTING.md", () => {
  const files = [...read("CONTRIBUTING.md").matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)].map(([, file]) => file ?? "");
  const missing = files.filter((file) => !["", "provider"].some((folder) => existsSync(join(ROOT, folder, file))));
  expect(missing).toEqual([]);
});
