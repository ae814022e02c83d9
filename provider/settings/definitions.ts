/** The one description of all settings: keys, variables, defaults and what each takes. README's table is made from it. */

export type SettingKind = "text" | "secret" | "pointer" | "positive number" | "whole number" | "boolean";

export interface SettingDefinition {
  /** Name in stack config, in the namespace `workflows`, and in an entry of `connections`. */
  readonly key: SettingKey;
  /** Environment variable that is read where the key is not set. */
  readonly variable: string;
  readonly kind: SettingKind;
  /** Value where neither is set; `undefined` with `required` false means "none". */
  readonly fallback?: string | undefined;
  readonly required: boolean;
  /** Least and greatest value of a number. */
  readonly range?: readonly [least: number, greatest: number];
  /** A value as a message shows one. */
  readonly example?: string;
  /** One sentence for the documentation. */
  readonly meaning: string;
}

export type SettingKey =
  | "baseUrl"
  | "clientId"
  | "clientSecret"
  | "bearerPath"
  | "itemsPath"
  | "requestTimeoutSeconds"
  | "deadlineSeconds"
  | "maxRetries"
  | "requestsPerSecond"
  | "maxResponseBytes"
  | "allowInsecureHttp";

/** Namespace of the config keys. */
export const NAMESPACE = "workflows";

/** The structured config key that holds several services or tenants. */
export const CONNECTIONS_KEY = "connections";

const DAY_IN_SECONDS = 86_400;

export const SETTINGS: readonly SettingDefinition[] = [
  {
    key: "baseUrl",
    variable: "WORKFLOWS_BASE_URL",
    kind: "text",
    required: true,
    meaning:
      "Where the service is: `https://…`, may hold a path prefix; without `/v2`. Plain `http` only to loopback unless `allowInsecureHttp`.",
  },
  {
    key: "clientId",
    variable: "WORKFLOWS_CLIENT_ID",
    kind: "text",
    required: true,
    meaning: "Client ID, as an administrator made it in the service's dashboard. No colon (RFC 7617).",
  },
  {
    key: "clientSecret",
    variable: "WORKFLOWS_CLIENT_SECRET",
    kind: "secret",
    required: true,
    meaning: "Client Secret. Set it with `--secret`.",
  },
  {
    key: "bearerPath",
    variable: "WORKFLOWS_BEARER_PATH",
    kind: "pointer",
    required: false,
    example: "/data/token",
    meaning: "JSON Pointer to the access token in the token answer. Default: `/access_token` and a few common places.",
  },
  {
    key: "itemsPath",
    variable: "WORKFLOWS_ITEMS_PATH",
    kind: "pointer",
    required: false,
    example: "/data/items",
    meaning: "JSON Pointer to the array of workflows in the listing's answer. Default: it is looked for.",
  },
  {
    key: "requestTimeoutSeconds",
    variable: "WORKFLOWS_REQUEST_TIMEOUT_SECONDS",
    kind: "positive number",
    fallback: "30",
    required: false,
    range: [0.001, DAY_IN_SECONDS],
    meaning: "One attempt, connect to last byte, in seconds.",
  },
  {
    key: "deadlineSeconds",
    variable: "WORKFLOWS_DEADLINE_SECONDS",
    kind: "positive number",
    fallback: "120",
    required: false,
    range: [0.001, DAY_IN_SECONDS],
    meaning: "One operation with all its retries and waits, in seconds.",
  },
  {
    key: "maxRetries",
    variable: "WORKFLOWS_MAX_RETRIES",
    kind: "whole number",
    fallback: "4",
    required: false,
    range: [0, 100],
    meaning: "How often a failed request is tried again.",
  },
  {
    key: "requestsPerSecond",
    variable: "WORKFLOWS_REQUESTS_PER_SECOND",
    kind: "positive number",
    required: false,
    range: [0.001, 10_000],
    meaning: "Client-side limit, per connection and process. Default: none.",
  },
  {
    key: "maxResponseBytes",
    variable: "WORKFLOWS_MAX_RESPONSE_BYTES",
    kind: "whole number",
    fallback: "67108864",
    required: false,
    range: [1, 500 * 1024 * 1024],
    meaning: "Most bytes of a listing, after decompression and over all its pages. Default: 64 MiB.",
  },
  {
    key: "allowInsecureHttp",
    variable: "WORKFLOWS_ALLOW_INSECURE_HTTP",
    kind: "boolean",
    fallback: "false",
    required: false,
    meaning: "Allows plain `http` to hosts other than loopback: the secret and the token then travel in the clear.",
  },
];

/** Keys whose values are secret: of the settings that are, and of the connections, which hold such settings. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  ...SETTINGS.filter(({ kind }) => kind === "secret").map(({ key }) => key),
  CONNECTIONS_KEY,
]);
