/** Arguments are taken as declared, and every issue is reported at once with its property. */
import fc from "fast-check";
import { type ArgumentKind, ARGUMENTS, argumentNames } from "../../../provider/workflows/arguments/table.js";
import { parseArguments, withoutUnknownArguments } from "../../../provider/workflows/arguments/parse-arguments.js";
import { NOT_KNOWN_YET } from "../../../provider/workflows/arguments/plain-values.js";

function issuesOf(raw: object, kind: ArgumentKind = "Workflows"): Record<string, string> {
  const parsed = parseArguments(kind, raw);
  return "issues" in parsed ? Object.fromEntries(parsed.issues.map(({ property, reason }) => [property, reason])) : {};
}

function valueOf(kind: ArgumentKind, raw: object) {
  const parsed = parseArguments(kind, raw);
  if ("issues" in parsed) {
    throw new Error(parsed.issues.map(({ reason }) => reason).join("\n"));
  }
  return parsed.value;
}

const validator = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
const page = (options: object): object => ({ pagination: { type: "page", ...options } });
const cursor = (options: object): object => ({ pagination: { type: "cursor", ...options } });

describe("what is taken", () => {
  const defaults = { secret: false, mode: "live", whenUnavailable: "fail", allowMissing: false, path: "" };

  it("nothing at all, with the defaults", () => {
    expect(valueOf("Workflows", {})).toEqual({ request: {}, view: {}, guard: {}, connection: undefined, ...defaults });
  });

  it("the path of getJson comes out filled in, and its issues name the argument", () => {
    const { path } = valueOf("getJson", { path: "/v2/workflows/{id}", parameters: { id: "a/b" } });
    expect(path).toBe("/v2/workflows/a%2Fb");
    const wrong = issuesOf({ path: "/v2/{id}", parameters: { ib: 1 } }, "getJson");
    expect(Object.keys(wrong)).toEqual(["parameters", "parameters.ib"]);
  });

  it.each<object>([
    page({ parameter: "p", totalPath: "header:Content-Range", morePath: "/more", sizeParameter: null }),
    cursor({ cursorPath: "header:X-Pagination/next~1page\n" }),
    { ...cursor({ urlPath: "/_links/next/href" }), query: { cursor: "from here" } },
    { mode: undefined, unheardOf: undefined },
    { schema: Object.assign(() => 1, validator) },
  ])("%j has no issue", (args) => {
    expect(issuesOf(args)).toEqual({});
  });

  it("undefined and null mean absent, nested too", () => {
    const absent = Object.fromEntries(argumentNames("Workflows").map((name) => [name, null]));
    expect(valueOf("Workflows", absent)).toEqual(valueOf("Workflows", {}));
    const { request } = valueOf("Workflows", page({ parameter: null, size: undefined }));
    expect(request.pagination).toEqual({ type: "page" });
  });

  it("a key that prototypes have is a key like any other, except one that no copy can have", () => {
    const raw = JSON.parse('{"where":{"constructor":{"exists":true},"prototype":1}}') as object;
    expect(Object.keys(valueOf("Workflows", raw).view.where ?? {})).toEqual(["constructor", "prototype"]);
    for (const name of ["where", "query"]) {
      expect(Object.keys(issuesOf(JSON.parse(`{"${name}":{"__proto__":1}}`) as object))).toEqual([name]);
    }
    const issues = issuesOf({ where: { a: { constructor: 1 } }, pagination: { type: "constructor" }, toString: 1 });
    expect(Object.keys(issues).sort()).toEqual(["pagination.type", "toString", "where.a.constructor"]);
  });
});

const LONG = 2 ** 53;

describe("what is refused", () => {
  it.each<[args: object, property: string, reason: string, kind?: ArgumentKind]>([
    // arguments, property, a part of what follows its name
    [{ pagination: { type: "pages" } }, "pagination.type", '"offset", or "none". Did you mean "page"?'],
    [{ pagination: {} }, "pagination.type", 'is missing, but takes "cursor",'],
    [page({ cursorPath: "/x" }), "pagination.cursorPath", 'does not go with type "page", only with "cursor".'],
    [
      page({ next: 2 }),
      "pagination.next",
      "It takes: type, totalPagesPath, parameter, size, sizeParameter, morePath, lastPath, totalPath.",
    ],
    [cursor({}), "pagination.type", 'is "cursor", which needs `cursorPath`, `urlPath`, or `lastItemPath`.'],
    [cursor({ cursorPath: "/a", urlPath: "/b" }), "pagination.urlPath", "with `pagination.cursorPath`"],
    [page({ morePath: "/more", lastPath: "/last" }), "pagination.lastPath", "with `pagination.morePath`"],
    [cursor({ lastItemPath: "" }), "pagination.lastItemPath", "is an empty string, but takes a field of the item"],
    [
      page({ size: 5, sizeParameter: "page" }),
      "pagination.size",
      'would be sent as "page", as `pagination.parameter` is',
    ],
    [page({ size: 5, parameter: "limit" }), "pagination.size", 'would be sent as "limit", as'],
    [
      cursor({ cursorPath: "$.meta.next" }),
      "pagination.cursorPath",
      'header:X-Next-Cursor. Did you mean "/meta/next"?',
    ],
    [cursor({ cursorPath: "header:X Next" }), "pagination.cursorPath", "or a response header such as header:X-Next-Cu"],
    [{ select: ["a", 3] }, "select[1]", "is 3"],
    [{ select: [] }, "select", "is an empty list, but takes a list of at least 1"],
    [{ keyPath: ["a", ""] }, "keyPath[1]", "is an empty string"],
    [{ maxItems: NaN }, "maxItems", "is NaN, but"],
    [{ maxItems: 5n }, "maxItems", "is a bigint, but"],
    [{ maxRemoved: "101%" }, "maxRemoved", 'a whole number, at least 0, or a percentage such as "50%".'],
    [{ mode: "pined" }, "mode", 'is "pined", but takes "live" or "pinned". Did you mean "pinned"?'],
    [{ where: { "/a~2": 1 } }, 'where["/a~2"]', "is not a field's path"],
    [{ where: { name: { matches: "^N" } } }, "where.name.matches", "It takes: startsWith, endsWith, contains"],
    [{ where: { enabled: { eq: true } } }, "where.enabled.eq", "is not known here. It takes: startsWith, endsWith"],
    [{ where: { name: { startWith: "a" } } }, "where.name.startWith", "Did you mean `startsWith`? A nested field is"],
    [{ where: { id: ["a"] } }, "where.id", "is a list, but takes a value to equal"],
    [{ where: { name: undefined } }, "where.name", "is missing"],
    [
      { where: { id: { startsWith: undefined, exists: true } } },
      "where.id.startsWith",
      "is missing, but takes a string.",
    ],
    [{ where: { id: { not: { in: [1, undefined] } } } }, "where.id.not.in[1]", "is missing"],
    [{ where: { name: {} } }, "where.name", "is an empty object, but needs an operator: startsWith"],
    [{ where: { name: { gt: null } } }, "where.name", "is an empty object"],
    [{ where: { "o.t": { in: [1, LONG] } } }, 'where["o.t"].in[1]', "Beyond 2^53 a number may have lost digits"],
    [{ query: { a: ["x", LONG] } }, "query.a[1]", "write it as a string."],
    [{ query: { a: null } }, "query.a", "is null, but takes a string, a number, true, or false."],
    [{ wheer: {} }, "wheer", "is not known here. Did you mean `where`?"],
    [{ wheer: NOT_KNOWN_YET }, "wheer", "is not known here."],
    [{ mode: "live" }, "mode", "is not an argument of `getWorkflows`, only of `Workflows`.", "getWorkflows"],
    [{ nonsense: 1 }, "nonsense", "is not known here. It takes: connection.", "getAccessToken"],
    [{ parameters: { id: "x" }, query: { a: NOT_KNOWN_YET } }, "path", "is missing", "getJson"],
    [{ path: "/v2/../admin" }, "path", "between its slashes", "getJson"],
    [{ schema: { parse: 1 } }, "schema", "is an object with parse, but takes a validator", "getWorkflows"],
    [{ where: new Map([["a", 1]]) }, "where", "is an instance of Map, but takes an object"],
    [
      { triggers: [NaN] },
      "triggers[0]",
      "is NaN, but takes what JSON can hold: texts of whole characters, finite numbers",
    ],
    [{ triggers: [{ cause: new Error("x") }] }, "triggers[0].cause", "is an instance of Error"],
  ])("%p is refused: %s %s", (args, property, reason, kind = "Workflows") => {
    const [[name, given] = ["", ""], ...others] = Object.entries(issuesOf(args, kind));
    expect(others).toEqual([]);
    expect(name).toBe(property);
    expect(given.startsWith(`\`${name}\` `)).toBe(true);
    expect(given).toContain(reason);
  });

  it("every issue at once", () => {
    const issues = issuesOf({
      ...{ maxItem: 3, maxPages: -1, select: [1, 2], whenUnavailable: true },
      pagination: { type: "page", size: 0, urlPath: "x" },
      where: { a: { contains: 1, gt: null }, b: [] },
    });
    expect(Object.keys(issues).sort().join(" ")).toBe(
      "maxItem maxPages pagination.size pagination.urlPath select[0] select[1] whenUnavailable where.a.contains where.b",
    );
  });

  it("what was given is shown short and clean", () => {
    const issues = issuesOf({ mode: `\u001b[31m\n${"x".repeat(10_000)}`, ["k\u202e\n".repeat(500)]: 1 });
    for (const [property, reason] of Object.entries(issues)) {
      expect(property.length).toBeLessThan(300);
      expect(`${property}${reason}`).not.toMatch(/[\p{C}]/u);
      expect(reason.length).toBeLessThan(900);
    }
  });

  const OBJECT = "but takes an object of arguments (not an Output of one).";

  it.each<[object, string]>([
    [[1], `The argument is a list, ${OBJECT}`],
    [Promise.resolve({}), `The argument is an instance of Promise, ${OBJECT}`],
  ])("arguments that are not an object: %p", (raw, reason) => {
    expect(parseArguments("Workflows", raw)).toEqual({ issues: [{ property: "", reason }] });
  });

  it("whatever is given, it returns and does not throw", () => {
    const names = fc.constantFrom(...Object.keys(ARGUMENTS));
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.anything(), fc.jsonValue())), (raw) => {
        const parsed = parseArguments("Workflows", raw);
        expect("issues" in parsed ? parsed.issues.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

it.each<[args: object, issues: string[]]>([
  // arguments, properties with an issue
  [Object.fromEntries(argumentNames("Workflows").map((name) => [name, NOT_KNOWN_YET])), []],
  [
    { ...page({ size: NOT_KNOWN_YET, morePath: NOT_KNOWN_YET }), query: { a: [NOT_KNOWN_YET] }, maxItems: -1 },
    ["maxItems"],
  ],
  [{ where: { a: { in: [NOT_KNOWN_YET], contains: NOT_KNOWN_YET }, b: NOT_KNOWN_YET }, select: [NOT_KNOWN_YET] }, []],
  [{ pagination: { type: NOT_KNOWN_YET, cursorPath: "/next", totalPagesPath: "/pages", size: NOT_KNOWN_YET } }, []],
  [{ pagination: { type: NOT_KNOWN_YET, anything: 1, size: 0 } }, ["pagination.anything", "pagination.size"]],
  [cursor({ cursorPath: NOT_KNOWN_YET, size: 5, sizeParameter: NOT_KNOWN_YET, parameter: NOT_KNOWN_YET }), []],
  [{ path: NOT_KNOWN_YET, parameters: { id: NOT_KNOWN_YET } }, []],
])("what is not known yet passes in place of any type, while the rest is checked: %j", (args, issues) => {
  expect(Object.keys(issuesOf(args, "path" in args ? "getJson" : "Workflows"))).toEqual(issues);
});

it("a state's arguments are read as far as they are known, but no unknown operator or option is left out", () => {
  const known = { select: ["id"], where: { name: { matches: "^N" } }, pagination: { type: "page", start: 1 } };
  const args = { ...known, sortBy: { field: "name" }, later: 1 };
  expect(withoutUnknownArguments(args)).toEqual(known);
  expect(Object.keys(issuesOf(withoutUnknownArguments(args)))).toEqual(["where.name.matches", "pagination.start"]);
});
