/**
 * Makes the names of parameters from the name of a field with a cursor, in the spellings that services use. Runs in both processes.
 */

type Words = readonly string[];
type Spelling = (words: Words) => string;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const snake: Spelling = (words) => words.join("_");
const kebab: Spelling = (words) => words.join("-");
const pascal: Spelling = (words) => words.map(capital).join("");
const camel: Spelling = ([first = "", ...laterWords]) => first + pascal(laterWords);

function wordsOf(name: string): Words {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "");
  return words.map((word) => word.toLowerCase());
}

/** Returns the spelling that a name shows; `undefined` for one word in lower case. */
function spellingOf(name: string): Spelling | undefined {
  if (/[_-]/.test(name)) {
    return name.includes("_") ? snake : kebab;
  }
  return /^[A-Z]/.test(name) ? pascal : /[a-z][A-Z]/.test(name) ? camel : undefined;
}

/**
 * Returns the parameters that a field with a cursor may go with, the likeliest first. `nextPageToken` goes with `pageToken`,
 * `page_token` and `nextPageToken`. All of AWS has `NextToken` in the body and `nextToken` in the query.
 *
 * @param otherParameters the names of the service's other parameters, which show its spelling.
 * @param usual the parameters that usually go with a field of this name.
 */
export function parametersForField(
  fieldName: string,
  otherParameters: readonly string[],
  usual: readonly string[],
): string[] {
  const fullWords = wordsOf(fieldName);
  const withoutNext = wordsOf(/^next[\s_-]*(.+)$/i.exec(fieldName)?.[1] ?? "");
  const shortWords = withoutNext.length > 0 ? [withoutNext] : [];
  const ownSpelling = spellingOf(fieldName) ?? camel;
  // One spelling, or none if no parameter shows one.
  const spellings = otherParameters.flatMap((name) => spellingOf(name) ?? []).slice(0, 1);
  return [
    // In the spelling of the other parameters.
    ...spellings.flatMap((spelling) => [...shortWords, fullWords].map(spelling)),
    // In the field's own spelling, without "next".
    ...shortWords.map(ownSpelling),
    // A field in PascalCase may go with a parameter in camelCase, as in AWS.
    ...(ownSpelling === pascal ? [...shortWords.map(camel), fieldName, camel(fullWords)] : []),
    ...usual,
    // Last, in snake_case, and as the field itself. `candidatesFor` leaves out what is in the list before.
    snake(shortWords[0] ?? fullWords),
    fieldName,
  ];
}
