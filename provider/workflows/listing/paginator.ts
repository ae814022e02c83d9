/** The next request: by what the page names, or by a parameter that the response shows or that is tried. */
import { excerpt } from "../../base/excerpt.js";
import { readPath } from "../../base/json-path.js";
import type { NoPagination, Pagination, Query } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { listingError } from "./advice.js";
import { isCredentialName, meaningOf, PARAMETERS, PARAMETERS_OF } from "./fields.js";
import { cursorOf, normaliseName, numberOf, textOf } from "./names.js";
import { type Fact, locateIn, type PageContent, type PageInfo, roleOf } from "./page-facts.js";

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

export function parameterOf(route: Route): string {
  return route.parameter ?? route.type;
}

/** The request for a page by its number or cursor. */
export function requestWith(route: Route, value: string | number, { url, query }: ListingAddress): PageRequest {
  return { url: withQuery(url, { ...query, [parameterOf(route)]: value }), headers: {} };
}

/**
 * The request for an address that a page names, against the page's own. `http` is read as `https` if the page came by `https`
 * from the same host: a service behind a TLS proxy may not know its own scheme. Never the other way.
 */
function requestTo(address: string, page: URL): PageRequest {
  // Parts of a URI template (RFC 6570), such as `{&sort}` in Spring's links, are left out without a value.
  const text = address.replace(/\{[?&][\w.,*:%]+\}/g, "");
  const url = new URL(URL.canParse(text, page.href) ? text : "unreadable:", page.href);
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
export function candidatesFor({ facts, unsatisfied }: PageInfo, { query }: ListingAddress, remembered?: Way): Way[] {
  const linked = facts.flatMap(linkParameters).map(([name]) => name);
  const names = [...Object.keys(query), ...linked, ...usualParameters(facts, unsatisfied)];
  const routes = [...facts.flatMap(cursorRoutes), ...names.flatMap(countedRoutes)];
  const ways = [remembered ?? [], routes.map((route) => ({ route }))].flat();
  const texts = ways.map(({ route }) => JSON.stringify(route));
  return ways.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
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
function cursorRoutes(fact: Fact): Route[] {
  const { meaning, location: cursorPath, value } = fact;
  if (!["cursor", "next number", "position"].includes(meaning) || value === null) {
    return [];
  }
  const own = fact.name.replace(/^x-/i, "");
  // `nextPageToken` is sent as `pageToken`, `next_page` as `page`.
  const rest = /^next[\s_-]*(.+)$/i.exec(own)?.[1];
  const short = own.startsWith("N") ? rest : rest && rest.charAt(0).toLowerCase() + rest.slice(1);
  const snake = (short ?? own).replace(/(?<=[a-z0-9])(?=[A-Z])|-/g, "_").toLowerCase();
  const usual = meaning === "next number" ? [] : PARAMETERS.cursor;
  return [short ?? [], parametersOf(fact, []), snake, own, usual]
    .flat()
    .filter((parameter) => !isCredentialName(normaliseName(parameter)))
    .map((parameter) => ({ type: "cursor", cursorPath, parameter }));
}

/** By a number: the name says what is counted. */
function countedRoutes(parameter: string): Route[] {
  if (parameter === "starting_after") {
    return [{ type: "cursor", lastItemPath: "/id", parameter }];
  }
  const meaning = meaningOf(normaliseName(parameter.replace(/^\$/, "")), 1);
  return meaning === "page" || meaning === "offset" ? [{ type: meaning, parameter }] : [];
}

/** By the name that the page states its own number under, else by what says that there is more. */
function usualParameters(facts: readonly Fact[], unsatisfied: readonly Fact[]): string[] {
  // A first page with another number is none: `number: 20` is the size of a page.
  const stated = facts.filter(
    ({ meaning, value }) => meaning === "offset" || (meaning === "page" && Number(value) <= 1),
  );
  const likely = unsatisfied.some((fact) => roleOf(fact) === "number") ? "number" : "flag";
  const kind =
    (["page", "offset"] as const).find((kind) => stated.some(({ meaning }) => meaning === kind)) ??
    (unsatisfied.some(({ meaning }) => meaning === "pages") ? "pages" : likely);
  const own = stated.flatMap((fact) => (fact.meaning === kind ? parametersOf(fact) : []));
  return PARAMETERS[kind].flatMap((name) => (name === "=" ? own : name));
}

/** The parameters beside a field of this name; its own name if it has no line in the table. */
function parametersOf(fact: Fact, otherwise = ["="]): string[] {
  const names = PARAMETERS_OF[normaliseName(fact.name)] ?? otherwise;
  return names.map((name) => (name === "=" ? fact.name.replace(/^x-/i, "") : name));
}

/** The way by a number in the address of the second page: its own, or that of the items before it. */
export function wayIn(address: Fact, items: number): Route | undefined {
  return linkParameters(address).flatMap(([name, number]) =>
    countedRoutes(name).filter(({ type }) => (type === "page" ? [1, 2] : [items, items + 1]).includes(Number(number))),
  )[0];
}

/** The parameters with numbers of a link to a page: `self`, `first`, `last`. */
function linkParameters({ value }: Fact): [name: string, number: string][] {
  const [, query] = String(value).split("?");
  return [...new URLSearchParams(query)].filter(([, text]) => numberOf(text) !== undefined);
}
