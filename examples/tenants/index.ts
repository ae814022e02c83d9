// Two tenants of one service, or two services, in one stack. Each connection has its own credentials, token and listing:
//   pulumi config set --path 'workflows:connections.staging.baseUrl' https://staging.example.com
//   pulumi config set --path 'workflows:connections.staging.clientId' <id>
//   pulumi config set --path 'workflows:connections.staging.clientSecret' --secret
//   … and the same for `production`.
import * as pulumi from "@pulumi/pulumi";
import { getWorkflowsOutput, Workflows } from "pulumi-workflows";

const staging = getWorkflowsOutput({ connection: "staging", select: ["name"] });
const production = new Workflows("production", { connection: "production", select: ["name"] });

export const counts = { staging: staging.count, production: production.count };

/** Workflows that production still misses. */
export const missingInProduction = pulumi.all([staging.items, production.items]).apply(([here, there]) => {
  const names = new Set(there.map((workflow) => String(workflow.name)));
  return here.map((workflow) => String(workflow.name)).filter((name) => !names.has(name));
});
