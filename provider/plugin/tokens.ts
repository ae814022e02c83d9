/** The names of this package's resource and functions, for programs in every language. */

export const PACKAGE = "workflows";
export const RESOURCE = "workflows:index:Workflows";

export const FUNCTIONS = {
  getWorkflows: "workflows:index:getWorkflows",
  getWorkflow: "workflows:index:getWorkflow",
  getJson: "workflows:index:getJson",
  getAccessToken: "workflows:index:getAccessToken",
} as const;
