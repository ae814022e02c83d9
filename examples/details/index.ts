// Reads the details of each workflow with the same token: one request for each workflow.
//
// Settings of this program, all optional:
//   pulumi config set detailsPath '/v2/workflows/{id}/definition'  where the details are; default: /v2/workflows/{id}
//   pulumi config set keyField uuid                                the field that replaces {id}; default: id
import * as pulumi from "@pulumi/pulumi";
import { getJson, Workflows } from "pulumi-workflows";

const config = new pulumi.Config();
const path = config.get("detailsPath") ?? "/v2/workflows/{id}";
const keyField = config.get("keyField") ?? "id";

export = async () => {
  // A field that the workflows do not have is an error that names those they have.
  const all = new Workflows<Record<string, unknown>>("all", { select: [keyField], keyPath: keyField });
  const keys = (await all.read()).map((workflow) => String(workflow[keyField]));
  // A workflow may disappear between the two requests: it is reported then, and is no error.
  const found = await Promise.all(keys.map((id) => getJson({ path, parameters: { id }, allowMissing: true })));
  return {
    details: found.flatMap((details) => (details === undefined ? [] : [details.value])),
    withoutDetails: keys.filter((_key, index) => found[index] === undefined),
  };
};
