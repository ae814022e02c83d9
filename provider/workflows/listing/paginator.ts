/** The next request: by what the page names, or by a parameter that the response shows or that is tried. */
import { excerpt } from "../../http/excerpt.js";
import { readPath } from "../../http/json-path.js";
import { DEFAULT_SIZE_PARAMETER } from "../arguments/table.js";
import type { NoPagination, PageOptions, Pagination, Query } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { listingError } from "./advice.js";
import { locateIn, type PageContent } from "./declared-facts.js";
import { isCredentialName, meaningOf, PARAMETERS, PARAMETERS_OF } from "./fields.js";
import { cursorOf, normaliseName, numberOf, textOf } from "./names.js";
import { type Fact, type PageInfo, roleOf } from "./page-facts.js";

/** How the next pages are requested: the argument `pagination`, or what was found in its place. */
export type Route = Exclude<Pagination, NoPagination>;

/** A way to the next page: declared, remembered, or to be tried. */
export interface Way {
  readonly route: Route;
  /** The number that counting begins with, if it is known. */
  readonly base?: number | undefined;
}

export interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is listed: its address, and the query that all pages have. */
export interface ListingAddress {
  readonly url: URL;
  readonly query: Query;
}

/** The query of all pages: the size if one is asked for, and the user's own, which wins over it. */
export function baseQuery(query: Query, pagination: Pagination | undefined): Query {
  const { size, sizeParameter = DEFAULT_SIZE_PARAMETER } = (pagination ?? {}) as PageOptions;
  return size === undefined ? query : { [sizeParameter]: size, ...query };
}

export function parameterOf(route: Route): string {
  return route.parameter ?? route.type;
}

/** The request for a page by its number or cursor. */
export function requestWith(route: Route, value: string | number, { url, query }: ListingAddress): PageRequest {
  if (route.type !== "cursor" || route.requestHeader === undefined) {
    return { url: withQuery(url, { ...query, [parameterOf(route)]: value }), headers: {} };
  }
  // A request header would lose white space at its ends, and has no other characters than these.
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(String(value))) {
    throw listingError(
      "The cursor of the next page cannot be sent in a request header.",
      "Does the service take it in the query too? Then set pagination.parameter in place of requestHeader.",
    );
  }
  return { url: withQuery(url, query), headers: { [route.requestHeader.toLowerCase()]: String(value) } };
}

/** Parts of a URI template (RFC 6570), such as `{&sort}` in Spring's links. Without a value they are left out. */
const OPTIONAL_PARAMETERS = /\{[?&][\w.,*:%]+\}/g;

/**
 * The request for an address that a page names, against the page's own. `http` is read as `https` if the page came by `https`
 * from the same host: a service behind a TLS proxy may not know its own scheme. Never the other way.
 *
 * @throws ListingError if the address is on another origin, or has a user name or a password: the token is for the service alone.
 */
function requestTo(address: string, page: URL): PageRequest {
  const text = address.replace(OPTIONAL_PARAMETERS, "");
  const url = new URL(URL.canParse(text, page.href) ? text : "invalid:", page.href);
  url.hash = "";
  const isSameHost = url.hostname === page.hostname && ["", page.port].includes(url.port);
  if (page.protocol === "https:" && url.protocol === "http:" && isSameHost) {
    url.protocol = "https:";
    url.port = page.port;
  }
  if (url.origin !== page.origin || url.protocol === "blob:" || url.username + url.password !== "") {
    throw listingError(
      `The next page would come from "${excerpt(`${url.protocol}//${url.host}`)}": nothing was sent there.`,
      `Only addresses on ${page.origin}, without a user name, are followed: the access token is for the service alone. Is baseUrl the address that the service itself uses?`,
    );
  }
  return { url, headers: {} };
}

/** The request for the page after this one: by a way, or else by the address that the page names; `undefined` if it names none. */
export function requestOn(
  way: Way | undefined,
  page: PageContent & Pick<PageInfo, "more">,
  listing: ListingAddress,
  read: { readonly pages: number; readonly items: readonly JsonValue[] },
): PageRequest | undefined {
  if (way === undefined) {
    return requestTo(String(page.more?.value), page.response.url);
  }
  const { route, base = 0 } = way;
  if (route.type !== "cursor") {
    return requestWith(route, base + (route.type === "page" ? read.pages : read.items.length), listing);
  }
  const { urlPath, cursorPath = "", lastItemPath } = route;
  if (lastItemPath !== undefined) {
    const last = textOf(readPath<JsonValue>(page.items.at(-1) ?? null, lastItemPath)) ?? "";
    return last === "" ? undefined : requestWith(route, last, listing);
  }
  const next = cursorOf(locateIn(page, urlPath ?? cursorPath)?.value);
  if (next === undefined) {
    return undefined;
  }
  return urlPath === undefined ? requestWith(route, next, listing) : requestTo(next, page.response.url);
}

/** What may lead to the next page, the likeliest first: what is remembered, then what the facts suggest. */
export function candidatesFor(facts: readonly Fact[], listing: ListingAddress, remembered?: Way): Way[] {
  const routes = [...facts.flatMap(routesBy), ...countedRoutes(facts, listing)];
  const ways = new Map<string, Way>();
  for (const way of [remembered ?? [], routes.map((route) => ({ route }))].flat()) {
    const text = JSON.stringify(way.route);
    ways.set(text, ways.get(text) ?? way);
  }
  return [...ways.values()];
}

/** The way on from the first page: its base is the number in the query, else the one that the page states under the parameter's name. */
export function wayBy({ route, base }: Way, facts: readonly Fact[], { query }: ListingAddress): Way {
  const asked = query[parameterOf(route)];
  if (asked !== undefined) {
    return { route, base: numberOf(String(asked)) };
  }
  const own = normaliseName(parameterOf(route));
  const stated = facts.filter(({ meaning, name }) => meaning === route.type && normaliseName(name) === own);
  return { route, base: stated.map(({ value }) => Number(value)).find((value) => value === 0 || value === 1) ?? base };
}

/** By a cursor, or by the number of the next page: under the name of its field, or of another one that the response states. */
function routesBy(fact: Fact): Route[] {
  const { meaning, location: cursorPath, value } = fact;
  if (!["cursor", "next number", "position"].includes(meaning) || value === null) {
    return [];
  }
  const bare = bareName(fact);
  // `nextPageToken` is sent as `pageToken`, `next_page` as `page`.
  const rest = /^next[\s_-]*(.+)$/i.exec(bare)?.[1];
  const short = bare.startsWith("N") ? rest : rest && rest.charAt(0).toLowerCase() + rest.slice(1);
  const snake = (short ?? bare).replace(/(?<=[a-z0-9])(?=[A-Z])|-/g, "_").toLowerCase();
  const usual = meaning === "next number" ? [] : PARAMETERS.cursor;
  const names = new Set([short ?? [], parametersOf(fact) ?? [], bare, snake, usual].flat());
  return [...names]
    .filter((parameter) => !isCredentialName(normaliseName(parameter)))
    .map((parameter) => ({ type: "cursor", cursorPath, parameter }));
}

/** Many headers begin with `X-`. */
function bareName({ name }: Fact): string {
  return name.replace(/^x-/i, "");
}

/** The parameters beside a field of this name, if it has a line of its own; `=` is the field's name. */
function parametersOf(fact: Fact): readonly string[] | undefined {
  return PARAMETERS_OF[normaliseName(fact.name)]?.map((parameter) => (parameter === "=" ? bareName(fact) : parameter));
}

/** By counting: with the parameter of the query or of the response's own links, with the name that it states, and with usual ones. */
function countedRoutes(facts: readonly Fact[], { query }: ListingAddress): Route[] {
  // A first page with another number is none: `number: 20` is the size of a page.
  const isStated = ({ meaning, value }: Fact): boolean => meaning === "offset" || Number(value) <= 1;
  const statedAs = (type: "page" | "offset"): string[] =>
    facts.flatMap((fact) => (fact.meaning === type && isStated(fact) ? (parametersOf(fact) ?? bareName(fact)) : []));
  const [pages, offsets] = [statedAs("page"), statedAs("offset")];
  const byPage = [...pages, ...PARAMETERS.page].map((parameter) => ({ type: "page", parameter }) as const);
  const byOffset = [...offsets, ...PARAMETERS.offset].map((parameter) => ({ type: "offset", parameter }) as const);
  const [page, offset] = [byPage.slice(0, 1), byOffset.slice(0, 1)];
  const after: Route = { type: "cursor", lastItemPath: "/id", parameter: "starting_after" };
  const likely = facts.some(({ meaning }) => meaning === "pages")
    ? [...byPage.slice(0, 2), ...offset]
    : facts.some((fact) => roleOf(fact) === "number")
      ? [...offset, ...page]
      : [...page, ...offset, after];
  const stated = pages.length > 0 ? byPage : offsets.length > 0 ? [...byOffset.slice(0, 2), ...page] : likely;
  const asked = [...Object.keys(query), ...facts.flatMap(linkParameters)].flatMap(routeNamed);
  return [...asked, ...stated, ...byOffset, ...byPage];
}

function routeNamed(parameter: string): Route[] {
  const normal = normaliseName(parameter.replace(/^\$/, ""));
  const meaning = meaningOf(normal, 1);
  return meaning === "page" || meaning === "offset" ? [{ type: meaning, parameter }] : [];
}

/** The parameters with numbers of a link to a page: `self`, `first`, `last`. */
function linkParameters({ value }: Fact): string[] {
  const [, query] = String(value).split("?");
  return [...new URLSearchParams(query)].filter(([, text]) => numberOf(text) !== undefined).map(([name]) => name);
}
