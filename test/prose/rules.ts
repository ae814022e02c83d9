/** The language of pages, messages and comments: plain words, and sentences that are read once. */
import writeGood from "write-good";

/** The words of a sentence at most. A piece of code counts as one. */
const MAX_WORDS = 25;

/** Words that mean something else than they say, and what to write. They match in any case, as whole words. */
const WORDS: readonly (readonly [words: RegExp, instead: string])[] = [
  [/answer(s|ed|ing)?/, "response, result, return"],
  [/(told|tells?)/, "reports, logs, shows"],
  [/mend(s|ed|ing)?/, "fix"],
  [/(depart(s|ed)?|board(s|ed)?|land(s|ed)?|flights?)/, "start, join, settle, pending request"],
  [/(holds?|held)/, "match, contain, keep, have"],
  [/leash(es)?/, "abort signal, timeout"],
  [/patience/, "deadline"],
  [/surroundings/, "environment"],
  [/discreet(ly)?/, "redacted"],
  [/signs(?! (in|out|up)\b)/, "hints, signatures"],
  // "Not for one but for another" is a contrast.
  [/(?<!not for \S+ )but for/, "except"],
  [/be it/, "even if, whether"],
  [/whatever came/, "in all cases"],
  [/where there is one/, "if present"],
];

/** What each of these words stands for is said in `WORDS`. The pattern finds them all at once. */
const PATTERNS = WORDS.map(([words, instead]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${words.source})(?![\\w-])`, "gi"),
  instead,
}));

/** write-good's checks that find faults and not only tastes. */
const CHECKS = {
  illusion: true,
  cliches: true,
  so: true,
  tooWordy: true,
  passive: false,
  weasel: false,
  thereIs: false,
  adverb: false,
};

/** Words of the field that write-good finds too long. */
const NOT_WORDY =
  /^"(it was|validate|request|requests|additional|however|implement|multiple|retain|type|it is|attempt|all of)"/i;

export function findForbiddenWords(text: string): string[] {
  return PATTERNS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([found]) => `"${found}": write ${instead}`),
  );
}

export function findLongSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?:])["')*]*\s+/)
    .map((sentence) => ({ sentence, words: sentence.split(/\s+/).filter((word) => /\w/.test(word)).length }))
    .filter(({ words }) => words > MAX_WORDS)
    .map(({ sentence, words }) => `a sentence of ${words} words: ${sentence.slice(0, 60)}…`);
}

/** Everything that is wrong in a paragraph of a page. */
export function findFaults(paragraph: string): string[] {
  const suggestions = writeGood(paragraph, CHECKS).filter(({ reason }) => !NOT_WORDY.test(reason));
  return [
    ...findForbiddenWords(paragraph),
    ...findLongSentences(paragraph),
    ...suggestions.map(({ reason }) => reason),
  ];
}
