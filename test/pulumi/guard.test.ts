/** Workflows that vanish, from a resource and from a function: what the user allows, and what messages may show. */
import { lookUpListing } from "../../provider/pulumi/look-up.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { memoryHost } from "./memory-host.js";
import * as lifecycle from "./operations.js";

const jobs = (count: number, state = "active", first = 0): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => ({ id: first + index, name: `Job ${index}`, state })));
/** As a client, a dot, and a base URL. */
const HERE = "client.here";

const hostOf = (items: string, service = HERE) => memoryHost(items, service);

/** What an update stored: ten workflows. */
async function stored(args: Properties, mark: string | undefined = HERE): Promise<Properties> {
  const result = await lifecycle.check(hostOf(jobs(10)), {}, args);
  return { ...("inputs" in result ? result.inputs : {}), __service: mark };
}

const GONE = "of 10 workflows are gone";
const NONE = "The service lists no workflows. The last listing had 10.";

it.each<[left: number, before: Properties, after: Properties, mark: string | undefined, now: string, result: string]>([
  // left, arguments before and after, mark in the state, service now, result
  [3, {}, {}, HERE, HERE, GONE],
  [3, {}, { where: { state: "active" } }, HERE, HERE, "ok"],
  [3, {}, { query: { state: "active" } }, HERE, HERE, "ok"],
  [3, { query: { n: "1" } }, { query: { n: 1 } }, HERE, HERE, GONE],
  [3, { where: { "/state": "active" } }, { where: { state: "active" } }, HERE, HERE, GONE],
  [3, {}, {}, HERE, "client.there", "ok"],
  [3, {}, {}, HERE, "other-client.here", GONE],
  [3, {}, {}, undefined, HERE, GONE],
  [3, { mode: "pinned", triggers: [1] }, { mode: "pinned", triggers: [2] }, HERE, HERE, GONE],
  [3, {}, { select: ["name"] }, HERE, HERE, GONE],
  [3, {}, { keyPath: "none" }, HERE, HERE, GONE],
  [3, {}, { allowEmpty: true }, HERE, HERE, GONE],
  [3, {}, { maxRemoved: 7 }, HERE, HERE, "ok"],
  [0, {}, { where: { state: "active" } }, HERE, HERE, NONE],
  [0, {}, { where: { state: "active" }, maxRemoved: "100%" }, HERE, "client.there", NONE],
  [0, {}, { allowEmpty: true }, HERE, HERE, "ok"],
])(
  "%d left of 10, with %j and then %j, state of %s, service %s: %s",
  async (left, before, after, mark, now, result) => {
    const checked = await lifecycle.check(hostOf(jobs(left), now), await stored(before, mark), after);
    const outcome = "failures" in checked ? (checked.failures[0]?.reason ?? "") : "ok";
    expect(outcome).toContain(result);
  },
);

it("another service, which is not compared, is named", async () => {
  const host = hostOf(jobs(3), "other-client.there");
  await lifecycle.check(host, await stored({}), {});
  expect(host.lines).toEqual([expect.stringMatching(/^warning: another service .*baseUrl.*: 10 before, 3 now$/)]);
  await lifecycle.check(host, await stored({}), {}, { isSecret: true });
  expect(host.lines.at(-1)).toMatch(/^warning: another service .*itemsPath\)$/);
});

it("a refresh compares too, and Workflows.get has nothing to compare with", async () => {
  const state = await stored({});
  await expect(lifecycle.refresh(hostOf(jobs(3)), state)).rejects.toThrow(GONE);
  await expect(lifecycle.refresh(hostOf("[]"), state)).rejects.toThrow(NONE);
  await expect(lifecycle.readNew(hostOf("[]"), { allowEmpty: true })).resolves.toHaveProperty("count", 0);
  await expect(lifecycle.readNew(hostOf("[]"), {})).rejects.toThrow("The service lists no workflows.");
});

it.each<[isSecret: boolean, wasSecret: boolean]>([
  [true, false],
  [false, true],
])("nothing of a listing is shown that is secret (%j) or was (%j)", async (isSecret, wasSecret) => {
  const host = hostOf(jobs(20, "paused", 10));
  const olds = { ...(await stored({})), ...(wasSecret ? { __secret: true } : {}) };
  for (const args of [{}, { where: { state: "active" } }, { maxRemoved: "100%" }, { minItems: 77 }]) {
    const checked = await lifecycle.check(host, olds, args, { isSecret });
    host.lines.push(JSON.stringify("failures" in checked ? checked.failures : []));
  }
  expect(host.lines.join("\n")).not.toMatch(/Job|paused|\b20\b|77|of 10\b/);
  expect(host.lines).toContain("info: workflows: the listing has changed");
});

it.each<[state: string, isSecret: boolean, lines: string[]]>([
  ["aktive", false, ['getWorkflows: `where`: {"state":"aktive"} matches no workflow; there is "active".']],
  ["aktive", true, ["getWorkflows: a condition of `where` matches nothing."]],
  ["active", false, []],
])("a condition without a match is a warning of the function: %s, secret: %s", async (state, isSecret, lines) => {
  const host = hostOf(jobs(3));
  await lookUpListing(host.session, { where: { state } }, isSecret);
  expect(host.lines).toEqual(lines);
});
