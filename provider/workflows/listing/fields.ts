/** The names that say something about a listing's pages, as data. A service with other names is one line here. */
import type { JsonValue } from "../json/json.js";
import { flagOf, madeOf, numberOf, pageNamed, textOf, words } from "./names.js";

type Scalar = string | number | boolean | null;

interface FieldRow {
  /** What is read of a value; `undefined` if it is of another kind, so that the name does not count. */
  readonly read: (value: JsonValue, name: string) => Scalar | undefined;
  /** For the documentation: what the response says, and what is done. */
  readonly says: string;
  /** Normalised names made of these words only, with one of the first ones among them. */
  readonly heads: string;
  readonly rest: string;
  /** More names, as they are. */
  readonly names?: string;
  /** For the documentation and the tests. */
  readonly example: string;
}

const flagIn = (value: JsonValue, name: string): boolean | undefined =>
  typeof value === "boolean" || /^(?:true|false)$/i.test(textOf(value) ?? "") || /^(?:is|has|more|truncated)/.test(name)
    ? flagOf(value)
    : undefined;

const textIn = (value: JsonValue): string | null | undefined =>
  numberOf(value) !== undefined || Array.isArray(value) ? undefined : typeof value === "string" ? value : null;

const NOUNS =
  "items item results result records record rows row elements element entries entry hits objects resources documents docs matches workflows list set data";

/** What a field or a header says. The first row that matches counts. */
export const FIELDS = {
  more: {
    read: flagIn,
    says: "true while more follow",
    heads: "more truncated incomplete next",
    rest: `is has have are there any next page pages available exist exists to load in collection pagination ${NOUNS}`,
    example: '"has_more": true',
  },
  last: {
    read: flagIn,
    says: "true on the last page",
    heads: "last final end done complete completed finished eof nomore",
    rest: `is has at of the page pages stream batch chunk reached ${NOUNS}`,
    example: '"isLast": true',
  },
  other: {
    read: textIn,
    says: "another page, or nothing about pages: not followed",
    names:
      "last lastpage lasthref lasturl lasturi lastlink lastpageurl lastpagelink lastpageuri lastpageapi self current href up related delta success ok successful succeeded empty isempty sorted unsorted paged unpaged templated",
    heads: "prev previous first self current delta before",
    rest: `is has page pages link links url uri href api path cursor token marker number offset record item result index start full ${NOUNS}`,
    example: '"previous": "/v2/workflows?page=1"',
  },
  next: {
    read: pageNamed,
    says: "the next page's address, number or cursor: followed",
    heads: "next continuation continue resumptiontoken",
    rest: `ms page pages link links url uri href path api cursor token marker key mark id ids state pointer position stream after number no num offset start at index skip from batch chunk query string value params ${NOUNS}`,
    example: '"next": "/v2/workflows?page=2"',
  },
  pages: {
    read: numberOf,
    says: "the number of pages",
    heads: "pages last pagecount pagetotal totalpage maxpage lastpage",
    rest: "total count counts max last num nb n no number of available page pagination",
    example: '"total_pages": 5',
  },
  remaining: {
    read: numberOf,
    says: "how many are left",
    heads: "remaining left",
    rest: `count page pages ${NOUNS}`,
    example: '"remainingItemCount": 18',
  },
  total: {
    read: numberOf,
    says: "the number of all items",
    heads: "total totals numfound itotalrecords queryrows contentrange",
    rest: `pagination grand overall full count counts number num of size available found all matching matched filtered estimated length content ${NOUNS}`,
    example: '"total": 23',
  },
  count: {
    read: numberOf,
    says: "the number of all items if it is more than those on the page",
    heads:
      "count counts setsize collectionsize found matched dataavailable numresults numitems nbhits numberofelements numberofitems numbermatched",
    rest: `all found full filtered filter query content of size matched ${NOUNS}`,
    example: '"count": 23',
  },
  page: {
    read: numberOf,
    says: "the number of this page: where counting begins, and perhaps the parameter's name",
    heads: "page number p current thispage",
    rest: "number num no index idx current pagination",
    example: '"page": 1',
  },
  offset: {
    read: numberOf,
    says: "how many are before this page: where counting begins, and perhaps the parameter's name",
    heads: "offset pageoffset skip skipped from start startindex startat startposition firstresult recordindex",
    rest: `pagination current ${NOUNS}`,
    example: '"offset": 0',
  },
  position: {
    read: pageNamed,
    says: "a cursor, perhaps on the last page too: followed until it is gone, a page is empty, or something else says the end",
    heads:
      "cursor cursors marker bookmark scrollid paginationtoken pagetoken pagingtoken pagestate sync after scroll lastkey lastid lastoffset lastevaluatedkey offset",
    rest: "page end after starting search last list pagination value id key",
    example: '"cursor": "b64:NQ"',
  },
  size: {
    read: numberOf,
    says: "how many a page has at most: a full page has another after it, if nothing else speaks of an end",
    heads:
      "perpage pagesize pagelen pagelength pagelimit chunksize batchsize limit maxresults maxitems size take top max",
    rest: `pagination current ${NOUNS}`,
    example: '"limit": 5',
  },
} as const satisfies Readonly<Record<string, FieldRow>>;

export type Meaning = keyof typeof FIELDS;

const MATCHERS = (Object.entries(FIELDS) as [Meaning, FieldRow][]).map(
  ([meaning, { names = "", heads, rest, read }]) => {
    const exact = new Set(words(names));
    const isMade = madeOf(heads, rest);
    return { meaning, read, isNamed: (name: string) => exact.has(name) || isMade(name) };
  },
);

/** What a field with this normalised name and this value says. */
export function readField(name: string, value: JsonValue): { meaning: Meaning; value: Scalar } | undefined {
  for (const { meaning, read, isNamed } of MATCHERS) {
    const said = read(value, name);
    if (said !== undefined && isNamed(name)) {
      return { meaning, value: said };
    }
  }
  return undefined;
}

export function meaningOf(name: string, value: JsonValue): Meaning | undefined {
  return readField(name, value)?.meaning;
}

/** Objects that describe the response have names made of these words. Their fields count, as do those around the list. */
export const isContainer = madeOf(
  "meta metadata extra page pages pageable paging pagination pagy paginator pager pageinfo info link links cursors cursor next range summary header headers response result results data search collection count counts details query request embedded total hits view status",
  "additional information context list report extra",
);

/** A part of a cursor: `next: { after }`. The name of the object around it says which page it leads to. */
export const isCursorPart = madeOf("after cursor token page offset start id key marker number", "");

/** A part of a link: the name of the object around it says which link it is. */
export const isLinkPart = madeOf("href url uri link", "");

/**
 * Parameters to try, the commonest first, by what says that there is more. `=` is the name of the stated field. Four are
 * tried; a fifth is only named in advice.
 */
export const PARAMETERS = {
  cursor: words("cursor after page_token"),
  page: words("= page pageNumber page[number] offset"),
  offset: words("= offset page startIndex start skip"),
  pages: words("page pageNumber offset startIndex page[number]"),
  number: words("offset page startIndex start skip"),
  flag: words("page offset starting_after startIndex pageNumber"),
} as const;

/** Parameters beside a field of this normalised name, in place of its own; `=` is its own. */
export const PARAMETERS_OF: Readonly<Record<string, readonly string[]>> = {
  number: words("page"),
  next: words("cursor = page_token"),
  nexttoken: words("= pagination_token next_token"),
  nextcursor: words("cursor = start_cursor"),
  endcursor: words("after cursor ="),
  nextpagetoken: words("pageToken page_token ="),
  mscontinuationtoken: words("continuationToken"),
};

/** No cursor is sent under the name of a credential. */
export const isCredentialName = madeOf(
  "token key secret password auth authorization bearer credential apikey signature jwt session",
  "access api refresh id client user csrf x my",
);
