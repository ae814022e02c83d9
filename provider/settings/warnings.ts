/** Warnings about config keys. They do not stop a deployment. */
import { excerpt, inShell } from "../base/excerpt.js";
import { readConnections } from "./connections.js";
import { CONNECTIONS_KEY, NAMESPACE, SETTINGS } from "./definitions.js";
import { didYouMean, nearest } from "./issue-text.js";
import { commandFor, type ConfigReader, pathIn, subjectIn } from "./sources.js";

interface ConfigKeys {
  readonly config: ConfigReader;
  /** The keys that are given, without our namespace. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  /** The project's name. If it is the name of our namespace, the project's own keys are there too. */
  readonly project: string;
}

const KEYS: readonly string[] = SETTINGS.map(({ key }) => key);

/** Warnings about unknown keys, with the nearest known one, and about unencrypted secrets, with the command that fixes it. */
export function configWarnings({ config, keys, isSecret, project }: ConfigKeys): string[] {
  const known = [...KEYS, CONNECTIONS_KEY];
  const mayBeOurs = (key: string): boolean =>
    project !== NAMESPACE || nearest(key, known) !== undefined || settingOfPath(key, known) !== undefined;
  const unknown = keys.filter((key) => !known.includes(key) && mayBeOurs(key));
  const read = readConnections(config);
  const inConnections = [...read.connections].flatMap(([name, values]) =>
    [...values.keys()].filter((key) => !KEYS.includes(key)).map((key) => unknownKey(config, key, KEYS, name)),
  );
  return [
    ...unknown.map((key) => unknownKey(config, key, known)),
    ...inConnections,
    ...keys.filter((key) => !isSecret(key)).flatMap((key) => plainSecret(key, config, read)),
  ];
}

/** The setting that a path begins with: without `--path`, the whole path became a key. */
function settingOfPath(key: string, known: readonly string[]): string | undefined {
  const [setting] = key.split(".");
  return known.find((one) => one === setting);
}

function unknownKey(config: ConfigReader, key: string, known: readonly string[], connection?: string): string {
  const name = excerpt(key);
  const ignored = `${subjectIn(config, name, connection)} is not a setting of pulumi-workflows and is ignored.`;
  const setting = config.provider === undefined ? settingOfPath(key, known) : undefined;
  if (setting !== undefined) {
    return `${ignored} To set a part of \`${setting}\`, add \`--path\`: \`pulumi config set --path ${inShell(`${NAMESPACE}:${pathIn(name, connection)}`)} …\`.`;
  }
  return `${ignored} ${didYouMean(nearest(key, known), "`") || `The settings are: ${known.join(", ")}.`}`;
}

/** A warning if the key, which is not encrypted, has a secret. `connections` counts only if one has it: `config rm --path` leaves {}. */
function plainSecret(key: string, config: ConfigReader, read: ReturnType<typeof readConnections>): string[] {
  const isConnections = key === CONNECTIONS_KEY;
  const given = isConnections ? [...read.connections.values()].flatMap((values) => [...values]) : [[key, config(key)]];
  // What cannot be read may contain a secret.
  const all = isConnections && read.issue !== undefined ? [["clientSecret", ""] as const] : given;
  const definition = SETTINGS.find(
    ({ key: name, secret, isPublic }) =>
      secret && all.some(([one, value]) => one === name && isPublic?.(value) !== true),
  );
  const stored = "is not marked secret: it is stored in the clear in the stack's config file";
  return definition === undefined
    ? []
    : [`\`${NAMESPACE}:${key}\` ${stored}. Run \`${commandFor(definition, isConnections ? "NAME" : undefined)}\`.`];
}
