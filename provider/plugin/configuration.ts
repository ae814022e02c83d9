/**
 * Checks and reads the provider's settings; runs in the plugin's process. Those of the default provider are from stack
 * config, those of an explicit provider from the program.
 */
import type { CheckRequest, ConfigureRequest, DiffRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import type { Issue } from "../base/errors.js";
import { jsonIn } from "../base/json-path.js";
import { withCodes } from "../pulumi/engine-message.js";
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

/** Inputs that the engine adds to the settings of a provider. */
const ENGINE_KEYS: ReadonlySet<string> = new Set(["version", "pluginDownloadURL", "__internal", "__defaults"]);

/**
 * Checks the settings whose values are known. Returns warnings too. Marks secret settings as secret for the state even
 * if they arrive in the clear: from YAML, or from the environment, which a generated SDK reads for an explicit
 * provider.
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
    response.setInputs(toStruct(withSecretsMarked(inputs)));
  }
  const warnings = configWarnings({
    config,
    keys: Object.keys(settings).filter((key) => !ENGINE_KEYS.has(key)),
    // Without this, every secret would be a warning: the engine sends all values in the clear (seen with 3.260).
    isSecret: () => true,
    project,
  });
  return { response, warnings };
}

/** Returns the settings with each secret one marked as secret. */
function withSecretsMarked(inputs: Properties): Properties {
  const entries = Object.entries(inputs);
  return Object.fromEntries(entries.map(([key, value]) => [key, SECRETS.has(key) ? asSecret(value) : value]));
}

/** Returns all issues of the settings: of those outside connections, and of each connection. */
function issuesIn(settings: Properties, config: ConfigReader): readonly Issue[] {
  const isUnknown = (key: string): boolean => hasUnknown(settings[key]);
  const issuesOf = (connection?: string): readonly Issue[] => {
    const { issues } = parseSettings(settingFinder(config, process.env, connection), parsePagination);
    // The engine sends a placeholder for an unknown value. It would count as a wrong value.
    return issues.filter(({ property }) => !isUnknown(property));
  };
  const outside = issuesOf();
  const ofConnections = isUnknown(CONNECTIONS_KEY) ? [] : connectionIssues(config, issuesOf);
  if (ofConnections === undefined) {
    return outside;
  }
  // A setting may be missing outside connections, because each connection may have it.
  const ofValues = outside.filter(({ property }) => config(property) !== undefined);
  const issues = [...ofValues, ...ofConnections];
  // If several connections inherit a setting, each of them has its issue.
  return issues.filter(({ reason }, index) => issues.findIndex((issue) => issue.reason === reason) === index);
}

/** Returns the issues of all connections. Returns `undefined` if the config has no connections. */
function connectionIssues(
  config: ConfigReader,
  issuesOf: (connection: string) => readonly Issue[],
): readonly Issue[] | undefined {
  const { connections, issue } = readConnections(config);
  if (issue !== undefined) {
    return [issue];
  }
  return connections.size === 0 ? undefined : [...connections.keys()].flatMap((name) => issuesOf(name));
}

/**
 * Returns whether a setting has a part that is not known yet. A setting may arrive as JSON, with the parts in its text.
 */
function hasUnknown(value: unknown): boolean {
  return containsUnknown(value) || (typeof value === "string" && containsUnknown(jsonIn(value)));
}

/** Compares settings. A change is always an update. If it replaced the provider, it would replace all its resources. */
export function diffConfig(request: DiffRequest): provider.DiffResponse {
  // Older engines send only `olds`.
  const before = unwrapAll(fromStruct(request.getOldInputs() ?? request.getOlds()));
  const after = unwrapAll(fromStruct(request.getNews()));
  const changed = changedKeys(before, after);
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return new provider.DiffResponse().setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(changed);
}

/** Returns the provider's settings; and the texts among them that are marked as secret, such as a `baseUrl`. */
export function readConfiguration(request: ConfigureRequest): { config: ConfigReader; secretTexts: readonly string[] } {
  const received = fromStruct(request.getArgs());
  const settings = unwrapAll(received);
  const secretTexts = Object.entries(settings)
    .filter(([key]) => TEXT_SETTINGS.has(key) && hasSecret(received[key]))
    // An address is used without the slashes at its end, and so appears in messages.
    .map(([, value]) => String(value).replace(/\/+$/, ""));
  return { config: configReader(settings, request.getName() ?? ""), secretTexts };
}

/** Matches the name of a default provider: `default`, or `default_` and a version. */
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
  // The name is for the hints in messages. Engines before 3.154 send none.
  const isDefault = name === "" || NAME_OF_DEFAULT.test(name);
  return Object.assign(readSetting, { provider: isDefault ? undefined : name });
}

/**
 * Returns a setting as stack config would have it. A setting of an explicit provider arrives as JSON if its type is not
 * text. If the program gives a string in its place, such as "2" for a number, it arrives as JSON in a JSON string. So
 * JSON strings are decoded until there is none.
 */
function contentOf(key: string, text: string): string {
  const content = jsonIn(text);
  if (typeof content === "string") {
    return contentOf(key, content);
  }
  return typeof content === "object" ? JSON.stringify(fromPython(key, content)) : text;
}
