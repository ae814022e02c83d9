/** The types of the functions, checked by the compiler: the cases are never called. */
import type * as pulumi from "@pulumi/pulumi";
import type { GetWorkflowArgs, GetWorkflowsArgs, Workflow } from "../../provider/pulumi/program/args.js";
import { getWorkflow, getWorkflowOutput, getWorkflows } from "../../provider/pulumi/program/functions.js";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
function expectType<Wanted>(): <Given>(given: Given, same: Same<Given, Wanted>) => void {
  return () => undefined;
}

interface Item {
  readonly id: string;
}
interface Conditions {
  readonly name: string;
}

function missingItems(someBoolean: boolean, input: pulumi.Output<boolean>, args: GetWorkflowArgs<Item>): void {
  const where = { id: "w1" };
  expectType<Promise<Workflow>>()(getWorkflow({ where }), true);
  expectType<Promise<Item>>()(getWorkflow<Item>({ where, allowMissing: false }), true);
  expectType<Promise<Item>>()(getWorkflow<Item>({ where, allowMissing: undefined }), true);
  expectType<Promise<Item | undefined>>()(getWorkflow<Item>({ where, allowMissing: true }), true);
  expectType<Promise<Item | undefined>>()(getWorkflow<Item>({ where, allowMissing: someBoolean }), true);
  expectType<Promise<Item | undefined>>()(getWorkflow(args), true);
  expectType<pulumi.Output<Item>>()(getWorkflowOutput<Item>({ where }), true);
  expectType<pulumi.Output<Item | undefined>>()(getWorkflowOutput<Item>({ where, allowMissing: true }), true);
  expectType<pulumi.Output<Item | undefined>>()(getWorkflowOutput<Item>({ where, allowMissing: someBoolean }), true);
  expectType<pulumi.Output<Item | undefined>>()(getWorkflowOutput<Item>({ where, allowMissing: input }), true);
}

function conditions(typed: Conditions, optional: Record<string, string | undefined>): void {
  void getWorkflows({ where: { ...typed } });
  // @ts-expect-error An interface may get more fields, of any type, where it is declared again: spread it.
  void getWorkflows({ where: typed });
  // @ts-expect-error A value that is undefined would list more.
  void getWorkflows({ query: optional });
  // @ts-expect-error A Map has no conditions that are fields.
  void getWorkflows({ where: new Map([["a", 1]]) });
  const secret: GetWorkflowsArgs = { secret: true };
  void getWorkflows(secret);
}

it("the cases compile, and those that must not are refused", () => {
  expect([missingItems, conditions]).toHaveLength(2);
});
