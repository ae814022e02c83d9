/** The commands that print what the service has: `list`, `get` and `token`. */
import type { Listing } from "../workflows/types.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { readWith } from "./open-session.js";
import { type Options, parseListingOptions, parsePathOptions } from "./options.js";
import { cellText, chooseColumns, renderMarkdownTable, renderTable } from "./table.js";
import { printableJson, withOptions, workflowCount } from "./text.js";

/** `pulumi-workflows list`: the workflows as a table or as JSON. */
export async function list(options: Options): Promise<ExitCode> {
  const request = parseListingOptions(options);
  const listing = await readWith(options, async (session) => {
    const read = await session.list({ ...request, isSecret: false });
    if (read.unmatched !== undefined) {
      session.warn(withOptions(read.unmatched));
    }
    return read;
  });
  await options.context.write(options.json === true ? `${printableJson(listing.json)}\n` : asTable(listing, options));
  return EXIT.ok;
}

function asTable({ items, count }: Listing, { context: { width, paint }, select, markdown }: Options): string {
  const { columns, others } = chooseColumns(items, select);
  const rows = items.map((item) => columns.map((column) => cellText(item, column)));
  if (markdown === true) {
    return `${count === 0 ? "" : `${renderMarkdownTable(columns, rows)}\n`}${workflowCount(count)}\n`;
  }
  const hidden = others === 0 ? "" : `; ${others} more ${others === 1 ? "field" : "fields"}: --select or --json`;
  const sum = `${workflowCount(count)}${hidden}\n`;
  return count === 0 ? sum : renderTable(columns, rows, width, paint) + paint("dim", sum);
}

/**
 * `pulumi-workflows get`: what another path of the service gives, as JSON.
 *
 * @param path Below the base URL, with parts in braces that `--parameter` fills in.
 */
export async function get(options: Options, path: string): Promise<ExitCode> {
  const request = parsePathOptions(path, options);
  const result = await readWith(options, (session) => session.json({ ...request, isSecret: false }));
  await options.context.write(`${result === undefined ? "null" : printableJson(result.json)}\n`);
  return EXIT.ok;
}

/** `pulumi-workflows token`: an access token for requests that this package does not make; to a pipe only. */
export async function token(options: Options): Promise<ExitCode> {
  const { context, connection } = options;
  if (!context.isPipe && options.show !== true) {
    throw new CommandError(
      "usage",
      "token: standard output is a terminal or a file, which would keep the token.",
      'Use a pipe, as in `TOKEN="$(pulumi-workflows token)"`, or add --show to print it anyway.',
    );
  }
  const { value, expiresAt } = await readWith(options, (session) => session.token(connection));
  const until = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  await context.write(options.json === true ? `${JSON.stringify({ token: value, expiresAt: until })}\n` : `${value}\n`);
  return EXIT.ok;
}
