/** Plays a service as its public description has it: how its listing looks, and how it pages. The values are made up. */
import type { Reply } from "../workflows/listing/reader.js";

/** A field or a header of the listing's response. */
interface Field {
  /** A JSON Pointer into the body. */
  readonly p?: string;
  /** A header's name. */
  readonly h?: string;
  /** Its type in the description. */
  readonly t?: string;
  /** What it means. */
  readonly m: string;
  /** For what names the next page: how. */
  readonly as?: "address" | "object" | "token" | "number" | "flag";
  /** The value of a field that says nothing about pages. */
  readonly v?: unknown;
}

export interface Service {
  readonly provider: string;
  readonly path: string;
  /** Decides what descriptions leave open: relative addresses, what is absent or null at the end. */
  readonly seed: number;
  /** Where the list is. */
  readonly list: string;
  readonly kind: "link" | "page" | "offset" | "cursor" | "size" | "none";
  readonly by?: "page" | "offset" | "cursor";
  readonly param?: string;
  readonly tokenParam?: string;
  readonly start?: number;
  readonly isAnyCase?: boolean;
  /** The cursor is the id of the last item. */
  readonly byItem?: boolean;
  readonly fields: readonly Field[];
  readonly headers: readonly Field[];
}

/** How many items there are, how many the service says there are, and how it behaves otherwise. */
export interface Variant {
  readonly items: number;
  readonly claims?: number;
  readonly isStrict?: boolean;
  readonly isLoop?: boolean;
}

const SIZE = 5;
const BASE = "https://service.example/v2/workflows";

export const isPaged = ({ kind }: Service): boolean => kind !== "none" && kind !== "size";
const idOf = (number: number): string => `wf_${String(number).padStart(3, "0")}`;

function itemsFrom(at: number, count: number): { id: string; name: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: idOf(at + index + 1),
    name: `Workflow ${at + index + 1}`,
  }));
}

function tokenOf(service: Service, at: number, type?: string): string | number {
  const isNumber = type === "integer" || type === "number";
  return isNumber ? at : service.byItem ? idOf(at) : Buffer.from(`after:${at}`).toString("base64url");
}

function valueIn({ isAnyCase }: Service, query: URLSearchParams, name: string | undefined): string | undefined {
  const isSame = (key: string): boolean =>
    key === name || (isAnyCase === true && key.toLowerCase() === name?.toLowerCase());
  return name === undefined ? undefined : [...query].find(([key]) => isSame(key))?.[1];
}

/** The index of the first item that is asked for; `undefined`: the request is bad. */
function positionOf(service: Service, query: URLSearchParams): number | undefined {
  const { by, param, start = 0, seed } = service;
  const token =
    valueIn(service, query, service.tokenParam) ?? (by === "cursor" ? valueIn(service, query, param) : undefined);
  if (token !== undefined) {
    const text =
      /^(?:wf_)?(\d+)$/.exec(token)?.[1] ?? /^after:(\d+)$/.exec(Buffer.from(token, "base64url").toString())?.[1];
    return text === undefined ? undefined : Number(text);
  }
  const value = valueIn(service, query, param);
  if (value === undefined) {
    return 0;
  }
  const steps = Number(value) - start;
  if (!Number.isInteger(steps) || steps < 0) {
    // Some services take page 0 for the first one.
    return steps < 0 && (seed & 8) !== 0 ? 0 : undefined;
  }
  return by === "offset" ? steps : steps * SIZE;
}

export function respond(service: Service, variant: Variant, query: URLSearchParams): Reply {
  const { items, claims = items } = variant;
  const unknown = [...query.keys()].some((key) => {
    const one = new URLSearchParams([[key, ""]]);
    return ![service.param, service.tokenParam].some((name) => valueIn(service, one, name) !== undefined);
  });
  const at = variant.isLoop || !isPaged(service) ? 0 : positionOf(service, query);
  if (at === undefined || (variant.isStrict && unknown)) {
    return { status: 400 };
  }
  const size = service.kind === "none" ? items : SIZE;
  const page = { at, size, claims, count: Math.max(0, Math.min(size, items - at)) };
  const body: unknown = service.list === "" ? itemsFrom(at, page.count) : {};
  if (service.list !== "") {
    put(body as object, service.list, itemsFrom(at, page.count));
    for (const field of service.fields) {
      put(body as object, field.p ?? "", valueOf(service, field, page, query));
    }
  }
  const headers = service.headers.flatMap((field): [string, string][] => {
    const value =
      field.m === "link" || field.m === "range"
        ? headerOf(service, field, page, query)
        : valueOf(service, field, page, query);
    return value === undefined || value === null || value === "" ? [] : [[(field.h ?? "").toLowerCase(), text(value)]];
  });
  return { body, headers: Object.fromEntries(headers) };
}

function put(body: object, pointer: string, value: unknown): void {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop();
  let into = body as Record<string, unknown>;
  for (const step of steps) {
    into = (into[step] ??= {}) as Record<string, unknown>;
    if (typeof into !== "object") {
      return;
    }
  }
  if (value !== undefined && last !== undefined) {
    into[last] ??= value;
  }
}

interface PageView {
  readonly at: number;
  readonly size: number;
  readonly claims: number;
  /** Items on this page. */
  readonly count: number;
}

const nextOf = ({ at, size, claims }: PageView): number | undefined => (at + size < claims ? at + size : undefined);
const previousOf = ({ at, size }: PageView): number | undefined => (at > 0 ? Math.max(0, at - size) : undefined);
const lastOf = ({ size, claims }: PageView): number => Math.max(0, Math.ceil(claims / size) - 1) * size;

function addressOf(service: Service, index: number, query: URLSearchParams): string {
  const { by, param = "", start = 0 } = service;
  const asked = new URLSearchParams(query);
  if (index > 0 && isPaged(service)) {
    const number = by === "offset" ? index + start : index / SIZE + start;
    asked.set(param, String(by === "cursor" ? tokenOf(service, index) : number));
  } else {
    asked.delete(param);
  }
  const url = new URL(`${BASE}${asked.size === 0 ? "" : `?${asked.toString()}`}`);
  return (service.seed & 1) !== 0 ? url.href : url.pathname + url.search;
}

/** The value of a field that leads to the page at `index`. */
function pointer(service: Service, field: Field, index: number | undefined, query: URLSearchParams): unknown {
  if (index === undefined) {
    return field.as === "flag" ? false : endOf(service, field);
  }
  switch (field.as) {
    case "flag":
      return true;
    case "address":
      return addressOf(service, index, query);
    case "object":
      return { href: addressOf(service, index, query) };
    default:
      return field.as === "token" || service.by === "cursor"
        ? tokenOf(service, index, field.t)
        : service.by === "offset"
          ? index + (service.start ?? 0)
          : Math.floor(index / SIZE) + (service.start ?? 1);
  }
}

/** What stands where there is no next page. */
function endOf({ seed }: Service, { p = "", t }: Field): unknown {
  const isPart = /next|prev/i.test(p.split("/").at(-2) ?? "");
  return isPart ? undefined : [null, undefined, t === "string" ? "" : null][seed % 3];
}

function headerOf(service: Service, { m }: Field, page: PageView, query: URLSearchParams): string {
  if (m === "range") {
    return `items ${page.count === 0 ? "*" : `${page.at}-${page.at + page.count - 1}`}/${page.claims}`;
  }
  const isLong = page.claims > page.size;
  const links = [
    ["next", nextOf(page)],
    ["prev", previousOf(page)],
    ["first", isLong ? 0 : undefined],
    ["last", isLong && service.by !== "cursor" ? lastOf(page) : undefined],
  ] as const;
  return links
    .flatMap(([rel, to]) =>
      to === undefined ? [] : [`<${new URL(addressOf(service, to, query), BASE).href}>; rel="${rel}"`],
    )
    .join(", ");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value in the type that the description has. */
function typed({ t }: Field, value: unknown): unknown {
  const isNumber = t === "integer" || t === "number";
  return typeof value === "boolean" && isNumber
    ? Number(value)
    : t === "string" && value !== undefined && value !== null
      ? text(value)
      : value;
}

function valueOf(service: Service, field: Field, page: PageView, query: URLSearchParams): unknown {
  const { at, size, claims, count } = page;
  const next = nextOf(page);
  const { by, start = 0 } = service;
  switch (field.m) {
    case "plain":
      return Array.isArray(field.v) && count === 0 ? [] : field.v;
    case "total":
      return typed(field, claims);
    case "countpage":
      return typed(field, count);
    case "pages":
      return typed(field, Math.ceil(claims / size));
    case "remaining":
      return typed(field, Math.max(0, claims - at - count));
    case "page":
      return typed(field, Math.floor(at / size) + (by === "page" ? start : 1));
    case "offset":
      return typed(field, at + (by === "offset" ? start : 0));
    case "size":
      return typed(field, service.kind === "none" ? 100 : size);
    case "more":
      return typed(field, next !== undefined);
    case "last":
      return typed(field, next === undefined);
    case "next":
      return typed(field, pointer(service, field, next, query));
    case "cursor":
      return next === undefined ? endOf(service, field) : tokenOf(service, next, field.t);
    case "weak":
      return by !== "cursor" ? undefined : weakCursor(service, field, page);
    case "links":
      return [
        { rel: "self", href: addressOf(service, at, query) },
        ...(next === undefined ? [] : [{ rel: "next", href: addressOf(service, next, query) }]),
      ];
    case "selflinks":
      return [{ rel: "self", href: addressOf(service, at, query) }];
    case "nav":
      return typed(field, navigation(service, field, page, query));
    case "error":
      return field.t === "objects" || field.t === "array" ? [] : field.t === "boolean" ? false : null;
    case "ok":
      return field.t === "integer" ? 1 : typed(field, true);
    default:
      return field.t === "integer" ? 200 : "OK";
  }
}

/** Some services give the cursor on the last page too: those with a flag that says that it is the last one. */
function weakCursor(service: Service, field: Field, page: PageView): unknown {
  const hasFlag = service.fields.some(({ m }) => m === "more" || m === "last");
  const isGiven = nextOf(page) !== undefined || ((service.seed & 16) !== 0 && page.count > 0 && hasFlag);
  return isGiven ? tokenOf(service, page.at + page.count, field.t) : endOf(service, field);
}

function navigation(service: Service, field: Field, page: PageView, query: URLSearchParams): unknown {
  const name = (field.p ?? "").split("/").slice(-2).join("/").toLowerCase();
  if (/delta|related|described|\bup$|read/.test(name)) {
    return undefined;
  }
  if (/first/.test(name) && field.as === "flag") {
    return page.at === 0;
  }
  const to = /prev|before/.test(name)
    ? previousOf(page)
    : /last/.test(name)
      ? lastOf(page)
      : /first/.test(name)
        ? 0
        : page.at;
  return field.as === "token" ? endOf(service, field) : pointer(service, field, to, query);
}

/** Whether the first page of 23 items is, to the letter, a whole listing of 5: no client can know that more follow. */
export function isSilent(service: Service): boolean {
  const shown = (items: number): string => JSON.stringify(respond(service, { items }, new URLSearchParams()));
  return service.kind !== "none" && shown(23) === shown(SIZE);
}
