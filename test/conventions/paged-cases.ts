/** Listings of several pages, as well-known services write them, and what must come of each without an argument. */
import {
  ALL,
  byCursor,
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
  ["links as a list, in capitals", (page) => ({ items: page.items, links: links("rel", "NEXT", page) })],
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

/** Read by trying: the response does not show the parameter. */
export const TRIED: readonly (readonly [name: string, pager: Pager, render: Render])[] = [
  [
    "Slack",
    byCursor(),
    (page) => ({ ok: true, workflows: page.items, response_metadata: { next_cursor: page.cursor ?? "" } }),
  ],
  ["next_cursor", byCursor(), (page) => ({ items: page.items, next_cursor: page.cursor })],
  ["n8n", byCursor(), (page) => ({ data: page.items, nextCursor: page.cursor })],
  ["Google Cloud", byCursor("pageToken"), (page) => present({ workflows: page.items, nextPageToken: page.cursor })],
  ["next_page_token", byCursor("page_token"), (page) => ({ items: page.items, next_page_token: page.cursor ?? "" })],
  ["AWS", byCursor("NextToken"), (page) => present({ Items: page.items, NextToken: page.cursor })],
  ["AWS in camel case", byCursor("nextToken"), (page) => present({ workflows: page.items, nextToken: page.cursor })],
  [
    "AWS IAM",
    byCursor("Marker"),
    (page) => present({ Workflows: page.items, IsTruncated: !page.isLast, NextMarker: page.cursor }),
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
  ],
  [
    "HubSpot",
    byCursor("after"),
    (page) =>
      present({
        results: page.items,
        paging: page.cursor === null ? null : { next: { after: page.cursor, link: "" } },
      }),
  ],
  [
    "Intercom",
    byCursor("starting_after"),
    (page) => ({
      type: "list",
      data: page.items,
      pages: { type: "pages", next: page.cursor === null ? null : { starting_after: page.cursor } },
    }),
  ],
  [
    "data.meta.next_cursor",
    byCursor(),
    (page) => ({ data: { workflows: page.items, meta: { next_cursor: page.cursor } } }),
  ],
  [
    "data.pagination.next_cursor",
    byCursor(),
    (page) => ({ data: { items: page.items, pagination: { next_cursor: page.cursor } } }),
  ],
  ["cursor.next", byCursor(), (page) => ({ items: page.items, cursor: { next: page.cursor } })],
  [
    "cursors.next in meta",
    byCursor(),
    (page) => ({ items: page.items, meta: { cursors: { prev: null, next: page.cursor } } }),
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
  ],
  ["Square", byCursor(), (page) => present({ workflows: page.items, cursor: page.cursor })],
  ["Airtable", byCursor("offset"), (page) => present({ records: page.items, offset: page.cursor })],
  ["Reddit", byCursor("after"), (page) => ({ kind: "Listing", data: { after: page.cursor, items: page.items } })],
  [
    "GraphQL (Relay)",
    byCursor("after"),
    (page) => ({
      data: {
        workflows: { nodes: page.items, pageInfo: { hasNextPage: !page.isLast, endCursor: page.cursor ?? "c99" } },
      },
    }),
  ],
  [
    "Relay without GraphQL",
    byCursor("after"),
    (page) => ({ items: page.items, page_info: { has_next_page: !page.isLast, end_cursor: page.cursor ?? "c99" } }),
  ],
  ["kebab case", byCursor("page-token"), (page) => ({ items: page.items, "next-page-token": page.cursor })],
  ["Pascal case", byCursor("PageToken"), (page) => ({ Items: page.items, NextPageToken: page.cursor })],
  ["bookmark", byCursor("bookmark"), (page) => ({ data: page.items, bookmark: page.cursor })],
  [
    "continuationToken",
    byCursor("continuationToken"),
    (page) => ({ items: page.items, continuationToken: page.cursor }),
  ],
  [
    "Vultr",
    byCursor(),
    (page) => ({ workflows: page.items, meta: { total: TOTAL, links: { next: page.cursor ?? "", prev: "" } } }),
  ],
  ["Datadog", byCursor("after"), (page) => ({ data: page.items, meta: { page: present({ after: page.cursor }) } })],
  ["an opaque next", byCursor(), (page) => ({ items: page.items, next: page.cursor })],
  // Numbers
  ["next_page", byPage(), (page) => ({ items: page.items, next_page: page.next })],
  ["nextPage", byPage(), (page) => present({ items: page.items, nextPage: page.next })],
  ["pagination.next_page", byPage(), (page) => ({ items: page.items, pagination: { next_page: page.next } })],
  [
    "meta.next_page",
    byPage(),
    (page) => ({
      items: page.items,
      meta: { current_page: page.number, next_page: page.next, total_pages: PAGES, total_count: TOTAL },
    }),
  ],
  [
    "next_page as text",
    byPage(),
    (page) => ({ items: page.items, next_page: page.next === null ? "" : String(page.next) }),
  ],
  [
    "Django's own name of the next page",
    byPage(),
    (page) => ({ data: { results: page.items, next_page_number: page.next } }),
  ],
  [
    "PageHelper, with the page under the name that it takes",
    byPage("pageNum"),
    (page) => ({ list: page.items, pageNum: page.number, nextPage: page.next ?? 0, total: TOTAL }),
  ],
  [
    "Bitbucket's pipelines, which name no next page",
    byPage(),
    (page) => ({ page: page.number, pagelen: SIZE, size: TOTAL, values: page.items }),
  ],
  ["next_offset", byOffset(), (page) => ({ items: page.items, next_offset: page.nextOffset })],
  ["next as a number", byPage(), (page) => ({ items: page.items, next: page.next })],
  [
    "a full page by its limit and offset",
    byOffset(),
    (page) => ({ items: page.items, limit: SIZE, offset: page.offset }),
  ],
  [
    "a full page by its size and number",
    byPage(),
    (page) => ({ items: page.items, meta: { page: page.number, per_page: SIZE } }),
  ],
  [
    "a full page by headers",
    byPage(),
    (page) => new WithHeaders({ "x-page": String(page.number), "x-per-page": String(SIZE) }, page.items),
  ],
  ["noMore", byPage(), (page) => ({ items: page.items, noMore: page.isLast })],
  ["DataTables, its older name", byPage(), (page) => ({ aaData: page.items, iTotalRecords: TOTAL })],
  [
    "Solr's cursor without a total",
    byCursor("cursorMark"),
    (page) => present({ docs: page.items, nextCursorMark: page.cursor }),
  ],
  ["next.page", byPage(), (page) => ({ items: page.items, next: page.next === null ? null : { page: page.next } })],
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
  ],
  // Flags
  ["has_more", byPage(), (page) => ({ items: page.items, has_more: !page.isLast })],
  ['has_more: "true"', byPage(), (page) => ({ items: page.items, has_more: String(!page.isLast) })],
  ["hasMore: 1", byPage(), (page) => ({ items: page.items, hasMore: page.isLast ? 0 : 1 })],
  ["more", byPage(), (page) => ({ items: page.items, more: !page.isLast })],
  [
    "Stripe",
    byLastId("starting_after"),
    (page) => ({ object: "list", url: PATH, has_more: !page.isLast, data: page.items }),
  ],
  [
    "PagerDuty",
    byOffset(),
    (page) => ({ workflows: page.items, limit: SIZE, offset: page.offset, total: null, more: !page.isLast }),
  ],
  [
    "pageInfo.hasNextPage alone",
    byPage(),
    (page) => ({ data: { items: page.items, pageInfo: { hasNextPage: !page.isLast } } }),
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
  ],
  [
    "Spring Data's slice",
    byPage("page", 0),
    (page) => ({ content: page.items, last: page.isLast, number: page.number - 1, size: SIZE }),
  ],
  [
    "Jira",
    byOffset("startAt"),
    (page) => ({ values: page.items, startAt: page.offset, maxResults: SIZE, total: TOTAL, isLast: page.isLast }),
  ],
  ["done", byPage(), (page) => ({ records: page.items, done: page.isLast })],
  ["truncated", byPage(), (page) => ({ items: page.items, truncated: !page.isLast })],
  ["IsTruncated", byPage(), (page) => ({ Items: page.items, IsTruncated: !page.isLast })],
  ["GitHub's incomplete_results", byPage(), (page) => ({ incomplete_results: !page.isLast, items: page.items })],
  // Numbers of pages
  ["page and total_pages", byPage(), (page) => ({ items: page.items, page: page.number, total_pages: PAGES })],
  [
    "page and total_pages as text",
    byPage(),
    (page) => ({ items: page.items, page: String(page.number), total_pages: String(PAGES) }),
  ],
  ["Linode", byPage(), (page) => ({ data: page.items, page: page.number, pages: PAGES, results: TOTAL })],
  [
    "Laravel's meta alone",
    byPage(),
    (page) => ({ data: page.items, meta: { current_page: page.number, last_page: PAGES, per_page: SIZE } }),
  ],
  [
    "the highest number of pages, from 0",
    byPage("page", 0),
    (page) => ({ items: page.items, page: page.number - 1, max_pages: PAGES }),
  ],
  [
    "Algolia",
    byPage("page", 0),
    (page) => ({ hits: page.items, nbHits: TOTAL, page: page.number - 1, nbPages: PAGES, hitsPerPage: SIZE }),
  ],
  [
    "fastapi-pagination",
    byPage(),
    (page) => ({ items: page.items, total: TOTAL, page: page.number, size: SIZE, pages: PAGES }),
  ],
  [
    "safrs, which has no address of a last page that is not full",
    byOffset("page[offset]"),
    (page) => ({
      data: page.items,
      links: { self: `${PATH}?page[offset]=${page.offset}&page[limit]=${SIZE}` },
      meta: { count: TOTAL, limit: SIZE, total: TOTAL },
    }),
  ],
  [
    "page.totalPages",
    byPage("page", 0),
    (page) => ({
      content: page.items,
      page: { size: SIZE, number: page.number - 1, totalElements: TOTAL, totalPages: PAGES },
    }),
  ],
  [
    "pageNumber and pageCount",
    byPage("pageNumber"),
    (page) => ({ items: page.items, pageNumber: page.number, pageCount: PAGES }),
  ],
  ["pagination.pages", byPage(), (page) => ({ data: page.items, pagination: { page: page.number, pages: PAGES } })],
  // Totals
  ["total", byPage(), (page) => ({ items: page.items, total: TOTAL })],
  ["total as text", byPage(), (page) => ({ items: page.items, total: String(TOTAL) })],
  ["count", byPage(), (page) => ({ results: page.items, count: TOTAL })],
  ["total_count", byPage(), (page) => ({ workflows: page.items, total_count: TOTAL })],
  ["totalCount", byPage(), (page) => ({ workflows: page.items, totalCount: TOTAL })],
  ["meta.total", byPage(), (page) => ({ data: page.items, meta: { total: TOTAL } })],
  ["page.totalElements", byPage(), (page) => ({ content: page.items, page: { totalElements: TOTAL } })],
  ["@odata.count", byPage(), (page) => ({ value: page.items, "@odata.count": TOTAL })],
  [
    "The context of OData beside page numbers",
    byPage(),
    (page) => ({ "@odata.context": "x", "@odata.count": TOTAL, page: page.number, value: page.items }),
  ],
  [
    "The context of OData beside a number of pages",
    byPage(),
    (page) => ({ "@odata.context": "x", totalPages: PAGES, value: page.items }),
  ],
  [
    "Contentful",
    byOffset("skip"),
    (page) => ({ sys: { type: "Array" }, total: TOTAL, skip: page.offset, limit: SIZE, items: page.items }),
  ],
  [
    "Auth0",
    byOffset("start"),
    (page) => ({ start: page.offset, limit: SIZE, length: page.items.length, total: TOTAL, workflows: page.items }),
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
  ],
  [
    "Webflow",
    byOffset(),
    (page) => ({ items: page.items, pagination: { limit: SIZE, offset: page.offset, total: TOTAL } }),
  ],
  ["Airflow", byOffset(), (page) => ({ workflows: page.items, total_entries: TOTAL })],
  [
    "Solr",
    byOffset("start"),
    (page) => ({ responseHeader: { status: 0 }, response: { numFound: TOTAL, start: page.offset, docs: page.items } }),
  ],
  [
    "Elasticsearch without scrolling",
    byPage(),
    (page) => ({ took: 3, timed_out: false, hits: { total: { value: TOTAL, relation: "eq" }, hits: page.items } }),
  ],
  [
    "remaining items",
    byPage(),
    (page) => ({ items: page.items, metadata: { remainingItemCount: Math.max(0, TOTAL - page.offset - SIZE) } }),
  ],
  // Headers
  ["X-Total-Count", byPage(), (page) => new WithHeaders({ "x-total-count": String(TOTAL) }, page.items)],
  ["Total-Count", byPage(), (page) => new WithHeaders({ "total-count": String(TOTAL) }, page.items)],
  ["X-Next-Page", byPage(), (page) => new WithHeaders({ "x-next-page": String(page.next ?? "") }, page.items)],
  ["X-Total-Pages", byPage(), (page) => new WithHeaders({ "x-total-pages": String(PAGES) }, page.items)],
  [
    "WordPress",
    byPage(),
    (page) => new WithHeaders({ "x-wp-total": String(TOTAL), "x-wp-totalpages": String(PAGES) }, page.items),
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
  ],
  [
    "X-Pagination with a total only",
    byPage(),
    (page) => new WithHeaders({ "x-pagination": JSON.stringify({ total: TOTAL }) }, page.items),
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
  ],
  [
    "Slack's older lists, with the size of a page as count",
    byPage(),
    (page) => ({ ok: true, files: page.items, paging: { count: SIZE, total: TOTAL, page: page.number, pages: PAGES } }),
  ],
  [
    "a limit, an offset, and the count of this page",
    byOffset(),
    (page) => ({ items: page.items, limit: SIZE, offset: page.offset, count: page.items.length }),
  ],
  [
    "a total under a vendor's header",
    byPage(),
    (page) => new WithHeaders({ "x-acme-total-count": String(TOTAL) }, page.items),
  ],
  [
    "Content-Range alone",
    byOffset(),
    (page) =>
      new WithHeaders(
        { "content-range": `${page.offset}-${page.offset + page.items.length - 1}/${TOTAL}` },
        page.items,
      ),
  ],
  [
    "X-Next-Cursor",
    byCursor(),
    (page) => new WithHeaders(page.cursor === null ? {} : { "x-next-cursor": page.cursor }, page.items),
  ],
  [
    "Azure DevOps",
    byCursor("continuationToken"),
    (page) =>
      new WithHeaders(page.cursor === null ? {} : { "x-ms-continuationtoken": page.cursor }, {
        count: page.items.length,
        value: page.items,
      }),
  ],
  ["X-Has-More", byPage(), (page) => new WithHeaders({ "x-has-more": String(!page.isLast) }, page.items)],
  // Totals in other places and words
  [
    "Meilisearch",
    byOffset(),
    (page) => ({ hits: page.items, estimatedTotalHits: TOTAL, limit: SIZE, offset: page.offset }),
  ],
  ["OGC API", byPage(), (page) => ({ workflows: page.items, numberMatched: TOTAL, numberReturned: page.items.length })],
  [
    "DocuSign",
    byPage(),
    (page) => ({ workflows: page.items, resultSetSize: String(page.items.length), totalSetSize: String(TOTAL) }),
  ],
  [
    "dbt Cloud",
    byOffset(),
    (page) => ({
      data: page.items,
      offset: page.offset,
      extra: { order_by: "id", pagination: { count: page.items.length, total_count: TOTAL } },
    }),
  ],
  [
    "an only list whose last page is empty",
    byOffset(),
    (page) => ({ executions: page.items, owner: { id: 1 }, paging: { total: TOTAL, offset: page.offset } }),
  ],
];
