/** Compares names in the spellings that services use: without case and separators. Runs in both processes. */

/** Words for the things that a service lists. */
export const NOUNS =
  "items item results result records record rows row elements element entries entry hits hit objects object resources resource documents document docs doc matches match workflows workflow list set data";

/**
 * Returns a name without case, separators and the prefix of a vocabulary or a header: `@odata.nextLink`, `hydra:next` and
 * `X-Next-Page` become `nextlink`, `next` and `nextpage`. Names are cut at 60 characters, because no word for paging is longer, and the service may send any length.
 */
export function normaliseName(name: string): string {
  return name
    .slice(0, 60)
    .replace(/^@?[A-Za-z]\w*[.:](?=[A-Za-z])/, "")
    .replace(/^[xX]-/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Splits a text into its words. */
export function words(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/**
 * Returns a test for normalised names: a name matches if it is a sequence of words from `heads` and `rest`, with at least one from
 * `heads`. We walk through the name, because a regular expression of all words took longer to compile than a small listing takes
 * to read.
 */
export function madeOf(heads: string, rest: string): (name: string) => boolean {
  const headWords = new Set(words(heads));
  const byLetter = new Map<string, string[]>();
  for (const word of new Set([...headWords, ...words(rest)])) {
    const letter = word.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
  }
  return (name) => {
    // The positions in the name where a sequence of words ends, and those where a sequence with a head ends.
    const isEnd = [true];
    const isEndWithHead = [false];
    for (let start = 0; start < name.length; start++) {
      const candidates = isEnd[start] === true ? (byLetter.get(name.charAt(start)) ?? []) : [];
      for (const word of candidates.filter((candidate) => name.startsWith(candidate, start))) {
        const end = start + word.length;
        isEnd[end] = true;
        isEndWithHead[end] ||= headWords.has(word) || isEndWithHead[start] === true;
      }
    }
    return isEndWithHead[name.length] === true;
  };
}
