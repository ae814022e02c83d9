/** `check`, step by step: settings, connection, TLS, token, listing. The first that fails ends it. */
import { createDeadline } from "../http/deadline.js";
import { systemClock } from "../http/clock.js";
import { WorkflowsError } from "../http/errors.js";
import type { Settings } from "../settings/read-settings.js";
import type { ListingArguments } from "../workflows/arguments.js";
import type { Session } from "../workflows/session.js";
import { CommandError, partsOf } from "./command-error.js";
import { exitCodeOf, EXIT, type ExitCode } from "./exit-codes.js";
import type { Facts } from "./probe.js";
import { openSession, type OpenSession } from "./open-session.js";
import { workflowCount } from "./wording.js";

const STEPS = ["settings", "connection", "tls", "token", "listing"] as const;
export type StepName = (typeof STEPS)[number];

export interface Step {
  readonly name: StepName;
  readonly status: "ok" | "failed" | "skipped";
  readonly milliseconds: number;
  /** What was found; why it was skipped; what went wrong. */
  readonly detail: string;
  /** What to do, where it failed. */
  readonly advice?: string | undefined;
  /** The kind of failure, as everywhere in this package. */
  readonly code?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly requestId?: string | undefined;
  readonly facts?: Facts | undefined;
}

export interface CheckResult {
  readonly exitCode: ExitCode;
  readonly steps: readonly Step[];
  readonly warnings: readonly string[];
  readonly baseUrl: string | undefined;
}

interface Found {
  readonly detail: string;
  readonly facts?: Facts;
  readonly skipped?: true;
}

/** More is not waited for one connection: a firewall that drops packets answers nothing. */
const CONNECT_SECONDS = 10;

const ADVICE: Readonly<Record<StepName, string>> = {
  settings: "The README's table of settings says what each takes.",
  connection: "Check baseUrl, the network, and the proxy's variables.",
  tls: "Check baseUrl and the certificates this machine trusts (NODE_EXTRA_CA_CERTS).",
  token: "Check clientId and clientSecret: an administrator makes them in the API settings of the service's dashboard.",
  listing: "Check baseUrl and itemsPath; `pulumi-workflows list` tells more.",
};

export interface CheckOptions {
  readonly open: OpenSession;
  readonly question: Pick<ListingArguments, "request" | "view">;
  readonly onStep: (name: StepName) => void;
}

export async function runSteps({ open, question, onStep }: CheckOptions): Promise<CheckResult> {
  const steps: Step[] = [];
  let exitCode: ExitCode = EXIT.ok;
  let warnings: readonly string[] = [];
  let session: Session | undefined;
  let settings: Settings | undefined;
  const { connection } = open;

  const work: Readonly<Record<StepName, () => Promise<Found>>> = {
    settings: async () => {
      const opened = await openSession(open);
      session = opened.session;
      warnings = opened.warnings;
      settings = session.settings(connection);
      return { detail: `${settings.baseUrl.href.replace(/\/$/, "")}, with ${settings.credentialsOrigin}` };
    },
    connection: async () => {
      const { probeConnection } = await import("./probe.js");
      return probeConnection(known(settings).baseUrl, patience(known(settings), open));
    },
    tls: async () => {
      const { baseUrl } = known(settings);
      if (baseUrl.protocol !== "https:") {
        return { detail: "plain http: there is no certificate to check", skipped: true };
      }
      const { probeTls } = await import("./probe.js");
      return probeTls(baseUrl, patience(known(settings), open));
    },
    token: async () => {
      const { expiresAt } = await known(session).token(connection);
      if (expiresAt === undefined) return { detail: "an access token; the answer tells no lifetime" };
      const seconds = Math.round((expiresAt - Date.now()) / 1000);
      return { detail: `an access token, good for ${seconds} s`, facts: { lifetimeSeconds: seconds } };
    },
    listing: async () => {
      const { count, digest } = await known(session).list({ ...question, connection });
      return { detail: workflowCount(count), facts: { count, digest } };
    },
  };

  for (const name of STEPS) {
    if (exitCode !== EXIT.ok) {
      steps.push({ name, status: "skipped", milliseconds: 0, detail: "not tried: a step before it failed" });
      continue;
    }
    onStep(name);
    const began = performance.now();
    const milliseconds = (): number => Math.round(performance.now() - began);
    try {
      const { detail, facts, skipped } = await work[name]();
      steps.push({ name, status: skipped ? "skipped" : "ok", milliseconds: milliseconds(), detail, facts });
    } catch (error) {
      exitCode = exitCodeOf(error, open.surroundings.signal);
      steps.push({ name, status: "failed", milliseconds: milliseconds(), ...describeFailure(error, name) });
    }
  }
  return { exitCode, steps, warnings, baseUrl: settings?.baseUrl.href.replace(/\/$/, "") };
}

function describeFailure(error: unknown, name: StepName): Omit<Step, "name" | "status" | "milliseconds"> {
  if (!(error instanceof CommandError || error instanceof WorkflowsError)) throw error;
  const { message, hint, code } = partsOf(error);
  const told = { detail: message, advice: hint ?? ADVICE[name], code };
  return error instanceof CommandError ? told : { ...told, httpStatus: error.status, requestId: error.requestId };
}

function patience({ requestTimeoutSeconds }: Settings, { surroundings }: OpenSession) {
  return createDeadline(Math.min(CONNECT_SECONDS, requestTimeoutSeconds), systemClock, surroundings.signal);
}

/** A step runs only after those that make what it needs. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A step ran before the one it needs.");
  return value;
}
