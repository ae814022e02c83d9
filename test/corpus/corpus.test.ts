/**
 * Listings of 542 shapes from public API descriptions: how many are read with nothing set, how many after one argument that the
 * error names, and none cut. One service a line in `services.jsonl`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ListingError, WorkflowsError } from "../../provider/base/errors.js";
import type { Pagination } from "../../provider/workflows/arguments/argument-types.js";
import { read } from "../workflows/listing/reader.js";
import { isPaged, isSilent, respond, type Service, type Variant } from "./service.js";

const SERVICES = readFileSync(join(__dirname, "services.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Service)
  .filter((service) => !isSilent(service));
const PAGED = SERVICES.filter(isPaged);

type Outcome = "whole" | "whole after one paste" | "refused" | "cut";

async function play(service: Service, variant: Variant, pagination?: Pagination): Promise<Outcome> {
  const requested: string[] = [];
  try {
    const { items } = await read(
      ({ searchParams }) => respond(service, variant, searchParams),
      { pagination },
      requested,
    );
    const ids = new Set(items.map((item) => (item as { id: string }).id));
    const isWhole =
      items.length === variant.items && ids.size === items.length && [...ids].every((id) => id.startsWith("wf_"));
    expect(requested.length).toBeLessThanOrEqual(Math.ceil(variant.items / 5) + 6);
    return isWhole ? "whole" : "cut";
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
    if (pagination !== undefined || !(error instanceof ListingError) || error.pagination === undefined) {
      return "refused";
    }
    const second = await play(service, variant, error.pagination as unknown as Pagination);
    return second === "whole" ? "whole after one paste" : second;
  }
}

/** How many of a hundred have each outcome. */
async function shares(services: readonly Service[], variant: Variant): Promise<Record<Outcome, number>> {
  const counts: Record<Outcome, number> = { whole: 0, "whole after one paste": 0, refused: 0, cut: 0 };
  const cut: string[] = [];
  for (const service of services) {
    const outcome = await play(service, variant);
    counts[outcome] += 100 / services.length;
    if (outcome === "cut") {
      cut.push(`${service.provider} ${service.path}`);
    }
  }
  expect(cut).toEqual([]);
  return counts;
}

test.each<[what: string, services: readonly Service[], variant: Variant, whole: number, pasted: number]>([
  ["five pages", PAGED, { items: 23 }, 93, 95],
  ["five pages, and unknown parameters are refused", PAGED, { items: 23, isStrict: true }, 93, 95],
  ["two full pages", PAGED, { items: 10 }, 93, 95],
  ["three items on one page", SERVICES, { items: 3 }, 97, 97],
  ["no items", SERVICES, { items: 0 }, 97, 97],
])("%s: none cut", async (_, services, variant, whole, pasted) => {
  const counts = await shares(services, variant);
  expect(counts.whole).toBeGreaterThanOrEqual(whole);
  expect(counts.whole + counts["whole after one paste"]).toBeGreaterThanOrEqual(pasted);
});

test("the same page for every request is an error", async () => {
  const counts = await shares(PAGED, { items: 23, isLoop: true });
  expect(counts.refused).toBeCloseTo(100);
});

test("a total greater than what can be read is an error", async () => {
  const withTotal = SERVICES.filter(({ fields, headers }) => [...fields, ...headers].some(({ m }) => m === "total"));
  const outcomes = await Promise.all(withTotal.map((service) => play(service, { items: 20, claims: 23 })));
  const refused = outcomes.filter((outcome) => outcome === "refused").length;
  expect((100 * refused) / outcomes.length).toBeGreaterThanOrEqual(95);
});
