/** The names that services give to page signals, as data: to support other names, add a word here. Runs in both processes. */
import type { JsonValue } from "../json/json.js";
import { madeOf, normaliseName, NOUNS, words } from "./names.js";
import { splitQualifier } from "./qualifiers.js";
import { countOf, flagOf, nextPageNameOf, numberOf, textOf } from "./values.js";

type Scalar = string | number | boolean | null;

interface NameRow {
  /** Reads the value of a field with a matching name. `undefined` means that the value is of another type, so the name does not count. */
  readonly parse: (value: JsonValue, name: string) => Scalar | undefined;
  /** For the documentation: what the field means, and what is done with it. */
  readonly meaning: string;
  /** A name matches if it is made of the words of `heads` and `rest` alone, with at least one of `heads`. */
  readonly heads: string;
  readonly rest: string;
  /** Whole names that match too. */
  readonly names?: string;
  /** For the documentation and the tests. */
  readonly example: string;
}

/** Reads a boolean, also as text. `1` and `0` count only under a name that begins like a flag's. */
const flagOrNamedFlag = (value: JsonValue, name: string): boolean | undefined =>
  typeof value === "boolean" ||
  /^(?:true|false|yes|no)$/i.test(textOf(value) ?? "") ||
  /^(?:is|has|more|truncated)/.test(name)
    ? flagOf(value)
    : undefined;

/** Reads a flag that more follow. `incomplete_results: false` says nothing about pages, only that the search did not stop early (GitHub). */
const flagOfMore = (value: JsonValue, name: string): boolean | undefined => {
  const flag = flagOrNamedFlag(value, name);
  return flag === false && name.startsWith("incomplete") ? undefined : flag;
};

/** Reads a text; any other value is `null`, because it does not matter. A number or a list under such a name is about something else. */
const textOrNull = (value: JsonValue): string | null | undefined => {
  if (numberOf(value) !== undefined || Array.isArray(value)) {
    return undefined;
  }
  return typeof value === "string" ? value : null;
};

/** The kinds of signals. The first row that matches a name and its value counts. */
export const SIGNAL_NAMES = {
  hasMore: {
    parse: flagOfMore,
    meaning: "true while more follow",
    heads: "more truncated incomplete next",
    rest: `is has have are there any next page pages available exist exists to load in collection pagination ${NOUNS}`,
    example: '"has_more": true',
  },
  isLast: {
    parse: flagOrNamedFlag,
    meaning: "true on the last page",
    heads: "last final end done complete completed finished eof nomore",
    rest: `is has at of the page pages stream batch chunk reached ${NOUNS}`,
    example: '"isLast": true',
  },
  otherPage: {
    parse: textOrNull,
    meaning: "another page, or nothing about pages: not followed",
    names:
      "last lastpage lasthref lasturl lasturi lastlink lastpageurl lastpagelink lastpageuri lastpageapi self current href up related delta success ok successful succeeded empty isempty sorted unsorted paged unpaged templated",
    heads: "prev previous first self current delta before",
    rest: `is has page pages link links url uri href api path cursor token marker number offset record item result index start full ${NOUNS}`,
    example: '"previous": "/v2/workflows?page=1"',
  },
  next: {
    parse: nextPageNameOf,
    meaning: "the next page's address, number or cursor: followed",
    heads: "next continuation continue resumptiontoken",
    rest: `ms group forward max min shard iterator partition page pages link links url uri href path api cursor token marker key mark id ids state pointer position stream after number no num offset start at index skip from batch chunk query string value params ${NOUNS}`,
    example: '"next": "/v2/workflows?page=2"',
  },
  totalPages: {
    parse: countOf,
    meaning: "the number of pages",
    heads: "pages paginas last pagecount pagetotal totalpage maxpage lastpage",
    rest: "total count counts max last num nb n no number numero of de available page pagination",
    example: '"total_pages": 5',
  },
  remaining: {
    parse: countOf,
    meaning: "how many are left",
    heads: "remaining left",
    rest: `count page pages ${NOUNS}`,
    example: '"remainingItemCount": 18',
  },
  total: {
    parse: countOf,
    meaning: "the number of all items",
    heads: "total totals numfound itotalrecords queryrows contentrange",
    rest: `pagination grand overall full count counts number num nb of de registros size available found all matching matched filtered length content ${NOUNS}`,
    example: '"total": 23',
  },
  count: {
    parse: countOf,
    meaning: "the number of all items if it is more than those on the page",
    heads:
      "count counts setsize collectionsize found matched dataavailable hits nhits numresults numitems nb numberof numbermatched",
    rest: `all found full filtered filter query content of size matched ${NOUNS}`,
    example: '"count": 23',
  },
  pageNumber: {
    parse: numberOf,
    meaning: "the number of this page: where counting begins, and perhaps the parameter's name",
    heads: "page pagina number p current thispage",
    rest: "number numero num no index idx current pagination",
    example: '"page": 1',
  },
  offset: {
    parse: numberOf,
    meaning: "how many are before this page: where counting begins, and perhaps the parameter's name",
    heads: "offset pageoffset skip skipped from start startindex startat startposition firstresult recordindex",
    rest: `pagination current ${NOUNS}`,
    example: '"offset": 0',
  },
  position: {
    parse: nextPageNameOf,
    meaning:
      "a cursor, perhaps on the last page too: followed until it is gone, a page is empty, or something else says the end",
    heads:
      "cursor cursors marker bookmark scrollid paginationtoken pagetoken pagingtoken pagekey pagestate skiptoken resumetoken sync after scroll lastkey lastid lastoffset lastevaluatedkey offset",
    rest: "page end after starting search last list pagination value id key",
    example: '"cursor": "b64:NQ"',
  },
  pageSize: {
    parse: numberOf,
    meaning: "how many a page has at most: a full page has another after it, if nothing else speaks of an end",
    heads:
      "perpage pagesize pagelen pagelength pagelimit chunksize batchsize limit maxresults maxitems size take top max",
    rest: `pagination current ${NOUNS}`,
    example: '"limit": 5',
  },
} as const satisfies Readonly<Record<string, NameRow>>;

export type NamedKind = keyof typeof SIGNAL_NAMES;

const MATCHERS = (Object.entries(SIGNAL_NAMES) as [NamedKind, NameRow][]).map(
  ([kind, { names = "", heads, rest, parse }]) => {
    const wholeNames = new Set(words(names));
    const isMadeOfWords = madeOf(heads, rest);
    return { kind, parse, matches: (name: string) => wholeNames.has(name) || isMadeOfWords(name) };
  },
);

/** The kinds of numbers that count the whole listing. A qualifier changes what they mean. */
export const COUNTING: readonly string[] = ["total", "count", "totalPages", "remaining"] satisfies NamedKind[];

/**
 * Returns the kind and the value of a field with this normalised name; `undefined` if the name is not known. A qualifier in the name of a
 * number is left out first: `estimatedtotal` is a total.
 */
export function readNamed(name: string, value: JsonValue): { kind: NamedKind; value: Scalar } | undefined {
  const { counted } = splitQualifier(name);
  const named = counted === name ? undefined : match(counted, value);
  return named !== undefined && COUNTING.includes(named.kind) ? named : match(name, value);
}

function match(name: string, value: JsonValue): { kind: NamedKind; value: Scalar } | undefined {
  for (const { kind, parse, matches } of MATCHERS) {
    const parsed = parse(value, name);
    if (parsed !== undefined && matches(name)) {
      return { kind, value: parsed };
    }
  }
  return undefined;
}

/**
 * Returns the kind of a field with this normalised name and this value. A caller that has only a name passes a value that fits the kind it
 * looks for: 1 for a number, `null` or a text for a next page.
 */
export function kindOfName(name: string, value: JsonValue): NamedKind | undefined {
  return readNamed(name, value)?.kind;
}

/** Returns whether a field is named like a total and has a text with a number that is not understood: `"23 items"`. */
export function isUnreadableTotal(name: string, value: JsonValue): boolean {
  return kindOfName(name, 1) === "total" && kindOfName(name, value) === undefined && /\d/.test(textOf(value) ?? "");
}

/** Returns whether a link leads to the next page by its relation: `next`, `nextPage`, `hydra:next` or `https://a.example/rels#next`. */
export function isNextRelation(relation: string): boolean {
  return kindOfName(normaliseName(relation.replace(/^.*[/#]/, "")), null) === "next";
}

/** Names that cannot mean anything but pages, so that a header may have them behind the name of its vendor: `Opc-Next-Page`. */
const UNMISTAKABLE = [
  madeOf(
    "total",
    "total count counts items results records elements entries hits rows matches found objects resources",
  ),
  madeOf("totalpages totalpage pagetotal", "number of count num"),
  madeOf("hasmore hasnext morepages moreresults moreitems", "is page pages items results records data"),
  madeOf(
    "nextpage nextcursor nexttoken nextlink nexturl nexturi nexthref nextmarker nextoffset nextkey",
    "page token cursor link url uri href number",
  ),
];

export function isUnmistakable(name: string): boolean {
  return UNMISTAKABLE.some((matches) => matches(name));
}

/**
 * Returns whether an object's name is made of words for paging or results: `meta`, `paging`, `resultSetMetadata`. The fields of such an
 * object describe the response, as the fields around the list do.
 */
export const isContainerName = madeOf(
  "meta metadata extra page pages pageable paging pagination pagy paginator pager pageinfo info link links cursors cursor next range summary header headers response result results data search collection count counts details query request embedded total hits view status",
  `additional information context report extra stats statistics ${NOUNS}`,
);

/** Returns whether a list of this name has items. An object with such a list of its own describes that list. */
export const isListName = madeOf(`${NOUNS} value content members`, "");

/** Names of a cursor in an object whose name says which page it leads to: `next: { after }`. */
export const isCursorPartName = madeOf("after cursor token page offset start id key marker number", "");

/** Names of an address in an object whose name says which page it leads to: `next: { href }`. */
export const isLinkPartName = madeOf("href url uri link", "");
