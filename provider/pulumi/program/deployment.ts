/** The running Pulumi program: its configuration, the one session of its deployment, and how errors reach its user. */
import * as pulumi from "@pulumi/pulumi";
import { SettingsError, WorkflowsError } from "../../base/errors.js";
import { NAMESPACE } from "../../settings/definitions.js";
import { configWarnings } from "../../settings/warnings.js";
import { createSession, type Session } from "../../workflows/session.js";
import { MOCK_SESSION, PLUGIN_RESOURCE_TYPE } from "../properties.js";
import { inform, warn } from "./log.js";
import { endOfProgram, getMocks, hideStack, isConfigSecret } from "./sdk-internals.js";

const PREFIX = `${NAMESPACE}:`;
const ENVIRONMENT_PREFIX = `${NAMESPACE.toUpperCase()}_`;

/** An Automation API process may run several deployments, one after the other or at once: each has its own session. */
const deployments = new WeakMap<object, Deployment>();
const NO_DEPLOYMENT = {};

interface Deployment {
  session?: Session;
  /** What the session's settings were read from. */
  settings?: string;
  /** Resolves when this package's transform is registered. It runs after the program's others. */
  lastTransform?: Promise<void>;
}

/**
 * The running deployment, recognised by the monitor that the SDK creates for each. On first use in it, warns of unknown keys and
 * of a secret stored in the clear.
 */
export function getDeployment(): Deployment {
  const key: object = pulumi.runtime.getMonitor() ?? NO_DEPLOYMENT;
  let deployment = deployments.get(key);
  if (deployment === undefined) {
    deployment = {};
    deployments.set(key, deployment);
    void forgetAtEnd(deployment);
    warnOfConfig();
  }
  return deployment;
}

/**
 * Forgets the session when the program has ended. A process that deploys many times keeps every monitor, and with it the
 * session of its deployment.
 */
async function forgetAtEnd(deployment: Deployment): Promise<void> {
  await endOfProgram();
  delete deployment.session;
}

export function getSession(): Session {
  const deployment = getDeployment();
  // Not through `pulumi.Config`: its `get` warns of every secret that is read as text.
  const config = pulumi.runtime.allConfig();
  // Without an engine, such as in a test, the settings may change. What was read before is then of another service.
  const settings = JSON.stringify([settingsIn(config, PREFIX), settingsIn(process.env, ENVIRONMENT_PREFIX)]);
  if (deployment.session === undefined || deployment.settings !== settings) {
    const mocks = getMocks() as { readonly [MOCK_SESSION]?: Session } | undefined;
    deployment.session = mocks?.[MOCK_SESSION] ?? openSession();
    deployment.settings = settings;
  }
  return deployment.session;
}

function settingsIn(values: Readonly<Record<string, string | undefined>>, prefix: string): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(prefix)));
}

/** Opens a session of its own, which shares no response with that of the deployment. */
export function openSession(): Session {
  const config = pulumi.runtime.allConfig();
  return createSession({
    config: (key) => config[PREFIX + key],
    environment: process.env,
    onProgress: (line) => inform(`workflows: ${line}`),
    onWarning: (message) => void warn(message),
    onInformation: inform,
  });
}

function warnOfConfig(): void {
  const given = pulumi.runtime.allConfig();
  const warnings = configWarnings({
    config: (key) => given[PREFIX + key],
    keys: Object.keys(settingsIn(given, PREFIX)).map((key) => key.slice(PREFIX.length)),
    isSecret: (key) => isConfigSecret(PREFIX + key),
    project: pulumi.runtime.getProject(),
  });
  for (const warning of warnings) {
    void warn(warning);
  }
}

/** Runs `work`. An error of this package is marked as one that is not a bug in the program. */
export async function forProgram<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asProgramError(error);
  }
}

/** The error itself, marked if it is one of this package. */
export function asProgramError(error: unknown): unknown {
  if (error instanceof WorkflowsError) {
    hideStack(error);
    error.stack = withoutPackages(error);
  }
  return error;
}

const REFUSED_OPTIONS = {
  provider:
    "The option `provider`, given or from `parent`, has no effect in the npm package, which reads from the service in the " +
    "stack's settings. Choose the service with the argument `connection`, or use the plugin's SDK, which takes a provider.",
  import:
    "The option `import` does not work here, and is not needed: remove it, and the next `pulumi up` takes the listing into the " +
    "stack. `Workflows.get` reads a listing without that. The plugin's SDK supports `import`.",
};

/** Fails for what Pulumi's users expect to work, and what would be ignored here without a word. */
export function assertOptions(options: pulumi.CustomResourceOptions | pulumi.InvokeOutputOptions = {}): void {
  const { provider, parent, import: imported } = options as pulumi.CustomResourceOptions;
  const hasProvider = provider !== undefined || parent?.getProvider(PLUGIN_RESOURCE_TYPE) !== undefined;
  const property = hasProvider ? "provider" : imported === undefined ? undefined : "import";
  if (property !== undefined) {
    throw asProgramError(new SettingsError([{ property, reason: REFUSED_OPTIONS[property] }]));
  }
}

/** The SDK inspects each error that ends a program, and Node 20 can take a minute for a stack with packages' frames in it. */
function withoutPackages({ stack, name, message }: Error): string {
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  return [`${name}: ${message}`, ...frames].join("\n");
}
