/** What users give to the resource and to the functions. */
import type * as pulumi from "@pulumi/pulumi";
import type { Arguments } from "../../workflows/arguments/argument-types.js";
import type { ArgumentKind, ArgumentName, ARGUMENTS } from "../../workflows/arguments/table.js";

/**
 * A workflow as the service lists it. Its fields are not documented, so they have no types. Give the functions a type or
 * a `schema` to type them.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the edge where JSON comes in; `unknown` would make every use a cast
export type Workflow = Record<string, any>;

/**
 * `T`, any part of which may be an Output or a promise. Not a `type` that distinguishes objects: the compiler needs its
 * plain value.
 */
export type Inputs<T> = unknown extends T
  ? unknown
  : pulumi.Input<
      T extends string | number | boolean | null | undefined
        ? T
        : T extends readonly (infer Element)[]
          ? readonly Inputs<Element>[]
          : { [Key in keyof T]: Key extends "type" ? T[Key] : Inputs<T[Key]> }
    >;

/** Arguments whose values may be Outputs. A validator is not a value: it stays as it is. */
type ArgumentInputs<Plain> = {
  [Name in keyof Plain]: Name extends "schema"
    ? Plain[Name]
    : Inputs<Exclude<Plain[Name], undefined>> | (undefined extends Plain[Name] ? undefined : never);
};

/** The names of the arguments that `Kind` takes. */
type ArgumentsOn<Kind extends ArgumentKind> = {
  [Name in ArgumentName]: Kind extends (typeof ARGUMENTS)[Name]["on"][number] ? Name : never;
}[ArgumentName];

/** What the resource `Workflows` lists, and how. */
export interface WorkflowsArgs<T = Workflow> extends ArgumentInputs<Pick<Arguments<T>, ArgumentsOn<"Workflows">>> {}

/** What `getWorkflows` lists, and how. */
export interface GetWorkflowsArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getWorkflows">> {}

/** What `getWorkflowsOutput` lists, and how; any part may be an Output. */
export interface GetWorkflowsOutputArgs<T = Workflow> extends ArgumentInputs<GetWorkflowsArgs<T>> {}

/** Which workflow `getWorkflow` finds, and how. */
export interface GetWorkflowArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getWorkflow">> {}

/** Which workflow `getWorkflowOutput` finds, and how; any part may be an Output. */
export interface GetWorkflowOutputArgs<T = Workflow> extends ArgumentInputs<GetWorkflowArgs<T>> {}

/** Which path `getJson` reads, and how. */
export interface GetJsonArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getJson">> {}

/** Which path `getJsonOutput` reads, and how; any part may be an Output. */
export interface GetJsonOutputArgs<T = Workflow> extends ArgumentInputs<GetJsonArgs<T>> {}

/** Whose token `getAccessToken` gives. */
export interface GetAccessTokenArgs extends Pick<Arguments, ArgumentsOn<"getAccessToken">> {}

/** Whose token `getAccessTokenOutput` gives; any part may be an Output. */
export interface GetAccessTokenOutputArgs extends ArgumentInputs<GetAccessTokenArgs> {}
