/**
 * Checks and reads the provider's configuration: from stack config for the default provider, from a program for an explicit one. Runs in
 * the plugin's process.
 */
import type { CheckRequest, ConfigureRequest, DiffRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import { excerpt, hasColourCode } from "../base/text.js";
import { type Issue, NO_PROPERTY, withCodes } from "../base/errors.js";
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
import { fromPython } from "./python-keys.js";
import { asSecret, fromStruct, secretProperties, toFailures, toStruct, unwrapAll } from "./wire.js";

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
  const hasValue = ({ property }: Issue): boolean => config(property) !== undefined;
  const toShown = (issue: Issue): Issue => (mayBeNamed(issue.property, config) ? issue : withoutName(issue));

  const allIssuesOutside = issuesOf();
  const issuesOfValues = allIssuesOutside.filter(hasValue).map(toShown);
  if (isUnknown(CONNECTIONS_KEY)) {
    return issuesOfValues;
  }
  const { connections, issue: unreadableConnections } = readConnections(config);
  if (unreadableConnections !== undefined) {
    return [...issuesOfValues, withoutName(unreadableConnections)];
  }
  if (connections.size === 0) {
    return allIssuesOutside.map(toShown);
  }
  const issuesInConnections = [...connections.keys()].flatMap((name) => issuesOf(name)).map(withoutName);
  const allIssues = [...issuesOfValues, ...issuesInConnections];
  // An issue of a setting that all connections inherit is reported once.
  return allIssues.filter(({ reason }, index) => allIssues.findIndex((issue) => issue.reason === reason) === index);
}

/** Returns the issue without the name of its setting. Its reason still contains the name. */
function withoutName({ reason }: Issue): Issue {
  return { property: NO_PROPERTY, reason };
}

/**
 * Returns whether an issue may name the setting. A secret setting is never named. Any other setting may be named if it has no value. The
 * engine prints the value of a property that an issue names, so a value must be:
 *
 * 1. not a text, because a wrong text may contain a secret: a password in an address, a secret after a Client ID.
 * 2. one short line without the engine's colour codes. An unknown code ends the engine with a panic.
 */
function mayBeNamed(key: string, config: ConfigReader): boolean {
  const value = config(key);
  if (value === undefined) {
    return !SECRETS.has(key);
  }
  const mayBeSecret = SECRETS.has(key) || TEXT_SETTINGS.has(key);
  return !mayBeSecret && excerpt(value) === value && !hasColourCode(value);
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
  const args = fromStruct(request.getArgs());
  const secretTexts = Object.entries(unwrapAll(secretProperties(args))).flatMap(([key, value]) =>
    // An address is used without the slashes at its end, and so appears in messages. The redactor must look for that text.
    TEXT_SETTINGS.has(key) && typeof value === "string" ? [value.replace(/\/+$/, "")] : [],
  );
  return { config: configReader(unwrapAll(args), request.getName() ?? ""), secretTexts };
}

/** Returns a reader of the settings. A value that is not a string is returned as JSON. */
function configReader(settings: Properties, name: string): ConfigReader {
  // The engine's own providers, whose settings are in the stack's config, are called `default`, or `default_` and a version. Engines
  // before 3.154 send no name.
  const isDefaultProvider = name === "" || /^default(_|$)/.test(name);
  const readSetting = (key: string): string | undefined => {
    const value = KNOWN.has(key) && Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (value === undefined || value === null) {
      return undefined;
    }
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return isDefaultProvider || TEXT_SETTINGS.has(key) ? text : contentOf(key, text);
  };
  return Object.assign(readSetting, { provider: isDefaultProvider ? undefined : name });
}

/**
 * Returns an explicit provider's setting as stack config would have it. A setting whose type is not text arrives as JSON. If a program
 * gave a string, such as "2" for a number, a JSON string arrives, so it is decoded until it is not a string any more.
 */
function contentOf(key: string, text: string): string {
  const content = jsonIn(text);
  if (typeof content === "string") {
    return contentOf(key, content);
  }
  return typeof content === "object" ? JSON.stringify(fromPython(key, content)) : text;
}
