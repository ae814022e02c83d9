/** Arguments are taken as declared, and every issue is reported at once with its place. */
import fc from "fast-check";
import { type ArgumentKind, ARGUMENTS, argumentsOf } from "../../../provider/workflows/arguments/names.js";
import { parseArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { UNKNOWN } from "../../../provider/workflows/engine-signatures.js";

function issuesOf(raw: object, kind: ArgumentKind = "resource"): Record<string, string> {
  const parsed = parseArguments(kind, raw);
  return "issues" in parsed ? Object.fromEntries(parsed.issues.map(({ property, reason }) => [property, reason])) : {};
}

function valueOf<Kind extends ArgumentKind>(kind: Kind, raw: object) {
  const parsed = parseArguments(kind, raw);
  if ("issues" in parsed) {
    throw new Error(parsed.issues.map(({ reason }) => reason).join("\n"));
  }
  return parsed.value;
}

/** An object inside objects, of this depth. */
const nested = (depth: number): unknown => (depth === 0 ? "x" : { not: nested(depth - 1) });

const validator = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
const page = (options: object): object => ({ pagination: { type: "page", ...options } });
const cursor = (options: object): object => ({ pagination: { type: "cursor", ...options } });

describe("what is taken", () => {
  test("nothing at all, with the defaults", () => {
    const guard = {};
    const none = { request: {}, view: {}, guard, connection: undefined, secret: false, allowMissing: false, path: "" };
    expect(valueOf("resource", {})).toEqual({ ...none, mode: "live", whenUnavailable: "fail" });
  });

  test("the arguments go where they are used", () => {
    const request = {
      query: { status: "active", page_size: 5, deep: false, tag: ["a", 1, true] },
      itemsPath: "",
      pagination: { type: "cursor", cursorPath: "/next", parameter: "after", size: 50, sizeParameter: "n" },
      maxPages: 3,
      keyPath: "/uuid",
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
    const guard = { minItems: 1, allowEmpty: true, maxRemoved: "50%" };
    const operation = { connection: "eu", mode: "pinned" };
    expect(valueOf("resource", { ...request, ...view, ...guard, ...operation, triggers: [1, { a: null }] })).toEqual({
      ...{ request, view, guard, ...operation, secret: false, whenUnavailable: "fail", allowMissing: false, path: "" },
    });
  });

  test("the path of getJson comes out filled in, and its issues name the argument", () => {
    expect(valueOf("getJson", { path: "/v2/workflows/{id}", parameters: { id: "a/b" } }).path).toBe(
      "/v2/workflows/a%2Fb",
    );
    expect(Object.keys(issuesOf({}, "getJson"))).toEqual(["path"]);
    expect(Object.keys(issuesOf({ path: "/v2/../admin" }, "getJson"))).toEqual(["path"]);
    const wrong = issuesOf({ path: "/v2/{id}", parameters: { ib: 1 } }, "getJson");
    expect(Object.keys(wrong)).toEqual(["parameters", "parameters.ib"]);
  });

  test.each<object>([
    { pagination: { type: "none" } },
    page({ parameter: "p", totalPath: "/total", morePath: "/more" }),
    { pagination: { type: "offset", lastPath: "/last" } },
    cursor({ cursorPath: "/next", requestHeader: "X-Cursor" }),
    cursor({ lastItemPath: "/id" }),
    cursor({ cursorPath: "header:X-Pagination/next~1page\n" }),
    ...["X-Accept", "Accepts", "My-Host", "X-Content-Type", "Proxy"].map((requestHeader) =>
      cursor({ cursorPath: "/next", requestHeader }),
    ),
    { select: ["/a/b", "/a/b?", "a??"] },
    { ...cursor({ urlPath: "/_links/next/href" }), query: { cursor: "from here" } },
    { sortBy: "-createdAt" },
    { sortBy: { field: "name" } },
    { sortBy: [] },
    { where: {} },
    { query: {} },
    { keyPath: ["namespace", "/id"], maxRemoved: 0, unrelatedFields: ["total"] },
    { keyPath: "none", maxRemoved: "100%" },
  ])("%j", (args) => {
    expect(issuesOf(args)).toEqual({});
  });

  test("undefined and null mean absent, nested too", () => {
    const absent = Object.fromEntries(argumentsOf("resource").map((name) => [name, null]));
    expect(valueOf("resource", absent)).toEqual(valueOf("resource", {}));
    expect(issuesOf({ mode: undefined, unheardOf: undefined })).toEqual({});
    const { request } = valueOf("resource", page({ parameter: null, size: undefined }));
    expect(request.pagination).toEqual({ type: "page" });
  });

  test("the value is a copy: what the caller changes later changes nothing", () => {
    const where = { name: { in: ["a"] } };
    const value = valueOf("resource", { where });
    where.name.in.push("b");
    expect(value.view.where).toEqual({ name: { in: ["a"] } });
  });

  test("a key that prototypes have is a key like any other, except one that no copy can have", () => {
    const raw = JSON.parse('{"where":{"constructor":{"exists":true},"prototype":1}}') as object;
    expect(Object.keys(valueOf("resource", raw).view.where ?? {})).toEqual(["constructor", "prototype"]);
    for (const name of ["where", "query"]) {
      expect(Object.keys(issuesOf(JSON.parse(`{"${name}":{"__proto__":1}}`) as object))).toEqual([name]);
    }
    const issues = issuesOf({ where: { a: { constructor: 1 } }, pagination: { type: "constructor" }, toString: 1 });
    expect(Object.keys(issues).sort()).toEqual(["pagination.type", "toString", "where.a.constructor"]);
  });

  test("a validator of any library, as an object or a function, on the functions", () => {
    expect(issuesOf({ schema: validator }, "getWorkflows")).toEqual({});
    expect(issuesOf({ schema: Object.assign(() => 1, validator) }, "getWorkflow")).toEqual({});
  });
});

const TYPES = '"cursor" or "page" or "offset" or "none"';
const VALUE = "a string, a number, true, false or null";
const FIELD = "a field's path such as owner.team or /owner/team";
const ROUNDED = "Beyond 2^53 a number may have lost digits on its way. Write it as a string.";
const OPERATORS = "startsWith, endsWith, contains, matches, in, not, exists, gt, gte, lt, lte";
const TEN = Object.fromEntries(Array.from("abcdefghij", (key) => [key, 1]));

describe("what is refused", () => {
  test.each<[args: object, property: string, reason: string, kind?: ArgumentKind]>([
    // arguments, property, what follows its name
    [{ pagination: { type: "pages" } }, "pagination.type", `is "pages", but takes ${TYPES}. Did you mean "page"?`],
    [{ pagination: {} }, "pagination.type", `is missing; it takes ${TYPES}.`],
    [{ pagination: { type: null } }, "pagination.type", `is null, but takes ${TYPES}.`],
    [{ pagination: { type: ["page"] } }, "pagination.type", `is a list, but takes ${TYPES}.`],
    [{ pagination: "page" }, "pagination", 'is "page", but takes an object whose `type` is "cursor", "page", "offset"'],
    [page({ cursorPath: "/x" }), "pagination.cursorPath", 'does not go with type "page", only with "cursor".'],
    [{ pagination: { type: "none", size: 5 } }, "pagination.size", 'only with "cursor" or "page" or "offset".'],
    [page({ parametr: 2 }), "pagination.parametr", "is not known here. Did you mean `parameter`?"],
    [cursor({}), "pagination.cursorPath", 'is missing; type "cursor" needs it, or `urlPath`, or `lastItemPath`'],
    [cursor({ cursorPath: "/a", urlPath: "/b" }), "pagination.urlPath", "does not go with `pagination.cursorPath`"],
    [cursor({ urlPath: "/b", parameter: "c" }), "pagination.parameter", "does not go with `pagination.urlPath`"],
    [cursor({ urlPath: "/b", requestHeader: "X-C" }), "pagination.requestHeader", "does not go with `pagination.url"],
    [
      cursor({ cursorPath: "/n", parameter: "c", requestHeader: "X-C" }),
      "pagination.requestHeader",
      "give one of them.",
    ],
    [cursor({ lastItemPath: "" }), "pagination.lastItemPath", "is an empty string, but takes a field of the item"],
    [cursor({ cursorPath: "/n", size: 0 }), "pagination.size", "is 0, but takes a whole number, at least 1."],
    [page({ morePath: "/more", lastPath: "/last" }), "pagination.lastPath", "does not go with `pagination.morePath`"],
    [page({ sizeParameter: "n" }), "pagination.sizeParameter", "has no effect without `pagination.size`"],
    [page({ size: 5, sizeParameter: "page" }), "pagination.sizeParameter", "they must differ."],
    [page({ size: 5, parameter: "limit" }), "pagination.sizeParameter", 'is "limit", as `pagination.parameter`'],
    [{ ...page({ size: 5 }), query: { limit: 3 } }, "query.limit", "is also sent by `pagination.size`"],
    ...["$.meta.next", ".meta.next", "meta/next", "#/meta/next"].map((cursorPath): [object, string, string] => [
      cursor({ cursorPath }),
      "pagination.cursorPath",
      'or a response header such as header:X-Next-Cursor. Did you mean "/meta/next"?',
    ]),
    ...["header:", "header:X Next", "header:X-Next/~2"].map((cursorPath): [object, string, string] => [
      cursor({ cursorPath }),
      "pagination.cursorPath",
      "or a response header such as header:X-Next-Cursor.",
    ]),
    ...["authorization", "Proxy-X", "Host", "COOKIE", "Content-Type", "Accept", "TE", "user-agent", "X Cursor", ""].map(
      (requestHeader): [object, string, string] => [
        cursor({ cursorPath: "/next", requestHeader }),
        "pagination.requestHeader",
        "but takes the name of a request header such as X-Cursor.",
      ],
    ),
    [{ select: ["/a?b~2"] }, "select[0]", `is "/a?b~2", but takes ${FIELD}.`],
    [{ select: [" "] }, "select[0]", `is "", but takes ${FIELD}.`],
    [{ select: ["?"] }, "select[0]", `is "?", but takes ${FIELD}.`],
    [{ select: ["a", 3] }, "select[1]", `is 3, but takes ${FIELD}.`],
    [{ select: "name" }, "select", `a list of at least 1; each element: ${FIELD}.`],
    [{ select: [] }, "select", `is an empty list, but takes a list of at least 1; each element: ${FIELD}.`],
    ...["-", "-?", "- ", "-/a~2"].map((sortBy): [object, string, string] => [
      { sortBy },
      "sortBy",
      "but takes a field's path such as owner.team or -owner.team, or { field, descending }.",
    ]),
    [{ sortBy: { descending: true } }, "sortBy.field", `is missing, but takes ${FIELD}.`],
    [{ sortBy: [{ field: "a", up: true }] }, "sortBy[0].up", "is not known here. It takes: field, descending."],
    [{ itemsPath: "/a~2" }, "itemsPath", 'is "/a~2", but takes a path such as /data/items or data.items.'],
    [{ keyPath: [] }, "keyPath", "is an empty list, but takes a list of at least 1"],
    [{ keyPath: ["a", ""], unrelatedFields: [""] }, "unrelatedFields[0]", "but takes a string that is not empty."],
    [{ maxPages: 0 }, "maxPages", "is 0, but takes a whole number, at least 1."],
    [{ maxItems: -1 }, "maxItems", "is -1, but takes a whole number, at least 0."],
    [{ maxItems: "5" }, "maxItems", 'is "5", but'],
    [{ maxItems: NaN }, "maxItems", "is NaN, but"],
    [{ maxItems: 5n }, "maxItems", "is a bigint, but"],
    [{ maxRemoved: "101%" }, "maxRemoved", 'but takes a whole number, at least 0, or a percentage such as "50%".'],
    [{ maxRemoved: -1 }, "maxRemoved", 'is -1, but takes a whole number, at least 0, or a percentage such as "50%".'],
    [{ allowEmpty: "yes" }, "allowEmpty", 'is "yes", but takes true or false.'],
    [{ mode: "pined" }, "mode", 'is "pined", but takes "live" or "pinned". Did you mean "pinned"?'],
    [{ connection: " " }, "connection", 'is "", but takes a string that is not empty.'],
    [{ connection: TEN }, "connection", "is an object with a, b, c, d, e, f, g, h, i, j, but takes"],
    [{ connection: { ...TEN, k: 1 } }, "connection", "is an object with a, b, c, d, e, f, g, h, i, j, …, but takes"],
    [
      { where: [1] },
      "where",
      "is a list, but takes an object of conditions on fields, such as { enabled: true }; each key: a field",
    ],
    [{ where: { "/a~2": 1 } }, "where", `has the key "/a~2", but takes an object of conditions`],
    [{ where: { "": 1 } }, "where", `has the key an empty string, but`],
    [{ where: { name: { matches: "(" } } }, "where.name.matches", "takes a regular expression. Unterminated group."],
    [{ where: { enabled: { eq: true } } }, "where.enabled.eq", `is not known here. It takes: ${OPERATORS}. A nested`],
    [{ where: { name: { startWith: "a" } } }, "where.name.startWith", "Did you mean `startsWith`? A nested field is"],
    [
      { where: { id: ["a"] } },
      "where.id",
      `is a list, but takes a value to equal (${VALUE}), or an object of operators`,
    ],
    [{ where: { id: ["a"] } }, "where.id", "For one of several values write { in: […] }."],
    [{ where: { name: undefined } }, "where.name", "is missing, but takes a value to equal"],
    [{ where: { name: {} } }, "where.name", `is an empty object, but takes an object of operators: ${OPERATORS}.`],
    [{ where: { name: { gt: null } } }, "where.name", "is an empty object, but takes an object of operators:"],
    [{ where: { "o.t": { in: ["a", {}] } } }, 'where["o.t"].in[1]', `is an empty object, but takes ${VALUE}.`],
    [{ where: { a: { gt: true } } }, "where.a.gt", "is true, but takes a string, or a number."],
    [{ where: { a: Infinity } }, "where.a", "is Infinity, but takes a value to equal"],
    [{ where: { a: 2 ** 53 } }, "where.a", `is 9007199254740992. ${ROUNDED}`],
    [{ where: { a: { in: [1, 2 ** 53] } } }, "where.a.in[1]", ROUNDED],
    [{ where: { a: { not: { lt: 2 ** 53 } } } }, "where.a.not.lt", ROUNDED],
    [{ query: { a: 2 ** 53 } }, "query.a", ROUNDED],
    [{ query: { a: ["x", 2 ** 53] } }, "query.a[1]", ROUNDED],
    [{ query: { a: null } }, "query.a", "is null, but takes a string, a number, true or false."],
    [{ wheer: {} }, "wheer", "is not known here. Did you mean `where`?"],
    [{ wheer: UNKNOWN }, "wheer", "is not known here. Did you mean `where`?"],
    [{ ignoreChanges: ["where"] }, "ignoreChanges", "is an option of Pulumi and not an argument."],
    [{ mode: "live" }, "mode", "is not an argument of `getWorkflows`, only of `Workflows`.", "getWorkflows"],
    [{ where: {} }, "where", "only of `Workflows`, `getWorkflows`, `getWorkflow`.", "getAccessToken"],
    [{ nonsense: 1 }, "nonsense", "is not known here. It takes: connection.", "getAccessToken"],
    [{ schema: 5 }, "schema", "is 5, but takes a validator that speaks Standard Schema", "getWorkflows"],
    [{ schema: { parse: 1 } }, "schema", "is an object with parse, but takes a validator", "getWorkflows"],
    [{ connection: Promise.resolve("a") }, "connection", "is an Output or a promise (only the functions whose names"],
    [{ where: { __pulumiOutput: true } }, "where", "is an Output or a promise (only the functions whose names"],
    [{ where: new Map([["a", 1]]) }, "where", "is an instance of Map, but takes an object"],
    [{ where: { on: new Date(0) } }, "where.on", "is an instance of Date, but takes a value"],
    [{ triggers: [() => 1] }, "triggers[0]", "is a function, but takes any value except functions, symbols and"],
    [{ triggers: [{ cause: new Error("x") }] }, "triggers[0].cause", "is an instance of Error, but"],
    [{ triggers: [[["a", Symbol("x")]]] }, "triggers[0][0][1]", "is a symbol, but"],
    [{ triggers: [{ text: "\ud800" }] }, "triggers[0].text", "is a string with half of a surrogate pair"],
    [{ triggers: [containsItself()] }, "triggers[0].self", "is an object or a list that contains itself, but"],
    [{ where: { a: nested(150) } }, expect.stringMatching(/^where\.a\.not/) as string, "is nested too deeply, but"],
  ])("%p: %s %s", (args, property, reason, kind = "resource") => {
    const needed = "unrelatedFields" in args ? { keyPath: "a" } : {};
    const [[name, given] = ["", ""], ...others] = Object.entries(issuesOf({ ...args, ...needed }, kind));
    expect(others).toEqual([]);
    expect(name).toEqual(property);
    expect(name.length).toBeLessThan(300);
    expect(given.startsWith(`\`${name}\` `)).toBe(true);
    expect(given).toContain(reason);
  });

  test("every issue at once", () => {
    const issues = issuesOf({
      ...{ maxItem: 3, maxPages: -1, select: [1, 2], whenUnavailable: true },
      pagination: { type: "page", size: 0, urlPath: "x" },
      where: { a: { matches: "[", gt: null }, b: [] },
    });
    expect(Object.keys(issues).sort()).toEqual(
      "maxItem maxPages pagination.size pagination.urlPath select[0] select[1] whenUnavailable where.a.matches where.b".split(
        " ",
      ),
    );
  });

  test.each([
    // wrong elements, issues, end of the last one
    [20, 20, /\/owner\/team\.$/],
    [1000, 21, /^Issues that are not shown: 980\.$/],
  ])("of %i wrong elements, %i are named", (wrong, named, end) => {
    const parsed = parseArguments("resource", { select: new Array(wrong).fill(1) });
    const issues = "issues" in parsed ? parsed.issues : [];
    expect(issues).toHaveLength(named);
    expect(issues.at(-1)?.reason).toMatch(end);
  });

  test("what was given is shown short and clean", () => {
    const issues = issuesOf({ mode: `\u001b[31m\n${"x".repeat(10_000)}`, ["k\u202e\n".repeat(500)]: 1 });
    for (const [property, reason] of Object.entries(issues)) {
      expect(property.length).toBeLessThan(300);
      expect(`${property}${reason}`).not.toMatch(/[\p{C}]/u);
      expect(reason.length).toBeLessThan(900);
    }
  });

  const DEFERRED = "The arguments are an Output or a promise, but must be an object. Make its values Outputs instead.";

  test.each<[object, string]>([
    [[1], "The arguments are a list, but must be an object."],
    [new Map(), "The arguments are an instance of Map, but must be an object."],
    [Promise.resolve({}), DEFERRED],
    [{ __pulumiOutput: true }, DEFERRED],
  ])("arguments that are no object: %p", (raw, reason) => {
    expect(parseArguments("resource", raw)).toEqual({ issues: [{ property: "", reason }] });
  });

  test("whatever is given, it returns and does not throw", () => {
    const names = fc.constantFrom(...Object.keys(ARGUMENTS));
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.anything(), fc.jsonValue())), (raw) => {
        const parsed = parseArguments("resource", raw);
        expect("issues" in parsed ? parsed.issues.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe("what is not known yet", () => {
  test.each<[args: object, issues: string[]]>([
    // arguments, properties with an issue
    [Object.fromEntries(argumentsOf("resource").map((name) => [name, UNKNOWN])), []],
    [{ ...page({ size: UNKNOWN, morePath: UNKNOWN }), query: { a: [UNKNOWN] }, maxItems: -1 }, ["maxItems"]],
    [{ where: { a: { in: [UNKNOWN], matches: UNKNOWN }, b: UNKNOWN }, select: [UNKNOWN] }, []],
    [{ pagination: { type: UNKNOWN, anything: 1 } }, []],
    [cursor({ cursorPath: UNKNOWN, size: UNKNOWN, sizeParameter: UNKNOWN, parameter: UNKNOWN }), []],
    [{ ...page({ size: 5 }), query: UNKNOWN }, []],
  ])("passes in place of any type, nested too, while the rest is checked: %j", (args, issues) => {
    expect(Object.keys(issuesOf(args))).toEqual(issues);
  });
});

function containsItself(): object {
  const object: Record<string, unknown> = { version: 1 };
  object["self"] = object;
  return object;
}
