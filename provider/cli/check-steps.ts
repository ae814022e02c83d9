/** The steps of `check`: settings, connection, TLS, token, listing. The first that fails ends it. */
import { createDeadline, type Deadline, systemClock } from "../http/deadline.js";
import { WorkflowsError } from "../http/errors.js";
import type { Settings } from "../settings/read-settings.js";
import type { ListingArguments } from "../workflows/arguments/parse-arguments.js";
import type { Session } from "../workflows/session.js";
import { EXIT, type ExitCode, reportOf } from "./exit-codes.js";
import { openSession, type OpenSession } from "./open-session.js";
import type { Facts, ProbeTarget } from "./probe.js";
import { workflowCount } from "./text.js";

const STEPS = ["settings", "connection", "tls", "token", "listing"] as const;
export type StepName = (typeof STEPS)[number];

export interface Step {
  readonly name: StepName;
  readonly status: "ok" | "failed" | "skipped";
  readonly milliseconds: number;
  /** What was found, why the step was skipped, or what failed. */
  readonly detail: string;
  /** What to do, if it failed. */
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

/** The longest wait for one connection: behind a firewall that drops packets, nothing ever comes back. */
const CONNECT_SECONDS = 10;

interface CheckOptions {
  readonly open: OpenSession;
  readonly request: Pick<ListingArguments, "request" | "view">;
  readonly onStep: (name: StepName) => void;
}

export async function runSteps(options: CheckOptions): Promise<CheckResult> {
  const { onStep, open } = options;
  const opened: Opened = { warnings: [] };
  const work = workOf(options, opened);
  const steps: Step[] = [];
  let exitCode: ExitCode = EXIT.ok;
  for (const name of STEPS) {
    if (exitCode !== EXIT.ok) {
      steps.push({ name, status: "skipped", milliseconds: 0, detail: "not tried: an earlier step failed" });
      continue;
    }
    onStep(name);
    const ran = await runStep(name, work[name], open.context.signal);
    steps.push(ran.step);
    exitCode = ran.exitCode;
  }
  return { exitCode, steps, warnings: opened.warnings, baseUrl: opened.baseUrl };
}

/** What the first step opens for the others. */
interface Opened {
  warnings: readonly string[];
  session?: Session;
  settings?: Settings;
  baseUrl?: string;
}

function workOf({ open, request }: CheckOptions, opened: Opened): Readonly<Record<StepName, () => Promise<Found>>> {
  const { connection } = open;
  return {
    settings: async () => {
      const { session, warnings } = await openSession(open);
      opened.session = session;
      opened.warnings = warnings;
      opened.settings = session.settings(connection);
      opened.baseUrl = opened.settings.baseUrl.href.replace(/\/$/, "");
      return { detail: `${opened.baseUrl}, with ${opened.settings.credentialsOrigin}` };
    },
    connection: async () => {
      const settings = known(opened.settings);
      const { probeConnection } = await import("./probe.js");
      return probeConnection(probeTarget(settings), connectDeadline(settings, open));
    },
    tls: async () => {
      const settings = known(opened.settings);
      if (settings.baseUrl.protocol !== "https:") {
        return { detail: "plain http: there is no certificate to check", skipped: true };
      }
      const { probeTls } = await import("./probe.js");
      return probeTls(probeTarget(settings), connectDeadline(settings, open));
    },
    token: async () => {
      const { expiresAt } = await known(opened.session).token(connection);
      if (expiresAt === undefined) {
        return { detail: "an access token; the response gives no lifetime" };
      }
      const seconds = Math.round((expiresAt - Date.now()) / 1000);
      return { detail: `an access token, good for ${seconds} s`, facts: { lifetimeSeconds: seconds } };
    },
    listing: async () => {
      const { count, digest } = await known(opened.session).list({ ...request, connection });
      return { detail: workflowCount(count), facts: { count, digest } };
    },
  };
}

/** Runs a step. A failure is a result; a fault of this program is thrown. */
async function runStep(
  name: StepName,
  work: () => Promise<Found>,
  signal: AbortSignal,
): Promise<{ readonly step: Step; readonly exitCode: ExitCode }> {
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    const { detail, facts, skipped } = await work();
    const status = skipped ? "skipped" : "ok";
    return { step: { name, status, milliseconds: milliseconds(), detail, facts }, exitCode: EXIT.ok };
  } catch (error) {
    const { code, exitCode, message: detail, advice } = reportOf(error, signal);
    if (code === "internal") {
      throw error;
    }
    const { status: httpStatus, requestId } = error instanceof WorkflowsError ? error : {};
    const reported = { detail, advice, code, httpStatus, requestId };
    return { step: { name, status: "failed", milliseconds: milliseconds(), ...reported }, exitCode };
  }
}

function connectDeadline({ requestTimeoutSeconds }: Settings, { context }: OpenSession): Deadline {
  return createDeadline(Math.min(CONNECT_SECONDS, requestTimeoutSeconds), systemClock, context.signal);
}

function probeTarget({ baseUrl, tls }: Settings): ProbeTarget {
  return { url: baseUrl, tls };
}

/** A step runs only after those that make what it needs. */
function known<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("A step ran before the one it needs.");
  }
  return value;
}
