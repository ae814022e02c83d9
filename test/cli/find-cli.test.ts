/** Which `pulumi` on PATH is the Pulumi CLI. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import { fileBackend } from "../support/pulumi-cli.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "find-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a `pulumi` in a folder of its own, and returns that folder. */
function folderWithPulumi(place: string): string {
  const path = join(folder, place);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "pulumi"), "", { mode: 0o755 });
  return path;
}

it("npm's wrapper, which downloads a CLI, is looked past, and so is an empty PATH", () => {
  const wrappers = folderWithPulumi("node_modules/.bin");
  expect(findCli(wrappers)).toBeUndefined();
  expect(findCli("")).toBeUndefined();
  const path = folderWithPulumi("bin");
  expect(findCli([wrappers, path].join(delimiter))).toBe(path);
});

it("the address of a backend in a folder of Windows has slashes only", () => {
  expect(fileBackend("C:\\Users\\me\\state")).toBe("file://C:/Users/me/state");
});
