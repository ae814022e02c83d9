/**
 * Listings of 542 shapes from public API descriptions: all are read with nothing set, but those that `not-whole.json` names, and
 * none is cut. One service a line in `services.jsonl`. A listing that is read now and was not before can leave `not-whole.json`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WorkflowsError } from "../../provider/base/errors.js";
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
    if (pagination !== undefined || !(error instanceof WorkflowsError) || error.pagination === undefined) {
      return "refused";
    }
    const second = await play(service, variant, error.pagination as unknown as Pagination);
    return second === "whole" ? "whole after one paste" : second;
  }
}

/** What each listing came to, by its name. None may be cut. */
async function outcomesOf(services: readonly Service[], variant: Variant): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const service of services) {
    outcomes.set(nameOf(service), await play(service, variant));
  }
  expect(outcomes.size).toBe(services.length);
  return outcomes;
}

const nameOf = ({ provider, path, seed }: Service): string => `${provider} ${path} ${seed}`;

const namesOf = (outcomes: ReadonlyMap<string, Outcome>, ...wanted: Outcome[]): string[] =>
  [...outcomes].filter(([, outcome]) => wanted.includes(outcome)).map(([name]) => name);

/** For each case, the listings that need an argument which the error names, and those that are refused. No others may. */
const KNOWN = JSON.parse(readFileSync(join(__dirname, "not-whole.json"), "utf8")) as Record<
  string,
  { readonly pasted: readonly string[]; readonly refused: readonly string[] }
>;

it.each<[what: string, services: readonly Service[], variant: Variant]>([
  ["five pages", PAGED, { items: 23 }],
  ["five pages, and unknown parameters are refused", PAGED, { items: 23, isStrict: true }],
  ["two full pages", PAGED, { items: 10 }],
  ["three items on one page", SERVICES, { items: 3 }],
  ["no items", SERVICES, { items: 0 }],
])(
  "%s: every listing is whole but those that are known not to be, and none is cut",
  async (what, services, variant) => {
    const outcomes = await outcomesOf(services, variant);
    const { pasted = [], refused = [] } = KNOWN[what] ?? {};
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
  const withTotal = SERVICES.filter(({ fields, headers }) => [...fields, ...headers].some(({ m }) => m === "total"));
  const outcomes = await outcomesOf(withTotal, { items: 20, claims: 23 });
  const known = KNOWN["a total greater than what can be read"]?.pasted ?? [];
  expect(namesOf(outcomes, "whole", "whole after one paste", "cut").filter((name) => !known.includes(name))).toEqual(
    [],
  );
});
