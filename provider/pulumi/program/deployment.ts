/** Holds the session of the running deployment, refuses options, and shows warnings and errors; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { SettingsError, WorkflowsError } from "../../base/errors.js";
import { breakColourCodes } from "../../base/text.js";
import { NAMESPACE } from "../../settings/definitions.js";
import { configWarnings } from "../../settings/warnings.js";
import { createSession, type Session } from "../../workflows/session.js";
import { MOCK_SESSION, PLUGIN_RESOURCE_TYPE } from "../properties.js";
import { endOfProgram, getMocks, hideStack, isConfigSecret } from "./sdk-internals.js";

const PREFIX = `${NAMESPACE}:`;
const ENVIRONMENT_PREFIX = `${NAMESPACE.toUpperCase()}_`;

/** The session of one deployment, with the config and environment that its settings were read from. */
interface Deployment {
  session?: Session;
  settings?: string;
}

/** Deployments by the SDK's monitor object. A process of the Automation API can run several, in turn or at once. */
const deployments = new WeakMap<object, Deployment>();
/** The key of `deployments` in a process without an engine, such as a script. */
const NO_DEPLOYMENT = {};

/** Returns the running deployment. Its first call warns of faults in the config. */
export function startDeployment(): Deployment {
  const key: object = pulumi.runtime.getMonitor() ?? NO_DEPLOYMENT;
  const known = deployments.get(key);
  if (known !== undefined) {
    return known;
  }
  const deployment: Deployment = {};
  deployments.set(key, deployment);
  // The SDK keeps every monitor. A process that deploys many times would keep the listings of all deployments.
  void endOfProgram().then(() => delete deployment.session);
  warnOfConfig();
  return deployment;
}

/**
 * Returns the session of the running deployment. Opens another one if the settings have changed (between unit tests).
 */
export function getSession(): Session {
  const deployment = startDeployment();
  // We don't use `pulumi.Config`, because its `get` warns about every secret that is read as text.
  const config = pulumi.runtime.allConfig();
  const settings = JSON.stringify([settingsIn(config, PREFIX), settingsIn(process.env, ENVIRONMENT_PREFIX)]);
  if (deployment.session === undefined || deployment.settings !== settings) {
    const mocks = getMocks() as { readonly [MOCK_SESSION]?: Session } | undefined;
    deployment.session = mocks?.[MOCK_SESSION] ?? openSession(config);
    deployment.settings = settings;
  }
  return deployment.session;
}

/** Returns the values whose names have the prefix. */
function settingsIn(values: Readonly<Record<string, string | undefined>>, prefix: string): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(prefix)));
}

function openSession(config: Readonly<Record<string, string>>): Session {
  return createSession({
    config: (key) => config[PREFIX + key],
    environment: process.env,
    onProgress: (line) => inform(`workflows: ${line}`),
    onWarning: warn,
  });
}

/** Logs a warning. */
function warn(message: string): void {
  void pulumi.log.warn(breakColourCodes(message));
}

/**
 * Logs an information message. Without an engine it goes to stderr, because standard output is for the program's
 * results.
 */
function inform(message: string): void {
  const text = breakColourCodes(message);
  void (pulumi.runtime.getEngine() !== undefined ? pulumi.log.info(text) : process.stderr.write(`${text}\n`));
}

/** Warns of unknown config keys and of a secret that is stored in the clear. */
function warnOfConfig(): void {
  const values = pulumi.runtime.allConfig();
  const warnings = configWarnings({
    config: (key) => values[PREFIX + key],
    keys: Object.keys(settingsIn(values, PREFIX)).map((key) => key.slice(PREFIX.length)),
    isSecret: (key) => isConfigSecret(PREFIX + key),
    project: pulumi.runtime.getProject(),
  });
  warnings.forEach(warn);
}

/** Runs `work`. An error of this package is shown without its stack, because the program has no bug then. */
export async function forProgram<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asProgramError(error);
  }
}

/** Returns the same error. If it is one of this package, the SDK shows it without its stack. */
export function asProgramError(error: unknown): unknown {
  if (error instanceof WorkflowsError) {
    hideStack(error);
  }
  return error;
}

/** The options that are refused, each with the reason and with what to use instead. */
const REFUSED_OPTIONS = {
  provider:
    "The option `provider`, given or from `parent`, has no effect in the npm package, which reads from the service in the " +
    "stack's settings. Choose the service with the argument `connection`, or use the plugin's SDK, which takes a provider.",
  import:
    "The option `import` does not work here, and is not needed: remove it, and the next `pulumi up` takes the listing into the " +
    "stack. `Workflows.get` reads a listing without that. The plugin's SDK supports `import`.",
};

/**
 * Throws for the options `provider` and `import`. If they had no effect, the user would get the listing of another
 * service, or no import.
 */
export function assertOptions(options: pulumi.CustomResourceOptions | pulumi.InvokeOutputOptions): void {
  const { provider, parent, import: imported } = options as pulumi.CustomResourceOptions;
  const hasProvider = provider !== undefined || parent?.getProvider(PLUGIN_RESOURCE_TYPE) !== undefined;
  if (hasProvider) {
    throw refusal("provider");
  }
  if (imported !== undefined) {
    throw refusal("import");
  }
}

function refusal(option: keyof typeof REFUSED_OPTIONS): unknown {
  return asProgramError(new SettingsError([{ property: option, reason: REFUSED_OPTIONS[option] }]));
}
