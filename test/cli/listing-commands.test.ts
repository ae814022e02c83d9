/** `list`, `compare`, `token`: what they print, for people and for programs, and what they refuse. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import schema from "../../schemas/compare.schema.json";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { withOptions } from "../../provider/cli/text.js";
import { ARGUMENTS } from "../../provider/workflows/arguments/definitions.js";
import { runHere } from "./run-here.js";

const validate = new Ajv().compile(schema);

const DEV = [
  { id: "1", name: "Nightly import", enabled: true, owner: { team: "Data" } },
  { id: "2", name: "Send invoices", enabled: true, owner: { team: "Finance" } },
  { id: "3", name: "Archive", enabled: false, owner: { team: "Support" } },
];
const STAGING = [
  { id: "12", name: "Send invoices", enabled: false, owner: { team: "Finance", email: "f@example.com" } },
  { id: "13", name: "Archive", enabled: false, owner: { team: "Support" } },
  { id: "14", name: "New one", enabled: true, owner: { team: "Data" } },
];

let emulator: Emulator;
let folder: string;

beforeEach(async () => {
  emulator = await startEmulator({ workflows: structuredClone(DEV) });
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  await writeFile(join(folder, "staging.json"), JSON.stringify(STAGING));
  await writeFile(join(folder, "broken.json"), "[1,");
  await writeFile(join(folder, "object.json"), "{}");
});
afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

function here(args: readonly string[], given: Parameters<typeof runHere>[2] = {}): ReturnType<typeof runHere> {
  return runHere(args, emulator.environment(), { directory: folder, ...given });
}

describe("list", () => {
  it("prints a table of the plain fields, and the number of the others", async () => {
    const { code, out } = await here(["list", "--sort-by", "-name"]);
    expect(out).toBe(`id  name            enabled
2   Send invoices   true
1   Nightly import  true
3   Archive         false
3 workflows; 1 more field: --select, --json or --csv
`);
    expect(code).toBe(0);
  });

  it("prints no more than the width there is", async () => {
    emulator.workflows = [{ id: "1", name: "x".repeat(300), note: "y".repeat(300) }];
    const { out } = await here(["list"], { width: 60 });
    expect(
      Math.max(
        ...out
          .split("\n")
          .slice(0, 2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(60);
    expect(out).toContain("…");
  });

  it("gives each column the width that its characters take, and cuts none that fits", async () => {
    emulator.workflows = [
      { id: "1", name: "日本語のワークフロー" },
      { id: "2", name: "Import" },
    ];
    expect((await here(["list"])).out).toBe(`id  name\n1   日本語のワークフロー\n2   Import\n2 workflows\n`);
    const narrow = await here(["list"], { width: 12 });
    expect(narrow.out).toBe(`id  name\n1   日本語…\n2   Import\n2 workflows\n`);
  });

  it("prints CSV with every field of every workflow, however late it comes", async () => {
    emulator.workflows = [...Array.from({ length: 1500 }, (_, id) => ({ id })), { id: 1500, late: "x" }];
    expect((await here(["list", "--csv"])).out).toMatch(/^id,late\n0,\n[\s\S]*\n1500,x\n$/);
  });

  it("a CSV of too many cells is an error, and --select makes it smaller", async () => {
    // Each workflow has a field of its own: the square of their number.
    emulator.workflows = Array.from({ length: 4500 }, (_, index) => ({ id: index, [`only-${index}`]: 1 }));
    const { code, out, err } = await here(["list", "--csv"]);
    expect(err).toMatch(/The CSV would have 4501 columns and 4500 rows\.\n {2}Name the fields.*--select/);
    expect({ code, out }).toEqual({ code: 9, out: "" });
    expect((await here(["list", "--csv", "--select", "id"])).code).toBe(0);
  });

  it.each([
    ["no workflows, and no fields that are known", [], [], ""],
    ["no workflows, with the fields of --select", [], ["--select", "id?,name?"], "id,name\n"],
    ["one column with empty cells, and no blank line", [{ at: null }, { at: "x" }], ["--select", "at"], 'at\n""\nx\n'],
    ["texts", ["a", "b, c"], [], 'value\na\n"b, c"\n'],
    ["texts beside objects", [{ id: 1 }, "x", null], ["--select", "id"], "id,value\n1,\n,x\n,\n"],
    ["lists", [[1, 2], ["x"]], [], 'value\n"1, 2"\nx\n'],
  ])("prints CSV of %s", async (_, items, args, csv) => {
    emulator.listingText = JSON.stringify({ workflows: items });
    expect((await here(["list", "--csv", "--items-path", "/workflows", ...args])).out).toBe(csv);
  });

  it.each([
    ["items that are texts", ["a", "b"], "value\na\nb\n2 workflows\n"],
    ["fields that are all objects", [{ meta: { id: 1 } }], 'meta\n{"id":1}\n1 workflow\n'],
  ])("prints a table of %s, and no blank lines", async (_, items, table) => {
    emulator.listingText = JSON.stringify({ workflows: items });
    expect((await here(["list", "--items-path", "/workflows"])).out).toBe(table);
  });

  it("sends a query parameter whatever its name, again and again", async () => {
    const { code } = await here(["list", "--query", "constructor=a", "--query", "constructor=b", "--query", "x="]);
    expect({ code, query: emulator.requestsTo("listing")[0]?.query }).toEqual({
      code: 0,
      query: "constructor=a&constructor=b&x=",
    });
  });

  it.each([
    [
      ["--where", "enabled=true"],
      ["1", "2"],
    ],
    [["--where", "enabled=true", "--where", "name^=Send"], ["2"]],
    [
      ["--where", "name*=i", "--where", "name!=Archive"],
      ["1", "2"],
    ],
    [
      ["--where", "name~^(Arch|Send)"],
      ["2", "3"],
    ],
    [
      ["--where", 'name=["Archive","Nightly import"]'],
      ["1", "3"],
    ],
    [["--where", 'id>="2"', "--where", 'id<"3"'], ["2"]],
    [["--where", "owner.team=Support"], ["3"]],
    [["--where", "/owner/team=Support"], ["3"]],
    [
      ["--where", "!owner.email?"],
      ["1", "2", "3"],
    ],
    [
      ["--where", "owner"],
      ["1", "2", "3"],
    ],
    [["--where", '{"name":{"endsWith":"import"}}'], ["1"]],
    [["--where", 'id="3"'], ["3"]],
    [["--where", "id=3"], ["3"]],
    [
      ["--where", "id!=3"],
      ["1", "2"],
    ],
  ])("%j keeps %j", async (args, ids) => {
    const { out, err } = await here(["list", "--json", "--select", "id", ...args]);
    expect(err).toBe("");
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });

  it("prints JSON with every digit, and CSV of all fields", async () => {
    emulator.listingText = '{"workflows":[{"id":9007199254740993,"name":"a, b","tags":["x","y"]}]}';
    expect((await here(["list", "--json"])).out).toBe('[{"id":9007199254740993,"name":"a, b","tags":["x","y"]}]\n');
    expect((await here(["list", "--csv"])).out).toBe('id,name,tags\n9007199254740993,"a, b","x, y"\n');
    for (const [condition, kept] of [
      ["id=9007199254740993", true],
      ["id<9007199254740993", false],
      ["id>9007199254740992", true],
      ['{"id":"9007199254740993"}', true],
    ] as const) {
      const { out } = await here(["list", "--json", "--where", condition]);
      expect([condition, out.includes("a, b")]).toEqual([condition, kept]);
    }
    const { code, err } = await here(["list", "--where", '{"id":9007199254740993}']);
    expect(code).toBe(2);
    expect(err).toContain("Beyond 2^53 a number may have lost digits on its way. Write it as a string.");
  });

  it("gives remote text no power over terminals and spreadsheets, and loses none of it in JSON", async () => {
    const name = "=HYPERLINK(1)\u001b[2J\u009b\u202e\nforged\u{e0041}";
    emulator.workflows = [{ id: "1", name }];
    const [table, csv, json] = [await here(["list"]), await here(["list", "--csv"]), await here(["list", "--json"])];
    for (const { out } of [table, csv, json]) {
      expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      expect(out).not.toContain("\nforged");
    }
    expect(csv.out).toContain("'=HYPERLINK");
    expect((JSON.parse(json.out) as { name: string }[])[0]?.name).toBe(name);
  });

  it.each([
    [["list", "--where", "=x"], 2, /--where: cannot read "=x"/],
    [["list", "--where", "id=1", "--where", "id=2"], 2, /second condition/],
    [["list", "--select", "nme"], 9, /no workflow has a field "nme"/],
    [["list", "--where", "constructor=x"], 9, /no workflow has a field "constructor"/],
    [["list", "--cwd", "no-such-folder"], 2, /--cwd: there is no folder .*no-such-folder/],
    [["list", "--cwd", "."], 2, /--cwd: no config of a stack is read.*\n {2}Name the stack with --stack/],
    [["list", "--select", "name,,id"], 2, /A field between the commas is empty/],
    [["list", "--max-items", "x"], 2, /whole number\.\n {2}`pulumi-workflows list --help` shows what it takes/],
    [["get", "/v2/{id}"], 2, /has no "id".*\n {2}`pulumi-workflows get --help` shows what it takes/],
    [["list", "--max-items", "1"], 9, /more than `--max-items`/],
    [["list", "--items-path", "data/workflows"], 2, /`--items-path` is /],
    [["list", "--client-secret", "x"], 2, /unknown option/],
    [["lst"], 2, /unknown command 'lst'[\s\S]*list/],
    [["help", "lst"], 2, /unknown command 'lst'[\s\S]*Commands:/],
    [["compare", "environment"], 2, /missing required argument/],
    [["compare", "environment", "file:none.json"], 2, /none\.json could not be read \(ENOENT\)/],
    [["compare", "environment", "file:"], 2, /names no file/],
    [
      ["compare", "environment", "stak:dev"],
      2,
      /neither a connection nor a stack\..*\n.*connection:, stack:, live:, file:/,
    ],
    [
      ["compare", "environment", "file:broken.json"],
      9,
      /The file broken\.json is not JSON.*\n {2}It must contain what `pulumi-workflows list --json` prints/,
    ],
    [["compare", "environment", "file:object.json"], 9, /The file object\.json is not a JSON array/],
    [["compare", "environment", "environment", "--key", "nme"], 2, /no workflow has a field "nme"/],
  ])("%j ends with %i and the reason", async (args, code, message) => {
    const ran = await here(args);
    expect(ran.err).toMatch(message);
    expect({ code: ran.code, out: ran.out }).toEqual({ code, out: "" });
  });

  it.each([
    ["id==1"],
    ["id===1"],
    ["id!==1"],
    ["id=~1"],
    ["id~=1"],
    ["id=>1"],
    ["id=<1"],
    ["id<>1"],
    ["id=!1"],
    ["id >= =1"],
    ["name^==x"],
    ['name="x'],
    ["name='x'"],
    ["name = 'x'"],
  ])("--where %s is refused: as written it would match nothing, or everything", async (condition) => {
    const { code, out, err } = await here(["list", "--where", condition]);
    expect(err).toMatch(/--where: cannot read .*the value begins with[\s\S]*Operators are =[\s\S]*JSON object/);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it.each([
    ["name = =x", false],
    ['name="=x"', true],
    ['name = "=x"', true],
    ['{"name":"=x"}', true],
    ["size = 3", true],
    ["size > 2", true],
    ["title = with blanks", true],
    ["title *= blank", true],
    ["title*= blank", true],
    ["title*= with", false],
    ["title=it's", false],
  ])("--where %s: blanks around an operator and quotes mean what they look like", async (condition, matches) => {
    emulator.workflows = [{ id: "1", name: "=x", size: 3, title: "with blanks" }];
    const { out } = await here(["list", "--json", "--where", condition]);
    expect(out.includes('"id":"1"')).toBe(matches);
  });

  it.each([
    ["--stack"],
    ["--connection"],
    ["--cwd"],
    ["--client-secret-fd"],
    ["--select"],
    ["--ignore-fields"],
    ["--sort-by"],
    ["--where"],
    ["--query"],
    ["--pagination"],
    ["--max-items"],
  ])("an empty %s is refused: it is a variable that is not set", async (option) => {
    for (const empty of ["", " "]) {
      const ran = await here(["list", option, empty]);
      expect(ran.err).toMatch(/\S/);
      expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: "" });
    }
    expect(emulator.requests).toHaveLength(0);
  });

  it.each(["check", "token", "compare"])("%s takes no empty stack for the selected one", async (command) => {
    const operands = command === "compare" ? ["environment", "environment"] : [];
    const ran = await here([command, ...operands, "--stack", ""]);
    expect(ran.err).toMatch(/It is empty\. Is a variable not set\?/);
    expect({ code: ran.code, out: ran.out, requests: emulator.requests.length }).toEqual({
      code: 2,
      out: "",
      requests: 0,
    });
  });

  it.each([
    ["", /"" names no side/],
    [" ", /" " names no side/],
    ["stack:", /names no stack/],
    ["stack:#x", /names no stack/],
    ["stack:dev#", /names no resource/],
    ["connection:", /names no connection/],
    ["live: ", /names no live/],
    ["file:", /names no file/],
  ])("compare refuses %j on either side, before it reads the other", async (reference, message) => {
    for (const sides of [
      [reference, "environment"],
      ["environment", reference],
    ]) {
      const ran = await here(["compare", ...sides]);
      expect(ran.err).toMatch(message);
      expect({ code: ran.code, requests: emulator.requests.length }).toEqual({ code: 2, requests: 0 });
    }
  });

  it.each([
    [["list", "--json", "--csv"], /'--csv' cannot be used with option '--json'/],
    [["check", "--json", "--stack", "a", "--stack", "b"], /given more than once/],
    [["list", "--json", "--nme"], /unknown option '--nme'/],
    [["list", "--json", "--select"], /argument missing/],
    [["lst", "--json"], /unknown command 'lst'/],
    [["compare", "--json", "environment"], /missing required argument/],
    [["compare", "--json", "a", "b", "c"], /too many arguments/],
    [["token", "--json", "--client-secret-fd", "x"], /whole number/],
    [["list", "--json", "--where", "=x"], /cannot read "=x"/],
  ])("%j is one JSON document on standard error", async (args, message) => {
    const ran = await here(args);
    const { error } = JSON.parse(ran.err) as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: "usage", exitCode: 2, message: expect.stringMatching(message) as string });
    expect(error["advice"]).toMatch(/\S/);
    expect({ code: ran.code, out: ran.out, lines: ran.err.split("\n").length }).toEqual({ code: 2, out: "", lines: 2 });
  });

  it("with --json a wait prints nothing on standard error", async () => {
    emulator.failNext("listing", { status: 429, headers: { "retry-after": "1" } });
    const { code, err } = await here(["list", "--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("without a command shows the commands, and is a usage error", async () => {
    const { code, out, err } = await here([]);
    expect(err).toMatch(/There is no command\.[\s\S]*Usage: pulumi-workflows[\s\S]*check/);
    // The columns of the help: each meaning begins in the same one.
    const commands = err.split("\n").filter((line) => /^ +(list|types|token) /.test(line));
    expect(commands).toHaveLength(3);
    expect(new Set(commands.map((line) => line.search(/(?<= {2})print /))).size).toBe(1);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  describe("--pagination", () => {
    beforeEach(() => {
      emulator.workflows = Array.from({ length: 7 }, (_, index) => ({ id: String(index), name: `w${index}` }));
    });

    it.each([
      ["none"],
      ["page"],
      ["page,start=1"],
      ['{"type":"page","start":1}'],
      ["offset,parameter=skip"],
      ['{ "type": "cursor", "cursorPath": "/next" }'],
    ])("%s is taken as the argument is", async (pagination) => {
      // The emulator has one page, and sends it again for another.
      await here(["list", "--json", "--pagination", pagination]);
      expect(emulator.requestsTo("listing")[0]?.query).toBe(
        pagination.includes("page") ? "page=1" : pagination.startsWith("offset") ? "skip=0" : "",
      );
    });

    it.each([
      ["pages", /--pagination: .*pages/],
      ["page,", /--pagination: cannot read ""/],
      ["page,start", /--pagination: cannot read "start"/],
      ["page,start=x", /--pagination: .*start/],
      ["page,strat=1", /--pagination: .*start/],
      ["page,start=1,start=2", /--pagination: cannot read/],
      ["page,type=none", /--pagination: cannot read/],
      ['{"type":"page"', /--pagination: .* is not valid JSON/],
      ["[1]", /--pagination/],
      ["cursor", /--pagination: .*cursorPath/],
    ])("%s is refused, with the option's name", async (pagination, message) => {
      for (const command of [["list"], ["check"], ["compare", "environment", "environment"]]) {
        const ran = await here([...command, "--pagination", pagination]);
        expect(ran.err).toMatch(message);
        expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: "" });
      }
      expect(emulator.requests).toHaveLength(0);
    });
  });

  it("prints failures as JSON too, on standard error", async () => {
    emulator.failNext("listing", { status: 403 });
    const { code, out, err } = await here(["list", "--json"]);
    expect({ code, out }).toEqual({ code: 8, out: "" });
    expect(JSON.parse(err)).toMatchObject({
      error: { code: "forbidden", exitCode: 8, advice: expect.stringMatching(/\S/) as string },
    });
  });

  it("reports on standard error when it waits", async () => {
    emulator.failNext("listing", { status: 429, headers: { "retry-after": "1" } });
    const { code, err } = await here(["list"]);
    expect(err).toMatch(/^pulumi-workflows: 429 Too Many Requests, waiting 1 s, attempt 2 of 5\n$/);
    expect(code).toBe(0);
  });
});

describe("a field without an operator as a condition", () => {
  it.each([
    ["status:active", /`--where`: no workflow has a field "status:active"; the fields are/],
    ["!enabeld", /`--where`: no workflow has a field "enabeld"; the fields are[\s\S]*question mark at its end/],
  ])("must exist in some workflow: %s", async (condition, message) => {
    for (const command of [["list"], ["types"], ["compare", "environment", "file:staging.json"]]) {
      const { code, out, err } = await here([...command, "--where", condition]);
      expect([code, out]).toEqual([9, ""]);
      expect(err).toMatch(message);
    }
  });

  it.each(["enabeld", "enabeld=true", "enabeld!=true"])("is reported once: %s", async (condition) => {
    const { code, err } = await here(["list", "--where", condition]);
    expect([code, err.match(/no workflow has a field/g)?.length]).toEqual([9, 1]);
  });

  it("may be missing everywhere with a question mark", async () => {
    const { code, out } = await here(["list", "--where", "!archived?", "--where", "owner", "--json"]);
    expect([code, (JSON.parse(out) as unknown[]).length]).toEqual([0, 3]);
  });
});

test.each([
  [
    ["list", "--max-items", "2"],
    "3 workflows, more than `--max-items` allows (2).\n  Raise `--max-items`, or narrow the listing with `--query` or `--where`.",
  ],
  [["list", "--select", "nmae"], '`--select`: no workflow has a field "nmae"'],
  [["list", "--items-path", "/x"], 'At `--items-path` "/x" the response has nothing'],
  [["list", "--max-pages", "1", "--pagination", "page"], "`--max-pages` allows no more.\n  Raise `--max-pages`"],
  [["get", "/v2/nothing"], "Set `--allow-missing` if there may be nothing there."],
  [["get", "v2"], ": `<path>` is "],
  [["list", "--max-pages", "0"], "pulumi-workflows: `--max-pages` is 0"],
])("a message names options, not arguments: %j", async (args, message) => {
  const ran = await here(args);
  expect(ran.code).not.toBe(0);
  expect(ran.err).toContain(message);
  expect(ran.err).not.toMatch(/`(?:maxItems|maxPages|itemsPath|allowMissing|where|query|select)`/);
});

test("every argument that is an option has a row in the one table of options", async () => {
  const help = (await Promise.all(["list", "get", "token"].map(async (name) => here([name, "--help"])))).map(
    ({ out }) => out,
  );
  const kebab = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const options = ARGUMENTS.map(({ name }) => name).filter((name) => help.join("\n").includes(`${kebab(name)} `));
  expect(options).toEqual(expect.arrayContaining(["where", "maxItems", "allowMissing", "connection"]));
  expect(options.filter((name) => withOptions(`\`${name}\``) !== `\`${kebab(name)}\``)).toEqual([]);
});

describe("the spinner", () => {
  it("shows the current step on one line, and clears it", async () => {
    const { err, out } = await here(["list"], { spinnerColumns: 20 });
    const frames = err.split("\r\u001b[K");
    expect(frames.at(0)).toBe("");
    expect(frames.at(-1)).toBe("");
    expect(frames.at(1)).toBe("⠋ Listing the work…");
    expect(out).toContain("3 workflows");
  });

  it("is cleared before a failure is reported", async () => {
    const { err } = await here(["list", "--max-items", "1"], { spinnerColumns: 80 });
    expect(err).toContain("\r\u001b[Kpulumi-workflows: 3 workflows");
  });
});

test.each([
  [["--query", "status=active"], "--query"],
  [["--pagination", "none", "--max-pages", "3"], "--pagination, --max-pages"],
])("compare refuses %j between two files, which it would ignore", async (options, named) => {
  const args = ["compare", "file:staging.json", "file:staging.json", ...options];
  const ran = await here(args);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(`compare: ${named} has no effect: neither side is read from a service.`);
  expect((await here(["compare", "environment", "file:staging.json", "--query", "status=active"])).err).not.toContain(
    "has no effect",
  );
});

test("keys and values with control characters move no cursor, in tables, CSV and JSON", async () => {
  const evil = "\u001b[2J\u0007\u202ename";
  emulator.workflows = [{ name: "a", [evil]: evil }];
  await writeFile(join(folder, "evil.json"), JSON.stringify([{ name: "a", [evil]: "other" }]));
  for (const args of [
    ["list"],
    ["list", "--csv"],
    ["list", "--json"],
    ["types"],
    ["compare", "environment", "file:evil.json"],
    ["compare", "environment", "file:evil.json", "--json"],
    ["list", "--where", `${evil}x`],
  ]) {
    const { out, err } = await here(args);
    expect(`${out}${err}`).toContain("name");
    expect(["\u001b", "\u0007", "\u202e"].filter((character) => `${out}${err}`.includes(character))).toEqual([]);
  }
});

describe("compare", () => {
  it("prints for people what is missing and what differs, field by field, and how to look past ids", async () => {
    const { code, out } = await here(["compare", "environment", "file:staging.json"]);
    expect(out).toBe(`A: the environment's settings, 3 workflows
B: the file staging.json, 3 workflows

name                       A → B
Nightly import  only in A
New one         only in B
Send invoices   differs    id: "2" → "12"; enabled: true → false; owner.email: (none) → "f@example.com"
Archive         differs    id: "3" → "13"
1 only in A, 1 only in B, 2 different, 0 the same.
All of them differ in id: leave it out with --ignore-fields id
`);
    expect(code).toBe(0);
  });

  it("the advice to leave fields out can be pasted, whatever the fields are called", async () => {
    const fields = { "x.y": 1, "/s": 1, "$(id)": 1, "it's": 1, "-x": 1, n: { "p.q": 1, r: 1 } };
    // These cannot be written in the option.
    const others = { "a,b": 1, "why?": 1, "red\u001b[31m": 1, "end ": 1 };
    const items = (value: number): string =>
      JSON.stringify(["a", "b"].map((name) => ({ name, ...fields, ...others }))).replaceAll(":1", `:${value}`);
    await writeFile(join(folder, "one.json"), items(1));
    await writeFile(join(folder, "two.json"), items(2));
    const { out } = await here(["compare", "file:one.json", "file:two.json"]);
    const [, argument = ""] = /--ignore-fields (.*)\n/.exec(out) ?? [];
    expect(argument).toBe(`'/x.y,/~1s,/$(id),/it'\\''s,/-x,/n/p.q,n.r'`);

    const pasted = execFileSync("sh", ["-c", `printf %s ${argument}`], { encoding: "utf8" });
    const rest = await here(["compare", "file:one.json", "file:two.json", "--ignore-fields", pasted, "--json"]);
    const { different } = JSON.parse(rest.out) as { different: { fields: { field: string }[] }[] };
    expect(different[0]?.fields.map(({ field }) => field)).toEqual(Object.keys(others));
  });

  it("with --exit-code ends with 1 on a difference, and with 0 without one", async () => {
    const differ = await here(["compare", "environment", "file:staging.json", "--exit-code"]);
    const same = await here(["compare", "file:staging.json", "file:staging.json", "--exit-code"]);
    expect([differ.code, same.code]).toEqual([1, 0]);
    expect(same.out).toContain("No difference: 3 the same.");
  });

  it("prints JSON that matches its schema, with every digit", async () => {
    await writeFile(join(folder, "a.json"), '[{"name":"x","n":1.0},{"name":"gone"},{"n":1}]');
    await writeFile(join(folder, "b.json"), '[{"name":"x","n":12345678901234567890}]');
    const { out } = await here(["compare", "file:a.json", "file:b.json", "--json"]);
    const report = JSON.parse(out) as object;
    expect({ errors: validate(report) ? [] : validate.errors, report }).toEqual({ errors: [], report });
    expect(report).toMatchObject({ equal: false, a: { count: 3 }, onlyInA: [{ key: "gone" }, { key: null }], same: 0 });
    expect(out).toContain('"fields":[{"field":"n","a":1.0,"b":12345678901234567890}]');
  });

  it.each<[string, BufferEncoding]>([
    ["UTF-8 with a byte order mark", "utf8"],
    ["UTF-16, as Windows PowerShell writes what it is given", "utf16le"],
  ])("reads a file in %s", async (_, encoding) => {
    await writeFile(join(folder, "a.json"), '[{"name":"Nächtlicher Import"}]');
    await writeFile(join(folder, "b.json"), Buffer.from('\ufeff[{"name":"Nächtlicher Import"}]\r\n', encoding));
    const { code, out } = await here(["compare", "file:a.json", "file:b.json", "--exit-code"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("1 the same") as string });
  });

  it.each([
    [["--select", "name,size"], 'B (the file b.json): `--select`: no workflow has a field "size"', 9],
    [["--where", "size>0"], 'B (the file b.json): `--where`: no workflow has a field "size"', 9],
    [["--key", "size"], 'B (the file b.json): no workflow has a field "size" (--key)', 2],
    [["--max-items", "1"], "A (the file a.json): 2 workflows, more than `--max-items`", 9],
  ])("%j names the side that is at fault", async (options, message, code) => {
    await writeFile(join(folder, "a.json"), '[{"name":"x","size":1},{"name":"y","size":2}]');
    await writeFile(join(folder, "b.json"), '[{"name":"x"}]');
    const ran = await here(["compare", "file:a.json", "file:b.json", ...options]);
    expect(ran.err).toContain(message);
    expect({ code: ran.code, out: ran.out }).toEqual({ code, out: "" });
  });

  it.each([
    ["file:none.json", {}, "B (file:none.json): The file none.json could not be read (ENOENT).", 2],
    ["environment", { WORKFLOWS_CLIENT_SECRET: "" }, "B (environment): `workflows:clientSecret` is not set.", 3],
    ["environment", { WORKFLOWS_CLIENT_SECRET: "x" }, "B (environment): Could not create an access token: POST ", 7],
  ])("%s, %j: a side that cannot be read is named", async (b, environment, message, code) => {
    await writeFile(join(folder, "a.json"), "[]");
    const args = ["compare", "file:a.json", b];
    const ran = await runHere(args, { ...emulator.environment(), ...environment }, { directory: folder });
    expect(ran.err).toContain(message);
    expect(ran.code).toBe(code);
  });

  it.each(["x$&y.json", "$'.json", "$1$$.json"])("names a file called %s as it is called", async (name) => {
    await writeFile(join(folder, name), "[1,");
    const ran = await here(["compare", `file:${name}`, "environment"]);
    expect(ran.err).toContain(`The file ${name} is not JSON`);
    expect(ran.code).toBe(9);
  });

  it("compares the fields that are named, and always the key", async () => {
    const args = ["compare", "environment", "file:staging.json", "--select", "owner.team", "--json"];
    expect(JSON.parse((await here(args)).out)).toMatchObject({ different: [], same: 2 });
  });

  it("matches several workflows of one name, equal ones first", async () => {
    const twice = [
      { name: "x", n: 1 },
      { name: "x", n: 2 },
      { name: "x", n: 3 },
    ];
    await writeFile(join(folder, "a.json"), JSON.stringify(twice));
    await writeFile(
      join(folder, "b.json"),
      JSON.stringify([
        { name: "x", n: 4 },
        { name: "x", n: 1 },
      ]),
    );
    const report = JSON.parse((await here(["compare", "file:a.json", "file:b.json", "--json"])).out) as object;
    expect(report).toMatchObject({
      same: 1,
      different: [{ fields: [{ field: "n", a: 2, b: 4 }] }],
      onlyInA: [{ item: { n: 3 } }],
      onlyInB: [],
    });
  });
});

describe("token", () => {
  it("goes to a pipe without --show", async () => {
    const { code, out } = await here(["token"]);
    expect({ code, out }).toEqual({ code: 0, out: `${emulator.tokens[0] ?? ""}\n` });
    expect(JSON.parse((await here(["token", "--json"])).out)).toEqual({
      token: emulator.tokens[1],
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  it.each(["terminal", "file"] as const)("goes to a %s only with --show", async (output) => {
    const refused = await here(["token"], { output });
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--show") as string });
    expect(emulator.requests).toHaveLength(0);
    expect((await here(["token", "--show"], { output })).out).toBe(`${emulator.tokens[0] ?? ""}\n`);
  });
});

it.each([["--help"], ["check", "--help"], ["list", "--help"], ["compare", "--help"], ["token", "--help"]])(
  "%s %s explains itself and takes no secret",
  async (...args) => {
    const { code, out } = await here(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: pulumi-workflows/);
    expect(out).not.toMatch(/--client-secret[ =]|--token/);
  },
);

describe("get", () => {
  it("prints what a path gives, exactly, with one token and one request", async () => {
    const { code, out } = await here(["get", "/v2/workflows/{id}", "--parameter", "id=2"]);
    expect(out).toBe(`${JSON.stringify(DEV[1])}\n`);
    expect(code).toBe(0);
    expect(emulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v2/auth/token",
      "GET /v2/workflows/2",
    ]);
  });

  it("prints all items of a list, with --items-path", async () => {
    const { code, out } = await here(["get", "/v2/workflows", "--items-path", "/workflows"]);
    expect(out).toBe(`${JSON.stringify(DEV)}\n`);
    expect(code).toBe(0);
  });

  it("fails over a path that does not exist, unless that is allowed", async () => {
    const missing = await here(["get", "/v2/workflows/9"]);
    expect(missing.code).toBe(8);
    expect(missing.err).toContain("Could not read /v2/workflows/9");
    expect(await here(["get", "/v2/workflows/9", "--allow-missing"])).toMatchObject({ code: 0, out: "null\n" });
  });

  it.each([
    [["get", "v2/workflows"], "<path>"],
    [["get", "/v2/../admin"], "<path>"],
    [["get", "/v2/{id}", "--parameter", "ib=1"], "--parameter"],
    [["get", "/v2/{id}", "--parameter", "1"], "--parameter"],
    [["get"], "missing required argument 'path'"],
  ])("%j is a usage error before any request", async (args, fault) => {
    const { code, err } = await here(args);
    expect(err).toContain(fault);
    expect(code).toBe(2);
    expect(emulator.requests).toEqual([]);
  });
});
