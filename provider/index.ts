/**
 * What users import, and nothing else: the resource, the functions, and the errors of both.
 *
 * @packageDocumentation
 */
export {
  AuthenticationError,
  type ErrorCode,
  type ErrorDetails,
  type Issue,
  ItemError,
  ListingError,
  NetworkError,
  ResponseError,
  ServiceError,
  SettingsError,
  TimeoutError,
  WorkflowsError,
} from "./http/errors.js";
export type * from "./pulumi/args.js";
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
} from "./pulumi/functions.js";
export { Workflows } from "./pulumi/resource.js";
export type * from "./workflows/arguments/argument-types.js";
