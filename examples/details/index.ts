// Reads the details of each workflow with the same token: one request for each workflow.
//
// Settings of this program, all optional:
//   pulumi config set detailsPath '/v2/workflows/{id}/definition'  where the details are; default: /v2/workflows/{id}
//   pulumi config set keyField uuid                                the field that replaces {id}; default: id
import * as pulumi from "@pulumi/pulumi";
import { getJson, getWorkflows } from "pulumi-workflows";

const config = new pulumi.Config();
const path = config.get("detailsPath") ?? "/v2/workflows/{id}";

export = async () => {
  const { items } = await getWorkflows<Record<string, unknown>>();
  const [first = {}] = items;
  const keyField = chooseField(config.get("keyField") ?? "id", first);
  const keys = items.map((workflow) => String(workflow[keyField]));
  // A workflow may disappear between the two requests: it is reported then, and is no error.
  const found = await Promise.all(keys.map((id) => getJson({ path, parameters: { id }, allowMissing: true })));
  return {
    details: found.flatMap((details) => (details === undefined ? [] : [details.value])),
    withoutDetails: keys.filter((_key, index) => found[index] === undefined),
  };
};

/** The field that is wanted. If the workflows do not have it: their first field, with a warning. */
function chooseField(wanted: string, workflow: Record<string, unknown>): string {
  const [first = wanted] = Object.keys(workflow);
  if (wanted in workflow) {
    return wanted;
  }
  void pulumi.log.warn(
    `The workflows have no field "${wanted}", so "${first}" is used. To choose: pulumi config set keyField FIELD`,
  );
  return first;
}
