/** Every example has a README, and is found from README.md. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { allPages, ROOT } from "./pages.js";

const pages = allPages();

const examples = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it.each(examples)("the example %s has a README, and README.md leads to it", (name) => {
  const path = `examples/${name}/README.md`;
  expect(existsSync(join(ROOT, path))).toBe(true);
  expect(pages.find((page) => page.path === "README.md")?.links).toContain(path);
});
