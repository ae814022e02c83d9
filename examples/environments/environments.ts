// The one description of all environments: what differs between them, and which workflows this program uses.

/** Change these to fit the workflows of your service. */
export const WORKFLOWS = {
  /** The field that identifies a workflow. */
  id: "id",
  /** The field with its name. Resources are called by it, so it must be unique. */
  name: "name",
  /** The workflows that are watched: those with these values. `{}` is all of them. */
  watched: { enabled: true } as Readonly<Record<string, string | number | boolean>>,
};

export interface Environment {
  readonly name: string;
  /** The environment before it. This one must have all workflows of that one before it may be deployed. */
  readonly after?: string;
  /** Names of workflows that must exist. */
  readonly required: readonly string[];
  /** How many resources a run may delete or replace unattended; `destroy` too. */
  readonly mayDelete: number;
}

export const ENVIRONMENTS: readonly Environment[] = [
  { name: "dev", required: [], mayDelete: 100 },
  { name: "staging", after: "dev", required: [], mayDelete: 10 },
  { name: "prod", after: "staging", required: [], mayDelete: 0 },
];

/** How an environment reaches its service: a tenant's credentials. */
export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The variable that each of the credentials comes from. */
export type CredentialVariables = Readonly<Record<keyof Credentials, string>>;

/**
 * Variables such as WORKFLOWS_STAGING_CLIENT_SECRET; WORKFLOWS_BASE_URL if all share one service. A run for one
 * environment alone may use WORKFLOWS_CLIENT_ID and WORKFLOWS_CLIENT_SECRET, as pipelines do. A run for several may not:
 * one environment would silently get the credentials of another.
 */
export function variablesOf(
  { name }: Environment,
  variables: NodeJS.ProcessEnv,
  { alone }: { alone: boolean },
): CredentialVariables {
  const find = (suffix: string, mayBeShared: boolean): string => {
    const [own, shared] = [`WORKFLOWS_${name.toUpperCase()}_${suffix}`, `WORKFLOWS_${suffix}`];
    return variables[own] === undefined && mayBeShared && variables[shared] !== undefined ? shared : own;
  };
  return {
    baseUrl: find("BASE_URL", true),
    clientId: find("CLIENT_ID", alone),
    clientSecret: find("CLIENT_SECRET", alone),
  };
}

export function credentialsOf(from: CredentialVariables, variables: NodeJS.ProcessEnv): Partial<Credentials> {
  const found = Object.entries(from).map(([key, variable]) => [key, variables[variable]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The variables that are missing or empty. */
export function missingVariables({ name }: Environment, credentials: Partial<Credentials>): readonly string[] {
  const variables = {
    baseUrl: "WORKFLOWS_BASE_URL",
    clientId: `WORKFLOWS_${name.toUpperCase()}_CLIENT_ID`,
    clientSecret: `WORKFLOWS_${name.toUpperCase()}_CLIENT_SECRET`,
  };
  return Object.entries(variables).flatMap(([key, variable]) =>
    (credentials[key as keyof Credentials] ?? "").trim() === "" ? [variable] : [],
  );
}
