/**
 * The one table of all settings. The program, the host, the plugin, the command line, `createTokenSource`, the pages
 * and the plugin's schema read it. `parse-value.ts` has the parsers of values.
 */
import { variableOf } from "../base/setting-names.js";
import { haveOnlyPublicNames } from "./secret-settings.js";

/** The parsed values of all settings. An optional setting is `undefined` if nothing sets it. */
export interface SettingValues {
  readonly baseUrl: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly bearerPath?: string;
  readonly itemsPath?: string;
  readonly pagination?: Readonly<Record<string, unknown>>;
  readonly unrelatedFields?: readonly string[];
  readonly requestTimeoutSeconds: number;
  readonly deadlineSeconds: number;
  readonly maxRetries: number;
  readonly requestsPerSecond?: number;
  /** Names in lower case. Values are secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly caCertificates?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly allowInsecureHttp: boolean;
}

/** The name of a setting, as in stack config and in a program: `baseUrl`. */
export type SettingKey = keyof SettingValues;

/** A row of the table: all facts about one setting except its names. */
interface Row<Value> {
  /** Type in structured config and in the plugin's schema. `strings` is an object with string values. */
  readonly type: "string" | "number" | "integer" | "boolean" | "object" | "strings";
  /** The least and the greatest number, both included. */
  readonly range?: readonly [least: number, greatest: number];
  /** The form that a value must have, for messages: "a path such as /data/token". */
  readonly expected: string;
  readonly required?: true;
  /** Value if nothing sets it. */
  readonly default?: Value;
  /** The default in words, or what happens without a value. For the documentation. */
  readonly fallback?: string;
  /**
   * True if its value, or each value of its map, is a secret: redacted in messages, encrypted in state, and not
   * inherited by a connection.
   */
  readonly secret?: true;
  /** Returns whether a value may stand in the clear, such as the path of a key's file. Default: no value may. */
  readonly isPublic?: (value: unknown) => boolean;
  /** True if the setting belongs to one client, such as a certificate: a connection does not inherit it. */
  readonly belongsToClient?: true;
  /** An example of a value, for commands. */
  readonly example?: string;
  /** One or two sentences for the documentation. */
  readonly description: string;
}

/** All facts about one setting, and its names. */
export interface SettingDefinition extends Row<unknown> {
  /** Name in stack config, in the namespace `workflows`, and in an entry of `connections`. */
  readonly key: SettingKey;
  /** Environment variable that is read if the key is not set: `WORKFLOWS_BASE_URL`. */
  readonly env: string;
}

/** Namespace of the config keys. */
export const NAMESPACE = "workflows";

/** The structured config key that contains several services or tenants. */
export const CONNECTIONS_KEY = "connections";

/** Makes the first fields of a row whose values are strings. */
const text = (expected: string) => ({ type: "string", expected }) as const;
/** Makes the first fields of a row whose values are numbers from `least` to `greatest`. `noun` names such a number. */
const inRange = (type: "number" | "integer", noun: string, least: number, greatest: number) =>
  ({ type, range: [least, greatest], expected: `${noun} from ${least} to ${greatest}` }) as const;
/** The first fields of a row whose values are certificates. */
const certificates = {
  ...text("one or more certificates as PEM text, or the path of a file with them"),
  belongsToClient: true,
} as const;

/** One row for each setting: without a row, or with a default of another type, this does not compile. */
const ROWS = {
  baseUrl: {
    ...text("the service's address, for example https://api.example.com"),
    required: true,
    example: "https://api.example.com",
    description:
      "The service's address: `https://…`, with its path prefix if it has one, without `/v2`. Plain `http` is allowed only to this machine, or with `allowInsecureHttp`.",
  },
  clientId: {
    ...text("a string without a colon"),
    required: true,
    example: "YOUR_CLIENT_ID",
    belongsToClient: true,
    description: "The Client ID, from the service's dashboard. It cannot contain a colon (RFC 7617).",
  },
  clientSecret: {
    ...text("a string"),
    required: true,
    secret: true,
    description: "The Client Secret. Set it with `--secret`.",
  },
  bearerPath: {
    ...text("a path such as /data/token or data.token"),
    fallback: "`/access_token` and a few common places",
    description: "Path to the access token in the response to the token request.",
  },
  itemsPath: {
    ...text("a path such as /data/items or data.items"),
    fallback: "found automatically",
    description: "Path to the array of workflows in the response. The argument `itemsPath` takes precedence.",
  },
  pagination: {
    type: "object",
    expected: 'a JSON object such as {"type":"page"}',
    fallback: "found automatically",
    description: "How to request the next pages. The argument `pagination` takes precedence.",
  },
  unrelatedFields: {
    ...text("names or JSON Pointers with commas between them, such as total,/meta/count, or a JSON list"),
    description:
      "Fields of the response that do not describe the list. The argument `unrelatedFields` takes precedence.",
  },
  requestTimeoutSeconds: {
    ...inRange("number", "a number of seconds", 0.001, 3600),
    default: 30,
    description: "The timeout of one request, from the connection to the last byte, redirects included, in seconds.",
  },
  deadlineSeconds: {
    ...inRange("number", "a number of seconds", 0.001, 21_600),
    default: 120,
    description: "The deadline of one operation with all its retries and waits, in seconds.",
  },
  maxRetries: {
    ...inRange("integer", "a whole number", 0, 100),
    default: 5,
    description: "The maximum number of retries of a failed request.",
  },
  requestsPerSecond: {
    ...inRange("number", "a number", 0.001, 10_000),
    fallback: "no limit",
    description: "The maximum rate of requests, for each connection and process.",
  },
  headers: {
    type: "strings",
    expected: 'a JSON object of strings such as {"X-Api-Key":"…"}',
    secret: true,
    isPublic: haveOnlyPublicNames,
    description:
      "Headers of every request, also of the token request, such as a gateway's key or `User-Agent`. Their values are secrets. Not allowed: `Authorization`, `Content-*`, `Host`, `Cookie`, `Proxy-*`, and those of the connection.",
  },
  caCertificates: {
    ...certificates,
    description: "Certificate authorities to trust, in addition to those of Node.js: PEM text, or a file's path.",
  },
  clientCertificate: {
    ...certificates,
    description: "The client certificate for mutual TLS, then its intermediate ones: PEM text, or a file's path.",
  },
  clientKey: {
    ...text("a private key as PEM text, or the path of a file with it"),
    secret: true,
    isPublic: (value) => typeof value === "string" && !value.includes("-----BEGIN"),
    description:
      "The private key of `clientCertificate`: PEM text (PKCS#8, PKCS#1 or SEC 1, not encrypted), or a file's path. Set it with `--secret`.",
  },
  allowInsecureHttp: {
    type: "boolean",
    expected: "true or false",
    default: false,
    description:
      "Allows plain `http` to hosts other than loopback: the secret and the token are then sent unencrypted.",
  },
} as const satisfies { readonly [Key in SettingKey]-?: Row<NonNullable<SettingValues[Key]>> };

/** The values of the settings that connections inherit, as `isInherited` decides. */
export type InheritedValues = {
  [
    Key in keyof SettingValues as (typeof ROWS)[Key] extends { secret: true } | { belongsToClient: true } ? never : Key
  ]: SettingValues[Key];
};

/** Returns the definition of a setting. */
export function settingOf(key: SettingKey): SettingDefinition {
  return { key, env: variableOf(key), ...ROWS[key] };
}

/** All settings, in the order of the documentation. */
export const SETTINGS: readonly SettingDefinition[] = (Object.keys(ROWS) as SettingKey[]).map(settingOf);

/** Returns what happens without a value, in Markdown. */
export function fallbackOf({ default: value, fallback }: SettingDefinition): string {
  return fallback ?? (value === undefined ? "none" : `\`${JSON.stringify(value)}\``);
}

/** Returns the keys with secret values: the secret settings, and `connections`, which contains such settings. */
export function secretKeys(): ReadonlySet<string> {
  return new Set([...SETTINGS.filter(({ secret }) => secret).map(({ key }) => key), CONNECTIONS_KEY]);
}

/** Returns whether connections inherit the setting. They never inherit a secret, an identity or a trusted authority. */
export function isInherited({ secret, belongsToClient }: SettingDefinition): boolean {
  return secret !== true && belongsToClient !== true;
}
