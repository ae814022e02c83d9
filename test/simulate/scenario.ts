/** What one seed decides: a service with its faults, and those who read from it. */
import * as fc from "fast-check";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";

/** How the service splits its listing, and which argument reads it; `undefined` reads it without one. */
export interface Convention {
  readonly name: ConventionName;
  readonly pagination: Pagination | undefined;
  /** How a page is found. A place is that of an item in the order of now. A key names the item before, wherever it is now. */
  readonly pagesBy: "one response" | "place" | "key";
  /** Whether each response states how many items there are. */
  readonly hasTotal: boolean;
}

const CONVENTIONS: readonly Convention[] = [
  { name: "bare list", pagination: undefined, pagesBy: "one response", hasTotal: false },
  { name: "Link header", pagination: undefined, pagesBy: "place", hasTotal: false },
  { name: "address and total", pagination: undefined, pagesBy: "place", hasTotal: true },
  {
    name: "key cursor and total",
    pagination: { type: "cursor", cursorPath: "/next_cursor", totalPath: "/total" },
    pagesBy: "key",
    hasTotal: true,
  },
  { name: "page and total", pagination: undefined, pagesBy: "place", hasTotal: true },
  { name: "page and flag", pagination: { type: "page", morePath: "/has_more" }, pagesBy: "place", hasTotal: false },
  { name: "offset", pagination: { type: "offset", totalPath: "/total" }, pagesBy: "place", hasTotal: true },
];

export type ConventionName =
  | "bare list"
  | "Link header"
  | "address and total"
  | "key cursor and total"
  | "page and total"
  | "page and flag"
  | "offset";

/** What happens to the listing while it is read. The numbers say which item, and where it goes: modulo how many there are. */
export interface Change {
  /** Before this response with items, counted from 0 over all readers. */
  readonly before: number;
  readonly kind: "insert" | "remove" | "rename" | "move" | "rename and move";
  readonly from: number;
  readonly to: number;
}

/** What happens to one request in place of its proper response. */
export type Fault =
  | { readonly kind: "status"; readonly status: 408 | 429 | 500 | 502 | 503 | 504; readonly retryAfter?: number }
  | { readonly kind: "reset" | "cut off" | "no response" }
  /** A retry cannot help. */
  | { readonly kind: "fatal"; readonly response: FatalResponse };

const FATAL_RESPONSES = ["web page", "error body", "403", "other origin"] as const;
export type FatalResponse = (typeof FATAL_RESPONSES)[number];

export interface Reader {
  /** Keeps the items whose `number` is below this; `undefined` keeps all. */
  readonly below: number | undefined;
  /** Sent as a query parameter, which the service ignores: readers with equal ones share a listing. */
  readonly group: number;
  /** Whose workflows: 0 is the client of the settings, 1 that of a connection. */
  readonly tenant: number;
}

export interface Scenario {
  readonly items: number;
  readonly pageSize: number;
  readonly convention: Convention;
  /** Whether items have an `id`. */
  readonly hasIds: boolean;
  readonly changes: readonly Change[];
  /** Seconds; `undefined`: the token response does not have it. */
  readonly tokenLifetime: number | undefined;
  /** What the clock gains with each request. Milliseconds. */
  readonly requestTakes: number;
  /** Requests after which all tokens are revoked. */
  readonly revokedAfter: readonly number[];
  /** The n-th token request, and the n-th listing request: `undefined` is served well. */
  readonly tokenFaults: readonly (Fault | undefined)[];
  readonly listingFaults: readonly (Fault | undefined)[];
  readonly readers: readonly Reader[];
  /** The request at whose arrival the caller cancels; `undefined`: never. */
  readonly cancelledAt: number | undefined;
  /** Seconds of the simulated clock. */
  readonly deadlineSeconds: number;
}

const retryable: fc.Arbitrary<Fault> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.constant("status" as const),
        status: fc.constantFrom(408 as const, 429 as const, 500 as const, 502 as const, 503 as const, 504 as const),
        retryAfter: fc.integer({ min: 0, max: 30 }),
      },
      { requiredKeys: ["kind", "status"] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("reset" as const, "cut off" as const) }) },
);

const fatal: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constant("fatal" as const),
  response: fc.constantFrom(...FATAL_RESPONSES),
});

/** Real time passes before a request without a response is given up: few scenarios have one, and none has more. */
const faults = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(undefined) },
        { weight: 3, arbitrary: retryable },
        {
          weight: 1,
          arbitrary: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fatal }),
        },
      ),
      { maxLength: 12 },
    ),
    fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(11) }),
  )
  .map(([list, silentAt]) =>
    list.map((fault, index): Fault | undefined => (index === silentAt ? { kind: "no response" } : fault)),
  );

const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 3): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const change: fc.Arbitrary<Change> = fc.record({
  before: fc.nat(8),
  kind: fc.constantFrom<Change["kind"][]>("insert", "remove", "rename", "move", "rename and move"),
  from: fc.nat(40),
  to: fc.nat(40),
});

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  items: fc.nat(40),
  pageSize: fc.integer({ min: 1, max: 12 }),
  convention: fc.constantFrom<Convention[]>(...CONVENTIONS),
  hasIds: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  changes: fc.oneof(fc.constant([]), fc.array(change, { maxLength: 3 })),
  tokenLifetime: fc.oneof(fc.constant(undefined), fc.constant(3600), fc.integer({ min: 0, max: 12 })),
  requestTakes: fc.oneof(fc.constant(0), fc.nat(3000)),
  revokedAfter: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  tokenFaults: faults,
  listingFaults: faults,
  readers: fc.array(
    fc.record({
      below: seldom(fc.nat(40), 1),
      group: fc.nat(2),
      tenant: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  cancelledAt: seldom(fc.integer({ min: 1, max: 10 }), 8),
  deadlineSeconds: fc.oneof(
    { weight: 3, arbitrary: fc.constant(21_600) },
    { weight: 1, arbitrary: fc.nat(60).map((n) => n + 1) },
  ),
});

/** The same seed gives the same scenario. */
export function scenarioOf(seed: number): Scenario {
  const [scenario] = fc.sample(scenarios, { seed, numRuns: 1 });
  if (scenario === undefined) {
    throw new Error("fast-check gave no scenario.");
  }
  return scenario;
}
