/** Warns about config keys. Warnings do not stop a deployment. Runs in both processes. */
import { excerpt, inShell } from "../base/excerpt.js";
import { readConnections } from "./connections.js";
import { CONNECTIONS_KEY, NAMESPACE, SETTINGS } from "./definitions.js";
import { didYouMean, nearest } from "./issue-text.js";
import { commandFor, type ConfigReader, pathIn, subjectIn } from "./sources.js";

interface ConfigKeys {
  readonly config: ConfigReader;
  /** The keys that are set, without our namespace. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  /** The project's name. If the project itself is called "workflows", its own keys share our namespace. */
  readonly project: string;
}

const KEYS: readonly string[] = SETTINGS.map(({ key }) => key);

/** Returns warnings about unknown keys, with the nearest known one, and about unencrypted secrets, with the command that fixes it. */
export function configWarnings({ config, keys, isSecret, project }: ConfigKeys): string[] {
  const names = [...KEYS, CONNECTIONS_KEY];
  const mayBeOurs = (key: string): boolean =>
    project !== NAMESPACE || nearest(key, names) !== undefined || settingOfPath(key, names) !== undefined;
  const unknown = keys.filter((key) => !names.includes(key) && mayBeOurs(key));
  const fromConnections = readConnections(config);
  const inConnections = [...fromConnections.connections].flatMap(([name, values]) =>
    [...values.keys()].filter((key) => !KEYS.includes(key)).map((key) => unknownKey(config, key, KEYS, name)),
  );
  return [
    ...unknown.map((key) => unknownKey(config, key, names)),
    ...inConnections,
    ...keys.filter((key) => !isSecret(key)).flatMap((key) => plainSecret(key, config, fromConnections)),
  ];
}

/** Detects `headers.X-Api-Key` set without `--path`, which created a literal key of that name. Returns the setting: `headers`. */
function settingOfPath(key: string, names: readonly string[]): string | undefined {
  const [firstStep = ""] = key.split(".");
  return names.includes(firstStep) ? firstStep : undefined;
}

function unknownKey(config: ConfigReader, key: string, names: readonly string[], connection?: string): string {
  const name = excerpt(key);
  const ignored = `${subjectIn(config, name, connection)} is not a setting of pulumi-workflows and is ignored.`;
  const setting = config.provider === undefined ? settingOfPath(key, names) : undefined;
  if (setting !== undefined) {
    return `${ignored} To set a part of \`${setting}\`, add \`--path\`: \`pulumi config set --path ${inShell(`${NAMESPACE}:${pathIn(name, connection)}`)} …\`.`;
  }
  return `${ignored} ${didYouMean(nearest(key, names), "`") || `The settings are: ${names.join(", ")}.`}`;
}

/** Warns if the key, which is not encrypted, has a secret. An empty `connections: {}`, left behind by `config rm --path`, is not reported. */
function plainSecret(
  key: string,
  config: ConfigReader,
  { connections, issue }: ReturnType<typeof readConnections>,
): string[] {
  const isConnections = key === CONNECTIONS_KEY;
  const values = isConnections ? [...connections.values()].flatMap((entry) => [...entry]) : [[key, config(key)]];
  // What cannot be read may contain a secret.
  const readable = isConnections && issue !== undefined ? [["clientSecret", ""] as const] : values;
  const definition = SETTINGS.find(
    (setting) =>
      setting.secret && readable.some(([name, value]) => name === setting.key && setting.isPublic?.(value) !== true),
  );
  const stored = "is not marked secret: it is stored in the clear in the stack's config file";
  return definition === undefined
    ? []
    : [`\`${NAMESPACE}:${key}\` ${stored}. Run \`${commandFor(definition, isConnections ? "NAME" : undefined)}\`.`];
}
