/** Arguments are taken as described, and every fault is reported at once with its place. */
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { type ArgumentKind, parseArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { UNKNOWN } from "../../../provider/workflows/engine-marks.js";
import { ARGUMENTS } from "../../../provider/workflows/arguments/definitions.js";

function faultsOf(raw: object, kind: ArgumentKind = "resource"): Record<string, string> {
  const parsed = parseArguments(kind, raw);
  if (!("faults" in parsed)) {
    return {};
  }
  return Object.fromEntries(parsed.faults.map(({ property, reason }) => [property, reason]));
}

function valueOf<Kind extends ArgumentKind>(kind: Kind, raw: object) {
  const parsed = parseArguments(kind, raw);
  if ("faults" in parsed) {
    throw new Error(parsed.faults.map(({ reason }) => reason).join("\n"));
  }
  return parsed.value;
}

/** An object inside objects, of this depth. */
function nested(depth: number): unknown {
  return depth === 0 ? "x" : { not: nested(depth - 1) };
}

const validator = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };

describe("what is taken", () => {
  test("nothing at all is fine, and the defaults are those of the description", () => {
    const value = valueOf("resource", {});
    expect(value).toMatchObject({ mode: "live", whenUnavailable: "fail" });
    expect(valueOf("getWorkflow", {})).toMatchObject({ allowMissing: false });
    for (const { name, default: described, required } of ARGUMENTS) {
      if (required !== true && Object.hasOwn(value, name)) {
        expect(value[name as keyof typeof value]).toBe(described ?? undefined);
      }
    }
  });

  test("the arguments go where they are used", () => {
    const request = {
      query: { status: "active", page_size: 5, deep: false, tag: ["a", 1, true] },
      itemsPath: "",
      pagination: { type: "cursor", cursorPath: "/next", parameter: "after", size: 50, sizeParameter: "n" },
      maxPages: 3,
    };
    const view = {
      where: {
        enabled: true,
        "owner.team": { in: ["a", 1, null], not: null },
        name: { matches: "^N\\p{L}+", not: { startsWith: "x", gte: 3 } },
        "archived?": null,
      },
      select: ["id", "owner.team"],
      ignoreFields: [],
      sortBy: ["-name", { field: "-odd", descending: true }],
      maxItems: 0,
    };
    expect(
      valueOf("resource", { ...request, ...view, connection: "eu", mode: "pinned", triggers: [1, { a: null }] }),
    ).toEqual({
      connection: "eu",
      secret: false,
      request,
      view,
      mode: "pinned",
      whenUnavailable: "fail",
      allowMissing: false,
      guard: {},
      path: "",
    });
  });

  test("the path of getJson comes out filled in, and its faults name the argument", () => {
    expect(valueOf("getJson", { path: "/v2/workflows/{id}", parameters: { id: "a/b" } })).toMatchObject({
      path: "/v2/workflows/a%2Fb",
    });
    expect(Object.keys(faultsOf({}, "getJson"))).toEqual(["path"]);
    expect(Object.keys(faultsOf({ path: "/v2/../admin" }, "getJson"))).toEqual(["path"]);
    expect(Object.keys(faultsOf({ path: "/v2/{id}", parameters: { ib: 1 } }, "getJson"))).toEqual([
      "parameters",
      "parameters.ib",
    ]);
    expect(Object.keys(faultsOf({ path: "/v2", where: {} }, "getJson"))).toEqual(["where"]);
  });

  test.each<object>([
    { pagination: { type: "none" } },
    { pagination: { type: "page", parameter: "p", start: 0, totalPath: "/total", morePath: "/more" } },
    { pagination: { type: "offset", size: 10 } },
    { pagination: { type: "offset", lastPath: "/last" } },
    { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Cursor" } },
    { pagination: { type: "cursor", lastItemPath: "/id" } },
    { pagination: { type: "cursor", cursorPath: "header:X-Next-Cursor" } },
    { pagination: { type: "cursor", cursorPath: "header:X-Pagination/next~1page\n" } },
    ...["X-Accept", "Accepts", "My-Host", "X-Content-Type", "Proxy", "Contents"].map((requestHeader) => ({
      pagination: { type: "cursor", cursorPath: "/next", requestHeader },
    })),
    { select: ["/a/b", "/a/b?", "a??"] },
    { pagination: { type: "cursor", urlPath: "/_links/next/href" }, query: { cursor: "from here" } },
    { keyPath: ["namespace", "/id"], maxRemoved: 0, minItems: 1, allowEmpty: true, unrelatedFields: ["total"] },
    { keyPath: "none", maxRemoved: "100%" },
    { sortBy: "-createdAt" },
    { sortBy: { field: "name" } },
    { sortBy: [] },
    { where: {} },
    { where: { __proto__: null, name: "x" } },
    { query: {} },
  ])("%j", (args) => {
    expect(faultsOf(args)).toEqual({});
  });

  test("every example of the description is right", () => {
    for (const { name, on, example, type } of ARGUMENTS) {
      if (type.is === "schema") {
        continue;
      }
      const value: unknown = runInThisContext(`(${example})`);
      for (const kind of on) {
        const needed = kind === "getJson" ? { path: "/v2/{id}", parameters: { id: 1 } } : {};
        expect(faultsOf({ ...needed, [name]: value }, kind)).toEqual({});
      }
    }
  });

  test("undefined and null mean absent, nested too", () => {
    const absent = Object.fromEntries(
      ARGUMENTS.filter(({ on }) => on.includes("resource")).map(({ name }) => [name, null]),
    );
    expect(valueOf("resource", absent)).toEqual(valueOf("resource", {}));
    expect(faultsOf({ mode: undefined, unheardOf: undefined })).toEqual({});
    expect(
      valueOf("resource", { pagination: { type: "page", start: null, size: undefined } }).request.pagination,
    ).toEqual({
      type: "page",
    });
  });

  test("the value is a copy: what the caller changes later changes nothing", () => {
    const where = { name: { in: ["a"] } };
    const value = valueOf("resource", { where });
    where.name.in.push("b");
    expect(value.view.where).toEqual({ name: { in: ["a"] } });
  });

  test("keys that prototypes have are keys like any other", () => {
    const raw = JSON.parse('{"where":{"__proto__":1,"constructor":{"exists":true}}}') as object;
    const { where } = valueOf("resource", raw).view;
    expect(Object.keys(where ?? {})).toEqual(["__proto__", "constructor"]);
    const faults = faultsOf({ where: { a: { constructor: 1 } }, pagination: { type: "constructor" }, toString: 1 });
    expect(Object.keys(faults).sort()).toEqual(["pagination.type", "toString", "where.a.constructor"]);
  });

  test("a validator of any library, as an object or a function, on the functions", () => {
    expect(faultsOf({ schema: validator }, "getWorkflows")).toEqual({});
    expect(faultsOf({ schema: Object.assign(() => 1, validator) }, "getWorkflow")).toEqual({});
  });
});

describe("what is refused", () => {
  test.each<{ args: object; property: string; reason: string; kind?: ArgumentKind }>([
    {
      args: { pagination: { type: "pages" } },
      property: "pagination.type",
      reason: 'is "pages", but takes "cursor" or "page" or "offset" or "none". Did you mean "page"?',
    },
    {
      args: { pagination: {} },
      property: "pagination.type",
      reason: 'is missing; it takes "cursor" or "page" or "offset" or "none".',
    },
    {
      args: { pagination: "page" },
      property: "pagination",
      reason: 'is "page", but takes an object whose `type` is "cursor", "page", "offset" or "none".',
    },
    {
      args: { pagination: { type: "page", cursorPath: "/x" } },
      property: "pagination.cursorPath",
      reason: 'does not go with type "page", only with "cursor".',
    },
    {
      args: { pagination: { type: "none", size: 5 } },
      property: "pagination.size",
      reason: 'does not go with type "none", only with "cursor" or "page" or "offset".',
    },
    {
      args: { pagination: { type: "page", strat: 2 } },
      property: "pagination.strat",
      reason: "is not known here. Did you mean `start`?",
    },
    {
      args: { pagination: { type: "cursor" } },
      property: "pagination.cursorPath",
      reason:
        'is missing; type "cursor" needs it, or `urlPath`, or `lastItemPath`: the path of what names the next page.',
    },
    {
      args: { pagination: { type: "cursor", cursorPath: "/a", urlPath: "/b" } },
      property: "pagination.urlPath",
      reason: "does not go with `pagination.cursorPath`: give one of them.",
    },
    {
      args: { pagination: { type: "cursor", urlPath: "/b", parameter: "c" } },
      property: "pagination.parameter",
      reason: "does not go with `pagination.urlPath`, which names whole addresses.",
    },
    {
      args: { pagination: { type: "page", totalPath: "/total", ignoreTotals: true } },
      property: "pagination.ignoreTotals",
      reason: "does not go with `pagination.totalPath`: give one of them.",
    },
    {
      args: { pagination: { type: "page", morePath: "/more", lastPath: "/last" } },
      property: "pagination.lastPath",
      reason: "does not go with `pagination.morePath`: give one of them.",
    },
    {
      args: { pagination: { type: "cursor", cursorPath: "/n", parameter: "after", requestHeader: "X-Cursor" } },
      property: "pagination.requestHeader",
      reason: "does not go with `pagination.parameter`: give one of them.",
    },
    {
      args: { pagination: { type: "cursor", lastItemPath: "" } },
      property: "pagination.lastItemPath",
      reason: "is an empty string, but takes a field of the item, such as /id.",
    },
    {
      args: { pagination: { type: UNKNOWN, parameter: "n", size: 5, sizeParameter: "n" } },
      property: "pagination.sizeParameter",
      reason: 'is "n", as `pagination.parameter`: they must differ.',
    },
    {
      args: { pagination: { type: "page", sizeParameter: "n" } },
      property: "pagination.sizeParameter",
      reason: "has no effect without `pagination.size`: give both, or none.",
    },
    {
      args: { pagination: { type: "offset", size: 5, sizeParameter: "offset" } },
      property: "pagination.sizeParameter",
      reason: 'is "offset", as `pagination.parameter`: they must differ.',
    },
    {
      args: { pagination: { type: "page" }, query: { page: 3 } },
      property: "query.page",
      reason: "is also sent by `pagination`, from its `start` on: leave one of them out.",
    },
    {
      args: { pagination: { type: "cursor", cursorPath: "/n", size: 5 }, query: { limit: 3 } },
      property: "query.limit",
      reason: "is also sent by `pagination.size`: leave one of them out.",
    },
    ...["$.meta.next", ".meta.next", "meta/next", "#/meta/next"].map((cursorPath) => ({
      args: { pagination: { type: "cursor", cursorPath } },
      property: "pagination.cursorPath",
      reason: `is "${cursorPath}", but takes a path such as /next_cursor, or a response header such as header:X-Next-Cursor. Did you mean "/meta/next"?`,
    })),
    ...["header:", "header:X Next", "header:X-Next/~2", "header:X-Next/a~"].map((cursorPath) => ({
      args: { pagination: { type: "cursor", cursorPath } },
      property: "pagination.cursorPath",
      reason: expect.stringMatching(
        /but takes a path such as .*, or a response header such as header:X-Next/,
      ) as string,
    })),
    ...["authorization", "Proxy-Authorization", "proxy-x", "Host", "COOKIE", "Content-Type", "content-", "Accept"]
      .concat(["Accept-Encoding", "connection", "TE", "user-agent", "transfer-encoding", "X Cursor", ""])
      .map((requestHeader) => ({
        args: { pagination: { type: "cursor", cursorPath: "/next", requestHeader } },
        property: "pagination.requestHeader",
        reason: expect.stringMatching(/but takes the name of a request header such as X-Cursor\.$/) as string,
      })),
    {
      args: { pagination: { type: null } },
      property: "pagination.type",
      reason: 'is missing; it takes "cursor" or "page" or "offset" or "none".',
    },
    {
      args: { pagination: { type: ["page"] } },
      property: "pagination.type",
      reason: 'is a list, but takes "cursor" or "page" or "offset" or "none".',
    },
    {
      args: { select: ["/a?b~2"] },
      property: "select[0]",
      reason: 'is "/a?b~2", but takes a field\'s path such as owner.team or /owner/team.',
    },
    {
      args: { select: [" "] },
      property: "select[0]",
      reason: 'is "", but takes a field\'s path such as owner.team or /owner/team.',
    },
    ...[
      { trigger: { cause: new Error("x") }, property: "triggers[0].cause", kind: "an instance of Error" },
      { trigger: { on: { change: () => 1 } }, property: "triggers[0].on.change", kind: "a function" },
      { trigger: [["a", Symbol("x")]], property: "triggers[0][0][1]", kind: "a symbol" },
      { trigger: { later: Promise.resolve(1) }, property: "triggers[0].later", kind: "an Output or a promise" },
      { trigger: { text: "\ud800" }, property: "triggers[0].text", kind: "a string with half of a surrogate pair" },
      { trigger: containsItself(), property: "triggers[0].self", kind: "an object that contains itself" },
    ].map(({ trigger, property, kind }) => ({
      args: { triggers: [trigger] },
      property,
      reason: expect.stringContaining(`is ${kind}`) as string,
    })),
    {
      args: { triggers: [() => 1] },
      property: "triggers[0]",
      reason: expect.stringMatching(
        /, but takes any value except functions, symbols and instances of classes\.$/,
      ) as string,
    },
    {
      args: { connection: Object.fromEntries(Array.from("abcdefghijk", (key) => [key, 1])) },
      property: "connection",
      reason: "is an object with a, b, c, d, e, f, g, h, i, j, …, but takes a string that is not empty.",
    },
    {
      args: { connection: Object.fromEntries(Array.from("abcdefghij", (key) => [key, 1])) },
      property: "connection",
      reason: "is an object with a, b, c, d, e, f, g, h, i, j, but takes a string that is not empty.",
    },
    {
      args: { schema: null, connection: 1 },
      kind: "getWorkflows",
      property: "connection",
      reason: "is 1, but takes a string that is not empty.",
    },
    ...[5, "text"].map((schema) => ({
      args: { schema },
      kind: "getWorkflows" as const,
      property: "schema",
      reason: expect.stringMatching(/, but takes a validator that speaks Standard Schema/) as string,
    })),
    {
      args: { where: { "/a~2": 1 } },
      property: "where",
      reason: 'has the key "/a~2", but takes a field\'s path such as owner.team or /owner/team.',
    },
    {
      args: { where: { "": 1 } },
      property: "where",
      reason: "has the key an empty string, but takes a field's path such as owner.team or /owner/team.",
    },
    {
      args: { where: { "?": 1 } },
      property: "where",
      reason: 'has the key "?", but takes a field\'s path such as owner.team or /owner/team.',
    },
    {
      args: { select: ["?"] },
      property: "select[0]",
      reason: 'is "?", but takes a field\'s path such as owner.team or /owner/team.',
    },
    ...["-", "-?", "- ", "-/a~2"].map((sortBy) => ({
      args: { sortBy },
      property: "sortBy",
      reason: expect.stringContaining(`is "${sortBy.trim()}`) as string,
    })),
    {
      args: { itemsPath: "/a~2" },
      property: "itemsPath",
      reason: 'is "/a~2", but takes a path such as /data/items or data.items.',
    },
    { args: { maxPages: 0 }, property: "maxPages", reason: "is 0, but takes a whole number, at least 1." },
    { args: { maxItems: -1 }, property: "maxItems", reason: "is -1, but takes a whole number, at least 0." },
    { args: { maxItems: 1.5 }, property: "maxItems", reason: "is 1.5, but takes a whole number, at least 0." },
    { args: { maxItems: "5" }, property: "maxItems", reason: 'is "5", but takes a whole number, at least 0.' },
    { args: { maxItems: NaN }, property: "maxItems", reason: "is NaN, but takes a whole number, at least 0." },
    {
      args: { maxItems: 5n },
      property: "maxItems",
      reason: "is a bigint (write a number, or its digits as text), but takes a whole number, at least 0.",
    },
    {
      args: { where: { name: { matches: "(" } } },
      property: "where.name.matches",
      reason: 'is "(", but takes a regular expression. Unterminated group.',
    },
    {
      args: { where: { enabled: { eq: true } } },
      property: "where.enabled.eq",
      reason:
        'is not known here. It takes: startsWith, endsWith, contains, matches, in, not, exists, gt, gte, lt, lte. A nested field is written with dots: { "owner.name": … }.',
    },
    {
      args: { where: { name: { startWith: "a" } } },
      property: "where.name.startWith",
      reason: 'is not known here. Did you mean `startsWith`? A nested field is written with dots: { "owner.name": … }.',
    },
    {
      args: { where: { id: ["a", "b"] } },
      property: "where.id",
      reason:
        "is a list, but takes a value to equal (a string, a number, true, false or null), or an object of operators such as { in: […] }. For one of several values write { in: […] }.",
    },
    {
      args: { where: { name: undefined } },
      property: "where.name",
      reason:
        "is undefined, but takes a value to equal (a string, a number, true, false or null), or an object of operators such as { in: […] }.",
    },
    {
      args: { where: { name: { startsWith: undefined } } },
      property: "where.name",
      reason:
        "is an object with startsWith, but takes an object of operators: startsWith, endsWith, contains, matches, in, not, exists, gt, gte, lt, lte.",
    },
    {
      args: { where: { "owner.team": { in: ["a", {}] } } },
      property: 'where["owner.team"].in[1]',
      reason: "is an empty object, but takes a string, a number, true, false or null.",
    },
    {
      args: { where: { a: { gt: true } } },
      property: "where.a.gt",
      reason: "is true, but takes a string, or a number.",
    },
    { args: { where: { a: Infinity } }, property: "where.a", reason: "is Infinity, but takes a number." },
    ...[
      { args: { where: { a: 2 ** 53 } }, property: "where.a" },
      { args: { where: { a: -(2 ** 53) } }, property: "where.a", given: "-9007199254740992" },
      { args: { where: { a: { in: [1, 2 ** 53] } } }, property: "where.a.in[1]" },
      { args: { where: { a: { not: { lt: 2 ** 53 } } } }, property: "where.a.not.lt" },
      { args: { query: { a: 2 ** 53 } }, property: "query.a" },
      { args: { query: { a: ["x", 2 ** 53] } }, property: "query.a[1]" },
    ].map(({ args, property, given = "9007199254740992" }) => ({
      args,
      property,
      reason: `is ${given}. Beyond 2^53 a number may have lost digits on its way. Write it as a string.`,
    })),
    {
      args: { where: [1] },
      property: "where",
      reason: "is a list, but takes an object of conditions on fields, such as { enabled: true }.",
    },
    {
      args: { query: { a: null } },
      property: "query.a",
      reason:
        "is null, but takes a string, or a number, or true or false, or a list; each element: a string, a number, true or false.",
    },
    {
      args: { select: "name" },
      property: "select",
      reason: `is "name", but takes a list of at least 1; each element: a field's path such as owner.team or /owner/team. Put it into a list: ["name"].`,
    },
    {
      args: { select: [] },
      property: "select",
      reason:
        "is an empty list, but takes a list of at least 1; each element: a field's path such as owner.team or /owner/team.",
    },
    {
      args: { select: ["a", "b", 3] },
      property: "select[2]",
      reason: "is 3, but takes a field's path such as owner.team or /owner/team.",
    },
    { args: { connection: " " }, property: "connection", reason: 'is "", but takes a string that is not empty.' },
    {
      args: { sortBy: { descending: true } },
      property: "sortBy.field",
      reason: "is missing; it takes a field's path such as owner.team or /owner/team.",
    },
    {
      args: { mode: "pined" },
      property: "mode",
      reason: 'is "pined", but takes "live" or "pinned". Did you mean "pinned"?',
    },
    { args: { wheer: {} }, property: "wheer", reason: "is not known here. Did you mean `where`?" },
    {
      args: { mode: "live" },
      kind: "getWorkflows",
      property: "mode",
      reason: "is not an argument of `getWorkflows`, only of `Workflows`.",
    },
    {
      args: { where: {} },
      kind: "getAccessToken",
      property: "where",
      reason: "is not an argument of `getAccessToken`, only of `Workflows`, `getWorkflows`, `getWorkflow`.",
    },
    ...(["resource", "getWorkflows"] as const).map((kind) => ({
      args: { ignoreChanges: ["where"] },
      kind,
      property: "ignoreChanges",
      reason:
        "is an option of Pulumi and not an argument. Options come after the arguments, in an object of their own.",
    })),
    {
      args: { nonsense: 1 },
      kind: "getAccessToken",
      property: "nonsense",
      reason: "is not known here. It takes: connection.",
    },
    {
      args: { schema: { parse: () => 1 } },
      kind: "getWorkflows",
      property: "schema",
      reason:
        "is an object with parse, but takes a validator that speaks Standard Schema (https://standardschema.dev).",
    },
    {
      args: { connection: Promise.resolve("a") },
      kind: "getWorkflows",
      property: "connection",
      reason:
        "is an Output or a promise (only the functions whose names end in Output take these), but takes a string that is not empty.",
    },
    {
      args: { where: { __pulumiOutput: true } },
      kind: "getWorkflows",
      property: "where",
      reason:
        "is an Output or a promise (only the functions whose names end in Output take these), but takes an object of conditions on fields, such as { enabled: true }.",
    },
  ])("$property of $args", ({ args, property, reason, kind }) => {
    const { [property]: given = "", ...others } = faultsOf(args, kind);
    expect(given.slice(0, property.length + 3)).toBe(`\`${property}\` `);
    expect(given.slice(property.length + 3)).toEqual(reason);
    expect(others).toEqual({});
  });

  test("every fault at once", () => {
    const faults = faultsOf({
      maxItem: 3,
      maxPages: -1,
      pagination: { type: "page", size: 0, urlPath: "x" },
      where: { a: { matches: "[", gt: null }, b: [] },
      select: [1, 2],
      whenUnavailable: true,
    });
    expect(Object.keys(faults).sort()).toEqual([
      "maxItem",
      "maxPages",
      "pagination.size",
      "pagination.urlPath",
      "select[0]",
      "select[1]",
      "whenUnavailable",
      "where.a.matches",
      "where.b",
    ]);
  });

  test("a great many faults are named in part and counted", () => {
    const parsed = parseArguments("resource", { select: new Array(1000).fill(1) });
    const faults = "faults" in parsed ? parsed.faults : [];
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)?.reason).toMatch(/ And 979 more faults\.$/);
  });

  test("as many faults as are named are not counted", () => {
    const parsed = parseArguments("resource", { select: new Array(21).fill(1) });
    const faults = "faults" in parsed ? parsed.faults : [];
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)?.reason).toMatch(/\/owner\/team\.$/);
  });

  test("what was given is shown short and clean", () => {
    const { mode = "", ...rest } = faultsOf({
      mode: `\u001b[31m\n${"x".repeat(10_000)}`,
      ["k\u202e\n".repeat(500)]: 1,
    });
    expect(mode.length).toBeLessThan(400);
    for (const [property, reason] of [["mode", mode], ...Object.entries(rest)]) {
      expect(property?.length).toBeLessThan(300);
      expect(`${property ?? ""}${reason ?? ""}`).not.toMatch(/[\p{C}]/u);
    }
  });

  test("conditions are nested only so deep", () => {
    expect(faultsOf({ where: { a: nested(20) } })).toEqual({});
    expect(Object.values(faultsOf({ where: { a: nested(5000) } }))).toEqual([
      expect.stringMatching(/nested too deeply\.$/),
    ]);
  });

  const DEFERRED = "The arguments are an Output or a promise, but must be an object. Make its values Outputs instead.";

  test.each<[object, string]>([
    [[1], "The arguments are a list, but must be an object."],
    [new Map(), "The arguments are a Map (write an object: Object.fromEntries(…)), but must be an object."],
    [Promise.resolve({}), DEFERRED],
    [{ __pulumiOutput: true }, DEFERRED],
  ])("arguments that are no object: %p", (raw, reason) => {
    expect(parseArguments("resource", raw)).toEqual({ faults: [{ property: "", reason }] });
  });

  test("whatever is given, it returns and does not throw", () => {
    const names = fc.constantFrom(...ARGUMENTS.map(({ name }) => name));
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.anything(), fc.jsonValue())), (raw) => {
        const parsed = parseArguments("resource", raw);
        expect("faults" in parsed ? parsed.faults.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what is not known yet", () => {
  test("passes in place of any type, nested too, while the rest is checked", () => {
    const names = ARGUMENTS.filter(({ on }) => on.includes("resource")).map(({ name }) => name);
    expect(faultsOf(Object.fromEntries(names.map((name) => [name, UNKNOWN])))).toEqual({});
    expect(
      Object.keys(
        faultsOf({
          pagination: { type: "page", start: UNKNOWN, morePath: UNKNOWN },
          where: { a: { in: [UNKNOWN], matches: UNKNOWN }, b: UNKNOWN },
          select: [UNKNOWN],
          query: { a: [UNKNOWN] },
          maxItems: -1,
        }),
      ),
    ).toEqual(["maxItems"]);
    expect(faultsOf({ pagination: { type: UNKNOWN, anything: 1 } })).toEqual({});
    expect(faultsOf({ pagination: { type: "cursor", cursorPath: UNKNOWN, size: UNKNOWN } })).toEqual({});
  });
});

function containsItself(): object {
  const object: Record<string, unknown> = { version: 1 };
  object["self"] = object;
  return object;
}
