// Looks workflows up, and makes a resource for each of them. Nothing of the listing is kept in state but what is made of it.
import * as pulumi from "@pulumi/pulumi";
import { getWorkflow, getWorkflowOutput, getWorkflows } from "pulumi-workflows";
import { Runbook } from "./runbook";

/** What this program uses of a workflow. For checked types, give the functions a `schema`: any Standard Schema validator. */
interface Workflow {
  id: string;
  name: string;
  enabled: boolean;
}

export = async () => {
  // Awaited, so that the resources have names and numbers that are known before anything exists.
  const { items: enabled } = await getWorkflows<Workflow>({
    where: { enabled: true },
    select: ["id", "name", "enabled"],
    sortBy: "name",
  });
  const runbooks = enabled.map(({ id, name }) => new Runbook(id, { title: name, owner: "the platform team" }));

  // Exactly one, or an error that says how many match and which fields there are. Arguments may be Outputs.
  const wanted = new pulumi.Config().get("workflow") ?? "Nightly import";
  const one = getWorkflowOutput<Workflow>({ where: { name: pulumi.output(wanted) } });

  // None is allowed: `undefined` then.
  const legacy = await getWorkflow<Workflow>({ where: { name: "Legacy export" }, allowMissing: true });

  return {
    runbooks: runbooks.map((runbook) => runbook.markdown),
    wantedId: one.id,
    hasLegacyExport: legacy !== undefined,
  };
};
