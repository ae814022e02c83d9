/** Pages are short enough to be read, and every example is found from the README. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { allPages, ROOT } from "./pages.js";

const MOST_WORDS = 1800;

const pages = allPages();

it("no page but the generated arguments has more than 1,800 words", () => {
  const sizes = pages.map(({ path, text }) => [path, text.split(/\s+/).filter((word) => word !== "").length] as const);
  expect(sizes.length).toBeGreaterThan(15);
  expect(sizes.filter(([path, words]) => words > MOST_WORDS && path !== "docs/arguments.md")).toEqual([]);
});

const examples = readdirSync(join(ROOT, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it.each(examples)("the example %s has a README, and README.md leads to it", (name) => {
  const path = `examples/${name}/README.md`;
  expect(existsSync(join(ROOT, path))).toBe(true);
  expect(pages.find((page) => page.path === "README.md")?.links).toContain(path);
});
