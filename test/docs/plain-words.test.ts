/** The lint rule for words that can be counted: which comments and variables it reports. */
import { createRequire } from "node:module";
import { Linter, type Rule } from "eslint";

const rule = createRequire(__filename)("../../scripts/plain-words.cjs") as Rule.RuleModule;

function reported(code: string): string[] {
  const plugins = { repository: { rules: { "plain-words": rule } } };
  const messages = new Linter().verify(code, { plugins, rules: { "repository/plain-words": "error" } });
  return messages.map(({ messageId, message }) => messageId ?? message);
}

it.each<[code: string, messageIds: string[]]>([
  // code, what is reported
  ["/** What a request returns. */", ["beginning"]],
  ["/** Whether it is done. */", ["beginning"]],
  ["/**\n * Of two, the last. */", ["beginning"]],
  ["/** As `gt`, or equal. */", ["beginning"]],
  ["/** Returns what was read. */", []],
  ["/** Assigns a value. */", []],
  ["// What follows is read later.", []],
  ["// A redirect is no attempt.", ["isNo"]],
  ["/** Returns the items. They are none of ours. */", ["isNo"]],
  ["// There is no attempt.", []],
  ["// It is no longer read.", []],
  ['const text = "is no attempt";', []],
  ["const one = 1;", ["pronoun"]],
  ["const [first, ...others] = [];", ["pronoun"]],
  ["const { given } = {};", ["pronoun"]],
  ["const { given: value } = {};", []],
  ["const call = (more) => more;", ["pronoun"]],
  ["function read() {}", []],
  ["const options = { known: 1 };", []],
])("%s", (code, messageIds) => {
  expect(reported(code)).toEqual(messageIds);
});
