/** Items checked against a schema: the matching ones, and the error about the others. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { typedItems, typedValue } from "../../provider/pulumi/typed-values.js";

type Result = StandardSchemaV1.Result<number>;

function schemaOf(validate: (item: unknown) => Result | Promise<Result>): StandardSchemaV1<unknown, number> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

test.each([
  ["at once", (item: unknown) => ({ value: Number(item) * 10 })],
  ["later", (item: unknown) => Promise.resolve({ value: Number(item) * 10 })],
])("items are as the schema returns them, %s", async (_, validate) => {
  await expect(typedItems([1, 2], schemaOf(validate))).resolves.toEqual([10, 20]);
});

test("the error names the item of a mismatch and the place in it, cleaned", async () => {
  const issues = [{ message: "not \u001b[31mred", path: ["owner", { key: 0 }] }, { message: "odd" }];
  await expect(
    typedItems(
      [1],
      schemaOf(() => ({ issues })),
    ),
  ).rejects.toMatchObject({
    name: "ItemError",
    code: "schema",
    message:
      "The workflows do not match the schema: item 0 at owner.0: not [31mred; item 0: odd. " +
      "Correct the schema, or narrow what is read.",
  });
});

test("the error names the first of many mismatches, and counts the others", async () => {
  const issues = Array.from({ length: 200_000 }, () => ({ message: "no" }));
  const attempt = typedItems(
    [1, 2],
    schemaOf((item) => (item === 1 ? { issues: issues.slice(0, 3) } : { issues })),
  );
  await expect(attempt).rejects.toThrow(
    /item 0: no; item 0: no; item 0: no; item 1: no; item 1: no, and 199998 more\./,
  );
});

test("null, without types, is no schema", async () => {
  const none = null as unknown as undefined;
  expect(await typedItems([{ id: "a" }], none)).toEqual([{ id: "a" }]);
  expect(await typedValue("value", { id: "a" }, none)).toEqual({ id: "a" });
});
