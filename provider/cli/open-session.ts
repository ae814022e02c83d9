/** From a command's options to a session with the service: settings from the environment, a stack's config, or a connection in it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isRecord, jsonIn } from "../http/json-path.js";
import { NAMESPACE } from "../settings/definitions.js";
import type { Environment } from "../settings/read-settings.js";
import type { ConfigPlace, ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import type { Session } from "../workflows/session.js";
import type { CommandContext } from "./context.js";
import { CommandError, notPulumiOutput } from "./exit-codes.js";
import type { Progress } from "./progress.js";
import { createPulumiCli, type PulumiCli } from "./pulumi-cli.js";

/** The options for the source of the settings, with what every command needs. */
export interface OpenSession {
  readonly stack?: string | undefined;
  readonly connection?: string | undefined;
  readonly cwd?: string | undefined;
  readonly clientSecretFd?: number | undefined;
  readonly context: CommandContext;
  readonly progress: Progress;
}

export interface Source {
  readonly config: ConfigReader;
  readonly environment: Environment;
  readonly warnings: readonly string[];
}

export async function openSession(options: OpenSession): Promise<{ session: Session; warnings: readonly string[] }> {
  const source = await openSource(options);
  return { session: await sessionWith(source, options), warnings: source.warnings };
}

/** Opens a session and reads with it. Shows the warnings, and what is being done until it ends. */
export async function readWith<T>(
  command: OpenSession,
  doing: string,
  read: (session: Session) => Promise<T>,
): Promise<T> {
  const { progress } = command;
  const { session, warnings } = await openSession(command);
  progress.warn(warnings);
  progress.doing(doing);
  const result = await read(session);
  progress.stop();
  return result;
}

export async function sessionWith(
  { config, environment }: Source,
  { context, progress }: Pick<OpenSession, "context" | "progress">,
): Promise<Session> {
  const { createSession } = await import("../workflows/session.js");
  return createSession({
    config,
    environment,
    onProgress: (line) => progress.report(line),
    onWarning: (message) => progress.warn([message]),
    language: "command line",
    signal: context.signal,
  });
}

/** The name of the source, for messages. */
export function describeSource({ stack, connection }: Pick<OpenSession, "stack" | "connection">): string {
  const where = stack === undefined ? "the selected stack" : `stack ${stack}`;
  if (connection !== undefined) {
    return `connection ${connection} of ${where}`;
  }
  return stack === undefined ? "the environment" : where;
}

/** The Pulumi CLI in the project's folder. */
export function pulumiCliFor({ context, cwd }: Pick<OpenSession, "context" | "cwd">): PulumiCli {
  const directory = resolve(context.directory, cwd ?? ".");
  // In a folder that does not exist, the CLI itself would seem to be missing.
  if (!existsSync(directory)) {
    throw new CommandError("usage", `--cwd: there is no folder ${directory}.`);
  }
  return createPulumiCli(context.environment, directory, context.signal);
}

async function openSource(options: OpenSession): Promise<Source> {
  const { context, stack, connection, cwd, clientSecretFd } = options;
  const secret = clientSecretFd === undefined ? undefined : await readSecret(clientSecretFd, context);
  const cli = pulumiCliFor(options);
  const isFromStack = stack !== undefined || connection !== undefined;
  if (cwd !== undefined && !isFromStack) {
    throw new CommandError(
      "usage",
      "--cwd: no config of a stack is read, because there is no --stack and no --connection.",
      "Name the stack with --stack, or leave --cwd out to use the environment.",
    );
  }
  const source = isFromStack ? await readStack(stack, context, cli) : fromEnvironment(context);
  return secret === undefined ? source : { ...source, config: withSecret(source.config, secret) };
}

interface GivenSecret {
  readonly text: string;
  readonly place: ConfigPlace;
}

async function readSecret(descriptor: number, { readDescriptor }: CommandContext): Promise<GivenSecret> {
  const text = (await readDescriptor(descriptor)).replace(/\r?\n$/, "");
  return { text, place: { kind: "option", option: `--client-secret-fd ${descriptor}` } };
}

/** An option wins over the stack's config and the environment, which may have an older secret. */
function withSecret(config: ConfigReader, { text, place }: GivenSecret): ConfigReader {
  return Object.assign((key: string) => (key === "clientSecret" ? text : config(key)), {
    placeOf: (key: string) => (key === "clientSecret" ? place : config.placeOf?.(key)),
  });
}

/** If no stack is named, `pulumi config set` alone would change nothing. */
const UNNAMED_STACK: ConfigPlace = {
  kind: "stack config",
  toReadIt: "name the stack (`--stack <name>`, or `live:<name>` in compare)",
};

export function fromEnvironment({ environment }: CommandContext): Source {
  const config: ConfigReader = Object.assign(() => undefined, { placeOf: () => UNNAMED_STACK });
  return { config, environment, warnings: [] };
}

/** One value as `pulumi config --json` prints it. */
interface PrintedValue {
  readonly value?: string;
  readonly secret?: boolean;
}

/** The config of a stack, secrets decrypted; of the selected stack if none is named. */
export async function readStack(
  stack: string | undefined,
  { environment }: CommandContext,
  cli: PulumiCli,
): Promise<Source> {
  const named = stack === undefined ? [] : ["--stack", stack];
  const which = stack === undefined ? "the selected stack" : `stack "${stack}"`;
  const doing = `read the config of ${which}`;
  const printed = parsePrinted(await cli.run(["config", "--show-secrets", "--json", ...named], doing), doing);
  const prefix = `${NAMESPACE}:`;
  const values = new Map(
    Object.entries(printed)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
  // The CLI does not print the project's name. A project with our namespace as its name has keys of its own.
  const config: ConfigReader = (key) => values.get(key)?.value;
  const warnings = configWarnings({
    config,
    keys: [...values.keys()],
    isSecret: (key) => values.get(key)?.secret ?? false,
    project: NAMESPACE,
  });
  return { config, environment, warnings };
}

function parsePrinted(text: string, doing: string): Readonly<Record<string, PrintedValue>> {
  const printed = jsonIn(text);
  if (isRecord(printed)) {
    return printed as Record<string, PrintedValue>;
  }
  // The text may contain secrets, so no part of it is shown.
  throw notPulumiOutput(`Could not ${doing}: \`pulumi config --json\` did not print a JSON object.`);
}
