// Compares two tenants of one service, or two services, in one stack. Each connection has its own credentials:
//   pulumi config set --path 'workflows:connections.staging.baseUrl' https://staging.example.com
//   pulumi config set --path 'workflows:connections.staging.clientId' ID
//   pulumi config set --path 'workflows:connections.staging.clientSecret' --secret
//   … and the same for `production`.
// Optional: `pulumi config set keyField title` names the field that both tenants share. Default: name.
import * as pulumi from "@pulumi/pulumi";
import { getWorkflowsOutput, Workflows } from "pulumi-workflows";

const keyField = new pulumi.Config().get("keyField") ?? "name";

const staging = getWorkflowsOutput({ connection: "staging", select: [keyField] });
const production = new Workflows("production", { connection: "production", select: [keyField] });

export const counts = { staging: staging.count, production: production.count };

/** Workflows of staging that production does not have. */
export const missingInProduction = pulumi.all([staging.items, production.items]).apply(([here, there]) => {
  const keys = new Set(there.map((workflow) => String(workflow[keyField])));
  return here.map((workflow) => String(workflow[keyField])).filter((key) => !keys.has(key));
});
