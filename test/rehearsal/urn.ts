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

/** Another name that a resource once had: a whole URN, or its other name or type, empty where it is the same. */
export type Alias = { readonly urn: string } | { readonly name: string; readonly type: string };

export function resolveAlias(place: Place, alias: Alias, own: { type: string; name: string; parent: string }): string {
  return "urn" in alias ? alias.urn : createUrn(place, alias.type || own.type, alias.name || own.name, own.parent);
}
