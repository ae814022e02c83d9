/** What users import, and nothing else. */
export { Workflows } from "./pulumi/resource.js";
export type { Workflow } from "./pulumi/items.js";
export {
  getAccessToken,
  getAccessTokenOutput,
  getWorkflow,
  getWorkflowOutput,
  getWorkflows,
  getWorkflowsOutput,
  type GetWorkflowsResult,
} from "./pulumi/functions.js";
