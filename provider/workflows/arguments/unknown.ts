/** The engine's marks for values that are not known yet, at preview. */

/** What the SDK sends, whatever the value's type will be. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What the engine may send to a plugin, where it knows the type: boolean, number, array, asset, archive, object. */
const MARKS: ReadonlySet<unknown> = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

export function isUnknown(value: unknown): boolean {
  return MARKS.has(value);
}

/** Whether any part of `value`, itself included, is not known yet. */
export function containsUnknown(value: unknown): boolean {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (isUnknown(part)) {
      return true;
    }
    if (typeof part === "object" && part !== null && !seen.has(part)) {
      seen.add(part);
      for (const element of Object.values(part)) {
        waiting.push(element);
      }
    }
  }
  return false;
}
