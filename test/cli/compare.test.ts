/** `compare`: two files, by name: what they have alone, what differs, and what is no listing. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import schema from "../../schemas/compare.schema.json";
import { type Ran, runHere } from "./run-here.js";

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

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Compares two files with these contents. */
async function compare(a: unknown, b: unknown, ...options: string[]): Promise<Ran> {
  for (const [name, content] of Object.entries({ "a.json": a, "b.json": b })) {
    const text = typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    await writeFile(join(folder, name), text);
  }
  return runHere(["compare", "a.json", "b.json", ...options], {}, { directory: folder });
}

it("shows for people what is missing and what differs, field by field", async () => {
  const { code, out } = await compare(DEV, STAGING);
  expect(out).toBe(`A: a.json, 3 workflows
B: b.json, 3 workflows

name                       A → B
Nightly import  only in A
New one         only in B
Send invoices   differs    id: "2" → "12"; enabled: true → false; owner.email: (none) → "f@example.com"
Archive         differs    id: "3" → "13"
1 only in A, 1 only in B, 2 different, 0 the same.
--ignore-fields leaves out fields such as id.
`);
  expect(code).toBe(0);
});

it("prints a Markdown table, in which what the service wrote is no markup", async () => {
  const [changed, fixed] = [{ name: "a|b" }, { name: "<b>c</b> [x](y)" }];
  const { code, out } = await compare([{ ...changed, n: 1 }], [{ ...changed, n: 2 }, fixed], "--markdown");
  expect(out).toBe(`A: a.json, 1 workflow<br>
B: b.json, 2 workflows

| name |  | A → B |
| --- | --- | --- |
| \\<b\\>c\\</b\\> \\[x\\](y) | only in B |  |
| a\\|b | differs | n: 1 → 2 |

0 only in A, 1 only in B, 1 different, 0 the same.
`);
  expect(code).toBe(0);
  expect((await compare(DEV, DEV, "--markdown")).out).toContain("No difference: 3 the same.\n");
  expect((await compare(DEV, DEV, "--markdown", "--json")).code).toBe(2);
});

it("prints JSON that matches its schema, with every digit", async () => {
  const { out } = await compare(
    '[{"name":"x","n":1.0},{"name":"gone"},{"n":1}]',
    '[{"name":"x","n":12345678901234567890}]',
    "--json",
  );
  const report = JSON.parse(out) as object;
  expect({ errors: validate(report) ? [] : validate.errors, report }).toEqual({ errors: [], report });
  expect(report).toMatchObject({ equal: false, a: { path: "a.json", count: 3 }, same: 0 });
  expect(report).toMatchObject({ onlyInA: [{ key: "gone" }, { key: null, item: { n: 1 } }], onlyInB: [] });
  expect(out).toContain('"fields":[{"field":"n","a":1.0,"b":12345678901234567890}]');
});

it.each<[options: string[], onlyInA: unknown[], different: unknown[], same: number]>([
  [["--ignore-fields", "id"], ["Nightly import"], ["Send invoices"], 1],
  [["--select", "owner.team"], ["Nightly import"], [], 2],
  [["--where", "enabled=false"], [], ["Archive"], 0],
  [["--key", "owner.team"], [], ["Data", "Finance", "Support"], 0],
  [["--key", "owner.team?"], [], ["Data", "Finance", "Support"], 0],
  [["--key", "/owner/team", "--select", "enabled"], [], ["Finance"], 2],
])("%j: only in A %j, different %j, the same %i", async (options, onlyInA, different, same) => {
  const report = JSON.parse((await compare(DEV, STAGING, "--json", ...options)).out) as Record<
    string,
    { key: string }[]
  >;
  const keys = (part: string): unknown[] => (report[part] ?? []).map(({ key }) => key).sort();
  expect([keys("onlyInA"), keys("different"), report["same"]]).toEqual([onlyInA, different, same]);
});

it("with --exit-code ends with 1 on a difference, and with 0 without one", async () => {
  expect((await compare(DEV, STAGING, "--exit-code")).code).toBe(1);
  const same = await compare(DEV, DEV.toReversed(), "--exit-code");
  expect({ code: same.code, out: same.out.split("\n").at(-2) }).toEqual({ code: 0, out: "No difference: 3 the same." });
});

it("matches several workflows of one name, equal ones first", async () => {
  const items = (...numbers: number[]): object[] => numbers.map((n) => ({ name: "x", n }));
  const report = JSON.parse((await compare(items(1, 2, 3), items(4, 1), "--json")).out) as object;
  const different = [{ key: "x", fields: [{ field: "n", a: 2, b: 4 }] }];
  expect(report).toMatchObject({ same: 1, different, onlyInA: [{ item: { n: 3 } }], onlyInB: [] });
});

const JSON_OUTPUT = JSON.stringify(DEV);
const RESOURCE = { id: "x", urn: "urn:x", count: 3, digest: "0a", items: [], json: JSON_OUTPUT };

it.each<[title: string, content: unknown]>([
  ["list --json", DEV],
  ["stack output json --json", JSON.stringify(JSON_OUTPUT)],
  ["stack output all --json, of a resource", RESOURCE],
  ["stack output --json, with one output that is a listing", { count: 3, names: ["a"], note: "[x]", workflows: DEV }],
  ["stack output --json, with the output json", { count: 3, items: [], json: JSON_OUTPUT }],
  ["stack output --json, with a resource", { all: RESOURCE, empty: "" }],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${JSON_OUTPUT}`)],
  ["UTF-16, as Windows PowerShell writes it", Buffer.from(`\ufeff${JSON_OUTPUT}`, "utf16le")],
])("reads what this printed: %s", async (_, content) => {
  expect(await compare(content, DEV, "--exit-code")).toMatchObject({ code: 0, err: "" });
});

it.each<[title: string, content: unknown, options: string[], code: number, message: string]>([
  ["no JSON", "[1,", [], 9, "The file b.json is not JSON"],
  ["no listing", {}, [], 9, "The file b.json has no listing."],
  ["a secret", { all: "[secret]" }, [], 9, "The file b.json has no listing."],
  ["two listings", { old: DEV, now: DEV }, [], 9, 'The file b.json has several listings: "old", "now".'],
  ["other fields", [{ title: "x" }], [], 2, 'b.json: no workflow has a field "name"; the fields are "title".'],
  ["no field to select", [{ name: "x" }], ["--select", "id"], 9, 'b.json: `--select`: no workflow has a field "id"'],
])("%s is an error that names the file", async (_, content, options, code, message) => {
  const ran = await compare(DEV, content, ...options);
  expect(ran.err).toContain(message);
  expect({ code: ran.code, out: ran.out }).toEqual({ code, out: "" });
});

it("text of a file moves no cursor", async () => {
  const evil = "\u001b[2J\u0007\u202ename";
  for (const options of [[], ["--json"]]) {
    const { out } = await compare([{ name: "a", [evil]: evil }], [{ name: "a", [evil]: "other" }], ...options);
    expect(out).toContain("name");
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
});

it("listings are compared whatever their length, also where many share a key", async () => {
  const half = (enabled: boolean): object[] => Array.from({ length: 20_000 }, (_, id) => ({ id, enabled }));
  const { out } = await compare([...half(true), ...half(false)], half(true), "--key", "enabled");
  expect(out).toContain("20000 only in A, 0 only in B, 0 different, 20000 the same.");
});
