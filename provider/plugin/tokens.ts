/** The names under which programs of every language know what is in this package. */

export const PACKAGE = "workflows";
export const RESOURCE = "workflows:index:Workflows";

export const FUNCTIONS = {
  getWorkflows: "workflows:index:getWorkflows",
  getWorkflow: "workflows:index:getWorkflow",
  getJson: "workflows:index:getJson",
  getAccessToken: "workflows:index:getAccessToken",
} as const;
