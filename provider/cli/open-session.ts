/** From the options of a command to a session with the service: settings of the environment, or of a stack's config too. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isRecord, jsonIn } from "../http/json-path.js";
import { NAMESPACE, SETTINGS } from "../settings/definitions.js";
import type { ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import type { Session } from "../workflows/session.js";
import type { CommandContext } from "./context.js";
import { CommandError } from "./exit-codes.js";
import type { Messages } from "./messages.js";
import { runPulumi, withoutWrappers } from "./pulumi-cli.js";

/** The options for the source of the settings, with what every command needs. */
export interface ServiceOptions {
  readonly stack?: string | undefined;
  readonly connection?: string | undefined;
  readonly cwd?: string | undefined;
  readonly context: CommandContext;
  readonly messages: Messages;
}

/** A session, and the stack whose config it has: `undefined` for the environment alone. */
export async function openSession(options: ServiceOptions) {
  const { context, messages } = options;
  const stack = options.stack ?? (await findSelectedStack(options));
  const { config, warnings } = stack === undefined ? NO_STACK : await readStackConfig(stack, options);
  const { createSession } = await import("../workflows/session.js");
  const session = createSession({
    config,
    environment: context.environment,
    onInformation: messages.progress,
    onProgress: messages.progress,
    onWarning: messages.warn,
    language: "command line",
    signal: context.signal,
  });
  return { session, stack, warnings };
}

/** Opens a session, shows its warnings, and reads with it. */
export async function readWith<T>(options: ServiceOptions, read: (session: Session) => Promise<T>): Promise<T> {
  const { session, warnings } = await openSession(options);
  warnings.forEach(options.messages.warn);
  return read(session);
}

/** The project's selected stack: needed for a connection or a folder, and used if the environment has no settings. */
async function findSelectedStack(options: ServiceOptions): Promise<string | undefined> {
  const { connection, cwd, context, messages } = options;
  const isNeeded = connection !== undefined || cwd !== undefined;
  if (!isNeeded && SETTINGS.some(({ required, env }) => required && (context.environment[env] ?? "") !== "")) {
    return undefined;
  }
  try {
    const printed = await pulumi(["stack", "--show-name"], "find the selected stack", options, isNeeded);
    messages.note(`Using the selected stack ${printed.trim()}.`);
    return printed.trim();
  } catch (error) {
    if (isNeeded || !(error instanceof CommandError)) {
      throw error;
    }
    return undefined;
  }
}

interface StackConfig {
  readonly config: ConfigReader;
  readonly warnings: readonly string[];
}

/** `toReadIt`: if no stack is used, `pulumi config set` alone would change nothing. */
const NO_STACK: StackConfig = {
  config: Object.assign(() => undefined, {
    placeOf: () => ({ kind: "stack config", toReadIt: "name the stack (`--stack <name>`)" }) as const,
  }),
  warnings: [],
};

/** The config of a stack, secrets decrypted. */
async function readStackConfig(stack: string, options: ServiceOptions): Promise<StackConfig> {
  const doing = `read the config of stack "${stack}"`;
  const printed = jsonIn(await pulumi(["config", "--show-secrets", "--json", "--stack", stack], doing, options));
  if (!isRecord(printed)) {
    // The text may contain secrets, so no part of it is shown.
    const hint = "Is the `pulumi` on PATH the Pulumi CLI? `pulumi version` shows it.";
    throw new CommandError("stack", `Could not ${doing}: \`pulumi config --json\` did not print a JSON object.`, hint);
  }
  const values = new Map(
    Object.entries(printed as Record<string, { readonly value?: string; readonly secret?: boolean }>)
      .filter(([key]) => key.startsWith(`${NAMESPACE}:`))
      .map(([key, value]) => [key.slice(NAMESPACE.length + 1), value]),
  );
  const config: ConfigReader = (key) => values.get(key)?.value;
  const isSecret = (key: string): boolean => values.get(key)?.secret ?? false;
  // The CLI does not print the project's name. A project with our namespace as its name has keys of its own.
  return { config, warnings: configWarnings({ config, keys: [...values.keys()], isSecret, project: NAMESPACE }) };
}

/** @param mayDownload Whether the CLI may be npm's wrapper, which downloads the real one. */
function pulumi(
  args: readonly string[],
  doing: string,
  { context, cwd }: ServiceOptions,
  mayDownload = true,
): Promise<string> {
  const { environment, signal } = context;
  const directory = resolve(context.directory, cwd ?? ".");
  // In a folder that does not exist, the CLI itself would seem to be missing.
  if (!existsSync(directory)) {
    throw new CommandError("usage", `--cwd: there is no folder ${directory}.`);
  }
  const PATH = environment["PATH"] ?? "";
  // Any other CLI comes before the wrapper.
  const paths = [withoutWrappers(PATH), ...(mayDownload ? [PATH] : [])];
  return runPulumi({ args, doing, directory, environment, paths, signal });
}
