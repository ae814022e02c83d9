// The environments, in the order in which they are deployed, and which variables each one gets.

export const ENVIRONMENTS: readonly string[] = ["dev", "staging", "prod"];

const prefixOf = (name: string): string => `WORKFLOWS_${name.toUpperCase().replaceAll("-", "_")}_`;

/**
 * Returns the WORKFLOWS_ variables of one environment: WORKFLOWS_PROD_CLIENT_SECRET becomes WORKFLOWS_CLIENT_SECRET for `prod`, and
 * variables without an environment's name, such as WORKFLOWS_BASE_URL, are for all. Credentials without a name are only for a run
 * of one environment, as pipelines have them: else one environment would get those of another.
 */
export function variablesOf(
  name: string,
  variables: Readonly<Record<string, string | undefined>>,
  { isAlone = false, names = ENVIRONMENTS } = {},
): Record<string, string> {
  // The longest first: WORKFLOWS_PROD_EU_CLIENT_ID belongs to `prod_eu`, and not to `prod`.
  const prefixes = names.map(prefixOf).sort((a, b) => b.length - a.length);
  const shared: Record<string, string> = {};
  const named: Record<string, string> = {};
  for (const [key, value] of Object.entries(variables)) {
    const prefix = prefixes.find((candidate) => key.startsWith(candidate));
    if (value === undefined || !key.startsWith("WORKFLOWS_")) {
      continue;
    }
    if (prefix === prefixOf(name)) {
      named[`WORKFLOWS_${key.slice(prefix.length)}`] = value;
    } else if (prefix === undefined && (isAlone || !/^WORKFLOWS_CLIENT_(ID|SECRET|KEY)/.test(key))) {
      shared[key] = value;
    }
  }
  return { ...shared, ...named };
}
