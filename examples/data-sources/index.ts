// Looks workflows up, and makes a resource for each of them. The state keeps only what the program makes of the listing.
//
// Settings of this program, all optional:
//   pulumi config set keyField uuid                            the field that identifies a workflow; default: id
//   pulumi config set titleField title                         the field to show; default: name
//   pulumi config set --path 'workflow.name' 'Nightly import'  looks this one up
import * as pulumi from "@pulumi/pulumi";
import { getWorkflow, getWorkflows } from "pulumi-workflows";
import { Runbook } from "./runbook";

type Workflow = Record<string, string>;

const config = new pulumi.Config();

/** The field that the setting names, or the usual one. If the workflows do not have it: their first field, with a warning. */
function chooseField(setting: string, usual: string, workflow: Workflow): string {
  const wanted = config.get(setting) ?? usual;
  if (wanted in workflow) {
    return wanted;
  }
  const first = Object.keys(workflow)[0] ?? wanted;
  void pulumi.log.warn(
    `The workflows have no field "${wanted}", so "${first}" is used. To choose: pulumi config set ${setting} FIELD`,
  );
  return first;
}

export = async () => {
  // Awaited: the resources then have names and numbers that are known before anything exists.
  const { items } = await getWorkflows<Workflow>();
  const [first = {}] = items;
  const key = chooseField("keyField", "id", first);
  const title = chooseField("titleField", "name", first);
  const runbooks = items.map(
    (workflow) => new Runbook(String(workflow[key]), { title: String(workflow[title]), owner: "the platform team" }),
  );

  // Exactly one must match, unless `allowMissing` is set: then none gives `undefined`.
  const where = config.getObject<Record<string, string>>("workflow");
  const found = where === undefined ? undefined : await getWorkflow({ where, allowMissing: true });

  return { runbooks: runbooks.map((runbook) => runbook.markdown), found };
};
