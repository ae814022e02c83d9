/** Makes the first page of Pulumi's registry from README.md. Runs in `npm run generate -- --registry`, at a release. */

const REPOSITORY = "https://github.com/pulumi-workflows/pulumi-workflows/blob/main/";

const FRONT_MATTER = `---
title: Workflows
meta_desc: The Workflows provider brings the workflows of a workflow service into Pulumi stacks, as a resource and as data.
layout: package
---
`;

/** Returns the text of `docs/_index.md`. Links to pages in `docs/` lead beside it, and others to the repository. */
export function registryPage(readme: string): string {
  const text = readme
    .replace(/^# .*$/m, "# Workflows")
    .replace(/\]\(docs\//g, "](")
    .replace(/\]\((?!https?:|#)((?:examples\/|[A-Z])[^)]*)\)/g, `](${REPOSITORY}$1)`);
  return `${FRONT_MATTER}\n${text}`;
}
