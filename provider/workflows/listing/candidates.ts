/**
 * Rule 4: a cursor goes to the parameter of its own name without "next", its own name, or `cursor`; a number to `page` or `offset` if its
 * name has that word. Never to the name of a credential. Where pages are numbered, a short table has the usual parameters (rule 5).
 */
import type { Query } from "../arguments/argument-types.js";
import type { Declaration } from "./advice.js";
import { HEADER } from "./fields.js";
import { isCursorName, meaningOf, normalise, numberOf } from "./names.js";
import { isJsonObject } from "../json/json.js";
import type { Page } from "./page.js";
import { isLink, parameterOf } from "./paginators.js";
import { isNumber, type Sign } from "./signs.js";

/** The parameters that usually go with what a page states, the commonest first. */
const USUAL_PARAMETERS = {
  /** The page states its number, or a number of pages. */
  page: ["page", "pageNumber", "page[number]", "offset"],
  /** The page states how many items are before it, or a number of items. */
  offset: ["offset", "page", "startIndex", "start", "skip"],
  /** A flag alone says that more follow. */
  flag: ["page", "offset", "startIndex", "pageNumber"],
};

/** A way to read on that may be right. */
export interface Candidate {
  readonly declaration: Declaration;
  /** Whether the response itself shows the parameter, so that an empty page in reply to it is an end. */
  readonly isShown: boolean;
  /** Whether `query` has the parameter with a value of the user's, so that only `pagination` may change it (rule 1). */
  readonly isTaken: boolean;
}

type Guess = Omit<Candidate, "isTaken">;

/** Lists what may lead to the next page, the likeliest first: cursors, then numbers. */
export function candidatesFor({ signs, items }: Page, query: Query): Candidate[] {
  const position = statedPosition(signs, query);
  const cursors = signs.filter(isCursor).flatMap((sign) => cursorGuesses(sign, cursorParameters(sign, position)));
  const guesses = [...cursors, ...numberGuesses(signs, position, query)];
  const texts = guesses.map(({ declaration }) => JSON.stringify(declaration));
  return guesses
    .filter((guess, index) => !isFieldOf(items, guess) && texts.indexOf(texts[index] ?? "") === index)
    .map((guess) => ({ ...guess, isTaken: isTaken(guess, query) }));
}

/** Returns whether a cursor would go to the name of a field of the items, which may be a filter: `next_id: "wf_21"` to `id`. */
function isFieldOf([item]: Page["items"], { declaration }: Guess): boolean {
  const parameter = normalise(parameterOf(declaration));
  const names = isJsonObject(item) ? Object.keys(item).map(normalise) : [];
  return declaration.type === "cursor" && names.includes(parameter) && !isCursorName(parameter);
}

function isCursor(sign: Sign): boolean {
  return sign.value !== null && (sign.kind === "cursor" || (sign.kind === "next" && !isLink(sign)));
}

/** Returns whether a parameter has the name of a cursor, with or without "next". A part of the name may be a filter. */
function isNameOf({ name }: Sign, parameter: string): boolean {
  return [name, withoutNext(name)].some((own) => normalise(own) === normalise(parameter));
}

function cursorGuesses(sign: Sign, parameters: readonly string[]): Guess[] {
  return parameters.map((parameter) => ({
    declaration: { type: "cursor", cursorPath: sign.location, parameter },
    isShown: isNameOf(sign, parameter),
  }));
}

/**
 * Returns the parameters for a cursor, the likeliest first:
 * 1. For a number: the name of the position that the page states, else `page` or `offset`, if the field's name has that word.
 * 2. The name without "next": `nextPageToken` goes to `pageToken`, `page_token`.
 * 3. The whole name, and `cursor`.
 * 4. The whole name in other spellings, and `after`, which takes the `endCursor` of a connection (Relay's specification).
 *
 * Never a name of a credential, such as a bare `token` or `key`.
 */
function cursorParameters(sign: Sign, position: Sign | undefined): string[] {
  const { name, location } = sign;
  const full = location.startsWith(HEADER) ? spelledHeader(name) : name;
  const after = /cursor$/i.test(full) ? ["after"] : [];
  const names = [...numberParameters(sign, position), ...spellings(withoutNext(full)), full, "cursor"];
  return [...new Set([...names, ...spellings(full), ...after])].filter((parameter) => !isCredential(parameter));
}

/**
 * Returns the parameters for a next page that is a number. After the first page, 1 or 2 is that of a page, and a greater one that of an item:
 * 1. It goes to the position that the page states: `{ "pageNum": 1, "next": 2 }` to `pageNum`.
 * 2. It goes to `page` or `offset` if its name has that word: `{ "next_page": 2 }` to `page`.
 */
function numberParameters({ name, value }: Sign, position: Sign | undefined): string[] {
  const number = numberOf(value);
  if (number === undefined) {
    return [];
  }
  const kind = number > 2 ? "offset" : "page";
  const stated = position?.kind === kind ? [position.name] : [];
  return name.toLowerCase().includes(kind) ? [...stated, kind] : stated;
}

/** Returns a name without "next" at its beginning: "pageToken" for "nextPageToken", "PageToken" for "NextPageToken". */
function withoutNext(name: string): string {
  const rest = name.replace(/^next[\s_-]*(?=.)/i, "");
  return /^next[A-Z]/.test(name) ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest;
}

function isCredential(parameter: string): boolean {
  return /^(?:access|api|auth|id|refresh|session|user|client|x|csrf)*(?:token|key|secret|password|auth|authorization|session|signature|jwt)$/.test(
    normalise(parameter),
  );
}

/** Returns a name as it is, in camel case, and in snake case. */
function spellings(name: string): string[] {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "");
  const lower = words.map((word) => word.toLowerCase());
  const camel = lower
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return [name, camel, lower.join("_")];
}

/** Writes a header's name in camel case, because headers have no case: `opc-next-page` as `nextPage`, `nextpagetoken` as `nextPageToken`. */
function spelledHeader(name: string): string {
  const words = name
    .replace(/^(?:x-)?(?:\w+-)??(?=next|page|cursor|continuation)|^x-/, "")
    .replace(/(next|page|cursor|continuation)(?=[a-z])/g, "$1-");
  return words.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the numbered candidates: first the position that the page states, under its own name, then usual parameters. */
function numberGuesses(signs: readonly Sign[], position: Sign | undefined, query: Query): Guess[] {
  if (position !== undefined) {
    const type = position.kind === "page" ? "page" : "offset";
    const own = positionParameters(position, query).map((parameter) => ({
      declaration: { type, parameter } as const,
      isShown: true,
    }));
    return [...own, ...USUAL_PARAMETERS[type].map((parameter) => guessOf(parameter))];
  }
  const type = signs.some(isNumber) ? "offset" : "flag";
  const row = signs.some(({ kind }) => kind === "pages") ? "page" : type;
  return USUAL_PARAMETERS[row].map((parameter) => guessOf(parameter));
}

/** Returns the number of this page, or of the items before it, that the page states: 0 or 1, or the one that `query` asks for. */
export function statedPosition(signs: readonly Sign[], query: Query): Sign | undefined {
  return signs.find(
    (sign) =>
      (sign.kind === "page" || sign.kind === "offset") &&
      (Number(sign.value) <= 1 || askedBy(sign, query) !== undefined),
  );
}

/** Returns the parameter of `query` that asks for the position that a page states: `page` for `"current_page": 3`. */
function askedBy({ kind, value }: Sign, query: Query): string | undefined {
  const isSame = ([parameter, asked]: [string, Query[string]]): boolean =>
    String(asked) === String(value) && meaningOf(normalise(parameter), String(asked))?.kind === kind;
  return Object.entries(query).find(isSame)?.[0];
}

/** Returns the parameters for a position that the page states: the one of `query` that asked for it; else its name, after `page` for `currentPage`. */
function positionParameters(position: Sign, query: Query): string[] {
  const asked = Number(position.value) > 1 ? askedBy(position, query) : undefined;
  if (asked !== undefined) {
    return [asked];
  }
  const own = position.name.replace(/^x-/i, "");
  return /^(?:current_?page|number|current)$/i.test(own) ? ["page", own] : [own];
}

function guessOf(parameter: string): Guess {
  return { declaration: { type: /page|number/i.test(parameter) ? "page" : "offset", parameter }, isShown: false };
}

/**
 * Returns whether `query` has the parameter with a value of the user's: a filter, or where the user wants to begin. A number that says where
 * a listing begins, under the name that the page states (`page=1`, copied from curl), is none.
 */
function isTaken({ declaration, isShown }: Guess, query: Query): boolean {
  const parameter = parameterOf(declaration);
  const name = Object.keys(query).find((key) => normalise(key) === normalise(parameter));
  if (name === undefined) {
    return false;
  }
  const isStated = isShown && declaration.type !== "cursor" && name === parameter;
  return !isStated || !/^[01]$/.test(String(query[name]));
}
