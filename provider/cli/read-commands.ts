/** The commands that print what the service has: `list`, `get` and `token`. They run in the command line. */
import { describeCount } from "../base/text.js";
import type { Listing } from "../workflows/types.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { renderMarkdownTable } from "./markdown.js";
import { readWith } from "./open-session.js";
import { type Options, parseListingOptions, parsePathOptions } from "./options.js";
import { cellText, chooseColumns, renderTable } from "./table.js";
import { printableJson } from "./text.js";

/** `pulumi-workflows list`: prints the workflows as a table, as JSON or as Markdown. */
export async function list(options: Options): Promise<ExitCode> {
  const request = parseListingOptions(options);
  const listing = await readWith(options, async (session) => {
    const result = await session.list({ ...request, isSecret: false });
    if (result.unmatched !== undefined) {
      session.warn(result.unmatched);
    }
    return result;
  });
  await options.context.write(options.json === true ? `${printableJson(listing.json)}\n` : asTable(listing, options));
  return EXIT.ok;
}

/** Writes the workflows as a table for a terminal, or in Markdown. */
function asTable({ items, count }: Listing, { context: { width, paint }, select, markdown }: Options): string {
  const { columns, hiddenCount } = chooseColumns(items, select);
  const rows = items.map((item) => columns.map((column) => cellText(item, column)));
  const hidden = hiddenCount === 0 ? "" : `; ${describeCount(hiddenCount, "more fields")}: --select or --json`;
  if (markdown === true) {
    return `${count === 0 ? "" : `${renderMarkdownTable(columns, rows)}\n`}${describeCount(count, "workflows")}\n`;
  }
  const summary = `${describeCount(count, "workflows")}${hidden}`;
  return count === 0 ? `${summary}\n` : renderTable(columns, rows, width, paint) + paint("dim", `${summary}\n`);
}

/**
 * `pulumi-workflows get`: prints what another path of the service has, as JSON.
 *
 * @param path The path below the base URL. `--parameter` fills in its parts in braces: `/v2/workflows/{id}`.
 */
export async function get(options: Options, path: string): Promise<ExitCode> {
  const request = parsePathOptions(path, options);
  const result = await readWith(options, (session) => session.json({ ...request, isSecret: false }));
  await options.context.write(`${result === undefined ? "null" : printableJson(result.json)}\n`);
  return EXIT.ok;
}

/** `pulumi-workflows token`: prints an access token, for requests that this package does not send. Prints it to a pipe only, unless `--show` is set. */
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
  const expiry = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  const asJson = (): string => JSON.stringify({ token: value, expiresAt: expiry });
  await context.write(`${options.json === true ? asJson() : value}\n`);
  return EXIT.ok;
}
