// The one description of all environments: what differs between them, and which workflows this program uses.

/** Change these to fit the workflows of your service. */
export const WORKFLOWS = {
  /** The field that identifies a workflow. Resources are named by it. */
  id: "id",
  /** The field that people know it by. */
  name: "name",
  /** The workflows that are watched: those with these values. `{}` is all of them. */
  watched: { enabled: true } as Readonly<Record<string, string | number | boolean>>,
};

export interface Environment {
  readonly name: string;
  /** How many resources a run may delete or replace unattended; `destroy` too. */
  readonly mayDelete: number;
}

/** In the order in which they are provisioned. */
export const ENVIRONMENTS: readonly Environment[] = [
  { name: "dev", mayDelete: 100 },
  { name: "staging", mayDelete: 10 },
  { name: "prod", mayDelete: 0 },
];

/**
 * What a run for one environment gets: WORKFLOWS_PROD_CLIENT_SECRET as WORKFLOWS_CLIENT_SECRET, and all other variables as they
 * are, such as WORKFLOWS_BASE_URL. Only a run for one environment alone may have credentials without its name, as pipelines
 * do: else one environment would silently get those of another.
 */
export function variablesOf(environment: Environment, { isAlone }: { isAlone: boolean }): Record<string, string> {
  const prefixes = ENVIRONMENTS.map(({ name }) => `WORKFLOWS_${name.toUpperCase()}_`);
  const own = `WORKFLOWS_${environment.name.toUpperCase()}_`;
  const variables: Record<string, string> = {};
  for (const [key, value = ""] of Object.entries(process.env)) {
    const isCredential = key === "WORKFLOWS_CLIENT_ID" || key === "WORKFLOWS_CLIENT_SECRET";
    if (!prefixes.some((prefix) => key.startsWith(prefix)) && (isAlone || !isCredential)) {
      variables[key] = value;
    }
  }
  for (const [key, value = ""] of Object.entries(process.env).filter(([key]) => key.startsWith(own))) {
    variables[key.replace(own, "WORKFLOWS_")] = value;
  }
  return variables;
}
