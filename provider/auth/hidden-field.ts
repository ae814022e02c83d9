/** Keeps a secret readable to the program, and out of what is printed. */

/** `shown`, frozen, with one more field that no `inspect`, no JSON and no copy of it shows. */
export function withHiddenField<T extends object, Name extends string>(
  shown: T,
  name: Name,
  secret: string,
): Readonly<T & Record<Name, string>> {
  // A getter: `inspect` with `showHidden` shows the value of a plain property, enumerable or not.
  Object.defineProperty(shown, name, { get: () => secret, enumerable: false });
  return Object.freeze(shown) as T & Record<Name, string>;
}
