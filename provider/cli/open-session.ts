/** From the options of a command to a session with the service: settings of the environment, or of a stack's config too. */
import { isRecord, jsonIn } from "../base/json-path.js";
import { NAMESPACE, SETTINGS } from "../settings/definitions.js";
import type { ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import { redactError } from "../pulumi/redaction.js";
import type { Session } from "../workflows/session.js";
import { CommandError } from "./exit-codes.js";
import type { Options } from "./options.js";
import { runPulumi } from "./pulumi-cli.js";

/** A session, and the stack whose config it has: `undefined` for the environment alone. */
export async function openSession(options: Options) {
  const { environment, messages, signal } = options.context;
  const stack = options.stack ?? (await findSelectedStack(options));
  const { config, warnings } = stack === undefined ? NO_STACK : await readStackConfig(stack, options);
  const { createSession } = await import("../workflows/session.js");
  const session = createSession({
    config,
    environment,
    onInformation: messages.progress,
    onProgress: messages.progress,
    onWarning: messages.warn,
    style: "option",
    signal,
  });
  return { session, stack, warnings };
}

/** Opens a session, shows its warnings, and reads with it. */
export async function readWith<T>(options: Options, read: (session: Session) => Promise<T>): Promise<T> {
  const { session, warnings } = await openSession(options);
  warnings.forEach(options.context.messages.warn);
  return withoutSecrets(session, read(session));
}

/** What `work` gives, or its error without any of the session's secrets: names of fields may contain what the service was sent. */
export function withoutSecrets<T>(session: Session, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw redactError(error, session.redactor);
  });
}

/** The project's selected stack: needed for a connection or a folder, and used if the environment has no settings. */
async function findSelectedStack(options: Options): Promise<string | undefined> {
  const { environment, messages } = options.context;
  const isNeeded = options.connection !== undefined || options.cwd !== undefined;
  if (!isNeeded && SETTINGS.some(({ required, env }) => required && (environment[env] ?? "") !== "")) {
    return undefined;
  }
  try {
    const printed = await runPulumi(["stack", "--show-name"], "find the selected stack", options, isNeeded);
    messages.note(`Using the selected stack ${printed.trim()}.`);
    return printed.trim();
  } catch (error) {
    if (isNeeded || !(error instanceof CommandError)) {
      throw error;
    }
    return undefined;
  }
}

/** `toReadIt`: if no stack is used, `pulumi config set` alone would change nothing. */
const NO_STACK = {
  config: Object.assign(() => undefined, { toReadIt: "name the stack (`--stack NAME`)" }) as ConfigReader,
  warnings: [] as readonly string[],
};

/** The config of a stack, secrets decrypted. */
async function readStackConfig(stack: string, options: Options): Promise<typeof NO_STACK> {
  const doing = `read the config of stack "${stack}"`;
  const printed = jsonIn(await runPulumi(["config", "--show-secrets", "--json", "--stack", stack], doing, options));
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
