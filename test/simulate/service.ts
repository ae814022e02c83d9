/** What one seed decides, and the service that plays it: pages by one of five conventions, three faults, a listing that changes meanwhile. */
import * as fc from "fast-check";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import type { FakeClock } from "../support/clocks.js";
import {
  type Answer,
  type FakeRequest,
  type FakeService,
  type Reply,
  startFakeService,
} from "../support/fake-service.js";
import { reset } from "../support/replies.js";

interface Item {
  readonly id: string;
  readonly number: number;
}

/** An item, and its place in the service's order, which a cursor names. Only an item that moves gets another one. */
interface Entry {
  readonly rank: number;
  readonly item: Item;
}

/** What a page has, and the number that leads to the next one. */
interface Part {
  readonly items: readonly Item[];
  readonly next: number | undefined;
  readonly total: number;
  readonly group: string;
}

/** How the service splits its listing, and which argument reads it; `undefined` reads it without one. */
interface Convention {
  readonly pagination?: Pagination;
  readonly parameter: "page" | "offset" | "cursor";
  /** Whether each response states how many items there are. */
  readonly hasTotal: boolean;
  readonly answer: (part: Part) => Answer;
}

const CONVENTIONS: readonly Convention[] = [
  {
    parameter: "offset",
    hasTotal: false,
    answer: ({ items, next, group }) => {
      const link = `<workflows?offset=${next}&group=${group}>; rel="next"`;
      return { body: items, headers: next === undefined ? {} : { link } };
    },
  },
  {
    parameter: "offset",
    hasTotal: true,
    answer: ({ items, next, total, group }) => ({
      body: { items, total, next: next === undefined ? null : `/v2/workflows?offset=${next}&group=${group}` },
    }),
  },
  { parameter: "page", hasTotal: true, answer: ({ items, total }) => ({ body: { workflows: items, total } }) },
  {
    pagination: { type: "page", morePath: "/has_more" },
    parameter: "page",
    hasTotal: false,
    answer: ({ items, next }) => ({ body: { workflows: items, has_more: next !== undefined } }),
  },
  {
    pagination: { type: "cursor", cursorPath: "/next_cursor", totalPath: "/total" },
    parameter: "cursor",
    hasTotal: true,
    answer: ({ items, next, total }) => ({
      body: { workflows: items, total, next_cursor: next === undefined ? null : `key-${next}` },
    }),
  },
];

/** What happens to the listing while it is read. The numbers say which item, and where it goes: modulo how many there are. */
export interface Change {
  /** Before this response with items, counted from 0 over all readers. */
  readonly before: number;
  readonly kind: "insert" | "remove" | "move";
  readonly from: number;
  readonly to: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  before: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom<Change["kind"][]>("insert", "remove", "move"),
  from: fc.nat(40),
  to: fc.nat(40),
});

/** What a request gets in place of its response: a broken connection, or 503 with the seconds of `Retry-After`. */
const faults = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant("reset" as const) },
    { weight: 2, arbitrary: fc.nat(30) },
  ),
  { maxLength: 12 },
);

const scenarios = fc.record({
  items: fc.nat(40),
  pageSize: fc.integer({ min: 1, max: 12 }),
  convention: fc.constantFrom<Convention[]>(...CONVENTIONS),
  changes: fc.oneof(fc.constant<Change[]>([]), fc.array(change, { maxLength: 3 })),
  /** Seconds; `undefined`: the token response does not have it. */
  tokenLifetime: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 12 })),
  /** What the clock gains with each request. Milliseconds. */
  requestTakes: fc.nat(3000),
  /** Requests after which all tokens are revoked. */
  revokedAfter: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  faults: fc.record({ token: faults, listing: faults }),
  /** Sent as a query parameter, which the service ignores: readers with equal ones share a listing. */
  groups: fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }),
});

export type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the scenario of a seed: always the same. */
export function scenarioOf(seed: number): Scenario {
  return fc.sample(scenarios, { seed, numRuns: 1 })[0] as Scenario;
}

/** All successful responses to the readers of one group. */
export interface Reading {
  /** How many changes there were before the first of them, and before the last. */
  readonly since: number;
  readonly until: number;
  /** The numbers of the items that were there at each of them. */
  readonly alwaysThere: readonly number[];
}

/** A rank between two neighbours, of which one may be missing. */
function rankBetween(before: number | undefined, behind: number | undefined): number {
  if (before === undefined) {
    return (behind ?? 0) - 1;
  }
  return behind === undefined ? before + 1 : (before + behind) / 2;
}

/** The service's items in their order. */
class SimulatedListing {
  entries: readonly Entry[];
  readonly changes: Change[] = [];
  readonly readings = new Map<string, Reading>();
  private added = 0;

  constructor(count: number) {
    this.entries = Array.from({ length: count }, (_, rank) => ({ rank, item: this.create() }));
  }

  change(change: Change): void {
    this.changes.push(change);
    const { kind, from, to } = change;
    const moved = this.entries[from % Math.max(1, this.entries.length)];
    const others = kind === "insert" ? this.entries : this.entries.filter((entry) => entry !== moved);
    const item = kind === "insert" ? this.create() : moved?.item;
    if (kind === "remove" || item === undefined) {
      this.entries = others;
      return;
    }
    const place = to % (others.length + 1);
    const rank = rankBetween(others[place - 1]?.rank, others[place]?.rank);
    this.entries = [...others.slice(0, place), { rank, item }, ...others.slice(place)];
  }

  /** Notes that a reader of the group gets a response now. */
  note(group: string): void {
    const numbers = this.entries.map(({ item }) => item.number);
    const { since, alwaysThere } = this.readings.get(group) ?? { since: this.changes.length, alwaysThere: numbers };
    const stillThere = numbers.filter((number) => alwaysThere.includes(number));
    this.readings.set(group, { since, until: this.changes.length, alwaysThere: stillThere });
  }

  private create(): Item {
    const number = this.added++;
    return { id: `wf-${number}`, number };
  }
}

/** Answers over a real socket, and records what must never happen. */
export class SimulatedService {
  readonly listing: SimulatedListing;
  readonly tokens: string[] = [];
  /** What the client did that it must not do. */
  readonly violations: string[] = [];
  /** Whether failures came so close together that a client may give up. */
  mayFail = false;
  private readonly expiries = new Map<string, number>();
  /** By address: failures and refused tokens in a row, and the time before which `Retry-After` allows no request. */
  private readonly failures = new Map<string, number>();
  private readonly refusals = new Map<string, number>();
  private readonly notBefore = new Map<string, number>();
  private readonly served = { token: 0, listing: 0 };
  private requests = 0;
  private pages = 0;
  private pendingTokens = 0;

  constructor(
    private readonly scenario: Scenario,
    private readonly clock: FakeClock,
    private readonly maxRetries: number,
  ) {
    this.listing = new SimulatedListing(scenario.items);
  }

  start(): Promise<FakeService> {
    return startFakeService({ reply: (request) => this.reply(request) });
  }

  private reply(request: FakeRequest): Reply {
    this.requests += 1;
    this.clock.advance(this.scenario.requestTakes);
    if (this.scenario.revokedAfter.includes(this.requests)) {
      this.expiries.clear();
    }
    if (this.clock.monotonic() < (this.notBefore.get(request.target) ?? 0)) {
      this.violations.push("a request came before Retry-After had passed");
    }
    const answer = this.answerTo(request);
    if (request.endpoint === "listing") {
      return answer;
    }
    this.pendingTokens += 1;
    if (this.pendingTokens > 1) {
      this.violations.push("two token requests at once");
    }
    return (response, ...rest) => {
      response.once("close", () => (this.pendingTokens -= 1));
      // A millisecond later than what arrives at the same time: only then could two token requests be pending at once.
      return typeof answer === "function" ? answer(response, ...rest) : { ...answer, delayMilliseconds: 1 };
    };
  }

  private answerTo({ endpoint, target, url, headers }: FakeRequest): Reply {
    const fault = this.scenario.faults[endpoint][this.served[endpoint]++];
    if (fault !== undefined) {
      this.mayFail ||= increase(this.failures, target) > this.maxRetries;
      if (fault === "reset") {
        return reset;
      }
      this.notBefore.set(target, this.clock.monotonic() + fault * 1000);
      // A hostile service shows what it was sent.
      return { status: 503, headers: { "retry-after": String(fault) }, body: { message: headers.authorization } };
    }
    this.failures.delete(target);
    return endpoint === "token" ? this.issue() : this.list(target, url.searchParams, headers.authorization ?? "");
  }

  private issue(): Answer {
    const token = `token-${this.tokens.length}-~+/secret=`;
    this.tokens.push(token);
    const { tokenLifetime = Infinity } = this.scenario;
    this.expiries.set(token, this.clock.monotonic() + tokenLifetime * 1000);
    return { body: { access_token: token, expires_in: this.scenario.tokenLifetime } };
  }

  private list(target: string, query: URLSearchParams, authorization: string): Answer {
    const expiry = this.expiries.get(authorization.replace(/^Bearer /, "")) ?? -Infinity;
    if (expiry <= this.clock.monotonic()) {
      this.mayFail ||= increase(this.refusals, target) > 1;
      return { status: 401, body: { error: "invalid_token", error_description: authorization } };
    }
    this.refusals.delete(target);
    const { changes, convention, pageSize } = this.scenario;
    changes.filter(({ before }) => before === this.pages).forEach((due) => this.listing.change(due));
    this.pages += 1;
    const group = query.get("group") ?? "";
    this.listing.note(group);
    return convention.answer({ ...this.partAt(query.get(convention.parameter), convention, pageSize), group });
  }

  private partAt(place: string | null, { parameter }: Convention, pageSize: number): Omit<Part, "group"> {
    const { entries } = this.listing;
    const isByKey = parameter === "cursor";
    const first = parameter === "page" ? (Number(place ?? 1) - 1) * pageSize : Number(place ?? 0);
    const key = Number(place?.replace("key-", "") ?? -Infinity);
    const rest = isByKey ? entries.filter(({ rank }) => rank > key) : entries.slice(first);
    const shown = rest.slice(0, pageSize);
    const next = isByKey ? shown.at(-1)?.rank : first + pageSize;
    const hasMore = rest.length > pageSize;
    return { items: shown.map(({ item }) => item), next: hasMore ? next : undefined, total: entries.length };
  }
}

function increase(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
