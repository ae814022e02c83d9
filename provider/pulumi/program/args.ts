/** Declares the types of the arguments of the resource and the functions. It has no code that runs. */
import type * as pulumi from "@pulumi/pulumi";
import type { Arguments } from "../../workflows/arguments/argument-types.js";
import type { ArgumentKind, ArgumentName, ARGUMENTS } from "../../workflows/arguments/table.js";

/**
 * A workflow as the service lists it. The service documents no fields, so they have no types here. To type them, pass a
 * type argument or a `schema`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- with `unknown`, every use would need a cast
export type Workflow = Record<string, any>;

/**
 * Like `pulumi.Input`, at every depth:
 *
 * 1. `unknown` and `any` become `unknown`, which accepts an Output at every depth already. Only of these two is
 *    `unknown extends T` true.
 * 2. A text, a number, a boolean: itself, or an Output of it.
 * 3. A list: a list of such inputs, or an Output of the list.
 * 4. An object: an object of such inputs, or an Output of the object. A field named `type` stays plain, because
 *    TypeScript narrows a union by it.
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

/**
 * Arguments whose values may be Outputs, except `schema`, which must be a plain validator. An optional argument may
 * also be `undefined`, but not an Output of `undefined`.
 */
type ArgumentInputs<Plain> = {
  [Name in keyof Plain]: Name extends "schema"
    ? Plain[Name]
    : Inputs<Exclude<Plain[Name], undefined>> | (undefined extends Plain[Name] ? undefined : never);
};

/** Names of the arguments that `Kind` takes. */
type ArgumentsOn<Kind extends ArgumentKind> = {
  [Name in ArgumentName]: Kind extends (typeof ARGUMENTS)[Name]["on"][number] ? Name : never;
}[ArgumentName];

/** Arguments of the resource `Workflows`. */
export interface WorkflowsArgs<T = Workflow> extends ArgumentInputs<Pick<Arguments<T>, ArgumentsOn<"Workflows">>> {}

/** Arguments of `getWorkflows`. */
export interface GetWorkflowsArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getWorkflows">> {}

/** Arguments of `getWorkflowsOutput`; any part may be an Output. */
export interface GetWorkflowsOutputArgs<T = Workflow> extends ArgumentInputs<GetWorkflowsArgs<T>> {}

/** Arguments of `getWorkflow`. */
export interface GetWorkflowArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getWorkflow">> {}

/** Arguments of `getWorkflowOutput`; any part may be an Output. */
export interface GetWorkflowOutputArgs<T = Workflow> extends ArgumentInputs<GetWorkflowArgs<T>> {}

/** Arguments of `getJson`. */
export interface GetJsonArgs<T = Workflow> extends Pick<Arguments<T>, ArgumentsOn<"getJson">> {}

/** Arguments of `getJsonOutput`; any part may be an Output. */
export interface GetJsonOutputArgs<T = Workflow> extends ArgumentInputs<GetJsonArgs<T>> {}

/** Arguments of `getAccessToken`. */
export interface GetAccessTokenArgs extends Pick<Arguments, ArgumentsOn<"getAccessToken">> {}

/** Arguments of `getAccessTokenOutput`; any part may be an Output. */
export interface GetAccessTokenOutputArgs extends ArgumentInputs<GetAccessTokenArgs> {}
