/** Arbitrary JSON texts for the property tests: exact numbers, hostile keys and strings, lone surrogates. */
import fc from "fast-check";
import { LosslessNumber, stringify } from "lossless-json";

export const signature = "4dabf18193072939515e22adb298388d";
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Texts of numbers. */
const numberText = fc.oneof(
  fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,24})(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?$/),
  fc.constantFrom("-0", "1e400", "-1e400", "1.0", "1.10", "9007199254740993", "12345678901234567890", "5e-324"),
  fc.integer().map(String),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 6 }),
  fc.constantFrom(
    unknownText,
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    "\ud800",
    "\udc00\ud800",
    "12345678901234567890",
    '\\"',
    "\\",
  ),
);
const key = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom("id", "name", "owner", "tags", "a.b", "0", "10", "9") },
  fc.constantFrom("__proto__", "constructor", "toString", "length", "isLosslessNumber", "value", "toJSON", "then"),
  fc.constantFrom(
    signature,
    `_${signature}`,
    "__pulumiAsset",
    "__pulumiOutput",
    "@isPulumiResource",
    "\ud800",
    "\udfff",
    "\ufffd",
  ),
);

/** Objects whose prototype cannot be set by a key. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return object;
}

const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    numberText.map((digits) => new LosslessNumber(digits)),
    text,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map(objectOf),
  ),
}));

/** A value whose numbers are all `LosslessNumber`s, which only the `stringify` of lossless-json writes. */
export const jsonValue: fc.Arbitrary<unknown> = tree.value;

/** JSON texts of lists, with white space or without. */
export const listText: fc.Arbitrary<string> = fc
  .tuple(fc.array(jsonValue, { maxLength: 6 }), fc.constantFrom(undefined, 1, "\t"))
  .map(([items, space]) => stringify(items, null, space) ?? "");
