/** What a user should hear about the config keys of this package, though it stops nothing. */
import { excerpt } from "../http/excerpt.js";
import { CONNECTIONS_KEY, NAMESPACE, SECRET_KEYS, SETTINGS } from "./definitions.js";
import { connectionKeys } from "./find-settings.js";
import { nearest } from "./nearest.js";
import type { ConfigReader } from "./sources.js";

export interface ConfigKeys {
  readonly config: ConfigReader;
  /** Keys in our namespace, without it. */
  readonly keys: readonly string[];
  readonly isSecret: (key: string) => boolean;
  /** A project called as our namespace has keys of its own there. */
  readonly project: string;
}

/** Unknown keys, with the nearest right one, and secrets that are stored in the clear, with the command that mends it. */
export function configWarnings({ config, keys, isSecret, project }: ConfigKeys): string[] {
  const settings: string[] = SETTINGS.map((definition) => definition.key);
  const known = [...settings, CONNECTIONS_KEY];
  const warnings = [
    ...keys
      .filter((key) => project !== NAMESPACE || nearest(key, known) !== undefined)
      .flatMap((key) => unknownKey(excerpt(key), key, known)),
    ...connectionKeys(config).flatMap(({ path, key }) => unknownKey(path, key, settings)),
  ];
  for (const key of SECRET_KEYS) {
    if (keys.includes(key) && !isSecret(key) && mayHoldSecret(key, config)) {
      warnings.push(plainSecret(key));
    }
  }
  return warnings;
}

function unknownKey(path: string, key: string, known: readonly string[]): string[] {
  if (known.includes(key)) {
    return [];
  }
  const guess = nearest(key, known);
  const advice = guess === undefined ? `The settings are: ${known.join(", ")}.` : `Did you mean \`${guess}\`?`;
  return [`\`${NAMESPACE}:${path}\` is not a setting of pulumi-workflows and is ignored. ${advice}`];
}

/** Connections may be without one yet, and no longer hold one: `pulumi config rm --path` leaves an empty map. */
function mayHoldSecret(key: string, config: ConfigReader): boolean {
  return key !== CONNECTIONS_KEY || /secret/i.test(config(key) ?? "secret");
}

function plainSecret(key: string): string {
  const stored = "is stored in the clear in the stack's config file.";
  return key === CONNECTIONS_KEY
    ? `\`${NAMESPACE}:${key}\` holds no value that is marked secret: a client secret there ${stored} ` +
        `Run \`pulumi config set --path '${NAMESPACE}:${key}.<name>.clientSecret' --secret\`.`
    : `\`${NAMESPACE}:${key}\` is not marked secret: it ${stored} Run \`pulumi config set ${NAMESPACE}:${key} --secret\`.`;
}
