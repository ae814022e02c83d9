/** What one seed decides, and the service that plays it: pages, tokens that expire or are revoked, and faults. */
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

/** What a page has, and the number that leads to the next one. */
interface Page {
  readonly items: readonly object[];
  readonly next: number | undefined;
  readonly total: number;
  readonly group: string;
}

/** How the service splits its listing, and which argument reads it; `undefined` reads it without one. */
interface Convention {
  readonly pagination?: Pagination;
  readonly parameter: "page" | "offset" | "cursor";
  readonly answer: (page: Page) => Answer;
}

const CONVENTIONS: readonly Convention[] = [
  {
    parameter: "offset",
    answer: ({ items, next, group }) => {
      const link = `<workflows?offset=${next}&group=${group}>; rel="next"`;
      return { body: items, headers: next === undefined ? {} : { link } };
    },
  },
  {
    parameter: "offset",
    answer: ({ items, next, total, group }) => ({
      body: { items, total, next: next === undefined ? null : `/v2/workflows?offset=${next}&group=${group}` },
    }),
  },
  { parameter: "page", answer: ({ items, total }) => ({ body: { workflows: items, total } }) },
  {
    pagination: { type: "page", morePath: "/has_more" },
    parameter: "page",
    answer: ({ items, next }) => ({ body: { workflows: items, has_more: next !== undefined } }),
  },
  {
    pagination: { type: "cursor", cursorPath: "/next_cursor", totalPath: "/total" },
    parameter: "cursor",
    answer: ({ items, next, total }) => ({
      body: { workflows: items, total, next_cursor: next === undefined ? null : `key-${next}` },
    }),
  },
];

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
  /** Seconds; `undefined`: the token response does not have it. */
  tokenLifetime: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 12 })),
  /** What the clock gains with each request. Milliseconds. */
  requestTakes: fc.nat(3000),
  /** Requests after which all tokens are revoked. */
  revokedAfter: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  faults: fc.record({ token: faults, listing: faults }),
  /** One for each reader, in the query. The service ignores it; readers with equal ones share a listing. */
  groups: fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }),
});

export type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the scenario of a seed: always the same. */
export function scenarioOf(seed: number): Scenario {
  return fc.sample(scenarios, { seed, numRuns: 1 })[0] as Scenario;
}

/** Answers over a real socket, and records what must never happen. */
export class SimulatedService {
  readonly tokens: string[] = [];
  /** What the client did that it must not do. */
  readonly violations: string[] = [];
  /** Whether failures came so close together that a client may give up. */
  mayFail = false;
  private readonly expiries = new Map<string, number>();
  /**
   * By address: how many failures in a row, the token that was refused last, and the time before which `Retry-After`
   * allows no request.
   */
  private readonly failures = new Map<string, number>();
  private readonly refused = new Map<string, string>();
  private readonly notBefore = new Map<string, number>();
  private readonly served = { token: 0, listing: 0 };
  private requests = 0;
  private pendingTokens = 0;

  constructor(
    private readonly scenario: Scenario,
    private readonly clock: FakeClock,
    private readonly maxRetries: number,
  ) {}

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
      const failures = (this.failures.get(target) ?? 0) + 1;
      this.failures.set(target, failures);
      this.mayFail ||= failures > this.maxRetries;
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
    const token = authorization.replace(/^Bearer /, "");
    const expiry = this.expiries.get(token) ?? -Infinity;
    if (expiry <= this.clock.monotonic()) {
      const refused = this.refused.get(target);
      if (refused === token) {
        this.violations.push("a refused token was sent again");
      }
      this.mayFail ||= refused !== undefined;
      this.refused.set(target, token);
      return { status: 401, body: { error: "invalid_token", error_description: authorization } };
    }
    this.refused.delete(target);
    return this.scenario.convention.answer(this.pageAt(query));
  }

  private pageAt(query: URLSearchParams): Page {
    const { items: total, pageSize, convention } = this.scenario;
    const number = Number(query.get(convention.parameter)?.replace("key-", "") ?? 0);
    const first = convention.parameter === "page" ? Math.max(0, number - 1) * pageSize : number;
    const next = first + pageSize;
    return {
      items: itemsOf(total).slice(first, next),
      next: next < total ? next : undefined,
      total,
      group: query.get("group") ?? "",
    };
  }
}

/** Returns so many items. */
export function itemsOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, number) => ({ id: `wf-${number}` }));
}
