/** Sends back the cursor of each page: a field of the response, or of the page's last item. Runs in both processes. */
import { excerpt } from "../../../base/text.js";
import { readPath } from "../../../base/json-path.js";
import type { CursorPagination } from "../../arguments/argument-types.js";
import type { JsonValue } from "../../json/json.js";
import { listingError } from "../advice.js";
import { valueAt } from "../declared-signals.js";
import type { ListingAddress } from "../request.js";
import { cursorOf, textOf } from "../values.js";
import { type Paginator, requestWith } from "./paginator.js";

export function cursorPaginator(declaration: CursorPagination, listing: ListingAddress): Paginator {
  const { cursorPath = "", lastItemPath } = declaration;
  return {
    declaration,
    pageNamesNextPage: lastItemPath === undefined,
    next(page, { pages }) {
      const cursor =
        lastItemPath === undefined
          ? cursorOf(valueAt(page, cursorPath)?.value)
          : cursorOfLastItem(page.items, lastItemPath, pages);
      return cursor === undefined ? undefined : requestWith(declaration, cursor, listing);
    },
  };
}

function cursorOfLastItem(items: readonly JsonValue[], path: string, pages: number): string {
  const cursor = textOf(readPath<JsonValue>(items.at(-1) ?? null, path)) ?? "";
  if (cursor === "") {
    throw listingError(
      `The last item on page ${pages} has no text or number at pagination.lastItemPath "${excerpt(path)}".`,
      "Set it to a field that every item has.",
    );
  }
  return cursor;
}
