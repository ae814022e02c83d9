// Looks workflows up as data, and makes a resource for each of them. The state keeps only what the program makes of the listing, so
// that nothing but `minItems` notices if many workflows vanish. `examples/environments` has the guarded form: `await all.read()`.
//
// Settings of this program, all optional:
//   pulumi config set keyField uuid                            the field that identifies a workflow; default: id
//   pulumi config set titleField title                         the field to show; default: name
//   pulumi config set minItems 40                              fewer workflows are an error: nothing is deleted then
//   pulumi config set --path 'workflow.name' 'Nightly import'  looks this one up
import * as pulumi from "@pulumi/pulumi";
import { getWorkflow, getWorkflows } from "pulumi-workflows";
import { Runbook } from "./runbook";

const config = new pulumi.Config();
const key = config.get("keyField") ?? "id";
const title = config.get("titleField") ?? "name";

export = async () => {
  // Awaited: the resources then have names and numbers that are known before anything exists. A field that the workflows
  // do not have is an error that names those they have.
  const { items } = await getWorkflows<Record<string, string>>({
    select: [key, title],
    minItems: config.getNumber("minItems"),
  });
  // Named by what identifies a workflow, never by its index: that changes, and another workflow would get its resource.
  const runbooks = items.map(
    (workflow) => new Runbook(String(workflow[key]), { title: String(workflow[title]), owner: "the platform team" }),
  );

  // Exactly one must match, unless `allowMissing` is set: then none gives `undefined`.
  const where = config.getObject<Record<string, string>>("workflow");
  const found = where === undefined ? undefined : await getWorkflow({ where, allowMissing: true });

  return { runbooks: runbooks.map((runbook) => runbook.markdown), found };
};
