/** One language of paths into an item: every argument takes both spellings, and finds the same. */
import { parseArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { describeChanges } from "../../../provider/workflows/items/changes.js";
import { type JsonValue, parseJson } from "../../../provider/workflows/json/json.js";
import { presentListing } from "../../../provider/workflows/items/view.js";

/** A place by its names, and every way to write its path. */
interface Place {
  readonly names: readonly string[];
  readonly spellings: readonly string[];
}

const PLACES: readonly Place[] = [
  { names: ["part"], spellings: ["part", "/part"] },
  { names: ["deep", "part"], spellings: ["deep.part", "/deep/part"] },
  { names: ["deep", "a.b"], spellings: ["/deep/a.b"] },
  { names: ["c.d", "a.b"], spellings: ["/c.d/a.b"] },
  { names: ["@odata.nextLink"], spellings: ["/@odata.nextLink"] },
  { names: ["x/y", "m~n"], spellings: ["/x~1y/m~0n"] },
  { names: ["~1", "~0/"], spellings: ["/~01/~00~1"] },
  { names: ["", "e"], spellings: ["//e"] },
  { names: ["__proto__", "e"], spellings: ["__proto__.e", "/__proto__/e"] },
];

/** An object with this value at the place. As JSON, in which `__proto__` is a name like any other. */
function nest(names: readonly string[], value: unknown): object {
  const text = names.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, JSON.stringify(value));
  return JSON.parse(text) as object;
}

/** What a reader that takes a path does with it. Passes if the path finds the place. */
type Check = (path: string, names: readonly string[]) => void;

/** `view` of two items, of which the second one has the greater value at the place. */
function presents(
  view: (path: string) => Parameters<typeof presentListing>[1],
  expected: (names: readonly string[]) => object[],
): Check {
  return (path, names) => {
    const items = [1, 2].map((value) => ({ id: value, ...nest(names, value) })) as unknown as JsonValue[];
    const parsed = parseArguments("getWorkflows", view(path));
    expect(parsed).toHaveProperty("value");
    expect(presentListing(items, "value" in parsed ? parsed.value.view : {}).items).toEqual(expected(names));
  };
}

const CHECKS: Readonly<Record<string, Check>> = {
  where: presents(
    (path) => ({ where: { [path]: { exists: true } } }),
    (names) => [1, 2].map((value) => ({ id: value, ...nest(names, value) })),
  ),
  select: presents(
    (path) => ({ select: [path] }),
    (names) => [1, 2].map((value) => nest(names, value)),
  ),
  ignoreFields: presents(
    (path) => ({ ignoreFields: [path] }),
    (names) => [1, 2].map((id) => ({ id, ...(names.length === 1 ? {} : nest(names.slice(0, -1), {})) })),
  ),
  keyPath: (keyPath, names) => {
    const [before, after] = ["A", "B"].map(
      (name) => parseJson(JSON.stringify([{ name, ...nest(names, "key") }])) as JsonValue[],
    );
    expect(describeChanges(before ?? [], after ?? [], keyPath)).toBe("1 changed: key: name A → B");
  },
};

describe.each(Object.entries(CHECKS))("%s", (_argument, check) => {
  it.each(PLACES.flatMap(({ names, spellings }) => spellings.map((path) => ({ path, names }))))(
    "finds $names by $path",
    ({ path, names }) => {
      check(path, names);
    },
  );
});
