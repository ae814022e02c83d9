/** The resources of a stack while an operation works on them: those of before, and what became of them. */
import type { ResourceState } from "./state.js";

export interface Snapshot {
  /** Of before, as it was; not one that waits for its deletion. */
  old(urn: string): ResourceState | undefined;
  /** As this operation left it. */
  current(urn: string): ResourceState | undefined;
  /** Of before, and neither kept, replaced nor deleted so far. In the order in which they may be deleted. */
  remaining(): readonly ResourceState[];
  /** Of before, replaced by this operation or an earlier one, and not deleted yet. */
  replaced(): readonly ResourceState[];
  /** Keeps `state`, in the place of `old`. */
  put(state: ResourceState, old?: ResourceState): void;
  /** Keeps `state` beside `old`, which waits for its deletion. */
  replace(state: ResourceState, old: ResourceState): void;
  remove(old: ResourceState): void;
  /** Everything there is now: what a resource depends on comes before it. */
  resources(): ResourceState[];
}

export function createSnapshot(before: readonly ResourceState[]): Snapshot {
  const olds = new Map(before.filter((state) => state.delete !== true).map((state) => [state.urn, state]));
  const replaced = new Set(before.filter((state) => state.delete === true));
  const news = new Map<string, ResourceState>();
  const settled = new Set<ResourceState>();
  const renamed = new Map<string, string>();

  function remaining(): ResourceState[] {
    return [...olds.values()].filter((state) => !settled.has(state));
  }

  return {
    old: (urn) => olds.get(urn),
    current: (urn) => news.get(urn),
    remaining: () => remaining().reverse(),
    replaced: () => [...replaced].reverse(),
    put: (state, old) => {
      news.set(state.urn, state);
      if (old !== undefined) {
        settled.add(old);
        if (old.urn !== state.urn) {
          renamed.set(old.urn, state.urn);
        }
      }
    },
    replace: (state, old) => {
      news.set(state.urn, state);
      settled.add(old);
      replaced.add({ ...old, delete: true });
    },
    remove: (old) => {
      settled.add(old);
      replaced.delete(old);
    },
    resources: () => [...news.values(), ...remaining(), ...replaced].map((state) => withNames(state, renamed)),
  };
}

/** A resource that was found under an alias has its new name wherever others name it. */
function withNames(state: ResourceState, renamed: ReadonlyMap<string, string>): ResourceState {
  if (renamed.size === 0) {
    return state;
  }
  const rename = (urn: string): string => renamed.get(urn) ?? urn;
  return {
    ...state,
    ...(state.parent === undefined ? {} : { parent: rename(state.parent) }),
    ...(state.dependencies === undefined ? {} : { dependencies: state.dependencies.map(rename) }),
    ...(state.propertyDependencies === undefined
      ? {}
      : {
          propertyDependencies: Object.fromEntries(
            Object.entries(state.propertyDependencies).map(([key, urns]) => [key, urns.map(rename)]),
          ),
        }),
  };
}
