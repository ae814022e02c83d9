/** `list` and `token`: what they print, for people and for programs. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { type Ran, runHere } from "./run-here.js";

const WORKFLOWS = [
  { id: "1", name: "Nightly import", enabled: true, owner: { team: "Data" }, size: 3 },
  { id: "2", name: "Send invoices", enabled: true, owner: { team: "Finance" }, size: 20 },
  { id: "3", name: "Archive", enabled: false, owner: { team: "Support" }, "a/b": 1 },
];

let emulator: FakeService;

beforeEach(async () => {
  emulator = await startFakeService({ workflows: structuredClone(WORKFLOWS) });
});
afterEach(async () => {
  await emulator.close();
});

function here(args: readonly string[], given: Parameters<typeof runHere>[2] = {}): Promise<Ran> {
  return runHere(args, emulator.environment(), given);
}

describe("list", () => {
  it("prints a table with ids, names and plain values first", async () => {
    emulator.workflows = [{ owner: { team: "A" }, name: "x", a: 1, b: 2, c: null, id: "1", d: 4 }];
    expect(await here(["list"])).toEqual({
      code: 0,
      out: 'id  name  a  b  c  d  owner\n1   x     1  2     4  {"team":"A"}\n1 workflow\n',
      err: "",
    });
  });

  it("prints Markdown in which no text of the service is more than text", async () => {
    const name = "a|b `c` *d* _e_ [f](https://g.example) <script> & \\ ~h~ !#1 www.i.example\n| x |";
    emulator.workflows = [
      { id: "1", name },
      { id: "2", name: "Nightly import (at 08:30)" },
    ];
    const { out } = await here(["list", "--markdown"]);
    expect(out.split("\n").slice(2)).toEqual([
      "| 1 | a\\|b \\`c\\` \\*d\\* \\_e\\_ \\[f\\](https\\://g.example) \\<script\\> \\& \\\\ \\~h\\~ \\!\\#1 www\\.i.example \\| x \\| |",
      "| 2 | Nightly import (at 08:30) |",
      "",
      "2 workflows",
      "",
    ]);
  });

  it.each([
    ["--select", ["--select", "name,owner.team"], "name            owner.team\nNightly import  Data\n"],
    ["an optional field", ["--select", "id,gone?"], "id  gone\n1\n2\n3\n3 workflows\n"],
    [
      "--ignore-fields",
      ["--ignore-fields", "owner,size,/a~1b"],
      "id  name            enabled\n1   Nightly import  true\n",
    ],
    ["--markdown", ["--select", "id,name", "--markdown"], "| id | name |\n| --- | --- |\n| 1 | Nightly import |\n"],
    ["no workflows", ["--where", '{"id":{"in":[]}}'], "0 workflows\n"],
  ])("%s: list %j prints %s", async (_, args, beginning) => {
    const { code, out } = await here(["list", ...args]);
    expect(out.slice(0, beginning.length)).toBe(beginning);
    expect(code).toBe(0);
  });

  it.each([
    ["texts", ["a", "b"], "value\na\nb\n2 workflows\n"],
    [
      "wide characters",
      [
        { n: "日本語", z: 1 },
        { n: "ab", z: 2 },
      ],
      "n       z\n日本語  1\nab      2\n2 workflows\n",
    ],
  ])("a table of %s", async (_, items, table) => {
    emulator.answerAlways("listing", { body: JSON.stringify({ workflows: items }) });
    expect((await here(["list", "--items-path", "/workflows"])).out).toBe(table);
  });

  it.each([
    [12, "id", "日本語", 2],
    [58, `id      ${"name".padEnd(41)}`, `日本語  ${"x".repeat(40)}…`, 1],
    [91, `id      ${"name".padEnd(41)}  note`, `日本語  ${"x".repeat(40)}…  ${"日".repeat(20)}`, 0],
    [92, `id      ${"name".padEnd(42)}  note`, `日本語  ${"x".repeat(42)}  ${"日".repeat(20)}`, 0],
  ])(
    "on a terminal of %i columns, cells are cut if they must be, and fields that do not fit are counted",
    async (width, head, row, hiddenCount) => {
      emulator.workflows = [{ id: "日本語", name: "x".repeat(42), note: "日".repeat(20) }];
      const [first, second, last] = (await here(["list"], { width })).out.split("\n");
      expect([first, second]).toEqual([head.trimEnd(), row]);
      const hidden =
        hiddenCount === 0 ? "" : `; ${hiddenCount} more field${hiddenCount === 1 ? "" : "s"}: --select or --json`;
      expect(last).toBe(`1 workflow${hidden}`);
    },
  );

  it("in a pipe, cuts nothing and leaves no field out", async () => {
    const fields = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, `${index}`.repeat(500)]));
    emulator.workflows = [fields];
    const { out } = await here(["list"]);
    expect(out.split("\n")[1]?.split("  ")).toEqual(Object.values(fields));
    expect(out.split("\n")[2]).toBe("1 workflow");
    const markdown = await here(["list", "--markdown"]);
    expect(markdown.out).toContain(`| ${Object.values(fields).join(" | ")} |`);
  });

  it("has as many rows as there are workflows", async () => {
    emulator.workflows = Array.from({ length: 50_000 }, (_, id) => ({ id }));
    expect((await here(["list"])).out.split("\n")).toHaveLength(50_003);
  });

  it.each<[conditions: string[], ids: string[], warning?: RegExp]>([
    [["enabled=true"], ["1", "2"]],
    [["enabled = true", "name=Send invoices"], ["2"]],
    [['name=["Archive","Nightly import"]'], ["1", "3"]],
    [["owner.team=Support"], ["3"]],
    [["/a~1b=1"], ["3"]],
    [["id=3"], ["3"]],
    [['id="3"'], ["3"]],
    [["size=3"], ["1"]],
    [['{"size":{"gt":3}}', "enabled=true"], ["2"]],
    [["name=nix"], [], /`where`: {"name":"nix"} matches no workflow; there are "Nightly import"/],
  ])("--where %j keeps %j", async (conditions, ids, warning = /^$/) => {
    const { out, err } = await here(["list", "--json", ...conditions.flatMap((text) => ["--where", text])]);
    expect((JSON.parse(out) as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    expect(err).toMatch(warning);
  });

  it("prints a warning of the listing on standard error", async () => {
    const workflows = Array.from({ length: 50 }, (_, id) => ({ id }));
    emulator.answerAlways("listing", { body: JSON.stringify(workflows) });
    expect((await here(["list"])).err).toMatch(/^pulumi-workflows: warning: .* set `pagination` with the service's/);
  });

  it("keeps every digit, in JSON, in tables and in conditions", async () => {
    emulator.answerAlways("listing", { body: '{"workflows":[{"id":9007199254740993,"n":1.0}]}' });
    expect((await here(["list", "--json"])).out).toBe('[{"id":9007199254740993,"n":1.0}]\n');
    expect((await here(["list"])).out).toContain("9007199254740993  1.0\n");
    expect((await here(["list", "--json", "--where", "id=9007199254740993"])).out).toContain("1.0");
    expect((await here(["list", "--json", "--where", "id=9007199254740992"])).out).toBe("[]\n");
  });

  it("sends a query parameter whatever its name, again and again", async () => {
    await here(["list", "--query", "constructor=a", "--query", "constructor=b", "--query", "x="]);
    expect(emulator.requestsTo("listing")[0]?.query).toBe("constructor=a&constructor=b&x=");
  });

  it("takes the argument pagination as a type", async () => {
    await using paged = await startFakeService({ pageSize: 1, workflows: WORKFLOWS });
    const { code, err } = await runHere(["list", "--pagination", "none"], paged.environment());
    // By default, all pages are read.
    expect(err).toContain("`pagination` says that this page with 1 workflow is all");
    expect(code).toBe(1);
  });

  it.each([
    [
      ["--max-items", "2"],
      /^pulumi-workflows: .*Matching workflows: 3, more than `maxItems` allows \(2\)\. Raise `maxItems`/,
    ],
    [["--select", "nmae"], /no workflow has a field "nmae"/],
    [["--items-path", "/x"], /nothing at "\/x".*Set `itemsPath`/],
  ])("%j ends with 1", async (args, message) => {
    const { code, out, err } = await here(["list", ...args]);
    expect(err).toMatch(message);
    expect({ code, out }).toEqual({ code: 1, out: "" });
  });

  it("reports a wait, and a failure, each in a line on standard error", async () => {
    emulator.answerNext("listing", { status: 429, headers: { "retry-after": "1" } });
    emulator.answerNext("listing", { status: 403 });
    const { code, out, err } = await here(["list", "--json"]);
    const wait = /pulumi-workflows: 429 Too Many Requests, waiting 1 s, attempt 2 of \d\n/;
    expect(err).toMatch(new RegExp(`^${wait.source}pulumi-workflows: .*403 Forbidden.* \\[forbidden\\]\n$`));
    expect({ code, out }).toEqual({ code: 1, out: "" });
  });
});

it.each([
  ["list", "--where", "gone=1"],
  ["list", "--select", "gone"],
  ["check", "--key-path", "gone"],
])("%s %s shows no secret that a field's name repeats", async (...args) => {
  const environment = emulator.environment();
  const secret = environment["WORKFLOWS_CLIENT_SECRET"] ?? "";
  emulator.workflows = [{ id: "1", [`k-${secret}`]: 1 }];
  const { code, out, err } = await runHere(args, environment);
  expect(code).not.toBe(0);
  expect(out + err).toContain("k-[secret]");
  expect(out + err).not.toContain(secret);
});

it("remote text moves no cursor and forges no line, and JSON loses none of it", async () => {
  const evil = "\u001b[2J\u0007\u009b\u202e\nforged\u{e0041}";
  emulator.workflows = [{ id: "1", [evil]: evil }];
  for (const args of [["list"], ["list", "--json"], ["list", "--markdown"], ["list", "--select", `${evil}x`]]) {
    const { out, err } = await here(args);
    expect(out + err).toContain("forged");
    expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|\nforged/u);
  }
  expect(JSON.parse((await here(["list", "--json"])).out)).toEqual(emulator.workflows);
});

describe("token", () => {
  it("goes to a pipe, as text or as JSON with the time of its end", async () => {
    expect(await here(["token"])).toEqual({ code: 0, out: `${emulator.tokens[0] ?? ""}\n`, err: "" });
    expect(JSON.parse((await here(["token", "--json"])).out)).toEqual({
      token: emulator.tokens[1],
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  it("has no end in JSON where the service gives no lifetime", async () => {
    emulator.answerNext("token", { body: { access_token: "a-token" } });
    expect(JSON.parse((await here(["token", "--json"])).out)).toEqual({ token: "a-token", expiresAt: null });
  });

  it("goes to a terminal or a file only with --show", async () => {
    const refused = await here(["token"], { isPipe: false });
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--show") as string });
    expect(emulator.requests).toHaveLength(0);
    expect((await here(["token", "--show"], { isPipe: false })).out).toBe(`${emulator.tokens[0] ?? ""}\n`);
  });
});
