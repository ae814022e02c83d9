/** What the linter of prose finds, and what it leaves alone. */
import { findFaults, findForbiddenWords } from "./rules.js";

test.each([
  ["The server's answer was empty.", '"answer"'],
  ["Two callers board one flight.", '"flight"'],
  ["It TELLS the engine.", '"TELLS"'],
  ["All of them hold.", '"hold"'],
  ["The body has signs of more pages.", '"signs"'],
  ["Nothing is sent, but for the token.", '"but for"'],
])("finds the word in: %s", (text, word) => {
  expect(findForbiddenWords(text).join()).toContain(word);
});

test.each([
  "The provider signs in with client credentials.",
  "A dashboard, an island and a household are other words.",
  "It reports the response.",
  "The certificate is not for one.example but for other.example.",
  "A placeholder stands for a value.",
])("finds nothing in: %s", (text) => {
  expect(findFaults(text)).toEqual([]);
});

const words = (count: number): string => `${Array.from({ length: count }, (_, index) => `word${index}`).join(" ")}.`;

test("allows sentences of 25 words, and no longer ones", () => {
  expect(findFaults(`${words(25)} ${words(25)}`)).toEqual([]);
  expect(findFaults(`${words(3)} ${words(26)}`)).toEqual([expect.stringContaining("26 words") as string]);
});

test("finds a word that is repeated, and a sentence that begins with so", () => {
  expect(findFaults("It reads the the page.")).toHaveLength(1);
  expect(findFaults("So it ends.")).toHaveLength(1);
});
