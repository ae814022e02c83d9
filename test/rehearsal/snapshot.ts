/** The resources of a stack while an operation works on them: those of before, and what became of them. */
import type { ResourceState } from "./state.js";

export interface Snapshot {
  /** As it was before. */
  old(urn: string): ResourceState | undefined;
  /** As this operation left it. */
  current(urn: string): ResourceState | undefined;
  /** Of before, and neither kept nor deleted so far. What a resource depends on comes before it. */
  remaining(): readonly ResourceState[];
  put(state: ResourceState): void;
  remove(urn: string): void;
  /** Everything there is now. What a resource depends on comes before it. */
  resources(): ResourceState[];
}

export function createSnapshot(before: readonly ResourceState[]): Snapshot {
  const olds = new Map(before.map((state) => [state.urn, state]));
  const news = new Map<string, ResourceState>();
  const removed = new Set<string>();
  const remaining = (): ResourceState[] => [...olds.values()].filter(({ urn }) => !news.has(urn) && !removed.has(urn));
  return {
    old: (urn) => olds.get(urn),
    current: (urn) => news.get(urn),
    remaining,
    put: (state) => void news.set(state.urn, state),
    remove: (urn) => void removed.add(urn),
    resources: () => [...news.values(), ...remaining()],
  };
}
