/** `pulumi-workflows token`: an access token for requests that this package does not make; to a pipe only. */
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { type ServiceOptions, readWith } from "./open-session.js";

type TokenOptions = ServiceOptions & {
  readonly json?: boolean | undefined;
  readonly show?: boolean | undefined;
};

export async function token(options: TokenOptions): Promise<ExitCode> {
  const { context, connection } = options;
  if (context.output !== "pipe" && options.show !== true) {
    const output =
      context.output === "terminal"
        ? "a terminal, which keeps what it shows"
        : "a file, which would contain the token in the clear";
    throw new CommandError(
      "usage",
      `token: standard output is ${output}.`,
      'Use a pipe, as in `TOKEN="$(pulumi-workflows token)"`, or add --show to print it anyway.',
    );
  }
  const { value, expiresAt } = await readWith(options, (session) => session.token(connection));
  const until = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  await context.write(options.json === true ? `${JSON.stringify({ token: value, expiresAt: until })}\n` : `${value}\n`);
  return EXIT.ok;
}
