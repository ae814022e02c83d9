/** The Pulumi CLI is found as each system finds a program on PATH. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import { fileBackend } from "../support/pulumi-cli.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "find-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes the file of a program in a folder of its own, and returns that folder. */
function folderWith(file: string, place = "bin", mode = 0o755): string {
  const path = join(folder, place);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), "", { mode });
  return path;
}

const EXTENSIONS = ".COM;.EXE;.BAT;.CMD";

it("Windows: a file with an extension of PATHEXT is the CLI", () => {
  const path = ["/elsewhere", folderWith("pulumi.exe")].join(";");
  expect(findCli(path, "win32", EXTENSIONS)).toBe(path);
});

it("Windows: `pulumi` without an extension is no program", () => {
  expect(findCli(folderWith("pulumi"), "win32", EXTENSIONS)).toBeUndefined();
});

it("elsewhere: `pulumi` is the CLI", () => {
  const path = ["/elsewhere", folderWith("pulumi")].join(":");
  expect(findCli(path, "linux")).toBe(path);
});

it.each([
  ["a file that the user may not execute", (): string => folderWith("pulumi", "bin", 0o644)],
  ["a file with an extension of Windows", (): string => folderWith("pulumi.exe")],
  [
    "a folder called pulumi",
    (): string => {
      mkdirSync(join(folder, "pulumi"));
      return folder;
    },
  ],
])("elsewhere: %s is no CLI", (_name, make) => {
  expect(findCli(make(), "linux")).toBeUndefined();
});

it("npm's wrapper, which downloads a CLI, is looked past", () => {
  const wrappers = folderWith("pulumi", "node_modules/.bin");
  expect(findCli(wrappers, "linux")).toBeUndefined();
  const path = folderWith("pulumi");
  expect(findCli([wrappers, path].join(":"), "linux")).toBe(path);
});

it("the address of a backend in a folder of Windows has slashes only", () => {
  expect(fileBackend("C:\\Users\\me\\state")).toBe("file://C:/Users/me/state");
});
