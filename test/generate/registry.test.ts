/** The page of Pulumi's registry, which a release makes from README.md. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registryPage } from "../../scripts/generate/registry.js";

const ROOT = join(__dirname, "../..");

it("leads from docs/ to files beside it, and to the repository", () => {
  const page = registryPage(readFileSync(join(ROOT, "README.md"), "utf8"));
  const links = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !link.startsWith("https://") && !existsSync(join(ROOT, "docs", link)))).toEqual([]);
  expect(page).toMatch(/^---\ntitle: Workflows\n/);
});
