/** What a refused secret looks like: the kind of mistake is named, and no value is shown. */
import { mistakesIn } from "../../provider/auth/credential-mistakes.js";

const adviceFor = (clientSecret: string): string => mistakesIn({ clientId: "my-id", clientSecret });

it.each<[what: string, secret: string, advice: string]>([
  ["a space at its end", "s3cret ", "begins or ends with a space, which is sent too. Remove it."],
  ["quotation marks", '"s3cret"', "begins and ends with quotation marks"],
  ["a zero-width space", "s3c\u200bret", "contains an invisible character"],
  ["a soft hyphen", "s3c\u00adret", "contains an invisible character"],
  ["an expression of GitHub Actions", "${{ secrets.WF_SECRET }}", "is a placeholder that was not replaced"],
  ["an expression of Azure Pipelines", "${{variables.x}}", "is a placeholder that was not replaced"],
  ["a macro of Azure Pipelines", "$(WfSecret)", "is a placeholder that was not replaced"],
  ["a variable in braces", "${WF_SECRET}", "is a placeholder that was not replaced"],
  ["a variable with a default", "${WF_SECRET:-}", "is a placeholder that was not replaced"],
  ["a variable of Windows", "%WF_SECRET%", "is a placeholder that was not replaced"],
  ["a template of Helm", "{{ .Values.secret }}", "looks like a placeholder"],
  ["a variable", "$WF_SECRET", "looks like a placeholder"],
  ["a variable of PowerShell", "$env:WF_SECRET", "looks like a placeholder"],
  ["a word in angle brackets", "<YOUR_SECRET>", "looks like a placeholder"],
  ["the path of a file of GitLab", "/builds/group/project.tmp/WF_SECRET", "looks like the path of a file"],
  ["the path of a file of Docker", "/run/secrets/workflows", "looks like the path of a file"],
  ["the path of a file of Windows", "C:\\secrets\\workflows.txt", "looks like the path of a file"],
  ["a reference of 1Password", "op://vault/item/secret", "looks like the path of a file, or a reference to a secret"],
  ["a percent sign", "p%zz", "contains a percent sign or a plus sign, and is sent as it is"],
  ["a plus sign", "p+q/s3cret==", "contains a percent sign or a plus sign, and is sent as it is"],
])("a secret with %s", (_what, secret, advice) => {
  const shown = adviceFor(secret);
  expect(shown).toMatch(new RegExp(`^ clientSecret ${advice}`));
  expect(shown).not.toContain(secret);
});

it.each(["s3cret-value_1.2~", "pq/s3cret==", "/abc/def/ghi=", "a$b", "$5 and more"])(
  "there is nothing to say of the secret `%s`",
  (secret) => {
    expect(adviceFor(secret)).toBe("");
  },
);

it("both credentials are named", () => {
  expect(mistakesIn({ clientId: " my-id", clientSecret: "$WF_SECRET" })).toMatch(
    / clientId begins .* clientSecret looks/,
  );
});
