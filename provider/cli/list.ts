/** `pulumi-workflows list`: the workflows as a table or as JSON. */
import type { Listing } from "../workflows/types.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { type ServiceOptions, readWith } from "./open-session.js";
import { type ListingOptions, parseListingOptions } from "./options.js";
import { cellText, chooseColumns, renderTable } from "./table.js";
import { createPaint, printableJson, workflowCount } from "./text.js";

type ListOptions = ServiceOptions & ListingOptions & { readonly json?: boolean | undefined };

export async function list(options: ListOptions): Promise<ExitCode> {
  const { context, connection } = options;
  const request = parseListingOptions(options);
  const listing = await readWith(options, (session) => session.list({ ...request, connection }));
  await context.write(options.json === true ? `${printableJson(listing.json)}\n` : asTable(listing, options));
  return EXIT.ok;
}

function asTable({ items, count }: Listing, { context, select }: ListOptions): string {
  const { columns, others } = chooseColumns(items, select);
  const rows = items.map((item) => columns.map((column) => cellText(item, column)));
  const paint = createPaint(context.colour);
  const hidden = others === 0 ? "" : `; ${others} more ${others === 1 ? "field" : "fields"}: --select or --json`;
  const sum = `${workflowCount(count)}${hidden}\n`;
  return count === 0 ? sum : renderTable(columns, rows, context.width, paint) + paint("dim", sum);
}
