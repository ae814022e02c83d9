/** Items checked against a schema: the matching ones, and the error about the others. */
import { inspect } from "node:util";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createSecrets } from "../../provider/base/secrets.js";
import { typedItems } from "../../provider/pulumi/program/typed-values.js";
import type { Session } from "../../provider/workflows/session.js";

type Result = StandardSchemaV1.Result<number>;

function schemaOf(validate: (item: unknown) => Result | Promise<Result>): StandardSchemaV1<unknown, number> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

const secrets = createSecrets();
const session = { secrets, warn: () => undefined } as unknown as Session;
const CONTEXT = { isSecret: false, session };

it("items are as the schema returns them", async () => {
  const later = schemaOf((item) => Promise.resolve({ value: Number(item) * 10 }));
  await expect(typedItems([1, 2], later, CONTEXT)).resolves.toEqual([10, 20]);
  // A caller without types may give null.
  await expect(typedItems([1, 2], null, CONTEXT)).resolves.toEqual([1, 2]);
});

it("the error names the item of a mismatch and the location in it, cleaned", async () => {
  const issues = [{ message: "not \u001b[31mred", path: ["owner", { key: 0 }] }, { message: "odd" }];
  await expect(
    typedItems(
      [1],
      schemaOf(() => ({ issues })),
      CONTEXT,
    ),
  ).rejects.toMatchObject({
    name: "WorkflowsError",
    code: "schema",
    message:
      "The workflows do not match the schema: item 0 at owner.0: not [31mred; item 0: odd. " +
      "Correct the schema, or narrow what is read. [schema]",
  });
});

it("the error names the first of many mismatches, and the items after them are not checked", async () => {
  const validate = jest.fn(() => ({ issues: Array.from({ length: 3 }, () => ({ message: "no" })) }));
  const attempt = typedItems([1, 2, 3], schemaOf(validate), CONTEXT);
  await expect(attempt).rejects.toThrow(/: item 0: no; item 0: no; item 0: no; item 1: no; item 1: no\. /);
  expect(validate).toHaveBeenCalledTimes(2);
});

describe("the error shows no secret:", () => {
  secrets.add("token-1234567890");
  const message = "got token-1234567890, not a number";
  const fails = (): Result => ({
    issues: [
      { message, path: ["owner", "key"] },
      { message, path: ["token-1234567890"] },
    ],
  });
  const throws = (): never => {
    throw new TypeError(message, { cause: message });
  };
  const masked = "got [secret], not a number";
  const noMore = "What was read is secret, so no more is shown";
  it.each<[string, string, boolean, () => Result | Promise<Result>]>([
    ["of the session", `item 0 at owner.key: ${masked}; item 0 at [secret]: ${masked}`, false, fails],
    ["of the session, thrown", `item 0: ${masked}`, false, throws],
    ["of a secret listing", `item 0 at owner.key; item 0 at [secret]. ${noMore}`, true, fails],
    ["of a secret listing, thrown later", `item 0. ${noMore}`, true, async () => Promise.resolve().then(throws)],
  ])("%s: %s", async (_, shown, isSecret, validate) => {
    const error = await typedItems([1], schemaOf(validate), { isSecret, session }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "schema", problem: `The workflows do not match the schema: ${shown}.` });
    expect(inspect(error)).not.toContain("token-1234567890");
  });
});
