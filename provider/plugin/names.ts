/** The names of this package and of its functions, for programs in every language. */

export const PACKAGE = "workflows";

export const FUNCTIONS = {
  getWorkflows: "workflows:index:getWorkflows",
  getWorkflow: "workflows:index:getWorkflow",
  getJson: "workflows:index:getJson",
  getAccessToken: "workflows:index:getAccessToken",
} as const;
