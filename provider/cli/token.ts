/** `pulumi-workflows token`: prints an access token, for requests that this package does not send. */
import { WorkflowsError } from "../base/errors.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { readWith } from "./open-session.js";
import type { Options } from "./options.js";

/** Prints the token to a pipe only, unless `--show` is set. */
export async function token(options: Options): Promise<ExitCode> {
  const { context, connection } = options;
  if (!context.isPipe && options.show !== true) {
    throw new WorkflowsError("Standard output is a terminal or a file, which would keep the token.", {
      code: "settings",
      hint: 'Use a pipe, as in `TOKEN="$(pulumi-workflows token)"`, or add --show to print it anyway.',
    });
  }
  const { value, expiresAt } = await readWith(options, (session) => session.token(connection));
  const expiry = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  context.write(`${options.json === true ? JSON.stringify({ token: value, expiresAt: expiry }) : value}\n`);
  return EXIT.ok;
}
