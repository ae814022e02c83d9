/** A provider's process, either the dynamic provider's host or the plugin: its log, and the one session of its life. */
import type { ConfigReader } from "../settings/sources.js";
import type { ArgumentLanguage } from "../workflows/pagination-advice.js";
import { createSession, type Session } from "../workflows/session.js";
import type { Log } from "./engine-log.js";

export interface Host {
  readonly session: Session;
  readonly log: Log;
}

export interface HostOptions {
  /** Settings are read when they are needed, not when the provider is configured: a bad one must not break `destroy`. */
  readonly config: ConfigReader;
  readonly log: Log;
  /** How messages write an argument. Default: as TypeScript. */
  readonly language?: ArgumentLanguage | undefined;
  /** Stops all waiting. */
  readonly signal?: AbortSignal | undefined;
}

export function createHost({ config, log, signal, language }: HostOptions): Host {
  const session = createSession({
    config,
    environment: process.env,
    keepFailures: true,
    signal,
    language,
    onWarning: (message) => void log("warning", message),
    onProgress: (line) => void log("info", `workflows: ${line}`),
  });
  return { session, log };
}
