/** Keeps a secret readable to the program, and out of what is printed. */

/** `shown`, frozen, with one more field that no `inspect`, no JSON and no copy of it shows. */
export function withHiddenField<T extends object, Name extends string, Secret>(
  shown: T,
  name: Name,
  secret: Secret,
): Readonly<T & Record<Name, Secret>> {
  return withHiddenFields(shown, { [name]: secret } as Record<Name, Secret>);
}

/** The same for several fields. */
export function withHiddenFields<T extends object, Hidden extends object>(
  shown: T,
  hidden: Hidden,
): Readonly<T & Hidden> {
  for (const [name, secret] of Object.entries(hidden)) {
    // A getter: `inspect` with `showHidden` shows the value of a plain property, enumerable or not.
    Object.defineProperty(shown, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(shown) as Readonly<T & Hidden>;
}
