/** A service with twenty-five workflows, four on a page, which pages as a case wants it. */
import type { IncomingHttpHeaders } from "node:http";
import { itemsFrom } from "../workflows/listing-service.js";

const SIZE = 4;
const PATH = "/v2/workflows";
export const ALL = itemsFrom(1, 25).map(({ id }) => ({ id: `wf_${id}`, name: `Workflow ${id}` }));
export const PAGES = Math.ceil(ALL.length / SIZE);

/** The page of a request: its number, from 0 on. */
export type Pager = (url: URL, headers: IncomingHttpHeaders) => number;

export const byPage =
  (parameter = "page", start = 1): Pager =>
  (url) =>
    Number(url.searchParams.get(parameter) ?? start) - start;

export const byOffset =
  (parameter = "offset", start = 0): Pager =>
  (url) =>
    (Number(url.searchParams.get(parameter) ?? start) - start) / SIZE;

/** Cursors are `c1+/=`, `c2+/=`, …, to be sent back as they are. */
export const byCursor =
  (parameter = "cursor"): Pager =>
  (url) =>
    pageOfCursor(url.searchParams.get(parameter));

export const byLastId =
  (parameter: string): Pager =>
  (url) => {
    const id = url.searchParams.get(parameter);
    return id === null ? 0 : (ALL.findIndex((item) => item.id === id) + 1) / SIZE;
  };

const pageOfCursor = (cursor: unknown): number =>
  typeof cursor === "string" ? Number(/^c(\d+)\+\/=$/.exec(cursor)?.[1]) : 0;

/** What a page has, by the names in templates. What leads to the next page is `null` on the last one. */
function valuesOf(index: number, origin: string): Readonly<Record<string, unknown>> {
  const offset = index * SIZE;
  const items = ALL.slice(offset, offset + SIZE);
  const last = offset + SIZE >= ALL.length;
  const next = last ? null : index + 2;
  const onward = <T>(value: T): T | null => (last ? null : value);
  return {
    ...{ items, index, offset, last, next, number: index + 1, numberText: `${index + 1}`, offset1: offset + 1 },
    ...{ count: items.length, countText: `${items.length}`, end: offset + items.length - 1, first: index === 0 },
    ...{ more: !last, moreText: `${!last}`, moreNumber: Number(!last), left: onward(ALL.length - offset - SIZE) },
    ...{ nextText: onward(`${next}`), nextOffset: onward(offset + SIZE), cursor: onward(`c${index + 1}+/=`) },
    ...{ query: onward(`?page=${next}`), relative: onward(`workflows?page=${next}`) },
    ...{ address: onward(`${PATH}?page=${next}`), absolute: onward(`${origin}${PATH}?page=${next}`) },
    templated: onward(`${PATH}?page=${next}{&size,sort*}`),
    link: last ? "" : `<${origin}${PATH}?page=${next}>; rel="next", `,
    links: [{ rel: "self", href: PATH }, ...(last ? [] : [{ rel: "next", href: `${PATH}?page=${next}` }])],
  };
}

/**
 * A page by its template, in JSON. `"$next"` is the value of this name. Where it is `null`, `"$next?"` leaves the field out, and
 * `"$next|0"` is `0`. `"$address:href"` is an object with this field. An object with `$if` is `null` if that is.
 */
export function fill(template: string, index: number, origin: string): unknown {
  const values = valuesOf(index, origin);
  return JSON.parse(template, (_, value: unknown): unknown => {
    if (typeof value === "object" && value !== null && "$if" in value) {
      const { $if: condition, ...rest } = value;
      return condition === null ? null : rest;
    }
    const [, name = "", field, otherwise] =
      (typeof value === "string" && /^\$(\w+)(?::(\w+))?(\?|\|.*)?$/.exec(value)) || [];
    if (name === "") {
      const text = (_all: string, key: string): string => (key in values ? String(values[key]) : _all);
      return typeof value === "string" ? value.replace(/\$(\w+)/g, text) : value;
    }
    if (values[name] === null && otherwise !== undefined) {
      return otherwise === "?"
        ? undefined
        : /^\|(?:\d|false)/.test(otherwise)
          ? JSON.parse(otherwise.slice(1))
          : otherwise.slice(1);
    }
    return field === undefined || values[name] === null ? values[name] : { [field]: values[name] };
  });
}

export class WithHeaders {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: unknown,
    readonly status = 200,
  ) {}
}
