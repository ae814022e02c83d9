/** `pulumi-workflows get`: what another path of the service gives, as JSON. */
import { parseArguments } from "../workflows/arguments/parse-arguments.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { type ListingOptions, parsePagination, parsePairs, parseQuery, usageError } from "./listing-options.js";
import { type OpenSession, readWith } from "./open-session.js";
import { printableJson } from "./text.js";

export type GetCommand = OpenSession &
  Pick<ListingOptions, "query" | "itemsPath" | "pagination" | "maxPages"> & {
    readonly parameter?: readonly string[] | undefined;
    readonly allowMissing?: boolean | undefined;
  };

/** @param path Below the base URL, with parts in braces that `--parameter` fills in. */
export async function get(path: string, command: GetCommand): Promise<ExitCode> {
  const { context, connection } = command;
  const request = parse(path, command);
  const result = await readWith(command, "Reading the path", (session) => session.json({ ...request, connection }));
  await context.write(`${result === undefined ? "null" : printableJson(result.json)}\n`);
  return EXIT.ok;
}

function parse(path: string, command: GetCommand): { path: string; request: object; allowMissing: boolean } {
  const { itemsPath, maxPages, pagination, allowMissing } = command;
  const parsed = parseArguments("getJson", {
    path,
    parameters: Object.fromEntries(parsePairs("--parameter", command.parameter ?? [])),
    query: parseQuery(command.query ?? []),
    pagination: pagination === undefined ? undefined : parsePagination(pagination),
    itemsPath,
    maxPages,
    allowMissing,
  });
  if ("faults" in parsed) {
    throw usageError(parsed.faults);
  }
  return parsed.value;
}
