/** The one provider there is, as a resource in the state: it keeps the settings for operations that run no program. */
import { randomUUID } from "node:crypto";
import type { ResourceState } from "./state.js";
import type { ConfigValue } from "./types.js";
import { createUrn, DYNAMIC_PROVIDER_TYPE, type Place } from "./urn.js";
import { makeSecret, sameValues, type Properties } from "./values.js";

/** All of a stack's config, of every namespace, as the engine hands it to a dynamic provider. */
export function configProperties(config: Readonly<Record<string, ConfigValue>>): Properties {
  return Object.fromEntries(
    Object.entries(config)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, { value, secret }]) => [key, secret === true ? makeSecret({ value }) : value]),
  );
}

export function providerUrn(place: Place): string {
  return createUrn(place, DYNAMIC_PROVIDER_TYPE, "default", "");
}

/** The provider with today's settings; the same one as before, by its id. */
export function setUpProvider(place: Place, old: ResourceState | undefined, settings: Properties): ResourceState {
  const now = new Date().toISOString();
  const same = old !== undefined && sameValues(old.inputs ?? {}, settings);
  return {
    urn: providerUrn(place),
    custom: true,
    id: old?.id ?? randomUUID(),
    type: DYNAMIC_PROVIDER_TYPE,
    inputs: settings,
    outputs: settings,
    created: old?.created ?? now,
    modified: same ? (old.modified ?? now) : now,
  };
}

export function referenceTo(provider: ResourceState): string {
  return `${provider.urn}::${provider.id ?? ""}`;
}
