/** Every link to a file or a heading of the repository leads there. */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { allPages, ROOT } from "./pages.js";

const pages = allPages();
const byPath = new Map(pages.map((page) => [page.path, page]));

it.each(pages.map((page) => [page.path, page] as const))("every link in %s leads somewhere", (_path, page) => {
  const broken = page.links.filter((link) => !/^(https?|mailto):/.test(link) && !leadsSomewhere(page.path, link));
  expect(broken).toEqual([]);
});

function leadsSomewhere(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (target.startsWith("..") || !existsSync(join(ROOT, target))) {
    return false;
  }
  return anchor === undefined || byPath.get(target)?.anchors.has(anchor) === true;
}
