/** The dynamic provider's host process, as the handler sees it: its configuration, its log, and the one session of its life. */
import { createSession, type Session } from "../workflows/session.js";
import type { ConfigReader } from "../settings/sources.js";
import { NAMESPACE } from "../settings/definitions.js";
import { createEngineLog, type Log } from "./engine-log.js";
import { CONFIG_SYMBOL } from "./stub.js";

export interface Host {
  readonly session: Session;
  readonly log: Log;
}

/** Settings are read when they are needed, not when the stub is configured: a bad one must not break `destroy`. */
const config: ConfigReader = (key) => {
  const given = (globalThis as { [CONFIG_SYMBOL]?: { get(key: string): string | undefined } })[CONFIG_SYMBOL];
  return given?.get(`${NAMESPACE}:${key}`);
};

let host: Host | undefined;

/** This process's one host: the engine starts a process for each phase of a deployment. */
export function theHost(): Host {
  host ??= createHost();
  return host;
}

function createHost(): Host {
  const log = createEngineLog(process.argv[2]);
  const session = createSession({
    config,
    environment: process.env,
    keepFailures: true,
    onProgress: (line) => void log("info", line),
    refusalHint:
      "Of the stack config, `pulumi refresh` and `pulumi destroy` use what the last update had, from the stack's state: " +
      "after a change of the secret run `pulumi up` or `pulumi refresh --run-program`.",
  });
  return { session, log };
}
