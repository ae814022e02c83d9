/** `pulumi-workflows get`: what another path of the service gives, as JSON. */
import { EXIT, type ExitCode } from "./exit-codes.js";
import { type ServiceOptions, readWith } from "./open-session.js";
import { type PathOptions, parsePathOptions } from "./options.js";
import { printableJson } from "./text.js";

type GetOptions = ServiceOptions & PathOptions;

/** @param path Below the base URL, with parts in braces that `--parameter` fills in. */
export async function get(options: GetOptions, path: string): Promise<ExitCode> {
  const { context, connection } = options;
  const request = parsePathOptions(path, options);
  const result = await readWith(options, (session) => session.json({ ...request, connection }));
  await context.write(`${result === undefined ? "null" : printableJson(result.json)}\n`);
  return EXIT.ok;
}
