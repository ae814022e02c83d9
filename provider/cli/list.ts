/** `pulumi-workflows list`: the workflows as a table, JSON or CSV. */
import { ListingError } from "../http/errors.js";
import { printable } from "../http/excerpt.js";
import type { Listing } from "../workflows/types.js";
import { allFields, cellText, chooseColumns, renderTable } from "./table.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { type ListingOptions, parseListingOptions } from "./listing-options.js";
import { type OpenSession, readWith } from "./open-session.js";
import { createPaint, printableJson, workflowCount } from "./text.js";

type ListCommand = OpenSession &
  ListingOptions & { readonly json?: boolean | undefined; readonly csv?: boolean | undefined };

export async function list(command: ListCommand): Promise<ExitCode> {
  const { context, connection } = command;
  const options = parseListingOptions(command);
  const listing = await readWith(command, "Listing the workflows", (session) =>
    session.list({ ...options, connection }),
  );
  await context.write(await render(listing, command));
  return EXIT.ok;
}

async function render(listing: Listing, command: ListCommand): Promise<string> {
  if (command.json === true) {
    return `${printableJson(listing.json)}\n`;
  }
  return command.csv === true ? asCsv(listing, command) : asTable(listing, command);
}

/** A CSV has a cell in each row for every field of any workflow. 18 million cells took 19 seconds. */
const MAX_CELLS = 20_000_000;

async function asCsv({ items }: Listing, { select }: ListCommand): Promise<string> {
  const columns = select === undefined ? [...allFields(items).keys()] : chooseColumns(items, select).columns;
  if (columns.length === 0) {
    // No workflows, so that no field is known: an empty file. A blank line would be a row.
    return "";
  }
  if (columns.length * items.length > MAX_CELLS) {
    throw new ListingError(`The CSV would have ${columns.length} columns and ${items.length} rows.`, {
      code: "too-large",
      hint: "Name the fields that you need with --select, or use --json.",
    });
  }
  const { stringify } = await import("csv-stringify/sync");
  const rows = items.map((item) => columns.map((column) => printable(cellText(item, column))));
  // Spreadsheets run a cell that begins with =, +, - or @ as a formula: the names of workflows are remote data.
  // Readers skip a blank line: in a single column, an empty cell is written as "".
  const quoted_empty = columns.length === 1;
  return stringify([columns.map(printable), ...rows], { escape_formulas: true, quoted_empty });
}

function asTable({ items, count }: Listing, command: ListCommand): string {
  const { context, select } = command;
  const { columns, others } = chooseColumns(items, select);
  const rows = items.map((item) => columns.map((column) => cellText(item, column)));
  const paint = createPaint(context.colour);
  const hidden = others === 0 ? "" : `; ${others} more ${others === 1 ? "field" : "fields"}: --select, --json or --csv`;
  const sum = `${workflowCount(count)}${hidden}\n`;
  return count === 0 ? sum : renderTable(columns, rows, context.width, paint) + paint("dim", sum);
}
