/** The conventions of pages as a table for the documentation: what is followed, and what is refused with which argument. */
import { CONVENTIONS, HEADER_EXAMPLES } from "../workflows/conventions.js";
import { findItems } from "../workflows/find-items.js";
import type { JsonValue } from "../workflows/json.js";
import { judge, renderArgument, suggestPagination } from "../workflows/pagination-advice.js";
import { collectHints } from "../workflows/pagination-hints.js";
import { code, table } from "./markdown.js";

interface Row {
  readonly title?: string;
  readonly services?: string;
  readonly example?: { readonly headers?: Readonly<Record<string, string>>; readonly body: JsonValue };
}

export function renderConventions(): string {
  const rows: readonly Row[] = [...CONVENTIONS, ...HEADER_EXAMPLES];
  const described = rows.flatMap(({ title, example, services }) =>
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
  return more.meaning === "address"
    ? "followed"
    : `refused; set ${code(renderArgument(suggestPagination(more, hints, progress), "typescript"))}`;
}

function show({ headers, body }: NonNullable<Row["example"]>): string {
  const written = Object.entries(headers ?? {}).map(([name, value]) => code(`${name}: ${value}`));
  const text = JSON.stringify(body).replace(/\[\{"id".*?\}\]/, "[…]");
  return [...written, ...(Array.isArray(body) ? [] : [code(text)])].join(", ");
}
