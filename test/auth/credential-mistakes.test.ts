/** What a refused secret looks like: the kind of mistake is named, and no value is shown. */
import { mistakesIn } from "../../provider/auth/credential-mistakes.js";

it.each<[secret: string, advice: string]>([
  ["s3cret ", "begins or ends with a space, which is sent too. Remove it."],
  ['"s3cret"', "begins and ends with quotation marks"],
  ["s3c\u200bret", "contains an invisible character"],
  ["${{ secrets.WF_SECRET }}", "is a placeholder that was not replaced"],
  ["$(WfSecret)", "is a placeholder that was not replaced"],
  ["${WF_SECRET:-}", "is a placeholder that was not replaced"],
  ["%WF_SECRET%", "is a placeholder that was not replaced"],
  ["{{ .Values.secret }}", "looks like a placeholder"],
  ["$WF_SECRET", "looks like a placeholder"],
  ["$env:WF_SECRET", "looks like a placeholder"],
  ["<YOUR_SECRET>", "looks like a placeholder"],
  ["/run/secrets/workflows", "looks like the path of a file"],
  ["C:\\secrets\\workflows.txt", "looks like the path of a file"],
  ["op://vault/item/secret", "looks like the path of a file, or a reference to a secret"],
  ["p%25q%zz", "contains a percent sign or a plus sign, and is sent as it is"],
  ["p+q/s3cret==", "contains a percent sign or a plus sign, and is sent as it is"],
])("the secret `%s`: it %s", (clientSecret, advice) => {
  const shown = mistakesIn({ clientId: "my-id", clientSecret });
  expect(shown).toMatch(new RegExp(`^ clientSecret ${advice}`));
  expect(shown).not.toContain(clientSecret);
});

it.each(["s3cret-value_1.2~", "p%25q%2bs3cret", "pq/s3cret==", "/abc/def/ghi=", "a$b", "$5 and more"])(
  "there is nothing to say of the secret `%s`",
  (clientSecret) => {
    expect(mistakesIn({ clientId: "my-id", clientSecret })).toBe("");
  },
);

it("both credentials are named", () => {
  expect(mistakesIn({ clientId: " my-id", clientSecret: "$WF_SECRET" })).toMatch(
    / clientId begins .* clientSecret looks/,
  );
});
