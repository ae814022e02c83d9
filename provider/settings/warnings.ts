/** Warns about config keys. Warnings do not stop a deployment. */
import { excerpt, inShell } from "../base/text.js";
import { type Connections, readConnections } from "./connections.js";
import { CONNECTIONS_KEY, NAMESPACE, type SettingDefinition, settingOf, SETTINGS } from "./definitions.js";
import { adviseOnName, nearest } from "./issue-text.js";
import { commandFor, type ConfigReader, subjectIn } from "./sources.js";

/** The config of a stack, or of an explicit provider. */
interface ConfigKeys {
  readonly config: ConfigReader;
  /** The keys that are set in the namespace `workflows`, without it. */
  readonly keys: readonly string[];
  /** Returns whether the key's value is stored encrypted. */
  readonly isSecret: (key: string) => boolean;
  /** The project's name. If the project itself is called "workflows", its own keys are in the same namespace. */
  readonly project: string;
}

/** The keys outside of connections. In a connection, an unknown key is an error. */
const CONFIG_KEYS: readonly string[] = [...SETTINGS.map(({ key }) => key), CONNECTIONS_KEY];

/**
 * Returns warnings about unknown keys, with the nearest known key, and about secrets in the clear, with the command
 * that encrypts them.
 */
export function configWarnings({ config, keys, isSecret, project }: ConfigKeys): string[] {
  const connections = readConnections(config);
  const warnings: string[] = [];
  for (const key of keys) {
    if (!CONFIG_KEYS.includes(key) && (project !== NAMESPACE || resemblesSetting(key))) {
      warnings.push(unknownKey(config, key));
    }
  }
  for (const key of keys.filter((configKey) => !isSecret(configKey))) {
    const setting = findSecretUnder(key, config, connections);
    if (setting !== undefined) {
      const command = commandFor(setting, key === CONNECTIONS_KEY ? "NAME" : undefined);
      const problem = "is not marked secret: it is stored in the clear in the stack's config file";
      warnings.push(`\`${NAMESPACE}:${key}\` ${problem}. Run \`${command}\`.`);
    }
  }
  return warnings;
}

/**
 * Returns whether a key is like a setting's name, or is a path into a setting. In a project that is called "workflows",
 * only such a key is probably meant for this package.
 */
function resemblesSetting(key: string): boolean {
  return nearest(key, CONFIG_KEYS) !== undefined || settingOfPath(key) !== undefined;
}

/**
 * Returns the setting before the first dot of a key: `headers` for `headers.X-Api-Key`. `pulumi config set` makes such
 * a key if the user forgets `--path`.
 */
function settingOfPath(key: string): string | undefined {
  const [firstStep = ""] = key.split(".");
  return CONFIG_KEYS.includes(firstStep) ? firstStep : undefined;
}

/**
 * Returns the warning about an unknown key. It says how to set the key as a path, or which name is probably meant, or
 * all names.
 */
function unknownKey(config: ConfigReader, key: string): string {
  const name = excerpt(key);
  const ignored = `${subjectIn(config, name)} is not a setting of pulumi-workflows and is ignored.`;
  const setting = config.provider === undefined ? settingOfPath(key) : undefined;
  if (setting !== undefined) {
    return `${ignored} To set a part of \`${setting}\`, add \`--path\`: \`pulumi config set --path ${inShell(`${NAMESPACE}:${name}`)} …\`.`;
  }
  return `${ignored} ${adviseOnName(key, CONFIG_KEYS, "The settings are")}`;
}

/**
 * Returns the setting whose secret is the value of this config key. For `connections`, returns the first one of all
 * connections.
 */
function findSecretUnder(
  key: string,
  config: ConfigReader,
  { connections, issue }: Connections,
): SettingDefinition | undefined {
  if (key !== CONNECTIONS_KEY) {
    return SETTINGS.find((setting) => setting.key === key && isSecretValue(setting, config(key)));
  }
  if (issue !== undefined) {
    // A text that cannot be read may contain a secret.
    return settingOf("clientSecret");
  }
  const entries = [...connections.values()].flatMap((values) => [...values]);
  return SETTINGS.find((setting) =>
    entries.some(([name, value]) => name === setting.key && isSecretValue(setting, value)),
  );
}

/** Returns whether a value of the setting must be encrypted. The path of a key's file, for example, need not be. */
function isSecretValue({ secret, isPublic }: SettingDefinition, value: unknown): boolean {
  return secret === true && isPublic?.(value) !== true;
}
