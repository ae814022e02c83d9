/** The errors page has each code, and a real failure of each code ends with it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type * as errors from "../../provider/base/errors.js";
import { getWorkflow, getWorkflows, Workflows } from "../../provider/index.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { mockWorkflows } from "../../provider/testing/mocks.js";
import { createSession, type Session } from "../../provider/workflows/session.js";
import { errorCodes } from "../support/error-codes.js";
import { hang } from "../support/replies.js";
import { ROOT } from "./pages.js";

const page = readFileSync(join(ROOT, "docs/errors.md"), "utf8");

/** The codes of the page, as a message shows them: `[settings]`. */
const rows = [...page.matchAll(/^\| `\[([a-z-]+)\]` +\| \S/gm)].map(([, code = ""]) => code);

/** The code of a bug of this package, which no test can make. */
const BUG = "internal";

it("every code has a row that says what to do, and no row has another code", () => {
  expect(rows.sort()).toEqual([...new Set([...errorCodes(), BUG])].sort());
});

it("a failure of each code is made below", () => {
  const codes = new Set(FAILURES.map(([code]) => code));
  expect([...codes].sort()).toEqual(
    errorCodes()
      .filter((code) => code !== BUG)
      .sort(),
  );
});

type Failure = readonly [code: string, provoke: (emulator: FakeService) => unknown, call?: () => Promise<unknown>];

let emulator: FakeService;
let number = 0;
/** Another request each time: equal ones are sent once. */
const list = (args: object = {}): Promise<unknown> => getWorkflows({ ...args, query: { number: String(number++) } });
const set = (name: string, value: string): void => {
  process.env[name] = value;
};
const answer = (endpoint: "token" | "listing", status: number, body = "{}", headers = {}) => {
  emulator.answerAlways(endpoint, { status, body, headers });
};

const FAILURES: readonly Failure[] = [
  ["settings", () => set("WORKFLOWS_BASE_URL", "")],
  ["settings", () => undefined, () => list({ wher: {} })],
  ["token-refused", () => set("WORKFLOWS_CLIENT_SECRET", "not the right secret")],
  ["token-response", () => answer("token", 200, '{"ticket":"x"}')],
  ["forbidden", () => answer("listing", 403)],
  ["not-found", () => answer("listing", 404)],
  ["refused", () => answer("listing", 400)],
  ["redirect", () => answer("listing", 302, "", { location: "https://example.com/" })],
  ["rate-limited", () => answer("listing", 429)],
  ["unavailable", () => answer("listing", 503)],
  ["connection", (service) => service.close()],
  ["tls", ({ url }) => set("WORKFLOWS_BASE_URL", url.replace("http:", "https:"))],
  // A name with an empty label is refused without asking a name server.
  ["dns", () => set("WORKFLOWS_BASE_URL", "https://no..host")],
  ["proxy", () => closedProxy()],
  ["timeout", () => emulator.answerAlways("token", hang)],
  ["cancelled", () => undefined, () => cancelledSession().token(undefined)],
  ["not-json", () => answer("listing", 200, "<html><body>Log in</body></html>", { "content-type": "text/html" })],
  ["too-large", () => answer("listing", 200, "", { "content-length": String(2 ** 30) })],
  ["listing", () => undefined, () => list({ where: { nam: "a" } })],
  ["vanished", () => (emulator.workflows = [])],
  ["no-match", () => undefined, () => getWorkflow({ where: { name: "c" } })],
  ["several-matches", () => undefined, () => getWorkflow({ where: { id: { exists: true } } })],
  ["schema", () => undefined, () => list({ schema: NEVER })],
  // The last one, because mocks stay in use.
  ["not-known", () => undefined, () => readUnknown()],
];

/** Names a proxy at a port of this machine where nothing listens any more. */
async function closedProxy(): Promise<void> {
  set("HTTPS_PROXY", emulator.url);
  set("WORKFLOWS_BASE_URL", "https://api.example.com");
  await emulator.close();
}

/** The session of a plugin whose deployment was interrupted. */
function cancelledSession(): Session {
  return createSession({ config: () => undefined, environment: process.env, signal: AbortSignal.abort() });
}

/** Reads a resource in a preview in which one of its arguments is not known. */
async function readUnknown(): Promise<unknown> {
  await pulumi.runtime.setMocks(mockWorkflows([]), "project", "stack", true);
  const id = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
  return await new Workflows("all", { where: { id } }).read();
}

/** A validator that accepts nothing. */
const NEVER = {
  "~standard": { version: 1, vendor: "test", validate: () => ({ issues: [{ message: "never" }] }) },
};

const before = process.env;

beforeEach(async () => {
  emulator = await startFakeService({
    workflows: [
      { id: "1", name: "a" },
      { id: "2", name: "b" },
    ],
  });
  process.env = { ...before, ...emulator.environment(), WORKFLOWS_MAX_RETRIES: "0" };
  set("WORKFLOWS_REQUEST_TIMEOUT_SECONDS", "5");
});
afterEach(async () => {
  process.env = before;
  await emulator.close();
});

it.each(FAILURES.map(([code, ...rest], index) => [`${code} (${index + 1})`, code, ...rest] as const))(
  "%s: the message ends with the code",
  async (_name, code, provoke, call = list) => {
    if (code === "timeout") {
      set("WORKFLOWS_REQUEST_TIMEOUT_SECONDS", "0.05");
    }
    await provoke(emulator);
    const error = await call().then(
      () => undefined,
      (thrown: unknown) => thrown as errors.WorkflowsError,
    );
    expect(error?.code).toBe(code);
    expect(error?.message.split(` [${code}]`)).toHaveLength(2);
    expect(error?.message).toMatch(new RegExp(` \\[${code}\\]$`));
  },
);
