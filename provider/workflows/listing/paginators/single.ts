/** Requests nothing, because the listing is one page. Runs in both processes. */
import type { Paginator } from "./paginator.js";

export const singlePage: Paginator = { declaration: undefined, pageNamesNextPage: true, next: () => undefined };
