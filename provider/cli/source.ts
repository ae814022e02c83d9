/** Where a command's settings come from: the environment, a stack's config, or one of the connections in it. */
import { CONNECTIONS_KEY, NAMESPACE } from "../settings/definitions.js";
import { connectionNames } from "../settings/connections.js";
import type { Environment } from "../settings/read-settings.js";
import type { ConfigPlace, ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import { CommandError } from "./command-error.js";
import type { PulumiCli } from "./pulumi-cli.js";
import type { Surroundings } from "./surroundings.js";

/** The options that say where. */
export interface SourceOptions {
  readonly stack?: string | undefined;
  readonly connection?: string | undefined;
  readonly cwd?: string | undefined;
  readonly clientSecretFd?: number | undefined;
}

export interface Source {
  readonly config: ConfigReader;
  readonly environment: Environment;
  readonly warnings: readonly string[];
}

/** The name of the source, as messages say it. */
export function describeSource({ stack, connection }: SourceOptions): string {
  const where = stack === undefined ? "the selected stack" : `stack ${stack}`;
  if (connection !== undefined) return `connection ${connection} of ${where}`;
  return stack === undefined ? "the environment" : where;
}

/** Opens it: reads the stack's config, where one is asked for, and the secret from its file descriptor. */
export async function openSource(options: SourceOptions, surroundings: Surroundings, cli: PulumiCli): Promise<Source> {
  const secret = await readSecret(options, surroundings);
  const source = needsStack(options)
    ? await readStack(options.stack, surroundings, cli)
    : fromEnvironment(surroundings);
  if (secret === undefined) return source;
  return { ...source, config: withSecret(source.config, secret) };
}

/** What was typed wins over the stack's config and over the environment: these may hold an older secret. */
function withSecret(config: ConfigReader, { text, place }: GivenSecret): ConfigReader {
  return Object.assign((key: string) => (key === "clientSecret" ? text : config(key)), {
    placeOf: (key: string) => (key === "clientSecret" ? place : config.placeOf?.(key)),
  });
}

function needsStack({ stack, connection }: SourceOptions): boolean {
  return stack !== undefined || connection !== undefined;
}

/** Where it is not named, `pulumi config set` alone would change nothing. */
const UNNAMED_STACK: ConfigPlace = {
  kind: "stack config",
  toReadIt: "name the stack (`--stack <name>`, or `live:<name>` in compare)",
};

function fromEnvironment({ environment }: Surroundings): Source {
  const config: ConfigReader = Object.assign(() => undefined, { placeOf: () => UNNAMED_STACK });
  return { config, environment, warnings: [] };
}

interface GivenSecret {
  readonly text: string;
  readonly place: ConfigPlace;
}

async function readSecret(
  { clientSecretFd, connection }: SourceOptions,
  { readDescriptor }: Surroundings,
): Promise<GivenSecret | undefined> {
  if (clientSecretFd === undefined) return undefined;
  if (connection !== undefined) {
    throw new CommandError(
      "usage",
      "--client-secret-fd does not go with --connection: a connection's secret stands in the stack's config.",
    );
  }
  const text = (await readDescriptor(clientSecretFd)).replace(/\r?\n$/, "");
  return { text, place: { kind: "option", option: `--client-secret-fd ${clientSecretFd}` } };
}

/** One value as `pulumi config --json` tells it. */
interface ToldValue {
  readonly value?: string;
  readonly secret?: boolean;
}

/** The config of a stack, secrets decrypted; of the selected one where none is named. */
export async function readStack(
  stack: string | undefined,
  { environment }: Surroundings,
  cli: PulumiCli,
): Promise<Source> {
  const named = stack === undefined ? [] : ["--stack", stack];
  const which = stack === undefined ? "the selected stack" : `stack "${stack}"`;
  const text = await cli.run(["config", "--show-secrets", "--json", ...named], `read the config of ${which}`);
  const told = JSON.parse(text) as Readonly<Record<string, ToldValue>>;
  const prefix = `${NAMESPACE}:`;
  const values = new Map(
    Object.entries(told)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
  // The CLI does not tell the project's name: one called as our namespace has keys of its own, so only slips are told.
  const config: ConfigReader = (key) => values.get(key)?.value;
  const warnings = configWarnings({
    config,
    keys: [...values.keys()],
    isSecret: (key) => values.get(key)?.secret ?? false,
    project: NAMESPACE,
  });
  return { config, environment, warnings };
}

/** Whether the source has a connection of this name. */
export function hasConnection({ config }: Source, name: string): boolean {
  return config(CONNECTIONS_KEY) !== undefined && connectionNames(config).includes(name);
}
