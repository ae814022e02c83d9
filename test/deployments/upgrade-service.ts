/** The service of the states in test/fixtures/states: what it had when 5876bf0 wrote them. */
import { type FakeService, startFakeService } from "../support/fake-service.js";

const CLIENT = { clientId: "the-client", clientSecret: "the-client's secret" };
const OTHER = { clientId: "other-client", clientSecret: "another secret" };

/** Returns about so many megabytes of workflows. States have them as a placeholder. */
export function largeListing(megabytes: number): { id: string; text: string }[] {
  const count = Math.round(megabytes * 1000) - 1;
  return Array.from({ length: count }, (_, n) => ({ id: `w${String(n).padStart(5, "0")}`, text: "x".repeat(975) }));
}

/** Starts the service. The queries of some resources ask for pages, or for a large listing. */
export function startService(): Promise<FakeService> {
  return startFakeService({
    ...CLIENT,
    workflows: [
      { id: "w1", name: "Export", enabled: false, version: 30.5 },
      { id: "w2", name: "Import", enabled: true, version: 7 },
      { id: "w3", name: "Inventory", enabled: true, version: 1e21 },
      { id: "w4", name: "Trash", enabled: false, version: 0 },
    ],
    tenants: [{ ...OTHER, workflows: [{ id: "o1", name: "Elsewhere" }] }],
    reply({ endpoint, url: { searchParams: query } }) {
      const [size, kind] = [query.get("size"), query.get("kind")];
      if (endpoint === "token" || (size === null && kind === null)) {
        return undefined;
      }
      const page = Number(query.get("page") ?? 1);
      const paged = [1, 2, 3, 4, 5].map((n) => ({ id: `p${n}`, name: `Paged ${n}` }));
      return size === null
        ? { body: { workflows: paged.slice(2 * page - 2, 2 * page), page, total_pages: 3 } }
        : { body: { workflows: largeListing(Number(size)) } };
    },
  });
}

/** The stack's config: without the address, which is another one in each run. */
export const CONFIG = { "workflows:connections": { value: JSON.stringify({ other: OTHER }), secret: true } };

/** The resources' arguments, which this version takes too. */
export const RESOURCES = {
  live: {},
  pinned: { mode: "pinned", triggers: [1] },
  kept: { whenUnavailable: "keep" },
  secret: { secret: true },
  where: { where: { enabled: true, name: { startsWith: "I" } }, select: ["id", "name"] },
  options: { keyPath: "/id", ignoreFields: ["version"], minItems: 1, maxItems: 10 },
  paged: { query: { kind: "paged" }, pagination: { type: "page", parameter: "page" } },
  connected: { connection: "other" },
} as const;

export const LARGE = { large: { query: { size: "1.4" } } } as const;

/** What this version does not take any more, and what is above the limit. */
export const SORTED = { sorted: { sortBy: "name" } } as const;
export const MATCHED = { matched: { where: { name: { matches: "^I" } } } } as const;
export const HUGE = { huge: { query: { size: "9" } } } as const;
