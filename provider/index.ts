/**
 * The package's entry: the resource, the functions, and the errors of both. It runs in the user's program.
 *
 * @packageDocumentation
 */
export { WorkflowsError, type ErrorCode, type ErrorDetails, type Issue, SettingsError } from "./base/errors.js";
export type * from "./pulumi/program/args.js";
export {
  getAccessToken,
  getAccessTokenOutput,
  getJson,
  getJsonOutput,
  type GetJsonResult,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  type GetWorkflowsResult,
} from "./pulumi/program/functions.js";
export { Workflows } from "./pulumi/program/resource.js";
export type * from "./workflows/arguments/argument-types.js";
