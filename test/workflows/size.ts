/**
 * Measures a large listing in this room alone, in milliseconds and megabytes:
 * `npx ts-node --project provider/generate/tsconfig.json test/workflows/size.ts [workflows] [exact]`.
 * With `exact` every id is a number of 20 digits.
 */
import { describeChanges } from "../../provider/workflows/items/changes.js";
import { digestItems } from "../../provider/workflows/json/digest.js";
import { engineSafe } from "../../provider/workflows/items/engine-safe.js";
import { findItems } from "../../provider/workflows/responses/find-items.js";
import { parseJson, stringifyJson } from "../../provider/workflows/json/json.js";
import { presentListing } from "../../provider/workflows/items/view.js";

const count = Number(process.argv[2] ?? 100_000);
const exact = process.argv[3] === "exact";

function workflow(index: number): string {
  const id = exact ? String(10n ** 19n + BigInt(index)) : `"wf_${String(index).padStart(8, "0")}"`;
  return (
    `{"id":${id},"name":"Workflow number ${index} ü","enabled":${index % 2 === 0},"createdAt":"2025-01-01T00:00:00Z",` +
    `"updatedAt":"2025-06-01T12:00:00Z","owner":{"id":${index % 100},"name":"Some Owner"},"tags":["prod","team-a"],"runs":${index * 3}}`
  );
}

function measure<T>(name: string, run: () => T): T {
  const start = performance.now();
  const result = run();
  const milliseconds = String(Math.round(performance.now() - start)).padStart(6);
  console.log(`${name.padEnd(34)}${milliseconds} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  return result;
}

const text = `{"workflows":[${Array.from({ length: count }, (_, index) => workflow(index)).join(",")}]}`;
console.log(`${count} workflows, ${(text.length / 1e6).toFixed(1)} MB`);
const items = measure("parseJson and findItems", () => findItems(parseJson(text)).items);
measure("digestItems", () => digestItems(items));
measure("stringifyJson", () => stringifyJson(items));
const listing = measure("presentListing", () => presentListing(items, {}));
measure("presentListing where, sortBy, select", () =>
  presentListing(items, {
    where: { enabled: true, name: { matches: "[0-4] ü$" } },
    sortBy: "-name",
    select: ["id", "owner.id"],
  }),
);
measure("engineSafe", () => engineSafe(items));
const after = listing.json.replaceAll("number 99", "number ninety-nine");
console.log(measure("describeChanges", () => describeChanges(listing.json, after, "/id")));
console.log(`largest: ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB`);
