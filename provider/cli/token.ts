/** `pulumi-workflows token`: an access token for calls that this provider does not cover; to a pipe only. */
import { CommandError } from "./command-error.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { openSession, type OpenSession } from "./open-session.js";
import { printable } from "./printable.js";

export type TokenCommand = OpenSession & { readonly json?: boolean | undefined; readonly show?: boolean | undefined };

export async function token(command: TokenCommand): Promise<ExitCode> {
  const { surroundings, progress, connection } = command;
  if (surroundings.output !== "pipe" && command.show !== true) {
    const where = surroundings.output === "terminal" ? "a terminal, where it stays to be read" : "a file, in the clear";
    throw new CommandError(
      "usage",
      `token: standard output is ${where}.`,
      'Pipe it on, as in `TOKEN="$(pulumi-workflows token)"`, or add --show to have it all the same.',
    );
  }
  const { session, warnings } = await openSession(command);
  progress.doing("Asking for an access token");
  const { value, expiresAt } = await session.token(connection);
  progress.stop();
  for (const warning of warnings) surroundings.writeError(`pulumi-workflows: warning: ${printable(warning)}\n`);
  const until = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  surroundings.write(command.json === true ? `${JSON.stringify({ token: value, expiresAt: until })}\n` : `${value}\n`);
  return EXIT.ok;
}
