// The one description of all environments: what differs between them, and nothing else.

export interface Environment {
  readonly name: string;
  /** The environment before it: what that one has, this one must have too before it may be deployed. */
  readonly after?: string;
  /** Names of workflows it cannot do without. */
  readonly required: readonly string[];
  /** How many resources a run may delete or replace without anybody looking. */
  readonly mayDelete: number;
}

export const ENVIRONMENTS: readonly Environment[] = [
  { name: "dev", required: [], mayDelete: 100 },
  { name: "staging", after: "dev", required: ["Nightly import"], mayDelete: 10 },
  { name: "prod", after: "staging", required: ["Nightly import", "Send invoices"], mayDelete: 0 },
];

/** How an environment reaches its service: a tenant's credentials. */
export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * From variables such as WORKFLOWS_STAGING_CLIENT_SECRET; WORKFLOWS_BASE_URL where all share one service. A run for one
 * environment alone may have them as WORKFLOWS_CLIENT_ID and WORKFLOWS_CLIENT_SECRET, as pipelines do: for several, one
 * environment would silently be given another's.
 */
export function credentialsOf(
  { name }: Environment,
  variables: NodeJS.ProcessEnv,
  { alone }: { alone: boolean },
): Partial<Credentials> {
  const shared = alone ? variables : {};
  const prefix = `WORKFLOWS_${name.toUpperCase()}_`;
  const found = {
    baseUrl: variables[`${prefix}BASE_URL`] ?? variables["WORKFLOWS_BASE_URL"],
    clientId: variables[`${prefix}CLIENT_ID`] ?? shared["WORKFLOWS_CLIENT_ID"],
    clientSecret: variables[`${prefix}CLIENT_SECRET`] ?? shared["WORKFLOWS_CLIENT_SECRET"],
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The variables that would have to be set. */
export function missingVariables({ name }: Environment, credentials: Partial<Credentials>): readonly string[] {
  const variables = {
    baseUrl: "WORKFLOWS_BASE_URL",
    clientId: `WORKFLOWS_${name.toUpperCase()}_CLIENT_ID`,
    clientSecret: `WORKFLOWS_${name.toUpperCase()}_CLIENT_SECRET`,
  };
  return Object.entries(variables).flatMap(([key, variable]) =>
    (credentials[key as keyof Credentials] ?? "") === "" ? [variable] : [],
  );
}
