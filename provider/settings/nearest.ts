/** "Did you mean …": the nearest of the known names. */
import { distance } from "fastest-levenshtein";

/** The name that `given` was probably meant to be, or `undefined` where none is near. Case does not count. */
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
  // Of a name as short as `in` every letter would be another one.
  const allowed = Math.min(best.name.length - 1, Math.max(2, Math.floor(best.name.length / 3)));
  return best.steps <= allowed ? best.name : undefined;
}
