/** Warnings about config keys. They do not stop a deployment. */
import { excerpt, inShell } from "../http/excerpt.js";
import { connectionsFault, connectionValues } from "./connections.js";
import { CONNECTIONS_KEY, NAMESPACE, secretKeys, type SettingDefinition, SETTINGS } from "./definitions.js";
import { nearest } from "./nearest.js";
import { commandFor, type ConfigReader, type Origin, originIn, subjectOf } from "./sources.js";

interface ConfigKeys {
  readonly config: ConfigReader;
  /** The keys that are given, without our namespace. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  /** The project's name. If it is the name of our namespace, the project's own keys are there too. */
  readonly project: string;
}

/** Warnings about unknown keys, with the nearest known one, and about unencrypted secrets, with the command that fixes it. */
export function configWarnings({ config, keys, isSecret, project }: ConfigKeys): string[] {
  const settings: string[] = SETTINGS.map((definition) => definition.key);
  const known = [...settings, CONNECTIONS_KEY];
  const secret = secretKeys();
  return [
    ...keys
      .filter(
        (key) => project !== NAMESPACE || nearest(key, known) !== undefined || settingOfPath(key, known) !== undefined,
      )
      .flatMap((key) => unknownKey(originIn(config, excerpt(key)), key, known)),
    ...connectionValues(config).flatMap(({ connection, key }) =>
      unknownKey(originIn(config, excerpt(key), connection), key, settings),
    ),
    ...keys.filter((key) => secret.has(key) && !isSecret(key)).flatMap((key) => plainSecret(key, config)),
  ];
}

function unknownKey(origin: Origin, key: string, known: readonly string[]): string[] {
  if (known.includes(key)) {
    return [];
  }
  return [`${subjectOf(origin)} is not a setting of pulumi-workflows and is ignored. ${adviceOn(origin, key, known)}`];
}

/** The setting that a path begins with: without `--path`, the whole path became a key. */
function settingOfPath(key: string, known: readonly string[]): string | undefined {
  const [setting = "", ...steps] = key.split(".");
  return steps.length > 0 && known.includes(setting) ? setting : undefined;
}

function adviceOn({ name, source }: Origin, key: string, known: readonly string[]): string {
  const setting = settingOfPath(key, known);
  if (source.kind === "stack config" && setting !== undefined) {
    return `To set a part of \`${setting}\`, add \`--path\`: \`pulumi config set --path ${inShell(name)} …\`.`;
  }
  const guess = nearest(key, known);
  return guess === undefined ? `The settings are: ${known.join(", ")}.` : `Did you mean \`${guess}\`?`;
}

function plainSecret(key: string, config: ConfigReader): string[] {
  const definition = SETTINGS.find((setting) => setting.key === key);
  if (definition === undefined) {
    return plainConnections(config);
  }
  if (definition.parser.isPublic?.(config(key)) === true) {
    return [];
  }
  return [
    `\`${NAMESPACE}:${key}\` is not marked secret: it is stored in the clear in the stack's config file. ` +
      `Run \`${commandFor(definition)}\`.`,
  ];
}

/** Connections without a secret get no warning: `pulumi config rm --path` leaves an empty map. */
function plainConnections(config: ConfigReader): string[] {
  const isReadable = config(CONNECTIONS_KEY) !== undefined && connectionsFault(config) === undefined;
  const settings = SETTINGS.map(({ key }) => key);
  const found = connectionValues(config).map(({ key, value }) => ({ key: nearest(key, settings), value }));
  // A misspelt key may have an unencrypted secret too.
  const isInTheClear = ({ key, secret, parser }: SettingDefinition): boolean =>
    secret === true &&
    (isReadable
      ? found.some((one) => one.key === key && parser.isPublic?.(one.value) !== true)
      : key === "clientSecret");
  const definition = SETTINGS.find(isInTheClear);
  return definition === undefined
    ? []
    : [
        `\`${NAMESPACE}:${CONNECTIONS_KEY}\` contains no value that is marked secret: a secret there is stored in the clear ` +
          `in the stack's config file. Run \`${commandFor(definition, "<name>")}\`.`,
      ];
}
