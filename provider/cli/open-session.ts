/** Opens a session, with settings from the environment and, if a stack is used, from its config. */
import { cleanError, WorkflowsError } from "../base/errors.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { NAMESPACE, SETTINGS } from "../settings/definitions.js";
import type { ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import type { Session } from "../workflows/session.js";
import { tell } from "./context.js";
import type { Options } from "./options.js";
import { runPulumi } from "./pulumi-cli.js";

interface OpenedSession {
  readonly session: Session;
  /** The stack whose config is used; `undefined` if only the environment is used. */
  readonly stack: string | undefined;
  readonly config: ConfigReader;
}

/**
 * Opens a session.
 *
 * @param onWarning Receives the warnings about the config now, and those about what the session reads later.
 * @param onInformation Receives what would make a deployment better, though nothing is wrong.
 */
export async function openSession(
  options: Options,
  onWarning: (warning: string) => void,
  onInformation?: (text: string) => void,
): Promise<OpenedSession> {
  const { environment } = options.context;
  const stack = options.stack ?? (await findSelectedStack(options));
  const config = stack === undefined ? NO_CONFIG : await readStackConfig(stack, options, onWarning);
  const { createSession } = await import("../workflows/session.js");
  const onProgress = (line: string): void => tell(options.context, line);
  const session = createSession({ config, environment, onInformation, onProgress, onWarning });
  return { session, stack, config };
}

/** Opens a session that prints its warnings, and calls `work`. Masks secrets in an error of `work`. */
export async function readWith<T>(options: Options, work: (session: Session) => Promise<T>): Promise<T> {
  const { session } = await openSession(options, (warning) => tell(options.context, `warning: ${warning}`));
  return maskingErrors(session, work(session));
}

/** Returns the result of `work`. Masks the session's secrets in its error, which may quote what the service repeats. */
export function maskingErrors<T>(session: Session, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw cleanError(error, session.secrets.clean);
  });
}

/**
 * Returns the project's selected stack, or `undefined` if no stack is used:
 *
 * 1. `--connection` and `--cwd` need a stack. If none is selected, that is an error.
 * 2. Without them, the selected stack is used only if the environment lacks a required setting.
 */
async function findSelectedStack(options: Options): Promise<string | undefined> {
  const { environment } = options.context;
  const isNeeded = options.connection !== undefined || options.cwd !== undefined;
  const required = SETTINGS.filter((setting) => setting.required);
  if (!isNeeded && required.every(({ env }) => (environment[env] ?? "") !== "")) {
    return undefined;
  }
  try {
    const output = await runPulumi(["stack", "--show-name"], "find the selected stack", options);
    tell(options.context, `Using the selected stack ${output.trim()}.`);
    return output.trim();
  } catch (error) {
    // Without a CLI, a project or a stack, the message names the settings that are missing.
    if (!isNeeded && error instanceof WorkflowsError && error.code === "settings") {
      return undefined;
    }
    throw error;
  }
}

/**
 * The config if no stack is used. A message that shows `pulumi config set` adds `--stack`, because without it the next
 * run of the command would not read the config either.
 */
const NO_CONFIG: ConfigReader = Object.assign(() => undefined, { howToUseConfig: "name the stack (`--stack NAME`)" });

/** Reads the config of a stack, with its secrets decrypted. */
async function readStackConfig(
  stack: string,
  options: Options,
  onWarning: (warning: string) => void,
): Promise<ConfigReader> {
  const doing = `read the config of stack "${stack}"`;
  const output = jsonIn(await runPulumi(["config", "--show-secrets", "--json", "--stack", stack], doing, options));
  if (!isRecord(output)) {
    // The text may contain secrets, so no part of it is shown.
    const hint = "Is the `pulumi` on PATH the Pulumi CLI? `pulumi version` shows it.";
    throw new WorkflowsError("`pulumi config --json` did not print a JSON object.", { code: "settings", doing, hint });
  }
  const values = new Map(
    Object.entries(output as Record<string, { readonly value?: string; readonly secret?: boolean }>)
      .filter(([key]) => key.startsWith(`${NAMESPACE}:`))
      .map(([key, value]) => [key.slice(NAMESPACE.length + 1), value]),
  );
  const config: ConfigReader = (key) => values.get(key)?.value;
  const isSecret = (key: string): boolean => values.get(key)?.secret ?? false;
  // The project may be called "workflows" too, and then its own keys are in the same namespace. So only a key that
  // resembles a setting is warned about.
  configWarnings({ config, keys: [...values.keys()], isSecret, project: NAMESPACE }).forEach(onWarning);
  return config;
}
