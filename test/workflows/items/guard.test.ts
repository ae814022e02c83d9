/** The guard against vanishing lists: one decision a row. */
import { SettingsError } from "../../../provider/base/errors.js";
import { assertListed, type PreviousListing } from "../../../provider/workflows/items/guard.js";
import { presentListing } from "../../../provider/workflows/items/view.js";
import type { KeyPath } from "../../../provider/workflows/items/identity.js";
import type { ArgumentsOf } from "../../../provider/workflows/arguments/table.js";
import type { JsonObject, JsonValue } from "../../../provider/workflows/json/json.js";
import type { ListingView } from "../../../provider/workflows/types.js";

/** Arguments, and variables. */
type Given = ArgumentsOf<"guard"> & { readonly [variable: `WORKFLOWS_${string}`]: string };

/** A reading of a resource, or of a function, which had nothing before. */
interface Reading {
  readonly before?: JsonValue[];
  readonly beforeView?: ListingView;
  readonly last?: Partial<PreviousListing>;
  readonly after: JsonValue[];
  readonly view?: ListingView;
  readonly given?: Given;
  readonly keyPath?: KeyPath;
  readonly isSecret?: boolean;
  readonly remark?: string;
}

function check(reading: Reading): void {
  const { before, beforeView = {}, last, after, view = {}, given = {}, keyPath, isSecret = false, remark } = reading;
  const args = Object.entries(given).filter(([name]) => !name.startsWith("WORKFLOWS_"));
  const environment = given as Readonly<Record<string, string>>;
  const context = { guard: Object.fromEntries(args), environment, request: { keyPath }, isSecret };
  const listing = { ...presentListing(after, view), remark };
  if (before === undefined) {
    assertListed(listing, context);
    return;
  }
  const { count, json, digest } = presentListing(before, beforeView);
  const unchanged = { keyPath: undefined, isOtherRequest: false, command: "pulumi up" };
  assertListed(listing, context, { count, json, digest, ...unchanged, ...last });
}

/** "ok", or the message without its code. */
function outcome(reading: Reading): string {
  try {
    check(reading);
    return "ok";
  } catch (error) {
    expect(error).toMatchObject({ code: "vanished" });
    return (error as Error).message.replace(/ \[vanished\]$/, "");
  }
}

const items = (count: number, first = 0): JsonValue[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, name: `Job ${first + index}`, state: "active" }));

/** The items with another name for their field `id`. */
const renamed = (name: string, from: readonly JsonValue[]): JsonValue[] =>
  from.map((item) => {
    const { id = null, ...rest } = item as JsonObject;
    return { [name]: id, ...rest };
  });

it.each<[before: number, after: number, given: Given, result: "ok" | RegExp]>([
  // before, after, arguments and variables, result
  [0, 0, {}, "ok"],
  [1, 0, {}, /^The service lists no workflows\. The last listing had 1\. If .* The default of `allowEmpty` is false;/],
  [47, 0, { WORKFLOWS_MAX_REMOVED: "100%" }, /lists no workflows/],
  [47, 0, { allowEmpty: true }, "ok"],
  [47, 0, { WORKFLOWS_ALLOW_EMPTY: "True" }, "ok"],
  [47, 0, { allowEmpty: true, WORKFLOWS_ALLOW_EMPTY: "false" }, /The environment variable WORKFLOWS_ALLOW_EMPTY is f/],
  [4, 1, {}, "ok"],
  [4, 1, { maxRemoved: 2 }, /3 of 4 .* The argument `maxRemoved` is 2;/],
  [4, 1, { maxRemoved: "74%" }, /is 74%/],
  [4, 1, { maxRemoved: "75%" }, "ok"],
  [5, 1, {}, /^4 of 5 workflows are gone: Job 1, Job 2, Job 3, Job 4\. If .* The default of `maxRemoved` is 3 or 30%;/],
  [100, 70, {}, "ok"],
  [100, 69, {}, /^31 of 100 .* Job 73 and 26 more\./],
  [100, 99, { maxRemoved: 0 }, /1 of 100/],
  [137, 3, { WORKFLOWS_MAX_REMOVED: "134" }, "ok"],
  [137, 3, { maxRemoved: "100%", WORKFLOWS_MAX_REMOVED: "8" }, /The environment variable WORKFLOWS_MAX_REMOVED is 8/],
  [3, 9, { minItems: 9 }, "ok"],
  [3, 9, { minItems: 10 }, /^Matching workflows: 9, fewer than `minItems` requires \(10\)\./],
])("allowEmpty, maxRemoved and minItems: a resource had %d, has %d, with %j: %s", (before, after, given, result) => {
  const found = outcome({ before: items(before), after: items(after), given });
  expect(found).toEqual(result === "ok" ? result : expect.stringMatching(result));
});

it.each<[title: string, result: string, reading: Reading]>([
  ["as many, but others", "6 of 10", { before: items(10), after: items(10, 6) }],
  [
    "another request, of which some are gone",
    "ok",
    { before: items(10), after: items(1), last: { isOtherRequest: true } },
  ],
  [
    "another request, of which there is nothing",
    "The service lists no",
    { before: items(10), after: [], last: { isOtherRequest: true } },
  ],
  [
    "above 1 MB fewer are seen by number",
    "5 of 10 workflows are gone. ",
    { before: items(10), after: items(5), last: { json: undefined } },
  ],
  [
    "an identity that the state does not have",
    "6 of 10",
    { before: items(10), after: items(10, 6), last: { keyPath: "/slug" } },
  ],
  ["an identity that is gone", "10 of 10", { before: items(10), after: renamed("uuid", items(10)) }],
  ["no identity, and other names", "6 of 10", { before: renamed("no", items(10)), after: renamed("no", items(10, 6)) }],
  ["no identity, and the same names", "ok", { before: renamed("no", items(10)), after: renamed("nr", items(10)) }],
  [
    "fewer fields in the state, and others now: identity is of all fields that the service lists",
    "5 of 10 workflows are gone: 0, 1,",
    { before: items(10), beforeView: { select: ["id"] }, after: items(10, 5), view: { select: ["name"] } },
  ],
  [
    "names alone in the state",
    "5 of 10 workflows are gone: Job 0, Job 1,",
    { before: items(10), beforeView: { select: ["name"] }, after: items(10, 5), view: { select: ["name"] } },
  ],
  [
    "still listed, but `where` does not match them any more",
    "4 of 6 workflows are gone: Job 2, Job 3, Job 4, Job 5.",
    {
      before: items(6),
      after: items(6).map((item, index) => ({ ...(item as JsonObject), state: index < 2 ? "active" : "paused" })),
      view: { where: { state: "active" } },
    },
  ],
  [
    "a condition of `where` that matches nothing is named",
    '. `where`: {"state":"aktive"} matches no workflow; there is "active". The default',
    { before: items(9), after: items(9), view: { where: { state: "aktive" } } },
  ],
  [
    "workflows are named by `keyPath`",
    "are gone: active / 1, active / 2, active / 3, active / 4.",
    { before: items(5), after: items(1), keyPath: ["state", "id"] },
  ],
  [
    "the command that was refused is the one to run",
    "once: `WORKFLOWS_MAX_REMOVED=8 pulumi refresh`; until",
    { before: items(9), after: items(1), last: { command: "pulumi refresh" } },
  ],
  [
    "the same where nothing is listed",
    "once: `WORKFLOWS_ALLOW_EMPTY=true pulumi refresh`; until",
    { before: items(9), after: [], last: { command: "pulumi refresh" } },
  ],
])("%s: %s", (_title, result, reading) => {
  expect(outcome(reading)).toContain(result);
});

it.each<[title: string, before: KeyPath, now: KeyPath, result: string]>([
  ["the default, the first usual id", undefined, undefined, "10 of 10"],
  ["`keyPath`, which stays where the ids are new", "name", "name", "ok"],
  ["not a `keyPath` that is set in this run", undefined, "name", "10 of 10"],
  ["the default was, and none is", undefined, "none", "10 of 10"],
  ["none was, and the default is", "none", undefined, "10 of 10"],
  ["none was and is: only the numbers are compared", "none", "none", "ok"],
])("one identity decides what is gone: %s", (_title, before, keyPath, result) => {
  // The same names with other ids.
  const after = items(10).map((item, index) => ({ ...(item as JsonObject), id: 100 + index }));
  expect(outcome({ before: items(10), after, keyPath, last: { keyPath: before } })).toContain(result);
});

it("begins with what happened and the command, and has at most four sentences", () => {
  expect(outcome({ before: items(10), after: items(10, 6) })).toBe(
    "6 of 10 workflows are gone: Job 0, Job 1, Job 2, Job 3, Job 4 and 1 more. " +
      "If this is right, accept it once: `WORKFLOWS_MAX_REMOVED=6 pulumi up`; until then, previews of this stack fail for everybody. " +
      "As many are new (6): if they are the same workflows, also set `keyPath` to what identifies one and does not change, and name the resources by it. " +
      "The default of `maxRemoved` is 3 or 30%; for good, set the argument `maxRemoved`.",
  );
  expect(outcome({ before: items(10), after: items(9, 6) })).not.toContain("the same workflows");
  expect(outcome({ before: items(10), after: [], remark: '"/message": "Come back later"' })).toBe(
    'The service lists no workflows, and the response says at "/message": "Come back later". The last listing had 10. ' +
      "If this is right, accept it once: `WORKFLOWS_ALLOW_EMPTY=true pulumi up`; until then, previews of this stack fail for everybody. " +
      "The default of `allowEmpty` is false; for good, set the argument `allowEmpty`.",
  );
});

it.each<[count: number, given: Given, result: string]>([
  [
    0,
    {},
    "The service lists no workflows. If this is right, for this run: `WORKFLOWS_ALLOW_EMPTY=true pulumi up`. The default of `allowEmpty` is false; for good, set the argument `allowEmpty`.",
  ],
  [0, { allowEmpty: true }, "ok"],
  [1, { minItems: 2 }, "Matching workflows: 1, fewer than `minItems` requires (2)."],
])("a function that gets %d workflows, with %j: %s", (count, given, result) => {
  expect(outcome({ after: items(count), given })).toContain(result);
});

const GONE =
  /^Too many workflows are gone, and their names are secret\. If [^.]*\. The default of `maxRemoved` is 3 or 30%; [^.]*\.$/;

it.each<[title: string, reading: Reading, message: RegExp]>([
  [
    "a message beside an empty list",
    { after: [], remark: '"/message": "Come back later"' },
    /^The service lists no workflows\. If this is right/,
  ],
  ["an empty list", { before: items(57), after: [] }, /^The service lists no workflows\. If this is right/],
  ["new ones", { before: items(57), after: items(57, 40) }, GONE],
  ["others that left `where`", { before: items(57), after: items(57), view: { where: { id: { lt: 3 } } } }, GONE],
  ["too few", { after: items(12), given: { minItems: 99 } }, /^Fewer workflows match than `minItems` requires\./],
])("of a secret listing, no message has a name, a value or a number: %s", (_title, reading, expected) => {
  const message = outcome({ ...reading, isSecret: true });
  expect(message).toMatch(expected);
  expect(message).not.toMatch(/Job|active|Come|57|12|99/);
});

it.each<[Given, string]>([
  [{ WORKFLOWS_ALLOW_EMPTY: "yes" }, 'WORKFLOWS_ALLOW_EMPTY cannot be used: `allowEmpty` is "yes", but takes'],
  [{ WORKFLOWS_MAX_REMOVED: "-1" }, "WORKFLOWS_MAX_REMOVED cannot be used: `maxRemoved` is -1, but takes"],
])("a variable that cannot be meant so is an error, though nothing has vanished: %j", (given, message) => {
  const work = (): void => check({ after: items(1), given });
  expect(work).toThrow(SettingsError);
  expect(work).toThrow(message);
});
