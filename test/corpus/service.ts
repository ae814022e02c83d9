/** Plays a service as its public description has it: its listing and its pages. The values are made up. */
import type { Reply } from "../workflows/listing/reader.js";

/** A field of the body, or a header. */
interface Field {
  /** The JSON Pointer of a field. */
  readonly path?: string;
  /** The name of a header. */
  readonly header?: string;
  /** Its type in the description. */
  readonly type?: string;
  readonly meaning: keyof typeof VALUES;
  /** The form of what leads to another page. */
  readonly as?: "address" | "object" | "token" | "number" | "flag";
  /** The value of a field that says nothing about pages. */
  readonly value?: unknown;
}

export interface Service {
  readonly provider: string;
  readonly path: string;
  /** Decides what descriptions leave open: see the functions below `BASE`. */
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

/** A page of a service, for a query. */
interface Page {
  readonly service: Service;
  readonly query: URLSearchParams;
  /** The index of its first item. */
  readonly at: number;
  /** How many items it has. */
  readonly count: number;
  readonly size: number;
  /** How many items the service says there are. */
  readonly claims: number;
}

const SIZE = 5;
const BASE = "https://service.example/v2/workflows";

const hasWholeAddresses = ({ seed }: Service): boolean => (seed & 1) !== 0;
const takesPageZeroForTheFirst = ({ seed }: Service): boolean => (seed & 8) !== 0;
const givesCursorOnLastPage = ({ seed }: Service): boolean => (seed & 16) !== 0;

export const isPaged = ({ kind }: Service): boolean => kind !== "none" && kind !== "size";

/** Answers a request for the listing. */
export function respond(service: Service, variant: Variant, query: URLSearchParams): Reply {
  const { items, claims = items } = variant;
  const at = variant.isLoop || !isPaged(service) ? 0 : positionOf(service, query);
  if (at === undefined || (variant.isStrict && hasUnknownParameter(service, query))) {
    return { status: 400 };
  }
  const size = service.kind === "none" ? items : SIZE;
  const page = { service, query, at, size, claims, count: Math.max(0, Math.min(size, items - at)) };
  return { body: bodyOf(page), headers: headersOf(page) };
}

/** Returns the index of the first item that is asked for; `undefined` if the request is bad. */
function positionOf(service: Service, query: URLSearchParams): number | undefined {
  const { by, param, start = 0 } = service;
  const value = valueIn(service, query, param);
  const token = valueIn(service, query, service.tokenParam) ?? (by === "cursor" ? value : undefined);
  if (token !== undefined) {
    return indexIn(token);
  }
  if (value === undefined) {
    return 0;
  }
  const steps = Number(value) - start;
  if (steps < 0 && takesPageZeroForTheFirst(service)) {
    return 0;
  }
  if (!Number.isInteger(steps) || steps < 0) {
    return undefined;
  }
  return by === "offset" ? steps : steps * SIZE;
}

function hasUnknownParameter(service: Service, query: URLSearchParams): boolean {
  const { param, tokenParam } = service;
  return [...query.keys()].some((key) => !isNamed(service, key, param) && !isNamed(service, key, tokenParam));
}

function valueIn(service: Service, query: URLSearchParams, name: string | undefined): string | undefined {
  return [...query].find(([key]) => isNamed(service, key, name))?.[1];
}

function isNamed({ isAnyCase }: Service, key: string, name: string | undefined): boolean {
  return key === name || (isAnyCase === true && key.toLowerCase() === name?.toLowerCase());
}

const idOf = (number: number): string => `wf_${String(number).padStart(3, "0")}`;

/** Returns what leads to the items from `index` on: their number, the id of the item before them, or a text. */
function tokenOf({ byItem }: Service, index: number, type?: string): string | number {
  if (type === "integer" || type === "number") {
    return index;
  }
  return byItem ? idOf(index) : Buffer.from(`after:${index}`).toString("base64url");
}

/** Returns the index in a token. */
function indexIn(token: string): number | undefined {
  const opaque = Buffer.from(token, "base64url").toString();
  const digits = /^(?:wf_)?(\d+)$/.exec(token)?.[1] ?? /^after:(\d+)$/.exec(opaque)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function bodyOf(page: Page): unknown {
  const { list, fields } = page.service;
  const items = Array.from({ length: page.count }, (_, index) => page.at + index + 1);
  const workflows = items.map((number) => ({ id: idOf(number), name: `Workflow ${number}` }));
  if (list === "") {
    return workflows;
  }
  const body = {};
  put(body, list, workflows);
  fields.forEach((field) => put(body, field.path ?? "", valueOf(field, page)));
  return body;
}

/** Sets the value at a JSON Pointer, unless there is one. */
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

function headersOf(page: Page): Record<string, string> {
  const values = page.service.headers.map(
    (field) => [(field.header ?? "").toLowerCase(), valueOf(field, page)] as const,
  );
  const present = values.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return Object.fromEntries(present.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the value of a field or header on a page, in the type that the description has. */
function valueOf(field: Field, page: Page): unknown {
  const { type } = field;
  const value = VALUES[field.meaning](page, field);
  if (typeof value === "boolean" && (type === "integer" || type === "number")) {
    return Number(value);
  }
  return type === "string" && value !== undefined && value !== null ? textOf(value) : value;
}

/** What a field or header can mean, with its value on a page. */
const VALUES = {
  /** Nothing about pages. */
  plain: ({ count }, { value }) => (Array.isArray(value) && count === 0 ? [] : value),
  total: ({ claims }) => claims,
  countpage: ({ count }) => count,
  pages: ({ claims, size }) => Math.ceil(claims / size),
  remaining: ({ claims, at, count }) => Math.max(0, claims - at - count),
  page: ({ service: { by, start = 0 }, at, size }) => Math.floor(at / size) + (by === "page" ? start : 1),
  offset: ({ service: { by, start = 0 }, at }) => at + (by === "offset" ? start : 0),
  size: ({ service, size }) => (service.kind === "none" ? 100 : size),
  more: (page) => nextOf(page) !== undefined,
  last: (page) => nextOf(page) === undefined,
  next: (page, field) => leadTo(nextOf(page), page, field),
  cursor: (page, field) => cursorTo(nextOf(page), page, field),
  /** A cursor that some services give on the last page too, if a flag says that it is the last one. */
  weak: (page, field) => {
    const { at, count, service } = page;
    const hasFlag = service.fields.some(({ meaning }) => meaning === "more" || meaning === "last");
    const isGiven = nextOf(page) !== undefined || (givesCursorOnLastPage(service) && count > 0 && hasFlag);
    return service.by === "cursor" ? cursorTo(isGiven ? at + count : undefined, page, field) : undefined;
  },
  /** Addresses of this page and of the next one. */
  links: (page) => {
    const next = nextOf(page);
    return next === undefined
      ? [linkTo("self", page.at, page)]
      : [linkTo("self", page.at, page), linkTo("next", next, page)];
  },
  selflinks: (page) => [linkTo("self", page.at, page)],
  /** What leads to another page than the next one. */
  nav: (page, field) => {
    const name = (field.path ?? "").split("/").slice(-2).join("/").toLowerCase();
    if (/delta|related|described|\bup$|read/.test(name)) {
      return undefined;
    }
    if (/first/.test(name) && field.as === "flag") {
      return page.at === 0;
    }
    return field.as === "token" ? atTheEnd(page, field) : leadTo(targetOf(name, page), page, field);
  },
  error: (_, { type }) => {
    if (type === "objects" || type === "array") {
      return [];
    }
    return type === "boolean" ? false : null;
  },
  ok: () => true,
  status: (_, { type }) => (type === "integer" ? 200 : "OK"),
  /** The header `Link`. */
  link: (page) => {
    const { service, claims, size } = page;
    const isLong = claims > size;
    const links = [
      ["next", nextOf(page)],
      ["prev", previousOf(page)],
      ["first", isLong ? 0 : undefined],
      ["last", isLong && service.by !== "cursor" ? lastOf(page) : undefined],
    ] as const;
    const texts = links.map(([rel, to]) =>
      to === undefined ? [] : [`<${new URL(addressOf(to, page), BASE).href}>; rel="${rel}"`],
    );
    return texts.flat().join(", ");
  },
  /** The header `Content-Range`. */
  range: ({ at, count, claims }) => `items ${count === 0 ? "*" : `${at}-${at + count - 1}`}/${claims}`,
} satisfies Record<string, (page: Page, field: Field) => unknown>;

const nextOf = ({ at, size, claims }: Page): number | undefined => (at + size < claims ? at + size : undefined);
const previousOf = ({ at, size }: Page): number | undefined => (at > 0 ? Math.max(0, at - size) : undefined);
const lastOf = ({ size, claims }: Page): number => Math.max(0, Math.ceil(claims / size) - 1) * size;

/** Returns the index that a field of this name leads to. */
function targetOf(name: string, page: Page): number | undefined {
  if (/prev|before/.test(name)) {
    return previousOf(page);
  }
  if (/last/.test(name)) {
    return lastOf(page);
  }
  return /first/.test(name) ? 0 : page.at;
}

/** Returns what leads to the page at `index`, in the form that the field has. */
function leadTo(index: number | undefined, page: Page, field: Field): unknown {
  const { by, start } = page.service;
  if (index === undefined) {
    return field.as === "flag" ? false : atTheEnd(page, field);
  }
  if (field.as === "flag") {
    return true;
  }
  if (field.as === "address") {
    return addressOf(index, page);
  }
  if (field.as === "object") {
    return { href: addressOf(index, page) };
  }
  if (field.as === "token" || by === "cursor") {
    return tokenOf(page.service, index, field.type);
  }
  return by === "offset" ? index + (start ?? 0) : Math.floor(index / SIZE) + (start ?? 1);
}

function cursorTo(index: number | undefined, page: Page, field: Field): unknown {
  return index === undefined ? atTheEnd(page, field) : tokenOf(page.service, index, field.type);
}

/** Returns what stands where there is no next page. */
function atTheEnd({ service }: Page, { path = "", type }: Field): unknown {
  const isPart = /next|prev/i.test(path.split("/").at(-2) ?? "");
  return isPart ? undefined : [null, undefined, type === "string" ? "" : null][service.seed % 3];
}

function linkTo(rel: string, index: number, page: Page): { rel: string; href: string } {
  return { rel, href: addressOf(index, page) };
}

/** Returns the address of the page at `index`. */
function addressOf(index: number, { service, query }: Page): string {
  const { by, param = "", start = 0 } = service;
  const asked = new URLSearchParams(query);
  if (index > 0 && isPaged(service)) {
    const number = by === "offset" ? index + start : index / SIZE + start;
    asked.set(param, String(by === "cursor" ? tokenOf(service, index) : number));
  } else {
    asked.delete(param);
  }
  const url = new URL(`${BASE}${asked.size === 0 ? "" : `?${asked.toString()}`}`);
  return hasWholeAddresses(service) ? url.href : url.pathname + url.search;
}
