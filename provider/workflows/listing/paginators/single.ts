/** Requests nothing, because the listing is one page. Runs in both processes. */
import type { Paginator } from "./paginator.js";

// A page that names no next page is the last one, so `pageNamesNextPage` is true.
export const singlePage: Paginator = { declaration: undefined, pageNamesNextPage: true, next: () => undefined };
