/**
 * Checks and reads the provider's configuration: from stack config for the default provider, from a program for an explicit one. Runs in
 * the plugin's process.
 */
import type { CheckRequest, ConfigureRequest, DiffRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { type Issue, withCodes } from "../base/errors.js";
import { jsonIn } from "../base/json-path.js";
import { changedKeys, type Properties } from "../pulumi/properties.js";
import { readConnections } from "../settings/connections.js";
import { CONNECTIONS_KEY, secretKeys, SETTINGS } from "../settings/definitions.js";
import { parseSettings } from "../settings/parse-settings.js";
import { settingFinder } from "../settings/read-settings.js";
import type { ConfigReader } from "../settings/sources.js";
import { configWarnings } from "../settings/warnings.js";
import { parsePagination } from "../workflows/arguments/parse-arguments.js";
import { containsUnknown, parseUrn } from "../pulumi/engine-signatures.js";
import { asSecret, fromPython, fromStruct, hasSecret, toFailures, toStruct, unwrapAll } from "./wire.js";

const TEXT_SETTINGS: ReadonlySet<string> = new Set(
  SETTINGS.filter(({ type }) => type === "string").map(({ key }) => key),
);
const SECRETS = secretKeys();
const KNOWN: ReadonlySet<string> = new Set([...SETTINGS.map(({ key }) => key), CONNECTIONS_KEY]);

/** Inputs of a provider that the engine adds to its settings. */
const ENGINE_KEYS: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

/**
 * Returns all issues of the settings whose values are known, and warnings. Marks secret settings as secret for the state even if they
 * arrived in the clear, from YAML or from the environment, whose values a generated SDK puts into an explicit provider's inputs.
 */
export function checkConfig(request: CheckRequest): { response: provider.CheckResponse; warnings: readonly string[] } {
  const inputs = fromStruct(request.getNews());
  const settings = unwrapAll(inputs);
  const { name, project } = parseUrn(request.getUrn());
  const config = configReader(settings, name);
  const issues = issuesIn(settings, config);
  const response = new provider.CheckResponse();
  if (issues.length > 0) {
    response.setFailuresList(toFailures(withCodes(issues)));
  } else {
    const marked = Object.entries(inputs).map(([key, value]) => [key, SECRETS.has(key) ? asSecret(value) : value]);
    response.setInputs(toStruct(Object.fromEntries(marked) as Properties));
  }
  const warnings = configWarnings({
    config,
    keys: Object.keys(settings).filter((key) => !ENGINE_KEYS.has(key)),
    // Prevents warnings about plain secrets. The engine sends every value in the clear (seen with 3.260), so secretness is not known here.
    isSecret: () => true,
    project,
  });
  return { response, warnings };
}

/**
 * Returns all issues of the settings outside connections and of each connection. If there are connections, the credentials may be in them,
 * so a setting that is missing outside them is not an issue. The same holds if the connections are unknown or cannot be read.
 */
function issuesIn(settings: Properties, config: ConfigReader): readonly Issue[] {
  const isUnknown = (key: string): boolean => hasUnknown(settings[key]);
  const issuesOf = (connection?: string): readonly Issue[] =>
    parseSettings(settingFinder(config, process.env, connection), { isUnknown, parsePagination }).issues;
  const outside = issuesOf();
  const ofValues = outside.filter(({ property }) => config(property) !== undefined);
  if (isUnknown(CONNECTIONS_KEY)) {
    return ofValues;
  }
  const { connections, issue: unreadableConnections } = readConnections(config);
  if (unreadableConnections !== undefined) {
    return [...ofValues, unreadableConnections];
  }
  if (connections.size === 0) {
    return outside;
  }
  const allIssues = [...ofValues, ...[...connections.keys()].flatMap((name) => issuesOf(name))];
  // An issue of a setting that all connections inherit is reported once.
  return allIssues.filter(({ reason }, index) => allIssues.findIndex((issue) => issue.reason === reason) === index);
}

/** Returns whether a setting contains an unknown value. A setting that arrives as JSON has the engine's signatures inside its text. */
function hasUnknown(value: unknown): boolean {
  return containsUnknown(value) || (typeof value === "string" && containsUnknown(jsonIn(value)));
}

/** Compares settings. A change of settings is always an update. It never replaces the provider, which would replace its resources too. */
export function diffConfig(request: DiffRequest): provider.DiffResponse {
  // Older engines send only `olds`.
  const before = unwrapAll(fromStruct(request.getOldInputs() ?? request.getOlds()));
  const after = unwrapAll(fromStruct(request.getNews()));
  const changed = changedKeys(before, after);
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return new provider.DiffResponse().setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(changed);
}

/** Returns the provider's settings, and the texts among them that are marked as secret, such as a `baseUrl`. */
export function readConfiguration(request: ConfigureRequest): { config: ConfigReader; secretTexts: readonly string[] } {
  const received = fromStruct(request.getArgs());
  const settings = unwrapAll(received);
  const secretTexts = Object.entries(settings)
    .filter(([key]) => TEXT_SETTINGS.has(key) && hasSecret(received[key]))
    // An address is used without the slashes at its end, and so appears in messages.
    .map(([, value]) => String(value).replace(/\/+$/, ""));
  return { config: configReader(settings, request.getName() ?? ""), secretTexts };
}

/** The names of the engine's own providers, whose settings are in the stack's config: `default`, or `default_` and a version. */
const NAME_OF_DEFAULT = /^default(_\d+_\d+_\d+.*)?$/;

/** Returns a reader of the settings. A value that is not a string is returned as JSON. */
function configReader(settings: Properties, name: string): ConfigReader {
  const readSetting = (key: string): string | undefined => {
    const value = KNOWN.has(key) && Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (value === undefined || value === null) {
      return undefined;
    }
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return TEXT_SETTINGS.has(key) ? text : contentOf(key, text);
  };
  // The name decides only what hints say. Engines before 3.154 send none.
  const isDefault = name === "" || NAME_OF_DEFAULT.test(name);
  return Object.assign(readSetting, { provider: isDefault ? undefined : name });
}

/**
 * Returns a setting as stack config would have it. An explicit provider's setting whose type is not text arrives as JSON. If a program gave a
 * string, such as "2" for a number, a JSON string arrives, so it is decoded until it is not a string any more.
 */
function contentOf(key: string, text: string): string {
  const content = jsonIn(text);
  if (typeof content === "string") {
    return contentOf(key, content);
  }
  return typeof content === "object" ? JSON.stringify(fromPython(key, content)) : text;
}
