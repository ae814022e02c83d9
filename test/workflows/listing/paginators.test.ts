/** Where the next page is requested, and what is tried for it. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { valueAt } from "../../../provider/workflows/listing/declared-signals.js";
import { isFlagOrNumber } from "../../../provider/workflows/listing/outlook.js";
import { candidatesFor } from "../../../provider/workflows/listing/paginators/candidates.js";
import { requestTo } from "../../../provider/workflows/listing/paginators/link.js";
import { namedSignals } from "../../../provider/workflows/listing/signals.js";
import { thrownBy } from "../../support/thrown.js";
import { responseOf } from "./reader.js";

const PAGE = "https://service.example/v2/workflows";

it.each<[address: string, page: string, url: string | undefined]>([
  ["?page=2{&sort}#top", PAGE, `${PAGE}?page=2`],
  ["http://service.example/next", PAGE, "https://service.example/next"],
  ["http://service.example/next", "https://service.example:8443/", "https://service.example:8443/next"],
  ["http://service.example:8443/next", "https://service.example:8443/", "https://service.example:8443/next"],
  ["http://service.example/next", "http://service.example/", "http://service.example/next"],
  [
    "/v2/workflows?page=2",
    "https://service.example/tenant/v2/workflows",
    "https://service.example/tenant/v2/workflows?page=2",
  ],
  ["/other/workflows?page=2", PAGE, "https://service.example/other/workflows?page=2"],
  ["https://service.example/next", "http://service.example/", undefined],
  ["http://other.example/next", PAGE, undefined],
  ["http://service.example:8080/next", PAGE, undefined],
  ["ftp://service.example/next", PAGE, undefined],
  ["blob:https://service.example/x", PAGE, undefined],
  ["https://user@service.example/next", PAGE, undefined],
  ["https://:password@service.example/next", PAGE, undefined],
  ["https://[", PAGE, undefined],
])("the address %s on %s leads to %s", (address, page, url) => {
  if (url === undefined) {
    const { message } = thrownBy(WorkflowsError, () => requestTo(address, new URL(page), 20, "program"));
    expect(message).toMatch(/from "[a-z]+:.*nothing was sent there/);
  } else {
    expect(requestTo(address, new URL(page), 20, "program")).toEqual(new URL(url));
  }
});

it.each<[fields: object, query: Record<string, string>, parameters: string]>([
  [{ total: 9, limit: 3 }, {}, "offset page startIndex start"],
  [{ count: 9, limit: 3 }, {}, "offset page startIndex start"],
  [{ remaining: 9, limit: 3 }, {}, "offset page startIndex start"],
  [{ total_pages: 3, limit: 3 }, {}, "page pageNumber offset startIndex"],
  [{ has_more: true }, {}, "page offset starting_after startIndex"],
  [{ offset: 0, has_more: true }, {}, "offset page startIndex start"],
  [{ skip: 20, has_more: true }, {}, "skip $skip offset page"],
  [{ pageIndex: 0, has_more: true }, {}, "pageIndex page pageNumber page[number]"],
  [{ number: 20, has_more: true }, {}, "page offset starting_after startIndex"],
  [{ total: 9 }, { $skip: "3", limit: "3" }, "$skip offset page startIndex"],
  [{ total: 9, self: "?sort=a&p=1&start=2026-01-01" }, {}, "p offset page startIndex"],
  [{ next: 2 }, {}, "cursor next page_token page"],
  [{ next: null, has_more: true }, {}, "page offset starting_after startIndex"],
  [{ next_page: 2 }, {}, "page next_page page offset"],
  [{ NextMarkerId: "a" }, {}, "MarkerId markerId NextMarkerId nextMarkerId"],
  [{ nextPageMarker: "a" }, {}, "pageMarker page_marker nextPageMarker cursor"],
  [{ page_next_id: "a" }, {}, "page_next_id cursor after page_token"],
  [{ "x-next-marker": "a" }, {}, "marker next-marker cursor after"],
])("beside %j with the query %j these are tried: %s", (fields, query, parameters) => {
  const { url, headers } = responseOf({ body: {} });
  const body = { items: [], ...fields };
  const response = { url, headers };
  const signals = namedSignals({ body, response }, "/items", []);
  const page = { request: url, response, body, items: [{ id: 1 }], itemsPath: "/items", signals, remark: undefined };
  const unsatisfied = signals.filter(isFlagOrNumber);
  const candidates = candidatesFor({ ...page, unsatisfied, moreSign: undefined, ends: [] }, { url, query });
  expect(
    candidates
      .map(({ parameter }) => parameter)
      .slice(0, 4)
      .join(" "),
  ).toBe(parameters);
});

it.each<[path: string, value: unknown]>([
  ["/next", "/b"],
  ["/gone", undefined],
  ["/gone?", null],
  ["header:link", "/a"],
  ["header:Link?", "/a"],
  ["header:X-Next", "2"],
  ["header:X-Page/next/0", "c"],
  ["header:Content-Range", "23"],
  ["header:X-Gone", undefined],
  ["header:X-Gone/next?", null],
])("pagination's path %s leads to %j", (path, value) => {
  const headers = {
    link: '</p>; rel="prev", </a>; rel="next"',
    "x-next": "2",
    "content-range": "0-4/23",
    "x-page": '{"next":["c"]}',
  };
  const body = { items: [], next: "/b" };
  const response = responseOf({ headers, body });
  expect(valueAt({ body, response }, path)?.value).toEqual(value);
});
