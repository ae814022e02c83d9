/** Makes objects that do not print their secrets. */

/**
 * Adds the fields of `secrets` to `visible` and freezes it. No `inspect`, no JSON and no copy of the object shows these
 * fields.
 */
export function withNonEnumerableFields<Visible extends object, Hidden extends object>(
  visible: Visible,
  secrets: Hidden,
): Readonly<Visible & Hidden> {
  for (const [name, secret] of Object.entries(secrets)) {
    // A getter, because `inspect` with `showHidden` shows the value of a plain property even if it is not enumerable.
    Object.defineProperty(visible, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(visible) as Readonly<Visible & Hidden>;
}
