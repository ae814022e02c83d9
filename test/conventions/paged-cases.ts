/** Listings of several pages, as well-known services write them, and what must come of each without an argument. */
import {
  ALL,
  byCursor,
  byHeader,
  byLastId,
  byOffset,
  byPage,
  type Pager,
  PAGES,
  type PageView,
  present,
  type Render,
  SIZE,
  WithHeaders,
} from "./paged-service.js";

const TOTAL = ALL.length;
const PATH = "/v2/workflows";
const address = (page: PageView): string | null => (page.next === null ? null : `${PATH}?page=${page.next}`);
const absolute = (page: PageView): string | null => (page.next === null ? null : page.origin + String(address(page)));
const relative = (page: PageView): string | null => (page.next === null ? null : `workflows?page=${page.next}`);
const queryOnly = (page: PageView): string | null => (page.next === null ? null : `?page=${page.next}`);
const lines = (links: Record<string, string | null>): string =>
  Object.entries(links)
    .filter(([, target]) => target !== null)
    .map(([relation, target]) => `<${String(target)}>; rel="${relation}"`)
    .join(", ");

const links = (field: string, relation: string, page: PageView): object[] =>
  page.next === null ? [] : [{ [field]: relation, href: address(page) }];

/** Read to the end, because each page names the next one's address. */
export const FOLLOWED: readonly (readonly [name: string, render: Render])[] = [
  [
    "Spring HATEOAS, with optional parameters in its links",
    (page) => ({
      _embedded: { workflowList: page.items },
      _links: present({
        next: page.next === null ? null : { href: `${String(address(page))}{&size,sort}`, templated: true },
      }),
    }),
  ],
  [
    "next with an optional parameter",
    (page) => present({ items: page.items, next: page.next === null ? null : `${String(address(page))}{&q*}` }),
  ],
  ["Django REST framework", (page) => ({ count: TOTAL, next: absolute(page), previous: null, results: page.items })],
  [
    "ServiceNow, with the last page in the header Link of every page",
    (page) =>
      new WithHeaders(
        {
          link: lines({
            first: `${PATH}?page=1`,
            next: address(page),
            last: `${PATH}?sysparm_offset=${(PAGES - 1) * SIZE}`,
          }),
          "x-total-count": String(TOTAL),
        },
        { result: page.items },
      ),
  ],
  ["next, from the root", (page) => ({ items: page.items, next: address(page) })],
  ["next, relative", (page) => ({ items: page.items, next: relative(page) })],
  ["next, a query only", (page) => ({ items: page.items, next: queryOnly(page) })],
  ["next, missing on the last page", (page) => present({ items: page.items, next: relative(page) })],
  ["next, false on the last page", (page) => ({ items: page.items, next: relative(page) ?? false })],
  ["next, empty on the last page", (page) => ({ items: page.items, next: relative(page) ?? "" })],
  [
    "OData and Microsoft Graph",
    (page) =>
      present({ "@odata.context": "x", "@odata.count": TOTAL, "@odata.nextLink": absolute(page), value: page.items }),
  ],
  ["OData, relative", (page) => present({ "@odata.nextLink": relative(page), value: page.items })],
  ["OData 3", (page) => present({ "odata.count": String(TOTAL), "odata.nextLink": relative(page), value: page.items })],
  ["OData 2", (page) => ({ d: present({ results: page.items, __count: String(TOTAL), __next: absolute(page) }) })],
  [
    "Redfish",
    (page) =>
      present({
        "@odata.id": PATH,
        "Members@odata.count": TOTAL,
        "Members@odata.nextLink": relative(page),
        "Links@odata.nextLink": "/v2/other?page=9",
        Members: page.items,
      }),
  ],
  ["links as a list, in capitals", (page) => ({ items: page.items, links: links("rel", "NEXT", page) })],
  ["links as a list, by type", (page) => ({ items: page.items, links: links("type", "next", page) })],
  ["links as a list, by name", (page) => ({ items: page.items, links: links("name", "next", page) })],
  [
    "links as a list, with link in place of href",
    (page) => ({ items: page.items, links: page.next === null ? [] : [{ rel: "next", link: address(page) }] }),
  ],
  [
    "links as a list, after those of sixty other pages",
    (page) => ({
      items: page.items,
      links: [
        ...Array.from({ length: 60 }, (_, index) => ({ rel: "page", href: `${PATH}?page=${index}` })),
        ...links("rel", "next", page),
      ],
    }),
  ],
  [
    "HAL, with a list of next links",
    (page) => ({
      _embedded: { workflows: page.items },
      _links: present({ next: page.next === null ? null : [{ href: address(page) }] }),
    }),
  ],
  ["SensorThings", (page) => present({ value: page.items, "@iot.nextLink": absolute(page), "@iot.count": TOTAL })],
  ["Azure", (page) => present({ value: page.items, nextLink: absolute(page) })],
  [
    "HAL",
    (page) => ({
      _embedded: { workflows: page.items },
      _links: present({ self: { href: PATH }, next: page.next === null ? null : { href: address(page) } }),
    }),
  ],
  [
    "HAL, relative",
    (page) => ({
      _embedded: { workflows: page.items },
      _links: present({ next: page.next === null ? null : { href: relative(page) } }),
    }),
  ],
  [
    "Spring HATEOAS",
    (page) => ({
      _embedded: { workflowList: page.items },
      _links: present({ next: page.next === null ? null : { href: absolute(page) } }),
      page: { size: SIZE, totalElements: TOTAL, totalPages: PAGES, number: page.number - 1 },
    }),
  ],
  [
    "JSON:API",
    (page) => ({
      data: page.items,
      links: { self: PATH, first: PATH, last: `${PATH}?page=${PAGES}`, prev: null, next: address(page) },
      meta: { total: TOTAL },
    }),
  ],
  [
    "JSON:API with link objects",
    (page) => ({ data: page.items, links: { next: page.next === null ? null : { href: address(page), meta: {} } } }),
  ],
  [
    "Drupal",
    (page) => ({
      jsonapi: { version: "1.0" },
      data: page.items,
      links: present({ next: page.next === null ? null : { href: absolute(page) }, self: { href: PATH } }),
    }),
  ],
  [
    "links as a list",
    (page) => ({
      items: page.items,
      links:
        page.next === null
          ? []
          : [
              { rel: "self", href: PATH },
              { rel: "next", href: address(page) },
            ],
    }),
  ],
  [
    "links as a list of relations",
    (page) => ({
      resourceType: "Bundle",
      total: TOTAL,
      entry: page.items,
      link: [
        { relation: "self", url: PATH },
        ...(page.next === null ? [] : [{ relation: "next", url: absolute(page) }]),
      ],
    }),
  ],
  [
    "Hydra",
    (page) => ({
      "@id": PATH,
      "hydra:member": page.items,
      "hydra:totalItems": TOTAL,
      "hydra:view": present({
        "@type": "hydra:PartialCollectionView",
        "hydra:first": `${PATH}?page=1`,
        "hydra:last": `${PATH}?page=${PAGES}`,
        "hydra:next": address(page),
      }),
    }),
  ],
  [
    "Laravel",
    (page) => ({
      data: page.items,
      links: { first: `${PATH}?page=1`, last: `${PATH}?page=${PAGES}`, prev: null, next: absolute(page) },
      meta: {
        current_page: page.number,
        from: 1,
        last_page: PAGES,
        path: PATH,
        per_page: SIZE,
        to: SIZE,
        total: TOTAL,
      },
    }),
  ],
  [
    "Laravel's paginator",
    (page) => ({
      current_page: page.number,
      data: page.items,
      next_page_url: absolute(page),
      last_page: PAGES,
      per_page: SIZE,
      total: TOTAL,
    }),
  ],
  [
    "Salesforce",
    (page) => present({ totalSize: TOTAL, done: page.isLast, records: page.items, nextRecordsUrl: address(page) }),
  ],
  [
    "Twilio",
    (page) => ({ workflows: page.items, next_page_uri: address(page), page: page.number - 1, page_size: SIZE }),
  ],
  [
    "Twilio's meta",
    (page) => ({
      meta: { page: page.number - 1, page_size: SIZE, next_page_url: absolute(page), key: "workflows" },
      workflows: page.items,
    }),
  ],
  [
    "Asana",
    (page) => ({
      data: page.items,
      next_page:
        page.next === null ? null : { offset: "eyJ0eXAi", path: `/workflows?page=${page.next}`, uri: absolute(page) },
    }),
  ],
  [
    "Bitbucket",
    (page) => present({ pagelen: SIZE, page: page.number, size: TOTAL, values: page.items, next: absolute(page) }),
  ],
  [
    "DigitalOcean",
    (page) => ({
      workflows: page.items,
      links: { pages: present({ last: `${PATH}?page=${PAGES}`, next: absolute(page) }) },
      meta: { total: TOTAL },
    }),
  ],
  [
    "Spotify",
    (page) => ({
      href: PATH,
      items: page.items,
      limit: SIZE,
      next: absolute(page),
      offset: page.offset,
      previous: null,
      total: TOTAL,
    }),
  ],
  [
    "Facebook",
    (page) => ({ data: page.items, paging: present({ cursors: { before: "b", after: "a" }, next: absolute(page) }) }),
  ],
  [
    "IBM Cloud",
    (page) =>
      present({
        limit: SIZE,
        total_count: TOTAL,
        first: { href: PATH },
        next: page.next === null ? null : { href: absolute(page) },
        workflows: page.items,
      }),
  ],
  [
    "Travis CI",
    (page) => ({
      "@type": "workflows",
      "@pagination": {
        limit: SIZE,
        offset: page.offset,
        count: TOTAL,
        is_first: page.number === 1,
        is_last: page.isLast,
        next: page.next === null ? null : { "@href": address(page), offset: page.nextOffset, limit: SIZE },
      },
      workflows: page.items,
    }),
  ],
  ["Workable", (page) => ({ workflows: page.items, paging: present({ next: absolute(page) }) })],
  [
    "pagination.next_url",
    (page) => ({ data: page.items, pagination: present({ next_url: absolute(page), next_max_id: page.cursor }) }),
  ],
  ["load_more_url", (page) => present({ workflows: page.items, load_more_url: address(page) })],
  [
    "fastapi-pagination's links",
    (page) => ({
      items: page.items,
      total: TOTAL,
      page: page.number,
      size: SIZE,
      pages: PAGES,
      links: { first: `${PATH}?page=1`, last: `${PATH}?page=${PAGES}`, self: PATH, next: address(page), prev: null },
    }),
  ],
  [
    "Link headers",
    (page) => new WithHeaders({ link: lines({ next: address(page), last: `${PATH}?page=${PAGES}` }) }, page.items),
  ],
  [
    'Link headers with anchor=""',
    (page) =>
      new WithHeaders(
        page.next === null ? {} : { link: `<${String(address(page))}>; rel="next"; anchor=""` },
        page.items,
      ),
  ],
  [
    "Sentry",
    (page) =>
      new WithHeaders(
        { link: `<${PATH}?page=${page.next ?? 99}>; rel="next"; results="${String(!page.isLast)}"` },
        page.items,
      ),
  ],
  ["Shopify", (page) => new WithHeaders({ link: lines({ next: absolute(page) }) }, { workflows: page.items })],
  [
    "GitLab",
    (page) =>
      new WithHeaders(
        {
          link: lines({ next: absolute(page), first: `${PATH}?page=1`, last: `${PATH}?page=${PAGES}` }),
          "x-next-page": String(page.next ?? ""),
          "x-page": String(page.number),
          "x-per-page": String(SIZE),
          "x-total": String(TOTAL),
          "x-total-pages": String(PAGES),
        },
        page.items,
      ),
  ],
  [
    "Zendesk, whose last page names another one",
    (page) => ({
      workflows: page.items,
      meta: { has_more: page.offset + SIZE < TOTAL, after_cursor: "x" },
      links: { next: page.items.length === 0 ? address(page) : `${PATH}?page=${page.number + 1}` },
    }),
  ],
];

/** Refused, with this argument in the message, which reads everything when it is set. */
export const REFUSED: readonly (readonly [name: string, pager: Pager, render: Render, argument: string])[] = [
  // Cursors
  [
    "a vendor's X-Next-Page (Oracle Cloud)",
    byCursor("page"),
    (page) => new WithHeaders(page.cursor === null ? {} : { "opc-next-page": page.cursor }, page.items),
    '{ type: "cursor", cursorPath: "header:Opc-Next-Page", parameter: "page" }',
  ],
  [
    "a vendor's X-NextToken (Nomad)",
    byCursor("next_token"),
    (page) => new WithHeaders(page.cursor === null ? {} : { "x-nomad-nexttoken": page.cursor }, page.items),
    '{ type: "cursor", cursorPath: "header:X-Nomad-Nexttoken", parameter: "next_token" }',
  ],
  [
    "Slack",
    byCursor(),
    (page) => ({ ok: true, workflows: page.items, response_metadata: { next_cursor: page.cursor ?? "" } }),
    '{ type: "cursor", cursorPath: "/response_metadata/next_cursor", parameter: "cursor" }',
  ],
  [
    "next_cursor",
    byCursor(),
    (page) => ({ items: page.items, next_cursor: page.cursor }),
    '{ type: "cursor", cursorPath: "/next_cursor", parameter: "cursor" }',
  ],
  [
    "n8n",
    byCursor(),
    (page) => ({ data: page.items, nextCursor: page.cursor }),
    '{ type: "cursor", cursorPath: "/nextCursor", parameter: "cursor" }',
  ],
  [
    "Google Cloud",
    byCursor("pageToken"),
    (page) => present({ workflows: page.items, nextPageToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/nextPageToken", parameter: "pageToken" }',
  ],
  [
    "next_page_token",
    byCursor("page_token"),
    (page) => ({ items: page.items, next_page_token: page.cursor ?? "" }),
    '{ type: "cursor", cursorPath: "/next_page_token", parameter: "page_token" }',
  ],
  [
    "AWS",
    byCursor("NextToken"),
    (page) => present({ Items: page.items, NextToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/NextToken", parameter: "NextToken" }',
  ],
  [
    "AWS in camel case",
    byCursor("nextToken"),
    (page) => present({ workflows: page.items, nextToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/nextToken", parameter: "nextToken" }',
  ],
  [
    "AWS IAM",
    byCursor("Marker"),
    (page) => present({ Workflows: page.items, IsTruncated: !page.isLast, NextMarker: page.cursor }),
    '{ type: "cursor", cursorPath: "/NextMarker", parameter: "Marker" }',
  ],
  [
    "AWS S3",
    byCursor("continuation-token"),
    (page) => present({ Items: page.items, IsTruncated: !page.isLast, NextContinuationToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/NextContinuationToken", parameter: "continuation-token" }',
  ],
  [
    "Kubernetes and Argo",
    byCursor("continue"),
    (page) => ({
      apiVersion: "v1",
      kind: "WorkflowList",
      metadata: present({
        resourceVersion: "1",
        continue: page.cursor,
        remainingItemCount: page.isLast ? null : TOTAL - page.offset - SIZE,
      }),
      items: page.items,
    }),
    '{ type: "cursor", cursorPath: "/metadata/continue", parameter: "continue" }',
  ],
  [
    "HubSpot",
    byCursor("after"),
    (page) =>
      present({
        results: page.items,
        paging: page.cursor === null ? null : { next: { after: page.cursor, link: "" } },
      }),
    '{ type: "cursor", cursorPath: "/paging/next/after", parameter: "after" }',
  ],
  [
    "Intercom",
    byCursor("starting_after"),
    (page) => ({
      type: "list",
      data: page.items,
      pages: { type: "pages", next: page.cursor === null ? null : { starting_after: page.cursor } },
    }),
    '{ type: "cursor", cursorPath: "/pages/next/starting_after", parameter: "starting_after" }',
  ],
  [
    "data.meta.next_cursor",
    byCursor(),
    (page) => ({ data: { workflows: page.items, meta: { next_cursor: page.cursor } } }),
    '{ type: "cursor", cursorPath: "/data/meta/next_cursor", parameter: "cursor" }',
  ],
  [
    "data.pagination.next_cursor",
    byCursor(),
    (page) => ({ data: { items: page.items, pagination: { next_cursor: page.cursor } } }),
    '{ type: "cursor", cursorPath: "/data/pagination/next_cursor", parameter: "cursor" }',
  ],
  [
    "cursor.next",
    byCursor(),
    (page) => ({ items: page.items, cursor: { next: page.cursor } }),
    '{ type: "cursor", cursorPath: "/cursor/next", parameter: "cursor" }',
  ],
  [
    "cursors.next in meta",
    byCursor(),
    (page) => ({ items: page.items, meta: { cursors: { prev: null, next: page.cursor } } }),
    '{ type: "cursor", cursorPath: "/meta/cursors/next", parameter: "cursor" }',
  ],
  [
    "Cloudflare",
    byCursor(),
    (page) => ({
      success: true,
      errors: [],
      messages: [],
      result: page.items,
      result_info: { count: page.items.length, cursor: page.cursor ?? "" },
    }),
    '{ type: "cursor", cursorPath: "/result_info/cursor", parameter: "cursor" }',
  ],
  [
    "Square",
    byCursor(),
    (page) => present({ workflows: page.items, cursor: page.cursor }),
    '{ type: "cursor", cursorPath: "/cursor", parameter: "cursor" }',
  ],
  [
    "Flyte",
    byCursor("token"),
    (page) => ({ workflows: page.items, token: page.cursor ?? "" }),
    '{ type: "cursor", cursorPath: "/token", parameter: "token" }',
  ],
  [
    "Airtable",
    byCursor("offset"),
    (page) => present({ records: page.items, offset: page.cursor }),
    '{ type: "cursor", cursorPath: "/offset", parameter: "offset" }',
  ],
  [
    "Reddit",
    byCursor("after"),
    (page) => ({ kind: "Listing", data: { after: page.cursor, items: page.items } }),
    '{ type: "cursor", cursorPath: "/data/after", parameter: "after" }',
  ],
  [
    "GraphQL (Relay)",
    byCursor("after"),
    (page) => ({
      data: {
        workflows: { nodes: page.items, pageInfo: { hasNextPage: !page.isLast, endCursor: page.cursor ?? "c99" } },
      },
    }),
    '{ type: "cursor", cursorPath: "/data/workflows/pageInfo/endCursor", parameter: "after", morePath: "/data/workflows/pageInfo/hasNextPage" }',
  ],
  [
    "Relay without GraphQL",
    byCursor("after"),
    (page) => ({ items: page.items, page_info: { has_next_page: !page.isLast, end_cursor: page.cursor ?? "c99" } }),
    '{ type: "cursor", cursorPath: "/page_info/end_cursor", parameter: "after", morePath: "/page_info/has_next_page" }',
  ],
  [
    "Elasticsearch",
    byCursor("scroll_id"),
    (page) => present({ took: 1, timed_out: false, _scroll_id: page.cursor, hits: { hits: page.items } }),
    '{ type: "cursor", cursorPath: "/_scroll_id", parameter: "scroll_id" }',
  ],
  [
    "kebab case",
    byCursor("page-token"),
    (page) => ({ items: page.items, "next-page-token": page.cursor }),
    '{ type: "cursor", cursorPath: "/next-page-token", parameter: "page-token" }',
  ],
  [
    "Pascal case",
    byCursor("PageToken"),
    (page) => ({ Items: page.items, NextPageToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/NextPageToken", parameter: "PageToken" }',
  ],
  [
    "bookmark",
    byCursor("bookmark"),
    (page) => ({ data: page.items, bookmark: page.cursor }),
    '{ type: "cursor", cursorPath: "/bookmark", parameter: "bookmark" }',
  ],
  [
    "continuationToken",
    byCursor("continuationToken"),
    (page) => ({ items: page.items, continuationToken: page.cursor }),
    '{ type: "cursor", cursorPath: "/continuationToken", parameter: "continuationToken" }',
  ],
  [
    "Vultr",
    byCursor(),
    (page) => ({ workflows: page.items, meta: { total: TOTAL, links: { next: page.cursor ?? "", prev: "" } } }),
    '{ type: "cursor", cursorPath: "/meta/links/next", parameter: "cursor" }',
  ],
  [
    "Instagram",
    byCursor("max_id"),
    (page) => present({ items: page.items, more_available: !page.isLast, next_max_id: page.cursor }),
    '{ type: "cursor", cursorPath: "/next_max_id", parameter: "max_id" }',
  ],
  [
    "Datadog",
    byCursor("after"),
    (page) => ({ data: page.items, meta: { page: present({ after: page.cursor }) } }),
    '{ type: "cursor", cursorPath: "/meta/page/after", parameter: "after" }',
  ],
  [
    "an opaque next",
    byCursor(),
    (page) => ({ items: page.items, next: page.cursor }),
    '{ type: "cursor", cursorPath: "/next", parameter: "cursor" }',
  ],
  // Numbers
  [
    "next_page",
    byPage(),
    (page) => ({ items: page.items, next_page: page.next }),
    '{ type: "cursor", cursorPath: "/next_page", parameter: "page" }',
  ],
  [
    "nextPage",
    byPage(),
    (page) => present({ items: page.items, nextPage: page.next }),
    '{ type: "cursor", cursorPath: "/nextPage", parameter: "page" }',
  ],
  [
    "pagination.next_page",
    byPage(),
    (page) => ({ items: page.items, pagination: { next_page: page.next } }),
    '{ type: "cursor", cursorPath: "/pagination/next_page", parameter: "page" }',
  ],
  [
    "meta.next_page",
    byPage(),
    (page) => ({
      items: page.items,
      meta: { current_page: page.number, next_page: page.next, total_pages: PAGES, total_count: TOTAL },
    }),
    '{ type: "cursor", cursorPath: "/meta/next_page", parameter: "page" }',
  ],
  [
    "next_page as text",
    byPage(),
    (page) => ({ items: page.items, next_page: page.next === null ? "" : String(page.next) }),
    '{ type: "cursor", cursorPath: "/next_page", parameter: "page" }',
  ],
  [
    "Django's own name of the next page",
    byPage(),
    (page) => ({ data: { results: page.items, next_page_number: page.next } }),
    '{ type: "cursor", cursorPath: "/data/next_page_number", parameter: "page" }',
  ],
  [
    "PageHelper, with the page under the name that it takes",
    byPage("pageNum"),
    (page) => ({ list: page.items, pageNum: page.number, nextPage: page.next ?? 0, total: TOTAL }),
    '{ type: "cursor", cursorPath: "/nextPage", parameter: "pageNum" }',
  ],
  [
    "gorm-paginator, whose last page names itself",
    byPage(),
    (page) => ({ records: page.items, page: page.number, next_page: page.next ?? page.number, total_record: TOTAL }),
    '{ type: "cursor", cursorPath: "/next_page", parameter: "page" }',
  ],
  [
    "Bitbucket's pipelines, which name no next page",
    byPage(),
    (page) => ({ page: page.number, pagelen: SIZE, size: TOTAL, values: page.items }),
    '{ type: "page", start: 1, totalPath: "/size" }',
  ],
  [
    "more_items_remaining",
    byPage(),
    (page) => ({ items: page.items, more_items_remaining: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/more_items_remaining" }',
  ],
  [
    "Strapi",
    byPage("pagination[page]"),
    (page) => ({
      data: page.items,
      meta: { pagination: { page: page.number, pageSize: SIZE, pageCount: PAGES, total: TOTAL } },
    }),
    '{ type: "page", parameter: "pagination[page]", start: 1, totalPagesPath: "/meta/pagination/pageCount" }',
  ],
  [
    "Strapi, by offset",
    byOffset("pagination[start]"),
    (page) => ({ data: page.items, meta: { pagination: { start: page.offset, limit: SIZE, total: TOTAL } } }),
    '{ type: "offset", parameter: "pagination[start]", totalPath: "/meta/pagination/total" }',
  ],
  [
    "Pagy's key sets",
    byCursor("page"),
    (page) => ({ data: page.items, pagy: { limit: SIZE, next: page.cursor } }),
    '{ type: "cursor", cursorPath: "/pagy/next", parameter: "page" }',
  ],
  [
    "MongoDB's $facet, with the total in a row",
    byPage(),
    (page) => ({ metadata: [{ total: TOTAL, page: page.number }], data: page.items }),
    '{ type: "page", start: 1, totalPath: "/metadata/0/total" }',
  ],
  [
    "a count in a row of SQL",
    byPage(),
    (page) => ({ data: page.items, totalCount: [{ "COUNT(*)": TOTAL }] }),
    '{ type: "page", start: 1, totalPath: "/totalCount/0/COUNT(*)" }',
  ],
  [
    "next_offset",
    byOffset(),
    (page) => ({ items: page.items, next_offset: page.nextOffset }),
    '{ type: "cursor", cursorPath: "/next_offset", parameter: "offset" }',
  ],
  [
    "next as a number",
    byPage(),
    (page) => ({ items: page.items, next: page.next }),
    '{ type: "cursor", cursorPath: "/next", parameter: "page" }',
  ],
  [
    "next as an offset",
    byOffset(),
    (page) => ({ items: page.items, next: page.nextOffset }),
    '{ type: "cursor", cursorPath: "/next", parameter: "offset" }',
  ],
  [
    "next with parameters in an object",
    byOffset(),
    (page) => ({ items: page.items, next: page.nextOffset === null ? null : { params: { offset: page.nextOffset } } }),
    '{ type: "cursor", cursorPath: "/next/params/offset", parameter: "offset" }',
  ],
  [
    "DynamoDB's last key, an object",
    byCursor("pk"),
    (page) => present({ items: page.items, LastEvaluatedKey: page.cursor === null ? null : { pk: page.cursor } }),
    '{ type: "cursor", cursorPath: "/LastEvaluatedKey/pk", parameter: "pk" }',
  ],
  [
    "a cursor in a list",
    byCursor(),
    (page) => ({ items: page.items, next_cursor: page.cursor === null ? [] : [page.cursor, 7] }),
    '{ type: "cursor", cursorPath: "/next_cursor/0", parameter: "cursor" }',
  ],
  [
    "a full page by its limit and offset",
    byOffset(),
    (page) => ({ items: page.items, limit: SIZE, offset: page.offset }),
    '{ type: "offset" }',
  ],
  [
    "a full page by its size and number",
    byPage(),
    (page) => ({ items: page.items, meta: { page: page.number, per_page: SIZE } }),
    '{ type: "page", start: 1 }',
  ],
  [
    "a full page by headers",
    byPage(),
    (page) => new WithHeaders({ "x-page": String(page.number), "x-per-page": String(SIZE) }, page.items),
    '{ type: "page", start: 1 }',
  ],
  [
    "noMore",
    byPage(),
    (page) => ({ items: page.items, noMore: page.isLast }),
    '{ type: "page", start: 1, lastPath: "/noMore" }',
  ],
  [
    "canLoadMore",
    byPage(),
    (page) => ({ items: page.items, canLoadMore: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/canLoadMore" }',
  ],
  [
    "overflow",
    byPage(),
    (page) => ({ items: page.items, overflow: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/overflow" }',
  ],
  [
    "DataTables, its older name",
    byPage(),
    (page) => ({ aaData: page.items, iTotalRecords: TOTAL }),
    '{ type: "page", start: 1, totalPath: "/iTotalRecords" }',
  ],
  [
    "Solr's cursor without a total",
    byCursor("cursorMark"),
    (page) => present({ docs: page.items, nextCursorMark: page.cursor }),
    '{ type: "cursor", cursorPath: "/nextCursorMark", parameter: "cursorMark" }',
  ],
  [
    "more.token",
    byCursor("token"),
    (page) => ({ items: page.items, more: page.cursor === null ? null : { token: page.cursor } }),
    '{ type: "cursor", cursorPath: "/more/token", parameter: "token" }',
  ],
  [
    "HAL, with the last link alone",
    byPage(),
    (page) => ({ _embedded: { workflows: page.items }, _links: { last: { href: `${PATH}?page=${PAGES}` } } }),
    '{ type: "page", start: 1 }',
  ],
  [
    "next.page",
    byPage(),
    (page) => ({ items: page.items, next: page.next === null ? null : { page: page.next } }),
    '{ type: "cursor", cursorPath: "/next/page", parameter: "page" }',
  ],
  [
    "Bitbucket Server",
    byOffset("start"),
    (page) => ({
      size: page.items.length,
      limit: SIZE,
      isLastPage: page.isLast,
      values: page.items,
      start: page.offset,
      nextPageStart: page.nextOffset,
    }),
    '{ type: "cursor", cursorPath: "/nextPageStart", parameter: "start" }',
  ],
  [
    "Pipedrive",
    byOffset("start"),
    (page) => ({
      success: true,
      data: page.items,
      additional_data: {
        pagination: present({
          start: page.offset,
          limit: SIZE,
          more_items_in_collection: !page.isLast,
          next_start: page.nextOffset,
        }),
      },
    }),
    '{ type: "cursor", cursorPath: "/additional_data/pagination/next_start", parameter: "start" }',
  ],
  // Flags
  [
    "has_more",
    byPage(),
    (page) => ({ items: page.items, has_more: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/has_more" }',
  ],
  [
    'has_more: "true"',
    byPage(),
    (page) => ({ items: page.items, has_more: String(!page.isLast) }),
    '{ type: "page", start: 1, morePath: "/has_more" }',
  ],
  [
    "hasMore: 1",
    byPage(),
    (page) => ({ items: page.items, hasMore: page.isLast ? 0 : 1 }),
    '{ type: "page", start: 1, morePath: "/hasMore" }',
  ],
  [
    "more",
    byPage(),
    (page) => ({ items: page.items, more: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/more" }',
  ],
  [
    "Stripe",
    byLastId("starting_after"),
    (page) => ({ object: "list", url: PATH, has_more: !page.isLast, data: page.items }),
    '{ type: "cursor", lastItemPath: "/id", parameter: "starting_after", morePath: "/has_more" }',
  ],
  [
    "OpenAI",
    byLastId("after"),
    (page) => ({
      object: "list",
      data: page.items,
      first_id: page.items[0]?.id,
      last_id: page.items.at(-1)?.id,
      has_more: !page.isLast,
    }),
    '{ type: "cursor", cursorPath: "/last_id", parameter: "after", morePath: "/has_more" }',
  ],
  [
    "PagerDuty",
    byOffset(),
    (page) => ({ workflows: page.items, limit: SIZE, offset: page.offset, total: null, more: !page.isLast }),
    '{ type: "offset", morePath: "/more" }',
  ],
  [
    "pageInfo.hasNextPage alone",
    byPage(),
    (page) => ({ data: { items: page.items, pageInfo: { hasNextPage: !page.isLast } } }),
    '{ type: "page", start: 1, morePath: "/data/pageInfo/hasNextPage" }',
  ],
  [
    "Spring Data",
    byPage("page", 0),
    (page) => ({
      content: page.items,
      pageable: { pageNumber: page.number - 1, pageSize: SIZE, offset: page.offset, paged: true },
      last: page.isLast,
      first: page.number === 1,
      totalPages: PAGES,
      totalElements: TOTAL,
      size: SIZE,
      number: page.number - 1,
      numberOfElements: page.items.length,
      empty: false,
    }),
    '{ type: "page", start: 0, lastPath: "/last" }',
  ],
  [
    "Spring Data's slice",
    byPage("page", 0),
    (page) => ({ content: page.items, last: page.isLast, number: page.number - 1, size: SIZE }),
    '{ type: "page", start: 0, lastPath: "/last" }',
  ],
  [
    "Jira",
    byOffset("startAt"),
    (page) => ({ values: page.items, startAt: page.offset, maxResults: SIZE, total: TOTAL, isLast: page.isLast }),
    '{ type: "offset", parameter: "startAt", lastPath: "/isLast" }',
  ],
  [
    "done",
    byPage(),
    (page) => ({ records: page.items, done: page.isLast }),
    '{ type: "page", start: 1, lastPath: "/done" }',
  ],
  [
    "truncated",
    byPage(),
    (page) => ({ items: page.items, truncated: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/truncated" }',
  ],
  [
    "IsTruncated",
    byPage(),
    (page) => ({ Items: page.items, IsTruncated: !page.isLast }),
    '{ type: "page", start: 1, morePath: "/IsTruncated" }',
  ],
  [
    "GitHub's incomplete_results",
    byPage(),
    (page) => ({ incomplete_results: !page.isLast, items: page.items }),
    '{ type: "page", start: 1, morePath: "/incomplete_results" }',
  ],
  // Numbers of pages
  [
    "page and total_pages",
    byPage(),
    (page) => ({ items: page.items, page: page.number, total_pages: PAGES }),
    '{ type: "page", start: 1, totalPagesPath: "/total_pages" }',
  ],
  [
    "page and total_pages as text",
    byPage(),
    (page) => ({ items: page.items, page: String(page.number), total_pages: String(PAGES) }),
    '{ type: "page", start: 1, totalPagesPath: "/total_pages" }',
  ],
  [
    "Linode",
    byPage(),
    (page) => ({ data: page.items, page: page.number, pages: PAGES, results: TOTAL }),
    '{ type: "page", start: 1, totalPagesPath: "/pages" }',
  ],
  [
    "Laravel's meta alone",
    byPage(),
    (page) => ({ data: page.items, meta: { current_page: page.number, last_page: PAGES, per_page: SIZE } }),
    '{ type: "page", start: 1, totalPagesPath: "/meta/last_page" }',
  ],
  [
    "the number of the last page, from 0",
    byPage("page", 0),
    (page) => ({ items: page.items, page: page.number - 1, last_page: PAGES - 1 }),
    '{ type: "page", start: 0 }',
  ],
  [
    "the highest number of pages, from 0",
    byPage("page", 0),
    (page) => ({ items: page.items, page: page.number - 1, max_pages: PAGES }),
    '{ type: "page", start: 0, totalPagesPath: "/max_pages" }',
  ],
  [
    "Algolia",
    byPage("page", 0),
    (page) => ({ hits: page.items, nbHits: TOTAL, page: page.number - 1, nbPages: PAGES, hitsPerPage: SIZE }),
    '{ type: "page", start: 0, totalPagesPath: "/nbPages" }',
  ],
  [
    "fastapi-pagination",
    byPage(),
    (page) => ({ items: page.items, total: TOTAL, page: page.number, size: SIZE, pages: PAGES }),
    '{ type: "page", start: 1, totalPagesPath: "/pages" }',
  ],
  [
    "safrs, which has no address of a last page that is not full",
    byOffset("page[offset]"),
    (page) => ({
      data: page.items,
      links: { self: `${PATH}?page[offset]=${page.offset}&page[limit]=${SIZE}` },
      meta: { count: TOTAL, limit: SIZE, total: TOTAL },
    }),
    '{ type: "offset", parameter: "page[offset]", totalPath: "/meta/total" }',
  ],
  [
    "page.totalPages",
    byPage("page", 0),
    (page) => ({
      content: page.items,
      page: { size: SIZE, number: page.number - 1, totalElements: TOTAL, totalPages: PAGES },
    }),
    '{ type: "page", start: 0, totalPagesPath: "/page/totalPages" }',
  ],
  [
    "pageNumber and pageCount",
    byPage("pageNumber"),
    (page) => ({ items: page.items, pageNumber: page.number, pageCount: PAGES }),
    '{ type: "page", parameter: "pageNumber", start: 1, totalPagesPath: "/pageCount" }',
  ],
  [
    "pagination.pages",
    byPage(),
    (page) => ({ data: page.items, pagination: { page: page.number, pages: PAGES } }),
    '{ type: "page", start: 1, totalPagesPath: "/pagination/pages" }',
  ],
  // Totals
  [
    "total",
    byPage(),
    (page) => ({ items: page.items, total: TOTAL }),
    '{ type: "page", start: 1, totalPath: "/total" }',
  ],
  [
    "total as text",
    byPage(),
    (page) => ({ items: page.items, total: String(TOTAL) }),
    '{ type: "page", start: 1, totalPath: "/total" }',
  ],
  [
    "count",
    byPage(),
    (page) => ({ results: page.items, count: TOTAL }),
    '{ type: "page", start: 1, totalPath: "/count" }',
  ],
  [
    "total_count",
    byPage(),
    (page) => ({ workflows: page.items, total_count: TOTAL }),
    '{ type: "page", start: 1, totalPath: "/total_count" }',
  ],
  [
    "totalCount",
    byPage(),
    (page) => ({ workflows: page.items, totalCount: TOTAL }),
    '{ type: "page", start: 1, totalPath: "/totalCount" }',
  ],
  [
    "meta.total",
    byPage(),
    (page) => ({ data: page.items, meta: { total: TOTAL } }),
    '{ type: "page", start: 1, totalPath: "/meta/total" }',
  ],
  [
    "page.totalElements",
    byPage(),
    (page) => ({ content: page.items, page: { totalElements: TOTAL } }),
    '{ type: "page", start: 1, totalPath: "/page/totalElements" }',
  ],
  [
    "@odata.count",
    byPage(),
    (page) => ({ value: page.items, "@odata.count": TOTAL }),
    '{ type: "page", start: 1, totalPath: "/@odata.count" }',
  ],
  [
    "OData 4, a total without an address",
    byOffset("$skip"),
    (page) => ({ "@odata.context": "$metadata#workflows", "@odata.count": TOTAL, value: page.items }),
    '{ type: "offset", parameter: "$skip", totalPath: "/@odata.count" }',
  ],
  [
    "OData 4.01, a total without an address",
    byOffset("$skip"),
    (page) => ({ "@context": "$metadata#workflows", "@count": TOTAL, value: page.items }),
    '{ type: "offset", parameter: "$skip", totalPath: "/@count" }',
  ],
  [
    "OData 3, a total without an address",
    byOffset("$skip"),
    (page) => ({ "odata.metadata": "$metadata#workflows", "odata.count": String(TOTAL), value: page.items }),
    '{ type: "offset", parameter: "$skip", totalPath: "/odata.count" }',
  ],
  [
    "OData 2, a total without an address",
    byOffset("$skip"),
    (page) => ({ d: { results: page.items, __count: String(TOTAL) } }),
    '{ type: "offset", parameter: "$skip", totalPath: "/d/__count" }',
  ],
  [
    "SensorThings, a total without an address",
    byOffset("$skip"),
    (page) => ({ "@iot.count": TOTAL, value: page.items }),
    '{ type: "offset", parameter: "$skip", totalPath: "/@iot.count" }',
  ],
  [
    "OData 4, a flag without an address",
    byOffset("$skip"),
    (page) => ({ "@odata.context": "$metadata#workflows", value: page.items, hasMore: !page.isLast }),
    '{ type: "offset", parameter: "$skip", morePath: "/hasMore" }',
  ],
  [
    "The context of OData beside page numbers",
    byPage(),
    (page) => ({ "@odata.context": "x", "@odata.count": TOTAL, page: page.number, value: page.items }),
    '{ type: "page", start: 1, totalPath: "/@odata.count" }',
  ],
  [
    "The context of OData beside a number of pages",
    byPage(),
    (page) => ({ "@odata.context": "x", totalPages: PAGES, value: page.items }),
    '{ type: "page", start: 1, totalPagesPath: "/totalPages" }',
  ],
  [
    "Contentful",
    byOffset("skip"),
    (page) => ({ sys: { type: "Array" }, total: TOTAL, skip: page.offset, limit: SIZE, items: page.items }),
    '{ type: "offset", parameter: "skip", totalPath: "/total" }',
  ],
  [
    "Auth0",
    byOffset("start"),
    (page) => ({ start: page.offset, limit: SIZE, length: page.items.length, total: TOTAL, workflows: page.items }),
    '{ type: "offset", parameter: "start", totalPath: "/total" }',
  ],
  [
    "SCIM",
    byOffset("startIndex", 1),
    (page) => ({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: TOTAL,
      startIndex: page.offset + 1,
      itemsPerPage: SIZE,
      Resources: page.items,
    }),
    '{ type: "offset", parameter: "startIndex", start: 1, totalPath: "/totalResults" }',
  ],
  [
    "Webflow",
    byOffset(),
    (page) => ({ items: page.items, pagination: { limit: SIZE, offset: page.offset, total: TOTAL } }),
    '{ type: "offset", totalPath: "/pagination/total" }',
  ],
  [
    "Airflow",
    byOffset(),
    (page) => ({ workflows: page.items, total_entries: TOTAL }),
    '{ type: "offset", totalPath: "/total_entries" }',
  ],
  [
    "Solr",
    byOffset("start"),
    (page) => ({ responseHeader: { status: 0 }, response: { numFound: TOTAL, start: page.offset, docs: page.items } }),
    '{ type: "offset", parameter: "start", totalPath: "/response/numFound" }',
  ],
  [
    "Elasticsearch without scrolling",
    byPage(),
    (page) => ({ took: 3, timed_out: false, hits: { total: { value: TOTAL, relation: "eq" }, hits: page.items } }),
    '{ type: "page", start: 1, totalPath: "/hits/total/value" }',
  ],
  [
    "DataTables",
    byPage(),
    (page) => ({ draw: 1, recordsTotal: 90, recordsFiltered: TOTAL, data: page.items }),
    '{ type: "page", start: 1, totalPath: "/recordsFiltered" }',
  ],
  [
    "CouchDB",
    byOffset("skip"),
    (page) => ({ total_rows: TOTAL, offset: page.offset, rows: page.items }),
    '{ type: "offset", parameter: "skip", totalPath: "/total_rows" }',
  ],
  [
    "jqGrid, whose total counts pages",
    byPage(),
    (page) => ({ page: page.number, total: PAGES, records: TOTAL, rows: page.items }),
    '{ type: "page", start: 1, totalPagesPath: "/total" }',
  ],
  [
    "remaining items",
    byPage(),
    (page) => ({ items: page.items, metadata: { remainingItemCount: Math.max(0, TOTAL - page.offset - SIZE) } }),
    '{ type: "page", start: 1 }',
  ],
  // Headers
  [
    "X-Total-Count",
    byPage(),
    (page) => new WithHeaders({ "x-total-count": String(TOTAL) }, page.items),
    '{ type: "page", start: 1, totalPath: "header:X-Total-Count" }',
  ],
  [
    "Total-Count",
    byPage(),
    (page) => new WithHeaders({ "total-count": String(TOTAL) }, page.items),
    '{ type: "page", start: 1, totalPath: "header:Total-Count" }',
  ],
  [
    "X-Next-Page",
    byPage(),
    (page) => new WithHeaders({ "x-next-page": String(page.next ?? "") }, page.items),
    '{ type: "cursor", cursorPath: "header:X-Next-Page", parameter: "page" }',
  ],
  [
    "X-Total-Pages",
    byPage(),
    (page) => new WithHeaders({ "x-total-pages": String(PAGES) }, page.items),
    '{ type: "page", start: 1, totalPagesPath: "header:X-Total-Pages" }',
  ],
  [
    "WordPress",
    byPage(),
    (page) => new WithHeaders({ "x-wp-total": String(TOTAL), "x-wp-totalpages": String(PAGES) }, page.items),
    '{ type: "page", start: 1, totalPagesPath: "header:X-Wp-Totalpages" }',
  ],
  [
    "Yii",
    byPage(),
    (page) =>
      new WithHeaders(
        {
          "x-pagination-total-count": String(TOTAL),
          "x-pagination-page-count": String(PAGES),
          "x-pagination-current-page": String(page.number),
          "x-pagination-per-page": String(SIZE),
        },
        page.items,
      ),
    '{ type: "page", start: 1, totalPagesPath: "header:X-Pagination-Page-Count" }',
  ],
  [
    "X-Pagination",
    byPage(),
    (page) =>
      new WithHeaders(
        {
          "x-pagination": JSON.stringify({
            TotalCount: TOTAL,
            PageSize: SIZE,
            CurrentPage: page.number,
            TotalPages: PAGES,
            HasNext: !page.isLast,
          }),
        },
        page.items,
      ),
    '{ type: "page", start: 1, morePath: "header:X-Pagination/HasNext" }',
  ],
  [
    "X-Pagination with a total only",
    byPage(),
    (page) => new WithHeaders({ "x-pagination": JSON.stringify({ total: TOTAL }) }, page.items),
    '{ type: "page", start: 1, totalPath: "header:X-Pagination/total" }',
  ],
  [
    "Content-Range",
    byOffset(),
    (page) =>
      new WithHeaders(
        {
          "content-range": `items ${page.offset}-${page.offset + page.items.length - 1}/${TOTAL}`,
          "x-offset": String(page.offset),
        },
        page.items,
      ),
    '{ type: "offset", totalPath: "header:Content-Range" }',
  ],
  [
    "Bamboo, with the number of all items under size",
    byOffset("start-index"),
    (page) => ({
      results: { size: TOTAL, "start-index": page.offset, "max-result": SIZE, result: page.items },
    }),
    '{ type: "offset", parameter: "start-index", totalPath: "/results/size" }',
  ],
  [
    "NOAA, with its pages in an object of another name",
    byOffset(),
    (page) => ({ results: page.items, metadata: { resultset: { offset: page.offset, count: TOTAL, limit: SIZE } } }),
    '{ type: "offset", totalPath: "/metadata/resultset/count" }',
  ],
  [
    "Slack's older lists, with the size of a page as count",
    byPage(),
    (page) => ({ ok: true, files: page.items, paging: { count: SIZE, total: TOTAL, page: page.number, pages: PAGES } }),
    '{ type: "page", start: 1, totalPagesPath: "/paging/pages" }',
  ],
  [
    "LinkedIn without a total",
    byOffset("start"),
    (page) => ({ elements: page.items, paging: { start: page.offset, count: page.items.length, links: [] } }),
    '{ type: "offset", parameter: "start" }',
  ],
  [
    "a limit, an offset, and the count of this page",
    byOffset(),
    (page) => ({ items: page.items, limit: SIZE, offset: page.offset, count: page.items.length }),
    '{ type: "offset" }',
  ],
  [
    "Elasticsearch, with a lower bound as total",
    byPage(),
    (page) => ({ hits: { total: { value: SIZE, relation: "gte" }, hits: page.items } }),
    '{ type: "page", start: 1 }',
  ],
  [
    "Solr, with an estimate as total",
    byOffset("start"),
    (page) => ({ response: { numFound: SIZE, start: page.offset, numFoundExact: false, docs: page.items } }),
    '{ type: "offset", parameter: "start" }',
  ],
  [
    "Dynamics 365, with a total that reached its limit",
    byPage(),
    (page) => ({
      value: page.items,
      "@Microsoft.Dynamics.CRM.totalrecordcount": SIZE,
      "@Microsoft.Dynamics.CRM.totalrecordcountlimitexceeded": true,
    }),
    '{ type: "page", start: 1 }',
  ],
  [
    "the token of paging",
    byCursor("token"),
    (page) => ({ items: page.items, paging: present({ token: page.cursor }) }),
    '{ type: "cursor", cursorPath: "/paging/token", parameter: "token" }',
  ],
  [
    "a total under a vendor's header",
    byPage(),
    (page) => new WithHeaders({ "x-acme-total-count": String(TOTAL) }, page.items),
    '{ type: "page", start: 1, totalPath: "header:X-Acme-Total-Count" }',
  ],
  [
    "Content-Range alone",
    byOffset(),
    (page) =>
      new WithHeaders(
        { "content-range": `${page.offset}-${page.offset + page.items.length - 1}/${TOTAL}` },
        page.items,
      ),
    '{ type: "offset", totalPath: "header:Content-Range" }',
  ],
  [
    "Content-Range, with the status 206 that PostgREST gives a page",
    byOffset(),
    (page) =>
      new WithHeaders(
        {
          "content-range": `${page.offset}-${page.offset + page.items.length - 1}/${TOTAL}`,
          "x-offset": String(page.offset),
        },
        page.items,
        206,
      ),
    '{ type: "offset", totalPath: "header:Content-Range" }',
  ],
  [
    "Next-Range, with the status 206 that Heroku gives a page",
    byHeader("range"),
    (page) =>
      page.cursor === null
        ? page.items
        : new WithHeaders({ "content-range": "id ]a..b", "next-range": page.cursor }, page.items, 206),
    '{ type: "cursor", cursorPath: "header:Next-Range", requestHeader: "Range" }',
  ],
  [
    "X-Next-Cursor",
    byCursor(),
    (page) => new WithHeaders(page.cursor === null ? {} : { "x-next-cursor": page.cursor }, page.items),
    '{ type: "cursor", cursorPath: "header:X-Next-Cursor", parameter: "cursor" }',
  ],
  [
    "Azure DevOps",
    byCursor("continuationToken"),
    (page) =>
      new WithHeaders(page.cursor === null ? {} : { "x-ms-continuationtoken": page.cursor }, {
        count: page.items.length,
        value: page.items,
      }),
    '{ type: "cursor", cursorPath: "header:x-ms-continuationtoken", parameter: "continuationToken" }',
  ],
  [
    "Cosmos DB",
    byHeader("x-ms-continuation"),
    (page) =>
      new WithHeaders(page.cursor === null ? {} : { "x-ms-continuation": page.cursor }, {
        value: page.items,
        _count: page.items.length,
      }),
    '{ type: "cursor", cursorPath: "header:x-ms-continuation", requestHeader: "x-ms-continuation" }',
  ],
  [
    "X-Has-More",
    byPage(),
    (page) => new WithHeaders({ "x-has-more": String(!page.isLast) }, page.items),
    '{ type: "page", start: 1, morePath: "header:X-Has-More" }',
  ],
  [
    "a Link with only rel=last",
    byPage(),
    (page) => new WithHeaders({ link: `<${PATH}?page=${PAGES}>; rel="last"` }, page.items),
    '{ type: "page", start: 1 }',
  ],
  // Totals in other places and words
  [
    "Meilisearch",
    byOffset(),
    (page) => ({ hits: page.items, estimatedTotalHits: TOTAL, limit: SIZE, offset: page.offset }),
    '{ type: "offset", totalPath: "/estimatedTotalHits" }',
  ],
  [
    "OGC API",
    byPage(),
    (page) => ({ workflows: page.items, numberMatched: TOTAL, numberReturned: page.items.length }),
    '{ type: "page", start: 1, totalPath: "/numberMatched" }',
  ],
  [
    "DocuSign",
    byPage(),
    (page) => ({ workflows: page.items, resultSetSize: String(page.items.length), totalSetSize: String(TOTAL) }),
    '{ type: "page", start: 1, totalPath: "/totalSetSize" }',
  ],
  [
    "Meraki",
    byPage(),
    (page) => ({ items: page.items, meta: { counts: { items: { total: TOTAL } } } }),
    '{ type: "page", start: 1, totalPath: "/meta/counts/items/total" }',
  ],
  [
    "dbt Cloud",
    byOffset(),
    (page) => ({
      data: page.items,
      offset: page.offset,
      extra: { order_by: "id", pagination: { count: page.items.length, total_count: TOTAL } },
    }),
    '{ type: "offset", totalPath: "/extra/pagination/total_count" }',
  ],
  [
    "an only list whose last page is empty",
    byOffset(),
    (page) => ({ executions: page.items, owner: { id: 1 }, paging: { total: TOTAL, offset: page.offset } }),
    '{ type: "offset", totalPath: "/paging/total" }',
  ],
];
