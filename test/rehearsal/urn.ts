/** Names of resources: `urn:pulumi:stack::project::parentType$type::name`. */

export const STACK_TYPE = "pulumi:pulumi:Stack";
export const PROVIDER_PREFIX = "pulumi:providers:";
export const DYNAMIC_PROVIDER_TYPE = `${PROVIDER_PREFIX}pulumi-nodejs`;

export interface Place {
  readonly stack: string;
  readonly project: string;
}

export function createUrn(place: Place, type: string, name: string, parent: string): string {
  const parentType = parent === "" ? "" : qualifiedTypeOf(parent);
  const qualified = parentType === "" || parentType === STACK_TYPE ? type : `${parentType}$${type}`;
  return `urn:pulumi:${place.stack}::${place.project}::${qualified}::${name}`;
}

function qualifiedTypeOf(urn: string): string {
  return urn.split("::")[2] ?? "";
}

export function typeOf(urn: string): string {
  return qualifiedTypeOf(urn).split("$").at(-1) ?? "";
}

export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
