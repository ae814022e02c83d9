/** The conventions of pages as a table for the documentation: what is followed, and what is refused with which argument. */
import { type Convention, CONVENTIONS } from "../../provider/workflows/responses/conventions.js";
import { findItems } from "../../provider/workflows/responses/find-items.js";
import type { JsonValue } from "../../provider/workflows/json/json.js";
import { isRemarkOfParts, judge } from "../../provider/workflows/pages/page-verdict.js";
import { renderArgument, suggestPagination } from "../../provider/workflows/pages/suggest-pagination.js";
import { collectHints } from "../../provider/workflows/pages/pagination-hints.js";
import { code, table } from "./tables.js";

const THREE_ITEMS = [{ id: "wf_1" }, { id: "wf_2" }, { id: "wf_3" }];

/** Conventions of headers, which are no rows of their own in the table. */
export const HEADER_EXAMPLES: readonly Required<Pick<Convention, "title" | "example" | "services" | "meaning">>[] = [
  {
    meaning: "address",
    title: 'the header `Link: <…>; rel="next"` (RFC 8288)',
    example: { headers: { link: '</v2/workflows?page=2>; rel="next"' }, body: THREE_ITEMS },
    services: "GitHub, GitLab, Okta, Shopify, Sentry, Heroku",
  },
  {
    meaning: "last address",
    title: 'a `Link` header with `rel="last"` only',
    example: { headers: { link: '</v2/workflows?page=4>; rel="last"' }, body: THREE_ITEMS },
    services: "",
  },
  {
    meaning: "next number",
    title: "the header `X-Next-Page`",
    example: { headers: { "x-next-page": "2" }, body: THREE_ITEMS },
    services: "GitLab",
  },
  {
    meaning: "cursor",
    title: "the header `X-Next-Cursor` and its like",
    example: { headers: { "x-next-cursor": "wf_3" }, body: THREE_ITEMS },
    services: "Azure DevOps (`x-ms-continuationtoken`), Cosmos DB (`x-ms-continuation`)",
  },
  {
    meaning: "pages",
    title: "the header `X-Total-Pages`",
    example: { headers: { "x-total-pages": "4" }, body: THREE_ITEMS },
    services: "GitLab, WordPress (`X-WP-TotalPages`)",
  },
  {
    meaning: "total",
    title: "the header `X-Total-Count`",
    example: { headers: { "x-total-count": "10" }, body: THREE_ITEMS },
    services: "json-server, GitLab (`X-Total`), WordPress (`X-WP-Total`)",
  },
  {
    meaning: "total",
    title: "the header `Content-Range`",
    example: { headers: { "content-range": "items 0-2/10" }, body: THREE_ITEMS },
    services: "PostgREST, react-admin",
  },
  {
    meaning: "pages",
    title: "JSON in the header `X-Pagination`",
    example: { headers: { "x-pagination": '{"currentPage":1,"totalPages":4}' }, body: THREE_ITEMS },
    services: "ASP.NET Core services",
  },
];

export function renderConventions(): string {
  const described = [...CONVENTIONS, ...HEADER_EXAMPLES].flatMap(({ title, example, services }) =>
    title === undefined || example === undefined
      ? []
      : [[title, services ?? "", show(example), whatHappens(example.body, example.headers ?? {})]],
  );
  return table(["the response has", "for example", "such as", "what happens"], described);
}

/** What the reader does with a first page like this: the code decides, not this page. */
function whatHappens(body: JsonValue, headers: Readonly<Record<string, string>>): string {
  const { items, pointer } = findItems(body);
  const hints = collectHints(body, pointer, { headers, url: new URL("https://service.example/v2/workflows") });
  const progress = { pagesRead: 1, itemsRead: items.length, pageItems: items.length };
  const { more } = judge(hints, progress, "all");
  if (more === undefined) {
    return "read as the whole listing";
  }
  if (isRemarkOfParts(more)) {
    return "refused";
  }
  return more.meaning === "address"
    ? "followed"
    : `refused; set ${code(renderArgument(suggestPagination(more, hints, progress), "typescript"))}`;
}

function show({ headers, body }: NonNullable<Convention["example"]>): string {
  const written = Object.entries(headers ?? {}).map(([name, value]) => code(`${name}: ${value}`));
  const text = JSON.stringify(body).replace(/\[\{"id".*?\}\]/, "[…]");
  return [...written, ...(Array.isArray(body) ? [] : [code(text)])].join(", ");
}
