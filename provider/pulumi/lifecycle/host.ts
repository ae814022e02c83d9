/** Holds the one session and the log of a provider process, which is the SDK's host or the plugin. */
import { breakColourCodes } from "../../base/text.js";
import { createSession, type Session, type SessionOptions } from "../../workflows/session.js";

/** The session that operations of the engine read with, and the log that they write to. */
export interface Host {
  readonly session: Session;
  readonly log: Log;
}

/** Creates the host. Its session reads settings when they are needed, because a bad one must not break `destroy`. */
export function createHost({ config, log, signal }: Pick<SessionOptions, "config" | "signal"> & { log: Log }): Host {
  const session: Session = createSession({
    config,
    environment: process.env,
    keepFailures: true,
    signal,
    onWarning: (message) => void safeLog("warning", message),
    onProgress: (line) => void safeLog("info", `workflows: ${line}`),
  });
  // Secrets are masked first, because a secret that contains a colour code would not be found in a text whose codes are broken up.
  const safeLog: Log = (severity, message, urn) => log(severity, breakColourCodes(session.secrets.clean(message)), urn);
  return { session, log: safeLog };
}

type Severity = "info" | "warning";

/** Writes one line for the user, at the resource if its URN is given. */
export type Log = (severity: Severity, message: string, urn?: string) => Promise<void>;
