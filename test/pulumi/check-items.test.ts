/** Items held against a schema: what fits, and what is told of what does not. */
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { checkItems } from "../../provider/pulumi/check-items.js";

type Result = StandardSchemaV1.Result<number>;

function schemaOf(validate: (item: unknown) => Result | Promise<Result>): StandardSchemaV1<unknown, number> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

test.each([
  ["at once", (item: unknown) => ({ value: Number(item) * 10 })],
  ["later", (item: unknown) => Promise.resolve({ value: Number(item) * 10 })],
])("items come as the schema gives them, %s", async (_, validate) => {
  await expect(checkItems([1, 2], schemaOf(validate))).resolves.toEqual([10, 20]);
});

test("a mismatch is told with its item and its place in it, cleaned", async () => {
  const issues = [{ message: "not \u001b[31mred", path: ["owner", { key: 0 }] }, { message: "odd" }];
  await expect(
    checkItems(
      [1],
      schemaOf(() => ({ issues })),
    ),
  ).rejects.toMatchObject({
    name: "ItemError",
    code: "schema",
    message:
      "The workflows are not as the schema says: item 0 at owner.0: not [31mred; item 0: odd. " +
      "Correct the schema, or narrow the listing with `where`.",
  });
});

test("a great many mismatches are told in part and counted", async () => {
  const issues = Array.from({ length: 200_000 }, () => ({ message: "no" }));
  const attempt = checkItems(
    [1, 2],
    schemaOf((item) => (item === 1 ? { issues: issues.slice(0, 3) } : { issues })),
  );
  await expect(attempt).rejects.toThrow(
    /item 0: no; item 0: no; item 0: no; item 1: no; item 1: no, and 199998 more\./,
  );
});
