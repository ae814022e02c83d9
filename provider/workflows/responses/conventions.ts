/**
 * The conventions by which responses describe their pages: one table for detection, following, refusals, documentation and
 * tests. Names are compared in a normalised form, so that one row covers `next_page`, `nextPage`, `NextPage` and `X-Next-Page`.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { alternatives, flagOf, names, numberOf, readCursor } from "./names-and-values.js";

/** What a field or a header says about the pages of a listing. */
export type Meaning =
  /** The address of the next page. */
  | "address"
  /** What the next request must send: an opaque text. Absent or empty after the last page. */
  | "cursor"
  /** A string that some services give on the last page too. */
  | "weak cursor"
  /** The number of the next page, or the offset of its first item. */
  | "next number"
  /** True while more pages follow. */
  | "more"
  /** True on the last page. */
  | "last"
  /** True, or a string that says so, if the response is not complete: further pages may have the rest. */
  | "truncated"
  /** True, or a string that says so, if parts are missing that no further page has. */
  | "incomplete"
  /** True if the total is no more than a lower bound or an estimate. */
  | "inexact total"
  /** False then. */
  | "exact total"
  /** The number of pages. */
  | "pages"
  /** How many items or pages are left. */
  | "remaining"
  /** The number of all items. */
  | "total"
  /** The number of all items, or of those on this page. */
  | "count"
  /** The address of the last page. */
  | "last address"
  /** The number of this page. Never a hint of more by itself. */
  | "page"
  /** The offset of this page. Never a hint of more by itself. */
  | "offset"
  /** The size of a page. Never a hint of more by itself. */
  | "size"
  /** The id of the last item on this page. Never a hint of more by itself. */
  | "last id";

/** What states how large the whole listing is, or how much of it follows. A service may count what it does not list. */
export const STATES_SIZE: ReadonlySet<Meaning> = new Set<Meaning>([
  "total",
  "count",
  "pages",
  "remaining",
  "inexact total",
  "exact total",
]);

/** One way in which services describe their pages. */
export interface Convention {
  readonly meaning: Meaning;
  /** Normalised names: see `normaliseName`. */
  readonly names: RegExp;
  /** What the value must be. */
  readonly value: "address" | "text" | "number" | "flag" | "any address" | "remark" | "remark of parts" | "relation";
  /** For the documentation: what the response says. `undefined` for a row that another one describes. */
  readonly title?: string;
  /** For the documentation: a response to a request for a listing with more pages. */
  readonly example?: { readonly headers?: Readonly<Record<string, string>>; readonly body: JsonValue };
  /** For the documentation: services that do so. */
  readonly services?: string;
}

/** What services call the things that they list. */
const NOUN = `(?:${alternatives(`
  items?|results?|records?|elements?|hits?|entries|entry|rows?|objects?|resources?|documents?|docs?|match|matches|entities|entity
  workflows?
`)})`;
const NOUN_ALONE = names(NOUN);

/** What services add to "next" in the name of what names the next page. */
const PAGE_PART = `(?:${alternatives(`
  page|pages|paging|pagination|data|results?|records?|items?|row|set|batch|list|chunk|window|slice|partition
  cursor|pointer|scroll|continuation|query|request|parameters?|params?|bookmark|state|id|ids|uid|uuid|key|token|marker|mark|ref|hash
  iterator|str|string|value|offset|streamposition|position|index|number|no|num|range|skip|start|starting|startat|(?:max|min)tag|max|min|since|from|after|before|url
`)})`;

const LISTED = `(?:${NOUN}|list|listing|response|data)`;
const TOTAL =
  "(?:grand|overall|full|absolute|global)?tot(?:al)?s?(?:numberof|of|number|num|nums|available|matching|filter(?:ed)?|found)?";
/** What a count is of, if the service filters or searches. */
const FOUND = "(?:filter(?:ed)?|found|search|query)";
/** What a number of all items is called. */
const COUNTED = `(?:totals?|counts?|${TOTAL}(?:${NOUN}|set|size|count)+|(?:num|nb|number)(?:found|${NOUN}))`;
const MORE =
  "(?:has|have|is|are|exists?|can|load|canload|thereis|thereare)?(?:any)?(?:more|next|additional|further|subsequent|remaining)";
const LAST =
  "(?:is|at|on|reached|has)?(?:the|job|query|search|scan)?(?:last|final|end|eof|done|complete|completed|finished|exhausted)";

/** Where remarks about the response stand. */
const REMARK = names(`
  (?:response|results?|query|search)?(?:warnings?|notices?|remarks?|infos?)(?:messages?|texts?)?
  messages?|msg|notes?
`);

const threeItems = [{ id: "wf_1" }, { id: "wf_2" }, { id: "wf_3" }];

export const CONVENTIONS: readonly Convention[] = [
  {
    meaning: "address",
    names: names(`
      (?:next|following|subsequent|older|continuation|continue|forward)${PAGE_PART}*(?:url|uri|link|href|endpoint|location)
      (?:load|fetch|get|see|view|show)?more(?:${NOUN}|topics|${PAGE_PART})*(?:url|uri|link|href)
    `),
    value: "any address",
    title: "the address of the next page, whole or relative",
    example: { body: { value: threeItems, "@odata.nextLink": "/v2/workflows?$skiptoken=wf_3" } },
    services: "OData, Microsoft Graph, Azure, Twilio, Laravel, Salesforce (`nextRecordsUrl`), Asana",
  },
  {
    meaning: "address",
    names: names(`
      (?:next(?:page|set|batch|${NOUN})?|more|older|following|continuation|continue)(?:path|api)?
      cursors?next|(?:load|see|show|view)more
    `),
    value: "address",
    title: 'the address of the next page under `next`, `links.next`, `_links.next.href`, `links: [{ rel: "next" }]` …',
    example: { body: { items: threeItems, _links: { next: { href: "/v2/workflows?page=2" } } } },
    services: "Django REST framework, JSON:API, HAL, Spring HATEOAS, Hydra, FHIR, Spotify, DigitalOcean, Bitbucket",
  },
  {
    meaning: "last address",
    names: names("last(?:page)?(?:url|uri|link|href|path)?"),
    value: "any address",
  },
  {
    meaning: "next number",
    names: names(`
      next${NOUN}?(?:page(?:s|no|num)?|start(?:at)?|offset|index|skip|from|row|record|position|number|cursor|marker|id)*
    `),
    value: "number",
    title: "the number of the next page, or the next offset",
    example: { body: { items: threeItems, next_page: 2 } },
    services: "Bitbucket Server (`nextPageStart`), Pipedrive (`next_start`), GitLab's `X-Next-Page` header",
  },
  {
    meaning: "more",
    names: names(
      `${MORE}(?:${NOUN}|full|page|pages|data|set|batch|available|exists?|left|remaining|to|fetch|read|load|in|collection)*`,
    ),
    value: "flag",
    title: "a flag that is true while more pages follow",
    example: { body: { items: threeItems, has_more: true } },
    services: "Stripe, PagerDuty (`more`), Lever, Zendesk, Pipedrive (`more_items_in_collection`)",
  },
  {
    meaning: "last",
    names: names(`
      (?:is|has|there(?:is|are))?(?:no|nothing)(?:any)?more(?:page|pages|data|${NOUN})?
      all(?:${NOUN}|data|pages)?(?:loaded|fetched|returned)
      ${LAST}(?:reached)?(?:of)?(?:the)?(?:page|pages|list|listing|stream|data|set|${NOUN})?(?:reached)?
    `),
    value: "flag",
    title: "a flag that is true on the last page",
    example: { body: { items: threeItems, number: 0, last: false } },
    services: "Spring Data (`last`), Jira (`isLast`), Salesforce (`done`), Bitbucket Server (`isLastPage`)",
  },
  {
    meaning: "incomplete",
    names: names(`(?:is|was)?${LISTED}?(?:incomplete|partial)${LISTED}?`),
    value: "flag",
    title: "a mark that parts of the listing are missing; on any page",
    example: { body: { items: threeItems, incomplete_results: true } },
    services: "GitHub search (`incomplete_results`), VictoriaMetrics (`isPartial`)",
  },
  {
    meaning: "truncated",
    names: names(`
      (?:is|was)?${LISTED}?(?:truncated|cutoff|clipped|capped)${LISTED}?
      exceeded[a-z]*limit|(?:max[a-z]*|size|row|page)?(?:limit|results)(?:exceeded|reached|hit)|hitlimit
      toomany${NOUN}|overflow(?:ed)?|limited|(?:terminated|stopped)early
    `),
    value: "flag",
    title: "a mark that the response is not complete",
    example: { body: { items: threeItems, truncated: true } },
    services: "AWS (`IsTruncated`), Elasticsearch (`terminated_early`), ArcGIS",
  },
  {
    meaning: "incomplete",
    names: REMARK,
    value: "remark of parts",
    title: "a warning in words that parts of the listing are missing; on any page",
    example: { body: { items: threeItems, warning: { code: "UNREACHABLE", message: "Zone eu did not respond" } } },
    services: "Google Cloud, Splunk",
  },
  {
    meaning: "truncated",
    names: REMARK,
    value: "remark",
    title: "a warning in words that the response is not complete",
    example: { body: { items: threeItems, warnings: ["results truncated due to limit"] } },
    services: "Prometheus, Loki",
  },
  {
    meaning: "inexact total",
    names: names(`
      ${COUNTED}(?:is)?(?:inexact|estimated?|approximate|approximated|capped|truncated|limited|clipped)
      ${COUNTED}(?:limit|max|maximum)(?:exceeded|reached|hit)|toomany
      (?:is)?(?:inexact|estimated|approximate|capped|truncated|limited)${COUNTED}
    `),
    value: "flag",
  },
  {
    meaning: "inexact total",
    names: names(`${COUNTED}relation`),
    value: "relation",
    title: "a mark that the total is a lower bound or an estimate",
    example: { body: { hits: { total: { value: 3, relation: "gte" }, hits: threeItems } } },
    services: 'Elasticsearch (`relation: "gte"`), Solr (`numFoundExact`), Dynamics 365, BigCommerce (`too_many`)',
  },
  {
    meaning: "exact total",
    names: names(`
      ${COUNTED}(?:is)?(?:exact|exhaustive|accurate|complete)
      (?:is)?(?:exact|exhaustive|accurate)${COUNTED}
    `),
    value: "flag",
  },
  {
    meaning: "page",
    names: names("(?:current|this)?page(?:number|no|num|index|idx|current)?|current|number|p"),
    value: "number",
  },
  {
    meaning: "offset",
    names: names(`
      (?:page)?(?:offset|skip|skipped|from|firstresult|begin)
      (?:page)?start(?:at|index|from|row|record|position)?
    `),
    value: "number",
  },
  {
    meaning: "size",
    names: names(`
      (?:items|results|records|entries|hits|rows|objects)?(?:per|by)page
      page(?:size|limit|length|len)|limit|size|take|top|max(?:results?|items?|size|records?)?|batchsize
    `),
    value: "number",
  },
  {
    meaning: "cursor",
    names: names(`
      next${PAGE_PART}*|cursors?next|morecursor
      (?!prev)[a-z]*continuation(?:token|key|cursor)|continuation(?:id)?|continue(?:token|key|cursor|from)?
      lastevaluatedkey|resum(?:e|ption)token
      (?:offset|skip)token
    `),
    value: "text",
    title: "a cursor: the text that asks for the next page",
    example: { body: { data: threeItems, meta: { next_cursor: "eyJpZCI6M30" } } },
    services:
      "Slack, Notion, HubSpot (`paging.next.after`), Google Cloud (`nextPageToken`), AWS (`NextToken`), Kubernetes and Argo (`metadata.continue`), n8n, Temporal, Intercom, Zoom",
  },
  {
    meaning: "weak cursor",
    names: names(`
      cursors?|(?:end|after|forward)cursor|cursors?(?:after|end|forward|value|token|mark)
      (?:page|paging|pagination|scroll|search|list)(?:token|cursor|marker)|token
      (?:page|paging|pagination|scroll)(?:key|state)|(?:paging|pagination|scroll)id|scrollparam(?:eter)?
      after|startingafter|searchafter|startafter|marker|bookmark|lastkey|iterator|offset|position
    `),
    value: "text",
    title: "a cursor that some services give on the last page too",
    example: {
      body: { data: { workflows: { nodes: threeItems, pageInfo: { endCursor: "wf_3", hasNextPage: true } } } },
    },
    services:
      "GraphQL (Relay), Square, Flyte (`token`), Airtable (`offset`), Reddit (`data.after`), Elasticsearch (`_scroll_id`)",
  },
  {
    meaning: "pages",
    names: names(`
      (?:total|totalnumberof|numberof|num|nb|n|max|last|final|count)?pages?(?:total|count|totalcount|max|last|available)
      (?:total|totalnumberof|numberof|num|nb|n|max|last|final|count)(?:of)?pages?(?:count|number|no|index|num)?
      pages|last
    `),
    value: "number",
    title: "the number of pages",
    example: { body: { items: threeItems, page: 1, total_pages: 4 } },
    services: "Laravel (`meta.last_page`), Spring (`totalPages`), Algolia (`nbPages`), Linode, Intercom",
  },
  {
    meaning: "remaining",
    names: names(`
      remaining(?:${NOUN}|page|pages)?(?:count)?
      (?:${NOUN}|pages?)(?:remaining|left)
      more${NOUN}?(?:count)?
    `),
    value: "number",
    title: "how many items are left",
    example: { body: { items: threeItems, metadata: { remainingItemCount: 7 } } },
    services: "Kubernetes (`metadata.remainingItemCount`)",
  },
  {
    meaning: "total",
    names: names(`
      ${TOTAL}(?:${NOUN}|set|size|counts?|length|all|number|available|value|found)*
      number(?:of)?match(?:ed|ing)
      (?:${NOUN}|${FOUND}|available|matching|overall|full|list|collection|data|count)(?:total|totalcount|filtered)
      (?:full|overall|grand|filter(?:ed)?|matching|matched|available|exact|whole)${NOUN}?(?:count|size)
      (?:num|nb|nr|n)total
      collectionsize|i?total(?:display)?records
      (?:content|items?|results?|page)?range
    `),
    value: "number",
    title: "the number of all items, larger than the number read",
    example: { body: { items: threeItems, total: 10 } },
    services:
      "GitHub search, Contentful, Jira, OData (`@odata.count`), Spring (`totalElements`), Directus (`filter_count`), SCIM, `X-Total-Count`, `Content-Range`",
  },
  {
    meaning: "count",
    names: names(`
      (?:total)?(?:estimated|approximate|approx)(?:total)?${NOUN}?(?:count|total)?${NOUN}?
      count(?:value)?|counts?(?:of)?(?:${NOUN}|all|total)
      (?:${NOUN}|${FOUND}|list|data|all|collection)(?:${NOUN})?(?:count|found|matched|available)
      found(?:rows|records)|totalmatched${NOUN}
      (?:numberof|number|num|nb|nr|nrof|noof|n)(?:${NOUN}|found)
      found|matched|matches|results|records|hits|items|rows|entries|elements
    `),
    value: "number",
    title: "`count` and its like, larger than the number read (equal or smaller: the items on this page)",
    example: { body: { results: threeItems, count: 10 } },
    services: "Linode (`results`), Algolia (`nbHits`), Solr (`numFound`), Airflow",
  },
  { meaning: "last id", names: names("last(?:item|record|object)?id"), value: "text" },
];

/** Where services keep what they say of pages: objects with such names, at any depth below each other. */
const CONTAINER = names(`
  d|pg|pagy|view|range|hits|totals?|counts?|envelope|body|payload|headers?|search|additionaldata|embedded|continuation|scroll
  more|older|following|next.*|collection|list|listing|results?|response|data|workflows?
  (?:response|page|paging|pagination|results?|list|listing|search|collection|additional)?(?:data|info|information)
  (?:response|page|paging|pagination|results?|list|listing|search|collection|additional)?(?:context|status|summary)
  .*(?:page|pagin|meta|cursor).*
  .*(?:links?|nav|navigation)
`);

/** @param parent the normalised name of the object around it: in `counts`, `items` is an object with the counts of items. */
export function isContainerName(name: string, parent = ""): boolean {
  return CONTAINER.test(name) || (/^(?:counts?|totals?)$/.test(parent) && NOUN_ALONE.test(name));
}

/** Whether the name says that an object is about the pages, wherever it stands. */
export function isPagesName(name: string): boolean {
  return /^(?:paging|pagination|pageinfo|paginator|cursors?)$/.test(name);
}

/** Names of lists that say how many items there are, and of nothing else: `accounts` and `homepages` are listings. */
const PAGES_LIST = names(`
  .*(?:pagin|meta|cursor).*|page(?:info|data|context|status|summary)|(?:.*[a-z])?totals?|(?:.*[a-z])?(?<!ac|dis)counts?
`);

/**
 * What a list of one object says of the pages, if it has nothing else: databases give what they count as a row, and servers pass
 * it on, such as `metadata: [{ "total": 137 }]` (MongoDB's `$facet`).
 */
export function rowAboutPages(normalisedName: string, list: readonly JsonValue[]): JsonObject | undefined {
  const [row] = list;
  const isRow = list.length === 1 && isJsonObject(row) && Object.values(row).every((value) => !isNested(value));
  return isRow && PAGES_LIST.test(normalisedName) ? row : undefined;
}

function isNested(value: JsonValue): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

const USUAL_PAGE_SIZES: ReadonlySet<number> = new Set([
  10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000,
]);

/** Whether services use pages of this size. A list of exactly so many items may be the first page of more. */
export function isUsualPageSize(size: number): boolean {
  return USUAL_PAGE_SIZES.has(size);
}

/** What a value is read as by a convention. */
export type HintValue = string | number | boolean;

/** The first row that the name and the value match. */
export function conventionOf(
  normalisedName: string,
  value: JsonValue,
): { readonly convention: Convention; readonly value: HintValue } | undefined {
  for (const convention of CONVENTIONS) {
    if (convention.names.test(normalisedName)) {
      const read = readValue(convention, normalisedName, value);
      if (read !== undefined) {
        return { convention, value: read };
      }
    }
  }
  return undefined;
}

/** Whether the name is one under which a next page would be named, so that an empty value says that there is none. */
export function isNextName(normalisedName: string): boolean {
  return CONVENTIONS.some(
    ({ meaning, names: pattern }) => (meaning === "address" || meaning === "cursor") && pattern.test(normalisedName),
  );
}

/** Whether remarks about the response stand under the name. */
export function isRemarkName(normalisedName: string): boolean {
  return REMARK.test(normalisedName);
}

/** What a service asks for its items: each has some of them. */
export const PARTS =
  "(?:locations?|regions?|zones?|sites?|datacenters?|shards?|clusters?|partitions?|sources?|backends?|replicas?|peers?|stores?|accounts?|subscriptions?|tenants?|providers?)";

/** Words of a remark about parts that are missing. Warnings about single workflows have some of them too. */
const PARTS_MISSING = new RegExp(
  alternatives(String.raw`
    ^(?:unreachable|partial (?:success|failure|error|results?|response|data))$
    \b(?:partial|incomplete) (?:results?|response|data|list|listing)\b
    \b(?:results?|response|data|list|listing)\b.{0,20}\b(?:incomplete|partial)\b
    \b${PARTS}\b(?:(?![.;!?]\s).){0,40}\b(?:unreachable|unavailable|down|offline|skipped|failed|timed out|not respond(?:ing)?)\b
  `),
  "i",
);

/** Words of a remark about a list that is not complete. */
const NOT_COMPLETE = new RegExp(
  alternatives(String.raw`
    \b(?:truncat(?:ed|ing|ion)|incomplete|partial(?:ly)?|cut[ -]?off|capped|clipped)\b
    \b(?:limited to (?:the )?(?:first |top )?\d+|not all ${NOUN}|only (?:the )?(?:first|top|last|\d+)|(?:first|top) \d+ of)\b
    \b(?:limit|maximum|max)\b.{0,40}\b(?:reached|exceeded|hit)\b
    \b(?:results?|items?|entries|records?|rows?|workflows?)\b.{0,20}\b(?:omitted|left out|dropped|skipped)\b
  `),
  "i",
);

/** Phrases that have such words and do not mean them: "0 clusters skipped", "not truncated", "partial is deprecated". */
const NOT_MEANT = new RegExp(
  alternatives(String.raw`
    \b(?:no|not|never|without|none|zero|0)\s+(?:(?:${NOUN}|${PARTS})\s+)?(?:(?:is|are|was|were|been|being)\s+)?(?:truncat(?:ed|ing|ion)|incomplete|partial(?:ly)?|cut[ -]?off|capped|clipped|omitted|left out|dropped|skipped|failed|unreachable|unavailable|down|offline)\b
    \b(?:partial|incomplete|truncated)\b[^.;]{0,30}\b(?:supported|allowed|deprecated)\b
    \bwill be (?:unavailable|down|offline)\b|\bfailed over\b
  `),
  "gi",
);

function remarks(words: RegExp, text: string): boolean {
  return words.test(text.replace(NOT_MEANT, ""));
}

/** Whether the number of all items is greater than the total, or may be. */
const RELATIONS: ReadonlyMap<string, boolean> = new Map([
  ["gte", true],
  ["eq", false],
]);

function readValue(convention: Convention, normalisedName: string, value: JsonValue): HintValue | undefined {
  switch (convention.value) {
    case "any address":
      return typeof value === "string" && value.trim() !== "" ? value : undefined;
    case "address":
      return typeof value === "string" && looksLikeAddress(value) ? value : undefined;
    case "text":
      // As a number, it is the place of what the response describes (Zendesk, Magento).
      return normalisedName === "position" && isJsonNumber(value) ? undefined : readCursor(value);
    case "remark":
      return typeof value === "string" && remarks(NOT_COMPLETE, value) ? value : undefined;
    case "remark of parts":
      return typeof value === "string" && remarks(PARTS_MISSING, value.replaceAll("_", " ")) ? value : undefined;
    case "relation":
      return typeof value === "string" ? RELATIONS.get(value.toLowerCase()) : undefined;
    case "number":
      return numberOf(value);
    case "flag":
      return isNumberOfSomething(convention.meaning, normalisedName, value) ? undefined : flagOf(value);
  }
}

/**
 * Digits are a flag under a name such as `is_last`. `last: 1` is a page's number, `end: 10` the end of a range, and `limited: 1`
 * how many items there are on this page.
 */
function isNumberOfSomething(meaning: Meaning, normalisedName: string, value: JsonValue): boolean {
  const counts =
    meaning === "last" || meaning === "inexact total" || (meaning === "truncated" && normalisedName === "limited");
  return counts && numberOf(value) !== undefined && !/^(?:is|at|on|has)/.test(normalisedName);
}

/** Text that a request can be sent to: with a scheme, a path or a query. A cursor in base64 may have a slash inside it. */
function looksLikeAddress(text: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|\?)|\?[^=?]+=/i.test(text);
}
