/** The guard against vanishing lists: one decision a line. */
import { SettingsError } from "../../../provider/base/errors.js";
import { assertListed, type PreviousListing } from "../../../provider/workflows/items/guard.js";
import { presentListing } from "../../../provider/workflows/items/view.js";
import type { KeyPath } from "../../../provider/workflows/items/identity.js";
import type { ArgumentsOf } from "../../../provider/workflows/arguments/table.js";
import type { JsonObject, JsonValue } from "../../../provider/workflows/json/json.js";
import type { Listing } from "../../../provider/workflows/types.js";

type Given = ArgumentsOf<"guard"> & { readonly [variable: `WORKFLOWS_${string}`]: string };

const items = (count: number, first = 0): JsonValue[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, name: `Job ${first + index}`, state: "active" }));

const context = (given: Given, more: object = {}) => ({
  guard: Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith("WORKFLOWS_"))),
  environment: given as Readonly<Record<string, string>>,
  request: {},
  isSecret: false,
  ...more,
});

const lastOf = ({ count, json, digest }: Listing, more: Partial<PreviousListing> = {}): PreviousListing => ({
  ...{ count, json, digest, keyPath: undefined, isOtherRequest: false, command: "pulumi up", ...more },
});

/** The item with another name for its field `id`. */
const renamed =
  (name: string) =>
  (item: JsonValue): JsonValue => {
    const { id = null, ...rest } = item as JsonObject;
    return { [name]: id, ...rest };
  };

/** "ok", or the message without its code. */
function outcome(work: () => void): string {
  try {
    work();
    return "ok";
  } catch (error) {
    expect(error).toMatchObject({ code: "vanished" });
    return (error as Error).message.replace(/ \[vanished\]$/, "");
  }
}

function compared(
  before: JsonValue[],
  after: JsonValue[],
  given: Given = {},
  more: Partial<PreviousListing> = {},
): string {
  const last = lastOf(presentListing(before, {}), more);
  return outcome(() => assertListed(presentListing(after, {}), context(given), last));
}

describe("a resource", () => {
  it.each<[before: number, after: number, given: Given, result: "ok" | RegExp]>([
    // before, after, arguments and variables, result
    [0, 0, {}, "ok"],
    [
      1,
      0,
      {},
      /^The service lists no workflows\. The last listing had 1\. If .* The default of `allowEmpty` is false; for good,/,
    ],
    [47, 0, { WORKFLOWS_MAX_REMOVED: "100%" }, /lists no workflows/],
    [47, 0, { allowEmpty: true }, "ok"],
    [47, 0, { WORKFLOWS_ALLOW_EMPTY: "True" }, "ok"],
    [
      47,
      0,
      { allowEmpty: true, WORKFLOWS_ALLOW_EMPTY: "false" },
      /The environment variable WORKFLOWS_ALLOW_EMPTY is false/,
    ],
    [4, 1, {}, "ok"],
    [4, 1, { maxRemoved: 2 }, /3 of 4 .* The argument `maxRemoved` is 2;/],
    [4, 1, { maxRemoved: "74%" }, /is 74%/],
    [4, 1, { maxRemoved: "75%" }, "ok"],
    [
      5,
      1,
      {},
      /^4 of 5 workflows are gone: Job 1, Job 2, Job 3, Job 4\. If .* The default of `maxRemoved` is 3 or 30%; for good,/,
    ],
    [100, 70, {}, "ok"],
    [100, 69, {}, /^31 of 100 .* Job 73 and 26 more\./],
    [100, 99, { maxRemoved: 0 }, /1 of 100/],
    [137, 3, { WORKFLOWS_MAX_REMOVED: "134" }, "ok"],
    [137, 3, { maxRemoved: "100%", WORKFLOWS_MAX_REMOVED: "8" }, /The environment variable WORKFLOWS_MAX_REMOVED is 8/],
    [3, 9, { minItems: 9 }, "ok"],
    [3, 9, { minItems: 10 }, /^Matching workflows: 9, fewer than `minItems` requires \(10\)\./],
  ])("had %d, has %d, with %j: %s", (before, after, given, result) => {
    expect(compared(items(before), items(after), given)).toEqual(
      result === "ok" ? result : expect.stringMatching(result),
    );
  });

  it.each<[title: string, result: string, before: JsonValue[], after: JsonValue[], last: Partial<PreviousListing>]>([
    ["as many, but others", "6 of 10", items(10), items(10, 6), {}],
    ["another request, of which some are gone", "ok", items(10), items(1), { isOtherRequest: true }],
    ["another request, of which there is nothing", "The service lists no", items(10), [], { isOtherRequest: true }],
    ["above 1 MB fewer are seen by number", "5 of 10 workflows are gone. ", items(10), items(5), { json: undefined }],
    ["an identity that the state does not have", "6 of 10", items(10), items(10, 6), { keyPath: "/slug" }],
    ["an identity that is gone", "10 of 10", items(10), items(10).map(renamed("uuid")), {}],
    ["no identity, and other names", "6 of 10", items(10).map(renamed("no")), items(10, 6).map(renamed("no")), {}],
    ["no identity, and the same names", "ok", items(10).map(renamed("no")), items(10).map(renamed("nr")), {}],
  ])("%s: %s", (_title, result, before, after, last) => {
    expect(compared(before, after, {}, last)).toContain(result);
  });

  it("fewer fields in the state, or now, hide nothing: identity is of all fields that the service lists", () => {
    const last = lastOf(presentListing(items(10), { select: ["id"] }));
    const now = presentListing(items(10, 5), { select: ["name"] });
    expect(outcome(() => assertListed(now, context({}), last))).toContain("5 of 10 workflows are gone: 0, 1,");
    const names = lastOf(presentListing(items(10), { select: ["name"] }));
    expect(outcome(() => assertListed(now, context({}), names))).toContain("5 of 10 workflows are gone: Job 0, Job 1,");
  });

  it("workflows that are still listed, but that `where` does not match any more, are gone too", () => {
    const now = items(6).map((item, index) => ({ ...(item as JsonObject), state: index < 2 ? "active" : "paused" }));
    const listing = presentListing(now, { where: { state: "active" } });
    const work = () => assertListed(listing, context({}), lastOf(presentListing(items(6), {})));
    expect(outcome(work)).toContain("4 of 6 workflows are gone: Job 2, Job 3, Job 4, Job 5.");
  });

  /** The same names with other ids. */
  const withNewIds = items(10).map((item, index) => ({ ...(item as JsonObject), id: 100 + index }));

  it.each<[title: string, before: KeyPath, now: KeyPath, after: JsonValue[], result: string]>([
    ["the default, the first usual id", undefined, undefined, withNewIds, "10 of 10"],
    ["`keyPath`, which stays where the ids are new", "name", "name", withNewIds, "ok"],
    ["not a `keyPath` that is set in this run", undefined, "name", withNewIds, "10 of 10"],
    ["the default was, and none is", undefined, "none", withNewIds, "10 of 10"],
    ["none was, and the default is", "none", undefined, withNewIds, "10 of 10"],
    ["none was and is: only the numbers are compared", "none", "none", withNewIds, "ok"],
  ])("one identity decides what is gone: %s", (_title, before, keyPath, after, result) => {
    const last = lastOf(presentListing(items(10), {}), { keyPath: before });
    const work = () => assertListed(presentListing(after, {}), context({}, { request: { keyPath } }), last);
    expect(outcome(work)).toContain(result);
  });

  it.each<[title: string, after: JsonValue[], keyPath: KeyPath, isAdvised: boolean]>([
    ["as many are new", items(10, 6), undefined, true],
    ["fewer are new", items(9, 6), undefined, false],
  ])("advises another identity where the workflows may be the same: %s", (_title, after, keyPath, isAdvised) => {
    const [last, now] = [lastOf(presentListing(items(10), {})), presentListing(after, {})];
    const message = outcome(() => assertListed(now, context({}, { request: { keyPath } }), last));
    expect(/As many are new \(6\): .* also set `keyPath` .*, and name the resources by it\./.test(message)).toBe(
      isAdvised,
    );
    expect(message).not.toContain("ignore");
  });

  it("begins with what happened and the command, and has at most four sentences", () => {
    const last = lastOf(presentListing(items(10), {}));
    const gone = outcome(() => assertListed(presentListing(items(10, 6), {}), context({}), last));
    expect(gone).toBe(
      "6 of 10 workflows are gone: Job 0, Job 1, Job 2, Job 3, Job 4 and 1 more. " +
        "If this is right, accept it once: `WORKFLOWS_MAX_REMOVED=6 pulumi up`; until then, previews of this stack fail for everybody. " +
        "As many are new (6): if they are the same workflows, also set `keyPath` to what identifies one and does not change, and name the resources by it. " +
        "The default of `maxRemoved` is 3 or 30%; for good, set the argument `maxRemoved`.",
    );
    const empty = { ...presentListing([], {}), remark: '"/message": "Come back later"' };
    expect(outcome(() => assertListed(empty, context({}), last))).toBe(
      'The service lists no workflows, and the response says at "/message": "Come back later". The last listing had 10. ' +
        "If this is right, accept it once: `WORKFLOWS_ALLOW_EMPTY=true pulumi up`; until then, previews of this stack fail for everybody. " +
        "The default of `allowEmpty` is false; for good, set the argument `allowEmpty`.",
    );
  });

  it("says which condition of `where` matches nothing", () => {
    const now = presentListing(items(9), { where: { state: "aktive" } });
    const work = () => assertListed(now, context({}), lastOf(presentListing(items(9), {})));
    expect(outcome(work)).toContain(
      '. `where`: {"state":"aktive"} matches no workflow; there is "active". The default',
    );
  });

  it("names workflows by `keyPath`", () => {
    const request = { keyPath: ["state", "id"] };
    const [last, now] = [lastOf(presentListing(items(5), {})), presentListing(items(1), {})];
    const work = () => assertListed(now, context({}, { request }), last);
    expect(outcome(work)).toContain("are gone: active / 1, active / 2, active / 3, active / 4.");
  });

  it("says what to run: the command that was refused", () => {
    const refresh = { command: "pulumi refresh" };
    expect(compared(items(9), items(1), {}, refresh)).toContain(
      "once: `WORKFLOWS_MAX_REMOVED=8 pulumi refresh`; until",
    );
    expect(compared(items(9), [], {}, refresh)).toContain("once: `WORKFLOWS_ALLOW_EMPTY=true pulumi refresh`; until");
  });
});

describe("a function", () => {
  it.each<[count: number, given: Given, result: string]>([
    [
      0,
      {},
      "The service lists no workflows. If this is right, for this run: `WORKFLOWS_ALLOW_EMPTY=true pulumi up`. The default of `allowEmpty` is false; for good, set the argument `allowEmpty`.",
    ],
    [0, { allowEmpty: true }, "ok"],
    [1, { minItems: 2 }, "Matching workflows: 1, fewer than `minItems` requires (2)."],
  ])("of %d workflows, with %j: %s", (count, given, result) => {
    expect(outcome(() => assertListed(presentListing(items(count), {}), context(given)))).toContain(result);
  });
});

it("of a secret listing, the message beside an empty list is not quoted", () => {
  const listing = { ...presentListing([], {}), remark: '"/message": "Come back later"' };
  const message = outcome(() => assertListed(listing, context({}, { isSecret: true })));
  expect(message).toContain("The service lists no workflows. If this is right");
});

it.each([
  ["new ones", items(57, 40), {}],
  ["others that left `where`", items(57), { where: { id: { lt: 3 } } }],
])("of a secret listing, no advice depends on what is in it: %s", (_title, now, view) => {
  const last = lastOf(presentListing(items(57), {}));
  const work = () => assertListed(presentListing(now, view), context({}, { isSecret: true }), last);
  expect(outcome(work)).toMatch(
    /^Too many workflows are gone, and their names are secret\. If [^.]*\. The default of `maxRemoved` is 3 or 30%; [^.]*\.$/,
  );
});

it("of a secret listing, no message has a name, a value or a number", () => {
  const secret = context({ minItems: 99 }, { isSecret: true });
  const last = lastOf(presentListing(items(57), {}));
  const messages = [items(0), items(12), items(57)].map((now) => {
    try {
      assertListed(presentListing(now, { where: { state: { not: "active" } } }), secret, last);
      return "";
    } catch (error) {
      return String(error);
    }
  });
  expect(messages.join("\n")).not.toMatch(/Job|active|57|45|12|99/);
  expect(messages.join("\n")).toContain("WORKFLOWS_MAX_REMOVED=100%");
});

it.each<[Given, string]>([
  [{ WORKFLOWS_ALLOW_EMPTY: "yes" }, 'WORKFLOWS_ALLOW_EMPTY cannot be used: `allowEmpty` is "yes", but takes'],
  [{ WORKFLOWS_MAX_REMOVED: "-1" }, "WORKFLOWS_MAX_REMOVED cannot be used: `maxRemoved` is -1, but takes"],
  [{ WORKFLOWS_MAX_REMOVED: "101%" }, '"101%"'],
])("a variable that cannot be meant so is an error, though nothing has vanished: %j", (given, message) => {
  const work = (): void => assertListed(presentListing(items(1), {}), context(given));
  expect(work).toThrow(SettingsError);
  expect(work).toThrow(message);
});
