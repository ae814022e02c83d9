/** `pulumi-workflows list`: prints the workflows as a table, as JSON or as Markdown. */
import { styleText } from "node:util";
import { describeCount } from "../base/text.js";
import type { Listing } from "../workflows/types.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { renderMarkdownTable } from "./markdown.js";
import { readWith } from "./open-session.js";
import { type Options, parseListingOptions } from "./options.js";
import { printableJson } from "./printable-json.js";
import { cellText, fieldsOf, renderTable } from "./table.js";

export async function list(options: Options): Promise<ExitCode> {
  const request = parseListingOptions(options);
  const listing = await readWith(options, async (session) => {
    const result = await session.list({ ...request, isSecret: false });
    if (result.unmatched !== undefined) {
      session.warn(result.unmatched);
    }
    return result;
  });
  options.context.write(options.json === true ? `${printableJson(listing.json)}\n` : asTable(listing, options));
  return EXIT.ok;
}

/** Writes the workflows as a table for people, or in Markdown. */
function asTable({ items, count }: Listing, { context: { width }, select, markdown }: Options): string {
  const total = describeCount(count, "workflows");
  if (count === 0) {
    return `${total}\n`;
  }
  const fields = fieldsOf(items, select);
  const rows = items.map((item) => fields.map((field) => cellText(item, field)));
  if (markdown === true) {
    return `${renderMarkdownTable(fields, rows)}\n${total}\n`;
  }
  const { head, lines, hiddenCount } = renderTable(fields, rows, width);
  const hidden = hiddenCount === 0 ? "" : `; ${describeCount(hiddenCount, "more fields")}: --select or --json`;
  return `${[styleText("bold", head), ...lines, styleText("dim", total + hidden)].join("\n")}\n`;
}
