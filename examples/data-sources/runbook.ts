// A runbook: a Markdown file for one workflow. Stands for whatever you make of a workflow: an alarm, a dashboard, a schedule.
import * as pulumi from "@pulumi/pulumi";

export interface RunbookArgs {
  title: pulumi.Input<string>;
  owner: pulumi.Input<string>;
}

interface Inputs {
  title: string;
  owner: string;
}

function write({ title, owner }: Inputs): string {
  return `# ${title}\n\nAsk ${owner}.\n`;
}

const provider: pulumi.dynamic.ResourceProvider<Inputs, Inputs & { markdown: string }> = {
  create: (inputs) => Promise.resolve({ id: inputs.title, outs: { ...inputs, markdown: write(inputs) } }),
  update: (_id, _olds, news) => Promise.resolve({ outs: { ...news, markdown: write(news) } }),
};

export class Runbook extends pulumi.dynamic.Resource {
  declare public readonly markdown: pulumi.Output<string>;

  constructor(name: string, args: RunbookArgs, opts?: pulumi.CustomResourceOptions) {
    super(provider, name, { ...args, markdown: undefined }, opts, "examples", "Runbook");
  }
}
