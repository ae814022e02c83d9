/** What is generated matches the descriptions. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

it("no generated file is stale", () => {
  const root = join(__dirname, "../..");
  // The formatter is a module that jest cannot load: a process of its own can.
  const check = (): string =>
    execFileSync(
      process.execPath,
      [
        join(root, "node_modules/ts-node/dist/bin.js"),
        "--project",
        join(root, "scripts/tsconfig.json"),
        join(root, "scripts/generate/main.ts"),
        "--check",
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
  expect(check).not.toThrow();
}, 30_000);
