/**
 * Holds what the operations in a provider's process share: the session, and the log, which writes through the engine.
 */
import type * as Grpc from "@grpc/grpc-js";
import type * as EngineService from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineProto from "@pulumi/pulumi/proto/engine_pb";
import { breakColourCodes } from "../../base/text.js";
import { createSession, type Session, type SessionOptions } from "../../workflows/session.js";

/** The session that operations of the engine read with, and the log that they write to. */
export interface Host {
  readonly session: Session;
  readonly log: Log;
}

/**
 * Creates the host. Its session reads settings when they are first used, because a bad one must not break `destroy`.
 */
export function createHost({ config, log, signal }: Pick<SessionOptions, "config" | "signal"> & { log: Log }): Host {
  const session: Session = createSession({
    config,
    environment: process.env,
    keepFailures: true,
    signal,
    onWarning: (message) => void safeLog("warning", message),
    onProgress: (line) => void safeLog("info", `workflows: ${line}`),
  });
  // Secrets are masked before colour codes are broken up: a secret with a colour code would not be found afterwards.
  const safeLog: Log = (severity, message, urn) => log(severity, breakColourCodes(session.secrets.clean(message)), urn);
  return { session, log: safeLog };
}

type Severity = "info" | "warning";

/** Writes one line for the user, at the resource if its URN is given. */
export type Log = (severity: Severity, message: string, urn?: string) => Promise<void>;

/** The modules for calls to the engine. The handler loads the SDK's copies of them, and the plugin contains them. */
export interface EngineGrpc {
  readonly grpc: Pick<typeof Grpc, "credentials" | "Metadata">;
  readonly service: Pick<typeof EngineService, "EngineClient">;
  readonly proto: Pick<typeof EngineProto, "LogRequest" | "LogSeverity">;
}

/** How long a line may take to reach the engine. */
const TIMEOUT_MILLISECONDS = 2_000;

/**
 * Returns a log that writes through the engine at the address, or to stderr if no engine responds. It calls `load` only
 * when it writes, because most processes write nothing.
 */
export function createEngineLog(address: () => string | undefined, load: () => EngineGrpc | Promise<EngineGrpc>): Log {
  const send: Log = async (severity, message, urn = "") => {
    const { grpc, service, proto } = await load();
    const level = severity === "info" ? proto.LogSeverity.INFO : proto.LogSeverity.WARNING;
    const request = new proto.LogRequest().setSeverity(level).setMessage(message).setUrn(urn);
    const deadline = Date.now() + TIMEOUT_MILLISECONDS;
    const client = new service.EngineClient(address() ?? "", grpc.credentials.createInsecure());
    await new Promise<void>((resolve, reject) => {
      client.log(request, new grpc.Metadata(), { deadline }, (error) => (error === null ? resolve() : reject(error)));
    }).finally(() => client.close());
  };
  let previous = Promise.resolve();
  return (severity, message, urn) => {
    // Lines are sent in their order. A line must not fail, because not every caller waits for it.
    const toStderr = (): void => void process.stderr.write(`${severity}: ${message}\n`);
    previous = previous.then(() => send(severity, message, urn)).catch(toStderr);
    return previous;
  };
}
