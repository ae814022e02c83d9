/** `check`: its steps, every way to fail with its exit code, and its JSON. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { type Ran, runHere } from "./run-here.js";

const SECRET = "s3cret-value+/%:@ü";

interface Step {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
  readonly code?: string;
}

interface Report {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly warnings: readonly string[];
  readonly hints: readonly string[];
  readonly steps: readonly Step[];
}

let emulator: FakeService;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  emulator = await startFakeService({ clientId: "an id", clientSecret: SECRET });
  environment = { ...emulator.environment(), WORKFLOWS_MAX_RETRIES: "0" };
});
afterEach(async () => {
  await emulator.close();
});

function reportOf({ out }: Ran): Report {
  return JSON.parse(out) as Report;
}

/** Checks with these variables, and gives the step that failed. */
async function failedStep(variables: NodeJS.ProcessEnv = {}): Promise<Step & { exitCode: number }> {
  const ran = await runHere(["check", "--json"], { ...environment, ...variables });
  const { ok, exitCode, steps } = reportOf(ran);
  const failed = steps.find(({ status }) => status === "failed");
  expect({ ok, exitCode }).toEqual({ ok: false, exitCode: ran.code });
  // A message about settings has the command that repairs each of them.
  expect(failed?.code === "settings" ? failed.detail : failed?.advice).toMatch(/\S/);
  expect(spellingsIn(ran.out + ran.err, [SECRET])).toEqual([]);
  return { ...(failed as Step), exitCode };
}

it("goes through all steps with one token, and ends with 0", async () => {
  const ran = await runHere(["check", "--json"], environment);
  expect(reportOf(ran)).toMatchObject({
    ok: true,
    exitCode: 0,
    warnings: [],
    hints: [],
    steps: [
      { name: "settings", status: "ok", detail: expect.stringContaining(emulator.url) as string },
      { name: "token", status: "ok", detail: expect.stringMatching(/good for \d+ s$/) as string },
      { name: "listing", status: "ok", detail: "5 workflows" },
    ],
  });
  expect({ code: ran.code, err: ran.err, tokens: emulator.tokens.length }).toEqual({ code: 0, err: "", tokens: 1 });
});

it("prints the same for people, line by line", async () => {
  const { code, out, err } = await runHere(["check"], environment);
  expect(out.replace(/ *\d+(\.\d+)? s\b/g, " N s").replace(/:\d{4,5}/g, ":PORT")).toMatchInlineSnapshot(`
"  ok       settings N s  http://127.0.0.1:PORT, with \`WORKFLOWS_CLIENT_ID\` and \`WORKFLOWS_CLIENT_SECRET\`
  ok       token N s  an access token, good for N s
  ok       listing N s  5 workflows
All is well.
"
`);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

it("an empty listing: says what a deployment will do", async () => {
  emulator.workflows = [];
  const { code, out } = await runHere(["check"], environment);
  expect(out).toMatch(
    /\nwarning {2}The service lists no workflows\. A deployment is refused if a resource had workflows before.*\nNo step failed, with 1 warning\.\n$/,
  );
  expect(code).toBe(0);
});

it("information about the listing is a hint in the report, and nothing else prints it", async () => {
  emulator.reply = ({ endpoint, url }) => {
    const id = url.searchParams.get("page") ?? "1";
    return endpoint === "listing" ? { body: { workflows: [{ id }], total: 2 } } : undefined;
  };
  const hint =
    /How the pages of the workflows are read was found by trying\. To spare these requests, set pagination: \{/;
  const asJson = await runHere(["check", "--json"], environment);
  expect(reportOf(asJson)).toMatchObject({ ok: true, hints: [expect.stringMatching(hint)], warnings: [] });
  const asText = await runHere(["check"], environment);
  expect(asText.out).toMatch(new RegExp(`\\nhint     ${hint.source}[^\\n]*\\nAll is well\\.`));
  expect([asJson.err, asText.err, (await runHere(["list"], environment)).err]).toEqual(["", "", ""]);
});

it("a warning of the listing is part of the report, and nothing else prints it", async () => {
  emulator.workflows = Array.from({ length: 50 }, (_, id) => ({ id, name: `Job ${id}` }));
  const { out, err } = await runHere(["check", "--json"], environment);
  const warning = expect.stringMatching(
    /lists 50 workflows, which is a usual page size.* If not, set `pagination` with/,
  ) as string;
  expect(reportOf({ code: 0, out, err })).toMatchObject({ ok: true, exitCode: 0, warnings: [warning] });
  expect(err).toBe("");
});

it("after a failure, prints what to do and does not try the other steps", async () => {
  const { code, out } = await runHere(["check"], { ...environment, WORKFLOWS_CLIENT_SECRET: "another secret" });
  expect(out).toMatch(
    /\n {2}failed {3}token .*401 Unauthorized.*\n {30}→ .* \[token-refused\]\n {2}skipped {2}listing .*not tried/,
  );
  expect(out).toMatch(/\nNot ready: exit code 1\.\n$/);
  expect(code).toBe(1);
});

it.each<[title: string, exitCode: number, variables: NodeJS.ProcessEnv, step: string, code: string, detail: RegExp]>([
  [
    "no settings",
    2,
    { WORKFLOWS_BASE_URL: "" },
    "settings",
    "settings",
    /WORKFLOWS_BASE_URL` is empty\..*--stack NAME/,
  ],
  [
    "a wrong variable of the guard",
    2,
    { WORKFLOWS_MAX_REMOVED: "many" },
    "settings",
    "settings",
    /WORKFLOWS_MAX_REMOVED cannot be used: .*"many"/,
  ],
  ["nothing at the port", 75, { WORKFLOWS_BASE_URL: "http://127.0.0.1:1" }, "token", "connection", /127\.0\.0\.1:1/],
  ["a wrong secret", 1, { WORKFLOWS_CLIENT_SECRET: "another secret" }, "token", "token-refused", /401 Unauthorized/],
])("%s ends with %i", async (_, exitCode, variables, name, code, detail) => {
  const failed = await failedStep(variables);
  expect(failed).toMatchObject({ exitCode, name, code, detail: expect.stringMatching(detail) as string });
});

it.each([
  ["listing", { status: 200, body: { error: "database is down" } }, 75, "unavailable"],
  ["listing", { status: 200, body: { error: { code: 403, message: "no" } } }, 1, "forbidden"],
  ["listing", { status: 429 }, 75, "rate-limited"],
] as const)("a %s response that is %p ends with %i", async (endpoint, fault, exitCode, code) => {
  emulator.answerNext(endpoint, fault);
  expect(await failedStep()).toMatchObject({ name: endpoint, exitCode, code });
});

it("moves no cursor with the service's text", async () => {
  const body = { error: "no", error_description: "\u001b[2J\u009b31m\u202egone\nforged line" };
  emulator.answerNext("token", { status: 400, body });
  const { out } = await runHere(["check"], environment);
  expect(out).toContain("gone forged line");
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
