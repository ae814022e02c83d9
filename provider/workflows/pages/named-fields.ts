/** Fields of a page that the argument `pagination` names: its flag, the number of pages, and the total. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { flagOf, numberOf } from "../responses/names-and-values.js";
import type { Page } from "./page-order.js";
import { readPlace } from "./places.js";

interface FlagOptions {
  readonly morePath?: string | undefined;
  readonly lastPath?: string | undefined;
}

export function flagPathOf({ morePath, lastPath }: FlagOptions): string | undefined {
  return morePath ?? lastPath;
}

/** What the page's own flag says; `undefined` if no argument names a flag. */
export function saysLast({ body, response }: Page, options: FlagOptions): boolean | undefined {
  const { morePath } = options;
  const path = flagPathOf(options);
  if (path === undefined) {
    return undefined;
  }
  const flag = flagOf(readPlace(body, response.headers, path));
  if (flag === undefined) {
    const option = morePath === undefined ? "lastPath" : "morePath";
    throw new ListingError(`The response has no true or false at ${option} "${excerpt(path)}".`, {
      code: "listing",
      hint: `Set pagination.${option} to the path of the flag, or leave it out.`,
    });
  }
  return morePath === undefined ? flag : !flag;
}

export function isLastByCount(page: Page, totalPagesPath: string | undefined): boolean | undefined {
  if (totalPagesPath === undefined) {
    return undefined;
  }
  const pages = numberOf(readPlace(page.body, page.response.headers, totalPagesPath));
  if (pages === undefined) {
    throw new ListingError(`The response has no number at totalPagesPath "${excerpt(totalPagesPath)}".`, {
      code: "listing",
      hint: "Set pagination.totalPagesPath to the path of the number of pages, or leave it out.",
    });
  }
  return page.progress.pagesRead >= pages;
}

export function totalOf(totalPath: string, { body, response }: Page): number | undefined {
  return numberOf(readPlace(body, response.headers, totalPath));
}
