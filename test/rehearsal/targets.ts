/** The resources that an operation with `target` may touch. */
import { UnsupportedError } from "./errors.js";
import type { ResourceState } from "./state.js";
import { PROVIDER_PREFIX, STACK_TYPE, typeOf } from "./urn.js";

export interface Targets {
  /** The stack and its providers always are. */
  includes(urn: string): boolean;
  /** Remembers that `urn` is not created, as it is no target. */
  skip(urn: string): void;
  isSkipped(urn: string): boolean;
  /** Throws when `state` needs a resource that was skipped. */
  requireCreated(state: ResourceState): void;
  /** The first target that `exists` does not know. */
  findUnknown(exists: (urn: string) => boolean): string | undefined;
}

export function createTargets(urns: readonly string[] | undefined): Targets {
  if (urns?.some((urn) => urn.includes("*")) === true) {
    throw new UnsupportedError("patterns in target");
  }
  const targeted = urns === undefined || urns.length === 0 ? undefined : new Set(urns);
  const skipped = new Set<string>();
  return {
    includes: (urn) => {
      const type = typeOf(urn);
      return targeted === undefined || targeted.has(urn) || type === STACK_TYPE || type.startsWith(PROVIDER_PREFIX);
    },
    findUnknown: (exists) => [...(targeted ?? [])].find((urn) => !exists(urn)),
    skip: (urn) => void skipped.add(urn),
    isSkipped: (urn) => skipped.has(urn),
    requireCreated: ({ urn, parent, dependencies, propertyDependencies }) => {
      const needed = [parent ?? "", ...(dependencies ?? []), ...Object.values(propertyDependencies ?? {}).flat()];
      const missing = needed.find((name) => skipped.has(name));
      if (missing !== undefined) {
        throw new Error(`Resource '${urn}' depends on '${missing}' which was was not specified in --target list.`);
      }
    },
  };
}
