/**
 * Listings of 468 shapes from public API descriptions: all are read with nothing set, but those that `not-whole.json`
 * names, and none is cut. One service a line in `services.jsonl`. A listing that is read now and was not before can
 * leave `not-whole.json`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowsError } from "../../provider/base/errors.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import { read } from "../workflows/listing/reader.js";
import { isPaged, respond, type Service, type Variant } from "./service.js";

const SERVICES = readFileSync(join(__dirname, "services.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Service);
const PAGED = SERVICES.filter(isPaged);
const WITH_TOTAL = SERVICES.filter(({ fields, headers }) =>
  [...fields, ...headers].some(({ meaning }) => meaning === "total"),
);

/** The names of listings that are not whole. */
interface NotWhole {
  /** They are, after the `pagination` that the error shows. */
  readonly pasted: readonly string[];
  readonly refused: readonly string[];
}

const KNOWN = JSON.parse(readFileSync(join(__dirname, "not-whole.json"), "utf8")) as {
  readonly severalPages: NotWhole;
  readonly onePage: NotWhole;
  readonly noItems: NotWhole;
  /** Listings that are read, though they state more items than they have. */
  readonly greaterTotal: readonly string[];
};

type Outcome = "whole" | "whole after one paste" | "refused" | "cut";

/** Reads a listing, and once more with the `pagination` that its error shows. */
async function play(service: Service, variant: Variant, pagination?: Pagination): Promise<Outcome> {
  const requested: string[] = [];
  const reply = ({ searchParams }: URL) => respond(service, variant, searchParams);
  try {
    const { items } = await read(reply, { pagination }, requested);
    expect(requested.length).toBeLessThanOrEqual(Math.ceil(variant.items / 5) + 6);
    return isWhole(items, variant) ? "whole" : "cut";
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
    if (pagination !== undefined || error.pagination === undefined) {
      return "refused";
    }
    const second = await play(service, variant, error.pagination as unknown as Pagination);
    return second === "whole" ? "whole after one paste" : second;
  }
}

function isWhole(items: readonly unknown[], variant: Variant): boolean {
  const ids = new Set(items.map((item) => (item as { id: string }).id));
  return items.length === variant.items && ids.size === items.length && [...ids].every((id) => id.startsWith("wf_"));
}

/** Returns what each listing came to, by its name. */
async function outcomesOf(services: readonly Service[], variant: Variant): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const service of services) {
    outcomes.set(`${service.provider} ${service.path} ${service.seed}`, await play(service, variant));
  }
  expect(outcomes.size).toBe(services.length);
  return outcomes;
}

function namesOf(outcomes: ReadonlyMap<string, Outcome>, ...wanted: Outcome[]): string[] {
  return [...outcomes].filter(([, outcome]) => wanted.includes(outcome)).map(([name]) => name);
}

it.each<[what: string, services: readonly Service[], variant: Variant, known: NotWhole]>([
  ["five pages", PAGED, { items: 23 }, KNOWN.severalPages],
  ["five pages, and unknown parameters are refused", PAGED, { items: 23, isStrict: true }, KNOWN.severalPages],
  ["two full pages", PAGED, { items: 10 }, KNOWN.severalPages],
  ["three items on one page", SERVICES, { items: 3 }, KNOWN.onePage],
  ["no items", SERVICES, { items: 0 }, KNOWN.noItems],
])(
  "%s: every listing is whole but those that are known not to be, and none is cut",
  async (_what, services, variant, { pasted, refused }) => {
    const outcomes = await outcomesOf(services, variant);
    expect(namesOf(outcomes, "cut")).toEqual([]);
    const notWhole = namesOf(outcomes, "whole after one paste", "refused");
    expect(notWhole.filter((name) => !pasted.includes(name) && !refused.includes(name))).toEqual([]);
    expect(namesOf(outcomes, "refused").filter((name) => !refused.includes(name))).toEqual([]);
  },
);

it("the same page for every request is an error", async () => {
  const outcomes = await outcomesOf(PAGED, { items: 23, isLoop: true });
  expect(namesOf(outcomes, "whole", "whole after one paste", "cut")).toEqual([]);
});

it("a total greater than what can be read is an error", async () => {
  const outcomes = await outcomesOf(WITH_TOTAL, { items: 20, claims: 23 });
  const read = namesOf(outcomes, "whole", "whole after one paste", "cut");
  expect(read.filter((name) => !KNOWN.greaterTotal.includes(name))).toEqual([]);
});
