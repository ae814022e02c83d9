/** The interfaces of the arguments, checked by the compiler: what must compile, what must not, and that all names of them agree. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import * as pulumi from "@pulumi/pulumi";
import type {
  GetWorkflowArgs,
  GetWorkflowsArgs,
  GetWorkflowsOutputArgs,
  WorkflowsArgs,
} from "../../../provider/pulumi/program/args.js";
import { parseArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { type ArgumentName, ARGUMENTS } from "../../../provider/workflows/arguments/table.js";
import type { ListingRequest, ListingView } from "../../../provider/workflows/types.js";

/** `true` is of this type only where both are the same, optional fields included. */
type Same<A, B> = [A, keyof A, B, keyof B] extends [B, keyof B, A, keyof A] ? true : false;
type Plain<T> = { -readonly [Key in keyof T]: T[Key] };

it("the functions' arguments are what the listing is requested and presented with, and nothing less", () => {
  const same: Same<
    Plain<Omit<GetWorkflowsArgs, "allowEmpty" | "minItems" | "connection" | "schema" | "secret">>,
    Plain<ListingRequest & ListingView>
  > = true;
  expect(same).toBe(true);
});

const source = readFileSync(join(__dirname, "../../../provider/workflows/arguments/argument-types.ts"), "utf8");
const examples = [...source.matchAll(/Example: `(.+)`\s+\*\/\n +(\w+)\??:/g)].map(([, example = "", name = ""]) => ({
  example,
  name: name as ArgumentName,
}));

it("every argument has an example", () => {
  expect(examples.map(({ name }) => name)).toEqual(Object.keys(ARGUMENTS));
});

it.each(
  examples
    .filter(({ name }) => !["path", "parameters", "triggers", "schema"].includes(name))
    .flatMap(({ name, example }) => ARGUMENTS[name].on.map((kind) => [name, kind, example] as const)),
)("the example of %s arrives where %s reads it", (name, kind, example) => {
  const value: unknown = runInThisContext(`(${example})`);
  const parsed = parseArguments(kind, { ...(kind === "getJson" && { path: "/a" }), [name]: value });
  const { request, view, guard, ...operation } = ("value" in parsed ? parsed.value : {}) as Record<string, object>;
  expect({ ...operation, ...guard, ...view, ...request }).toMatchObject({ [name]: value });
});

it("inputs may be outputs and promises at every depth", () => {
  const args: WorkflowsArgs = {
    query: pulumi.output({ a: "b" }),
    itemsPath: Promise.resolve("/items"),
    pagination: { type: "cursor", cursorPath: pulumi.output("/next"), size: pulumi.output(5) },
    where: {
      enabled: pulumi.output(true),
      "owner.team": { in: pulumi.output(["a", "b"]), not: { startsWith: pulumi.output("x") } },
      name: { in: ["a", pulumi.output("b")] },
      gone: null,
    },
    select: pulumi.output(["id"]),
    ignoreFields: ["a", pulumi.output("b")],
    keyPath: ["team", pulumi.output("name")],
    maxItems: pulumi.output(5),
    triggers: [pulumi.output(1), { any: "thing" }],
    mode: pulumi.output<"live" | "pinned">("live"),
  };
  const whole: GetWorkflowsOutputArgs = {
    where: pulumi.output({ enabled: true }),
    keyPath: pulumi.output("name"),
    pagination: pulumi.output({ type: "page" as const, size: 5 }),
  };
  expect([args, whole]).toHaveLength(2);
});

it("plain arguments take lists that cannot change", () => {
  const fields = ["id", "name"] as const;
  const args: GetWorkflowsArgs = {
    select: fields,
    keyPath: fields,
    where: { id: { in: fields } },
    query: { id: fields },
  };
  expect("issues" in parseArguments("getWorkflows", args)).toBe(false);
});

it("a schema gives the items' type", () => {
  const typeOf = <T>(args: GetWorkflowsArgs<T>): T[] => (args.schema === undefined ? [] : []);
  const validate = (value: unknown) => ({ value: { id: String(value) } });
  const items = typeOf({ schema: { "~standard": { version: 1, vendor: "test", validate } } });
  expect(items satisfies { id: string }[]).toEqual([]);
  // @ts-expect-error not what the schema gives
  expect(items satisfies { name: string }[]).toEqual([]);
});

it("what must not compile does not", () => {
  const wrong: unknown[] = [
    // @ts-expect-error an argument that there is not
    { wheer: {} } satisfies WorkflowsArgs,
    // @ts-expect-error a mode that there is not
    { mode: "pined" } satisfies WorkflowsArgs,
    // @ts-expect-error the resource's alone
    { mode: "live" } satisfies GetWorkflowsArgs,
    // @ts-expect-error for several items only
    { maxItems: 1 } satisfies GetWorkflowArgs,
    // @ts-expect-error another type's option
    { pagination: { type: "page", cursorPath: "/x" } } satisfies GetWorkflowsArgs,
    // @ts-expect-error an operator that there is not
    { where: { a: { eq: 1 } } } satisfies GetWorkflowsArgs,
    // @ts-expect-error no condition at all
    { where: { a: undefined } } satisfies GetWorkflowsArgs,
    // @ts-expect-error an operator without its operand
    { where: { a: { exists: true, startsWith: undefined } } } satisfies GetWorkflowsArgs,
    // @ts-expect-error an output among plain arguments
    { connection: pulumi.output("a") } satisfies GetWorkflowsArgs,
    // @ts-expect-error a number for a string
    { select: [1] } satisfies WorkflowsArgs,
  ];
  expect(wrong).toHaveLength(10);
});
