/** The names of this package and of its functions, for programs in every language. */

export const PACKAGE = "workflows";

/** The id of each resource. It is never compared: a listing is not made at the service. */
export const RESOURCE_ID = "workflows";

export const FUNCTIONS = {
  getWorkflows: "workflows:index:getWorkflows",
  getWorkflow: "workflows:index:getWorkflow",
  getJson: "workflows:index:getJson",
  getAccessToken: "workflows:index:getAccessToken",
} as const;
