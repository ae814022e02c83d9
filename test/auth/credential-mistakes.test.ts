/** What a refused secret looks like: the kind of mistake is named, and no value is shown. */
import { mistakesIn } from "../../provider/auth/credential-mistakes.js";

const adviceFor = (clientSecret: string): string => mistakesIn({ clientId: "my-id", clientSecret });

it.each<[what: string, secret: string, advice: RegExp]>([
  ["a space at its end", "s3cret ", /^ clientSecret begins or ends with a space, which is sent too\. Remove it\.$/],
  ["quotation marks", '"s3cret"', /^ clientSecret begins and ends with quotation marks/],
  ["a zero-width space", "s3c\u200bret", /^ clientSecret contains an invisible character/],
  ["a word joiner", "s3c\u2060ret", /^ clientSecret contains an invisible character/],
  ["a byte order mark inside", "s3c\ufeffret", /^ clientSecret contains an invisible character/],
  ["a soft hyphen", "s3c\u00adret", /^ clientSecret contains an invisible character/],
  ["a mark of direction", "s3c\u202eret", /^ clientSecret contains an invisible character/],
  [
    "an expression of GitHub Actions",
    "${{ secrets.WF_SECRET }}",
    /^ clientSecret looks like an expression of a CI system/,
  ],
  ["an expression of Azure Pipelines", "${{variables.x}}", /^ clientSecret looks like an expression of a CI system/],
  ["a template of Helm", "{{ .Values.secret }}", /^ clientSecret looks like an expression of a template/],
  ["a variable", "$WF_SECRET", /^ clientSecret looks like the name of a variable, \$NAME/],
  ["a variable in braces", "${WF_SECRET}", /^ clientSecret looks like the name of a variable, \$NAME/],
  ["a variable with a default", "${WF_SECRET:-}", /^ clientSecret looks like the name of a variable, \$NAME/],
  ["a macro of Azure Pipelines", "$(WfSecret)", /^ clientSecret looks like the name of a variable, \$NAME/],
  ["a variable of Windows", "%WF_SECRET%", /^ clientSecret looks like the name of a variable, %NAME%/],
  ["a variable of PowerShell", "$env:WF_SECRET", /^ clientSecret looks like the name of a variable, \$NAME/],
  ["percent-encoding", "p%2Bq%2Fs3cret", /^ clientSecret looks percent-encoded already/],
  ["percent-encoding in lower case", "p%2bq%25", /^ clientSecret looks percent-encoded already/],
])("a secret with %s", (_what, secret, advice) => {
  const shown = adviceFor(secret);
  expect(shown).toMatch(advice);
  expect(shown).not.toMatch(/set the percent-encoded form/);
  expect(shown.replace(/\$NAME|%NAME%/g, "")).not.toContain(secret);
});

it.each(["p+q/s3cret", "100%", "p%2Bq+x", "a$b", "$5 and more"])(
  "for the secret `%s`, the percent-encoded form is named",
  (secret) => {
    expect(adviceFor(secret)).toMatch(/^ If they are right: in clientSecret there are .* set the percent-encoded form/);
  },
);

it("there is nothing to say of an ordinary secret", () => {
  expect(adviceFor("s3cret-value_1.2~")).toBe("");
});

it("both credentials are named", () => {
  expect(mistakesIn({ clientId: " my-id", clientSecret: "$WF_SECRET" })).toMatch(
    / clientId begins .* clientSecret looks/,
  );
});
