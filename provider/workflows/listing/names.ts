/**
 * How names are known: each kind of page signal has one short pattern of stems, and the type of the value decides between kinds.
 * `next: true` is a flag, and `next: "?page=2"` an address. A stem stands here if three providers have it, or if
 * APIs that many know have it: `bookmark` (Pinterest, CouchDB), `done` (Salesforce), `found` (Typesense), `numFound` (Solr), `scroll_id`
 * (Elasticsearch), `startAt` (Jira), `startIndex` (SCIM), `startPosition` (QuickBooks), `deltaLink` (OData). A new name is a stem here.
 *
 * A name is compared without case, separators and the prefix of a vocabulary: `@odata.nextLink` is `nextlink`.
 */
import type { JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";

/** Words for what is listed. A total of anything else, such as `total_clicks`, may count something else. */
const NOUN =
  "(?:items?|results?|records?|rows?|elements?|entry|entries|entities|objects?|hits|matches|documents?|docs|resources?|contents?|workflows?)";

/** The names of each kind. The first kind that fits the name and the type of the value counts. */
const NAMES = {
  /** Not a next page: earlier pages, this page, times, an empty page (Spring). Such a name says nothing. */
  other:
    /^(?:has|is)?(?:prev|first|self|current)(?!page$|pagen|pagei)|^startcursor|^next(?:sync|delta|run|update|execution|schedule|step|action)|delta|^(?:is)?empty$/,
  /** A flag: more pages follow. */
  more: /^(?!no)\w*more|^(?:has|is)?next|truncated/,
  /** A flag: this is the last page. */
  last: /^(?:has)?nomore|^(?:is)?last(?:page)?$|^(?:is|at)?end(?:of\w*)?$|^(?:is)?(?:done|completed?|finished)$/,
  /** The address, the number or the cursor of the next page. */
  next: /^next|^continu/,
  /** How many items a page has at most. */
  size: new RegExp(`perpage|page(?:size|len|limit)|^(?:${NOUN}?limit|size|take|max(?:results|items)?)$`),
  /** The number of pages; not of the items on this one: `num_on_page`, `page_item_count`. */
  pages:
    /^(?:all)?pages$|(?:total|max|num|nb|last)\w*(?<!in|on|this|per)page(?:s|no|num|number|index|count)*$|pages?(?:count|total)/,
  /** The number of all items. */
  total: new RegExp(
    `^(?:${NOUN})*(?:set)?totals?(?:${NOUN}|number|num|of|set)*(?:counts?|size|available|found)?$|^numfound$|^contentrange$`,
  ),
  /** The number of all items if it is more than those of a page; else that of the page, or its size. */
  count: new RegExp(`^${NOUN}?counts?$|^found$`),
  /** The number of this page. */
  page: /^(?:current)?page(?:no|num|number|index)?$|^number$|^current$/,
  /** How many items are before this page. */
  offset: /^(?!last|next)\w*offset$|^start(?:index|position|at)?$|^(?:skip|from)$/,
  /** A cursor, which the last page may have too. A text under the name of a position is one. */
  cursor:
    /cursor|(?:token|marker|pointer|bookmark|scrollid)$|^(?:search)?after$|^(?:offset|page)$|^(?:after|last)(?:id|key|offset)$|^lastevaluated/,
} as const;

/** The kind of a page signal. */
export type Kind = keyof typeof NAMES;

/** Names whose `false` or `null` states the end. Under `logs_truncated` or `next_release` it is about something else. */
const ENDING = new RegExp(
  `^(?:is|has|are|there|load)*more(?:${NOUN}|pages?|data|available)*$|^(?:is|has)?next(?:$|page|after|cursor|token|marker|offset|link|ur[li]|key|start|batch|record|result|id$)|^continu(?:e$|ation)|^(?:is|list|results?|response)*truncated$`,
);

/** A number near the list with such a name may count the items: it is worth a trial, and never an end. */
const COUNTING =
  /total|count|^remaining|left$|found|hits|match|^n(?:um|b)|workflows|(?:results|records|rows|items|entries|elements|documents|available)$/;
/** Such a number counts something else: items in a state, what a client may ask for, time, bytes. */
const COUNTING_OTHER_THINGS = /error|fail|succe|warn|skipped|limit|quota|time|duration|second|totalms|bytes/;

/** Names of lists, and of objects around them, the most usual first. */
export const USUAL_NAMES =
  "workflows items data results value records content result resources members entries hits rows embedded response".split(
    " ",
  );

/** Objects whose fields describe the response, as the fields beside the list do: `meta`, `pagination`, `_links`, `resultSetMetadata`. */
export const PAGING_OBJECT =
  /meta|^pag|pagin|paging|page(?:info)?$|link|cursor|next|range|^(?:list|set|collection|data|workflows?)?info(?:rmation)?$|^counts?$|total|^(?:prev(?:ious)?|first|self|last|current)(?:page|link)?$/;
/** Objects that may describe the response, or hold other results. */
export const RESULT_OBJECT = /result|response|query|search|request|^param|^status$|^header/;
/** Objects that may repeat what was asked for. */
export const REQUEST_OBJECT = /^(?:query|request|params?|parameters|search|filters?)$/;
/** The fields of a link: `href` in `next: { href }`. They have the meaning of the object's name. */
export const LINK_PART = /^(?:href|url|uri|link)$/;
/** The fields of a next page that is an object: `after` in `next: { after }`. */
export const NEXT_PART = /(?:after|cursor|token|page|offset|start|marker)$/;
/** A name that cannot mean anything but a next page, in whatever object it stands. */
export const UNMISTAKABLE = /^hasmore|^(?:has)?nextpage|^next(?:cursor|token|marker|link|url)/;
/** Words for an estimate, as parts of a name. */
const ESTIMATE = /estimated?|approx(?:imated?)?/g;

const ERRORS =
  /^(?:errors?|faults?|exceptions?)(?:code|messages?|description|details?|list)?$|^unreachable|^failed(?:locations|regions)$/;
const FAILURE = /^(?:is|has)?(?:errors?|failed|timedout|partial\w*|incomplete\w*|terminatedearly)$/;
const SUCCESS = /^(?:is)?(?:success|successful|succeeded|ok)$/;
const STATUS = /^(?:http|response)?(?:status|code|statuscode)$/;
/** Flags that, if false, explain why nothing is listed. */
const ALLOWED = /^(?:is)?(?:authorized|authenticated|valid|ready|available)$/;
const CODE = /^(?:return|result|response|status|ret|err)?code$|^errno$/;
const MESSAGE = /^(?:message|msg|detail|errmsg|reason)$/;

/** What the names of an error, and of success, mean. */
export const ERROR_NAMES = { ERRORS, FAILURE, SUCCESS, STATUS, ALLOWED, CODE, MESSAGE } as const;

/** Returns a name without case, separators, and the prefix of a vocabulary. No word for paging is longer than 60 characters. */
export function normalise(name: string): string {
  const plain = name.slice(0, 60).replace(/^@?[A-Za-z]\w*[.:](?=[A-Za-z])/, "");
  return plain.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Returns what a field near the list means; `undefined` if its name is not known, or its value is of another type. */
export function meaningOf(name: string, value: JsonValue): { readonly kind: Kind; readonly value: Scalar } | undefined {
  const plain = name.replace(ESTIMATE, "");
  for (const kind of Object.keys(NAMES) as Kind[]) {
    const read = NAMES[kind].test(plain) ? valueFor(kind, plain, value) : undefined;
    const isEnd = (kind === "more" && read === false) || (kind === "next" && read === null);
    if (read !== undefined && (!isEnd || ENDING.test(plain))) {
      return { kind, value: read };
    }
  }
  return undefined;
}

/** Reads the value of a kind; `undefined` if it is of another type, so that the name does not count. */
function valueFor(kind: Kind, name: string, value: JsonValue): Scalar | undefined {
  switch (kind) {
    case "other":
      return numberOf(value) === undefined || /^(?:next|prev)/.test(name) ? null : undefined;
    case "more":
    case "last":
      return flagNamed(name, value);
    case "next":
      return mayBeTime(name, value) ? undefined : nextOf(value);
    case "cursor":
      return isOpaque(value) && !mayBeTime(name, value) ? nextOf(value) : undefined;
    case "pages":
    case "total":
    case "count":
      return countOf(value);
    case "page":
    case "offset":
      return positionOf(value);
    default:
      return numberOf(value);
  }
}

/**
 * Reads a flag. 1 and 0 are flags only under a name such as `hasMore`, since `next: 1` is a page, and `last: 1` too. A greater number under
 * such a name counts what follows: `"has_more": 16`.
 */
function flagNamed(name: string, value: JsonValue): boolean | undefined {
  const isWord = typeof value === "boolean" || (typeof value === "string" && !/\d/.test(value));
  if (!isWord && !/^(?:is|has)|more/.test(name)) {
    return undefined;
  }
  return ENDING.test(name) && Number(numberOf(value)) > 1 ? true : flagOf(value);
}

/** Reads the number of a page or of an item. A number from 10^9 on is a time: `from: 1767225600`. */
function positionOf(value: JsonValue): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number < 1e9 ? number : undefined;
}

/** Returns whether a text is a date or several words, which are no cursor unless the name says so. */
function mayBeTime(name: string, value: JsonValue): boolean {
  return typeof value === "string" && (isDate(value) || /\S\s\S/.test(value)) && !/cursor|token|page/.test(name);
}

/** Returns whether a value may be a cursor: a text that is no address. */
function isOpaque(value: JsonValue): boolean {
  return value === null || (typeof value === "string" && !isAddress(value));
}

/** Returns a number that may count the items, under a name that is not known: `total_runs: 60`. */
export function countIn(name: string, value: JsonValue): number | undefined {
  return COUNTING.test(name) && !COUNTING_OTHER_THINGS.test(name) ? countOf(value) : undefined;
}

/** Returns whether a field is named like a total and has a text with a number that is not understood: `"23 items"`. */
export function isUnreadableTotal(name: string, value: JsonValue): boolean {
  return NAMES.total.test(name) && /\d/.test(textOf(value) ?? "");
}

/** Returns whether a name is that of a next page or a cursor, whatever the value is. */
export function isCursorName(name: string): boolean {
  return NAMES.next.test(name) || NAMES.cursor.test(name);
}

/** Returns whether a field of this name is about errors or success, not about pages, and a list of this name has no items. */
export function isErrorName(name: string): boolean {
  const isOther = /errors?$|^(?:errors?|warnings?|violations|details?)(?:list)?$/.test(name);
  return isOther || [ERRORS, FAILURE, SUCCESS, ALLOWED].some((names) => names.test(name));
}

/** The value of a page signal. `null`: nothing is there, such as the cursor of the last page. */
export type Scalar = string | number | boolean | null;

/** Returns a text as it is, and a number as the service wrote it; `undefined` for any other value. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (isJsonNumber(value)) {
    return String(value);
  }
  return typeof value === "string" ? value : undefined;
}

/** Returns a whole number from 0 on, which may be written as text. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const text = textOf(value) ?? "";
  return /^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** Returns a number that may be written for people: `"10,000"`, or `"10,000+"` for a lower bound. */
export function countOf(value: JsonValue | undefined): number | undefined {
  const text = (textOf(value) ?? "").replace(/\+\s*$/, "");
  return numberOf(/^\s*\d{1,3}(?:,\d{3})+\s*$/.test(text) ? text.replaceAll(",", "") : text);
}

/** Returns a flag, which may be written as text, as 1 or 0, or as ?1 or ?0 in a header. */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  const text = typeof value === "boolean" ? String(value) : (textOf(value) ?? "").trim();
  if (/^(?:true|\??1|yes|y)$/i.test(text)) {
    return true;
  }
  return /^(?:false|\??0|no|n)$/i.test(text) ? false : undefined;
}

/** Returns what names the next page, as text; `null` for what names none: "", 0, -1, null, none, false. */
export function nextOf(value: JsonValue | undefined): string | null | undefined {
  if (value === null || value === false) {
    return null;
  }
  const text = textOf(value);
  return text !== undefined && /^\s*(?:0|-1|null|none|false)?\s*$/i.test(text) ? null : text;
}

/** Returns whether a text is a date, which says when something is next: `2026-12-01T00:00:00Z`, `Tue, 01 Dec 2026`. */
function isDate(value: JsonValue): boolean {
  return (
    typeof value === "string" &&
    /^\s*(?:\d{4}[-/]\d\d[-/]\d\d(?:\D|$)|(?:mon|tue|wed|thu|fri|sat|sun)\w*,? )/i.test(value)
  );
}

/** Returns whether a text is an address: absolute, with a query, or a path from the root. */
export function isAddress(text: string): boolean {
  return /^(?:https?:)?\/\/\S+$|^[^\s?]*\?[^\s=]+=|^\/[\w.~-]+(?:\/[\w.~-]+)*\/?$/i.test(text);
}

/** Returns whether a request has a value in its query. */
export function wasSent({ searchParams }: URL, value: Scalar | undefined): boolean {
  return [...searchParams.values()].some((sent) => sent === String(value));
}

/** Returns whether a text is an address of this path with another query. A service behind a proxy may not know the beginning of its path. */
export function isOtherPage(value: JsonValue, page: URL): boolean {
  if (typeof value !== "string" || !isAddress(value) || !URL.canParse(value, page.href)) {
    return false;
  }
  const { pathname, search } = new URL(value, page);
  return page.pathname.endsWith(pathname) && search !== "" && search !== page.search;
}
