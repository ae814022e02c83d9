/** "Did you mean": the known name that a misspelt one is nearest to. */
import { distance } from "fastest-levenshtein";

/** The known name that is most like `given`; `undefined` if none is near. Case does not count. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given.length > 100) {
    return undefined;
  }
  const ranked = known
    .map((name) => ({ name, steps: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  const best = ranked[0];
  if (best === undefined) {
    return undefined;
  }
  // In a name as short as `in`, not every letter may differ.
  const allowed = Math.min(best.name.length - 1, Math.max(2, Math.floor(best.name.length / 3)));
  return best.steps <= allowed ? best.name : undefined;
}
