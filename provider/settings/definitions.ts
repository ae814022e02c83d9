/**
 * The one table of all settings. The program, the host, the plugin, the command line, `createTokenSource`, the README and the
 * plugin's schema read it. A new row is parsed, documented, redacted and inherited by connections according to its fields.
 */
import { DEFAULT_LIMITS } from "../http/types.js";
import { address } from "./base-url.js";
import { certificates, privateKey } from "./certificates.js";
import { type Headers, headers } from "./headers.js";
import {
  boolean,
  clientId,
  credential,
  fieldNames,
  jsonObject,
  number,
  type Parser,
  passphrase,
  path,
  pathToPart,
  wholeNumber,
} from "./parsers.js";

/** Parsed values. An optional one is `undefined` if nothing sets it. */
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
  readonly maxResponseBytes: number;
  readonly headers?: Headers;
  readonly caCertificates?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly clientKeyPassphrase?: string;
  readonly allowInsecureHttp: boolean;
}

export type SettingKey = keyof SettingValues;

interface Row<Value> {
  /** Environment variable that is read if the key is not set. */
  readonly variable: string;
  readonly parser: Parser<Value>;
  readonly required?: true;
  /** Value if nothing sets it. */
  readonly default?: Value;
  /** What happens without a value, or the default in words. For the documentation. */
  readonly otherwise?: string;
  /** Its value is redacted everywhere, encrypted in state, and never inherited by a connection. */
  readonly secret?: true;
  /** It belongs to one client, such as a certificate: a connection does not inherit it. */
  readonly ownToConnection?: true;
  /** An example of a value, for commands. */
  readonly example?: string;
  /** One or two sentences for the documentation. */
  readonly meaning: string;
}

export interface SettingDefinition<Value = unknown> extends Row<Value> {
  /** Name in stack config, in the namespace `workflows`, and in an entry of `connections`. */
  readonly key: SettingKey;
}

/** Namespace of the config keys. */
export const NAMESPACE = "workflows";

/** The structured config key that contains several services or tenants. */
export const CONNECTIONS_KEY = "connections";

const DAY_IN_SECONDS = 86_400;

/** A setting without a row, or with a parser of another type, does not compile. */
const ROWS: { readonly [Key in SettingKey]-?: Row<NonNullable<SettingValues[Key]>> } = {
  baseUrl: {
    variable: "WORKFLOWS_BASE_URL",
    parser: address,
    required: true,
    example: "https://api.example.com",
    meaning:
      "The service's address: `https://…`, with its path prefix if it has one, without `/v2`. Plain `http` is allowed only to this machine, or with `allowInsecureHttp`.",
  },
  clientId: {
    variable: "WORKFLOWS_CLIENT_ID",
    parser: clientId,
    required: true,
    ownToConnection: true,
    meaning: "The Client ID, from the service's dashboard. It cannot contain a colon (RFC 7617).",
  },
  clientSecret: {
    variable: "WORKFLOWS_CLIENT_SECRET",
    parser: credential,
    required: true,
    secret: true,
    meaning: "The Client Secret. Set it with `--secret`.",
  },
  bearerPath: {
    variable: "WORKFLOWS_BEARER_PATH",
    parser: pathToPart("/data/token"),
    otherwise: "`/access_token` and a few common places",
    meaning: "Path to the access token in the response to the token request.",
  },
  itemsPath: {
    variable: "WORKFLOWS_ITEMS_PATH",
    parser: path("/data/items"),
    otherwise: "found automatically",
    meaning:
      "Path to the array of workflows in the listing's response. With a question mark at its end, a list that is missing or `null` is empty.",
  },
  pagination: {
    variable: "WORKFLOWS_PAGINATION",
    parser: jsonObject('{"type":"page"}'),
    otherwise: "the address of the next page is followed",
    meaning:
      "How to read the next pages of the service's listings, as in the argument `pagination`. The argument wins over it.",
  },
  unrelatedFields: {
    variable: "WORKFLOWS_UNRELATED_FIELDS",
    parser: fieldNames("total,/meta/count"),
    otherwise: "none",
    meaning:
      "Fields of the response that say nothing about the listing: names at any depth, or JSON Pointers. The argument `unrelatedFields` wins over it.",
  },
  requestTimeoutSeconds: {
    variable: "WORKFLOWS_REQUEST_TIMEOUT_SECONDS",
    parser: number(0.001, DAY_IN_SECONDS),
    default: DEFAULT_LIMITS.requestTimeoutSeconds,
    meaning: "The timeout of one attempt, from the connection to the last byte, in seconds.",
  },
  deadlineSeconds: {
    variable: "WORKFLOWS_DEADLINE_SECONDS",
    parser: number(0.001, DAY_IN_SECONDS),
    default: DEFAULT_LIMITS.deadlineSeconds,
    meaning: "The deadline of one operation with all its retries and waits, in seconds.",
  },
  maxRetries: {
    variable: "WORKFLOWS_MAX_RETRIES",
    parser: wholeNumber(0, 100),
    default: DEFAULT_LIMITS.maxRetries,
    meaning: "The maximum number of retries of a failed request.",
  },
  requestsPerSecond: {
    variable: "WORKFLOWS_REQUESTS_PER_SECOND",
    parser: number(0.001, 10_000),
    otherwise: "no limit",
    meaning: "The maximum rate of requests, for each connection and process.",
  },
  maxResponseBytes: {
    variable: "WORKFLOWS_MAX_RESPONSE_BYTES",
    parser: wholeNumber(1, 500 * 1024 * 1024),
    default: DEFAULT_LIMITS.maxResponseBytes,
    otherwise: "67108864 (64 MiB)",
    meaning: "The maximum size of a listing in bytes, after decompression and over all its pages.",
  },
  headers: {
    variable: "WORKFLOWS_HEADERS",
    parser: headers,
    secret: true,
    otherwise: "none",
    meaning:
      "Headers of every request, also of the token request, such as a gateway's key or `User-Agent`. Their values are secrets. Not allowed: `Authorization`, `Content-*`, `Host`, `Cookie`, `Proxy-*`, and those of the connection.",
  },
  caCertificates: {
    variable: "WORKFLOWS_CA_CERTIFICATES",
    parser: certificates,
    ownToConnection: true,
    otherwise: "none",
    meaning: "Certificate authorities to trust, beside those of Node.js: PEM text, or a file's path.",
  },
  clientCertificate: {
    variable: "WORKFLOWS_CLIENT_CERTIFICATE",
    parser: certificates,
    ownToConnection: true,
    otherwise: "none",
    meaning: "The client certificate for mutual TLS, then its intermediate certificates: PEM text, or a file's path.",
  },
  clientKey: {
    variable: "WORKFLOWS_CLIENT_KEY",
    parser: privateKey,
    secret: true,
    otherwise: "none",
    meaning:
      "The private key of `clientCertificate`: PEM text (PKCS#8, PKCS#1 or SEC 1), or a file's path. Set it with `--secret`.",
  },
  clientKeyPassphrase: {
    variable: "WORKFLOWS_CLIENT_KEY_PASSPHRASE",
    parser: passphrase,
    secret: true,
    otherwise: "none",
    meaning: "The passphrase of an encrypted `clientKey`. Set it with `--secret`.",
  },
  allowInsecureHttp: {
    variable: "WORKFLOWS_ALLOW_INSECURE_HTTP",
    parser: boolean,
    default: false,
    meaning: "Allows plain `http` to hosts other than loopback: the secret and the token then travel in the clear.",
  },
};

/** All settings, in the order of the documentation. */
export const SETTINGS: readonly SettingDefinition[] = Object.entries(ROWS).map(([key, row]) => ({
  key: key as SettingKey,
  ...row,
}));

/** Keys with secret values: the secret settings, and `connections`, which contains such settings. */
export function secretKeys(): ReadonlySet<string> {
  return new Set([...SETTINGS.filter(({ secret }) => secret).map(({ key }) => key), CONNECTIONS_KEY]);
}

/** Whether connections inherit the setting. They never inherit a secret, an identity or a trusted authority. */
export function isInherited({ secret, ownToConnection }: SettingDefinition): boolean {
  return secret !== true && ownToConnection !== true;
}
