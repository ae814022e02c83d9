/** `check`: every step, every way to fail, its code, its advice, and the schema of its JSON. */
import { createServer, type Socket } from "node:net";
import Ajv from "ajv";
import schema from "../../schemas/check.schema.json";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import type { EmulatorEndpoint, EmulatorFault } from "../../provider/testing/emulator/types.js";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { secretForms } from "../support/secret-forms.js";
import { type Ran, runHere } from "./run-here.js";

const SECRET = "s3cret-value+/%:@ü";
const validate = new Ajv({ allowUnionTypes: true }).compile(schema);

interface Report {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly baseUrl?: string;
  readonly steps: readonly {
    name: string;
    status: string;
    detail: string;
    advice?: string;
    code?: string;
    facts?: object;
  }[];
}

function reportOf({ out }: Ran): Report {
  const report = JSON.parse(out) as Report;
  expect({ errors: validate(report) ? [] : validate.errors, report }).toEqual({ errors: [], report });
  return report;
}

let emulator: Emulator;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  emulator = await startEmulator({ clientId: "an id", clientSecret: SECRET });
  environment = { ...emulator.environment(), WORKFLOWS_MAX_RETRIES: "0" };
});
afterEach(async () => {
  await emulator.close();
});

it("goes through all steps and ends with 0", async () => {
  const ran = await runHere(["check", "--json"], environment);
  const { ok, exitCode, baseUrl, steps } = reportOf(ran);
  expect({ ok, exitCode, baseUrl, code: ran.code }).toEqual({ ok: true, exitCode: 0, baseUrl: emulator.url, code: 0 });
  expect(steps.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "settings ok",
    "connection ok",
    "tls skipped",
    "token ok",
    "listing ok",
  ]);
  expect(steps[4]?.facts).toMatchObject({ count: 5 });
  expect(emulator.requestsTo("token")).toHaveLength(1);
});

it("prints the same for people, line by line", async () => {
  const { code, out, err } = await runHere(["check"], environment);
  expect(out.replace(/\s*\d+(\.\d+)? m?s/g, " N ms").replace(/port \d+|:\d{4,5}/g, "PORT")).toMatchInlineSnapshot(`
"Checking the environment
  ok      settings N ms  http://127.0.0.1PORT, with \`WORKFLOWS_CLIENT_ID\` (environment) and \`WORKFLOWS_CLIENT_SECRET\` (environment)
  ok      connection N ms  127.0.0.1 accepts connections on PORT
  -       TLS                  plain http: there is no certificate to check
  ok      token N ms  an access token, good for N ms
  ok      listing N ms  5 workflows
All is well ( N ms).
"
`);
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

describe("when a step fails", () => {
  interface Case {
    readonly step: string;
    readonly code: number;
    readonly variables?: NodeJS.ProcessEnv;
    readonly fault?: readonly [EmulatorEndpoint, EmulatorFault];
    readonly detail: RegExp;
  }
  const page = { status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" };
  const cases: Readonly<Record<string, Case>> = {
    "no settings": {
      step: "settings",
      code: 3,
      variables: { WORKFLOWS_BASE_URL: "", WORKFLOWS_CLIENT_ID: "" },
      detail: /workflows:baseUrl` is not set[\s\S]*workflows:clientId` is not set/,
    },
    "a base URL with /v2": {
      step: "settings",
      code: 3,
      variables: { WORKFLOWS_BASE_URL: "https://api.example.com/v2" },
      detail: /must end before \/v2/,
    },
    "nothing at the port": {
      step: "connection",
      code: 5,
      variables: { WORKFLOWS_BASE_URL: "http://127.0.0.1:1" },
      detail: /nothing accepts connections there/,
    },
    "an unknown host": {
      step: "connection",
      code: 5,
      variables: { WORKFLOWS_BASE_URL: "https://no-such-host.invalid" },
      detail: /could not be resolved/,
    },
    "a proxy that is not there": {
      step: "connection",
      code: 5,
      variables: { WORKFLOWS_BASE_URL: "https://api.example.com", HTTPS_PROXY: "http://127.0.0.1:1" },
      detail: /The proxy 127\.0\.0\.1:1: nothing accepts connections/,
    },
    "a wrong secret": {
      step: "token",
      code: 7,
      variables: { WORKFLOWS_CLIENT_SECRET: "another-secret" },
      detail: /401 Unauthorized/,
    },
    "a response without a token": {
      step: "token",
      code: 7,
      fault: ["token", { status: 200, body: { key: "x" } }],
      detail: /access token/,
    },
    "a token service in trouble": {
      step: "token",
      code: 5,
      fault: ["token", { status: 503 }],
      detail: /503 Service Unavailable/,
    },
    "no token endpoint": { step: "token", code: 8, fault: ["token", { status: 404 }], detail: /404 Not Found/ },
    "a listing that is forbidden": {
      step: "listing",
      code: 8,
      fault: ["listing", { status: 403 }],
      detail: /403 Forbidden/,
    },
    "too many requests": {
      step: "listing",
      code: 5,
      fault: ["listing", { status: 429 }],
      detail: /429 Too Many Requests/,
    },
    "a page for people": { step: "listing", code: 9, fault: ["listing", page], detail: /Sign in|HTML|not JSON/ },
    "no list in the response": {
      step: "listing",
      code: 9,
      fault: ["listing", { status: 200, body: { nothing: 1 } }],
      detail: /nothing/,
    },
  };

  it.each(Object.entries(cases))("%s", async (_what, { step, code, variables, fault, detail }) => {
    if (fault !== undefined) {
      emulator.failNext(...fault);
    }
    // The way to a proxy is the process's own.
    const { HTTPS_PROXY: proxy, ...own } = variables ?? {};
    if (proxy !== undefined) {
      process.env["HTTPS_PROXY"] = proxy;
    }
    const ran = await runHere(["check", "--json"], { ...environment, ...own });
    if (proxy !== undefined) {
      delete process.env["HTTPS_PROXY"];
    }
    const { ok, exitCode, steps } = reportOf(ran);
    expect({ ok, exitCode, code: ran.code }).toEqual({ ok: false, exitCode: code, code });
    const failed = steps.find(({ status }) => status === "failed");
    expect(failed).toMatchObject({ name: step, detail: expect.stringMatching(detail) as string });
    expect(failed?.advice).toMatch(/\S/);
    const after = steps.slice(steps.findIndex(({ status }) => status === "failed") + 1);
    expect(after.every(({ status }) => status === "skipped")).toBe(true);
    expect(ran.out + ran.err).not.toContain(SECRET);
  });

  it("a host that sends nothing is given up within the time of one attempt", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    const variables = { WORKFLOWS_BASE_URL: `https://127.0.0.1:${port}`, WORKFLOWS_REQUEST_TIMEOUT_SECONDS: "0.3" };
    const ran = await runHere(["check", "--json"], { ...environment, ...variables });
    silent.close();
    expect(reportOf(ran).steps[2]).toMatchObject({ name: "tls", status: "failed", code: "timeout" });
    expect(ran.code).toBe(5);
  });

  it("shows which authority and which client certificate are used, and until when they are good", async () => {
    const authority = await createAuthority("Our authority");
    const [server, client] = [
      await createCertificate(authority),
      await createCertificate(authority, { host: "our client" }),
    ];
    const secure = await startEmulator({ clientId: "an id", clientSecret: SECRET, tls: server });
    const ran = await runHere(["check", "--json"], {
      ...environment,
      WORKFLOWS_BASE_URL: secure.url,
      WORKFLOWS_CA_CERTIFICATES: authority.cert,
      WORKFLOWS_CLIENT_CERTIFICATE: client.cert,
      WORKFLOWS_CLIENT_KEY: client.key,
    });
    await secure.close();
    const { steps } = reportOf(ran);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(steps[2]).toMatchObject({
      status: "ok",
      detail: expect.stringMatching(
        /signed by Our authority, is good until .*client certificate of our client/,
      ) as string,
      facts: { issuer: "Our authority", validUntil: day, clientSubject: "our client", clientValidUntil: day },
    });
    expect(ran.code).toBe(0);
    expect(ran.out + ran.err).not.toContain("PRIVATE KEY");
  });

  it("a certificate nobody signed for ends with 6, before any secret is sent", async () => {
    const tls = await createCertificate(undefined);
    const secure = await startEmulator({ clientId: "an id", clientSecret: SECRET, tls });
    const ran = await runHere(["check", "--json"], { ...environment, WORKFLOWS_BASE_URL: secure.url });
    await secure.close();
    const failed = reportOf(ran).steps[2];
    expect(failed).toMatchObject({ name: "tls", status: "failed", code: "tls" });
    expect(failed?.advice).toContain("NODE_EXTRA_CA_CERTS");
    expect(ran.code).toBe(6);
    expect(secure.requests).toHaveLength(0);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("gets %s while it waits, and ends with %i", async (name, expected) => {
    const stop = new AbortController();
    // The response is made when its headers go out. Nothing else of it is sent.
    await using silent = await startEmulator({
      clientId: "an id",
      clientSecret: SECRET,
      tokenResponse: () => stop.abort(name),
    });
    silent.failNext("token", { hang: "after-headers" });
    const ran = await runHere(
      ["check", "--json"],
      { ...environment, ...silent.environment() },
      { signal: stop.signal },
    );
    const { exitCode, steps } = reportOf(ran);
    expect({ code: ran.code, exitCode }).toEqual({ code: expected, exitCode: expected });
    const failed = steps.find(({ status }) => status === "failed");
    expect(failed).toMatchObject({ name: "token", code: "cancelled", detail: expect.stringContaining(name) as string });
    expect(failed?.advice).not.toMatch(/clientId|clientSecret/);
  });

  it.each([
    ["token", "before-response"],
    ["listing", "in-body"],
  ] as const)("a connection that breaks at the %s request is a matter of the network", async (endpoint, reset) => {
    emulator.failNext(endpoint, { reset });
    const ran = await runHere(["check", "--json"], environment);
    const failed = reportOf(ran).steps.find(({ status }) => status === "failed");
    expect(failed).toMatchObject({ name: endpoint, code: "connection" });
    expect(failed?.advice).toMatch(/network/);
    expect(failed?.advice).not.toMatch(/clientId|clientSecret|itemsPath/);
    expect(ran.code).toBe(5);
  });

  describe("because of a proxy", () => {
    async function checkThrough(proxy: string, variables: NodeJS.ProcessEnv = {}): Promise<Ran> {
      process.env["HTTPS_PROXY"] = proxy;
      try {
        return await runHere(["check", "--json"], {
          ...environment,
          WORKFLOWS_BASE_URL: "https://api.example.com",
          ...variables,
        });
      } finally {
        delete process.env["HTTPS_PROXY"];
      }
    }

    it.each(["socks5://127.0.0.1:1080", "socks5h://127.0.0.1:1080", "ftp://127.0.0.1", "http://["])(
      "%s is no proxy that can be used: the proxy's variable is named, not the service",
      async (proxy) => {
        const ran = await checkThrough(proxy);
        const failed = reportOf(ran).steps.find(({ status }) => status === "failed");
        expect(failed).toMatchObject({
          name: "connection",
          code: "proxy",
          detail: "HTTPS_PROXY or HTTP_PROXY is not an http:// or https:// address.",
        });
        expect(failed?.advice).toMatch(/HTTP proxy/);
        expect(`${failed?.detail} ${failed?.advice}`).not.toContain("api.example.com");
        expect(ran.code).toBe(5);
      },
    );

    it("one that hangs: its variable and NO_PROXY are named, not one more proxy", async () => {
      const sockets = new Set<Socket>();
      const hanging = createServer((socket) => void sockets.add(socket));
      await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
      const { port } = hanging.address() as { port: number };
      const ran = await checkThrough(`http://127.0.0.1:${port}`, { WORKFLOWS_REQUEST_TIMEOUT_SECONDS: "0.3" });
      for (const socket of sockets) {
        socket.destroy();
      }
      hanging.close();
      const failed = reportOf(ran).steps.find(({ status }) => status === "failed");
      expect(failed).toMatchObject({ name: "tls", code: "timeout" });
      expect(failed?.detail).toContain(`the proxy 127.0.0.1:${port} did not respond`);
      expect(failed?.advice).toBe("Check HTTPS_PROXY and HTTP_PROXY, or name the service's host in NO_PROXY.");
      expect(ran.code).toBe(5);
    });

    it.each([
      [407, /user and password into HTTPS_PROXY/],
      [502, /can the proxy reach the service\? If it cannot, name the service.s host in NO_PROXY/],
    ])("one that refuses with %i", async (status, advice) => {
      const refusing = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
      });
      await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
      const { port } = refusing.address() as { port: number };
      const ran = await checkThrough(`http://127.0.0.1:${port}`);
      refusing.close();
      const failed = reportOf(ran).steps.find((step) => step.status === "failed");
      expect(failed).toMatchObject({
        name: "tls",
        code: "proxy",
        detail: expect.stringContaining(`${status}`) as string,
      });
      expect(failed?.advice).toMatch(advice);
    });
  });
});

it.each([[[]], [["--client-secret-fd", "3"]]])(
  "reports that a stack has to be named for its config to be read: check %j",
  async (options) => {
    const { out } = await runHere(["check", ...options], {}, { readDescriptor: () => Promise.resolve(SECRET) });
    expect(out).toContain("Run `pulumi config set workflows:clientId <value>` and name the stack (`--stack <name>`,");
  },
);

it("takes the secret from a file descriptor, without the line's end, and before an older one in the environment", async () => {
  const readDescriptor = (descriptor: number): Promise<string> =>
    Promise.resolve(descriptor === 3 ? `${SECRET}\n` : "");
  const ran = await runHere(
    ["check", "--client-secret-fd", "3"],
    { ...environment, WORKFLOWS_CLIENT_SECRET: "an old one" },
    { readDescriptor },
  );
  expect(ran.code).toBe(0);
});

it.each([
  [
    "a wrong one",
    `not ${SECRET}\n`,
    7,
    "they came from `WORKFLOWS_CLIENT_ID` (environment) and `--client-secret-fd 3`",
  ],
  ["none", "\n", 3, "`--client-secret-fd 3` is empty."],
  ["one of two lines", `${SECRET}\n${SECRET}\n`, 3, "`--client-secret-fd 3` contains a line break"],
])("names the file descriptor if it has %s for the secret", async (_, content, code, expected) => {
  const ran = await runHere(["check", "--json", "--client-secret-fd", "3"], environment, {
    readDescriptor: () => Promise.resolve(content),
  });
  expect(ran.code).toBe(code);
  expect(
    reportOf(ran)
      .steps.map(({ detail, advice }) => `${detail} ${advice}`)
      .join(),
  ).toContain(expected);
  expect(ran.out).not.toContain("WORKFLOWS_CLIENT_SECRET");
  for (const form of secretForms(content.trim(), "an id").filter((text) => text !== "")) {
    expect(ran.out + ran.err).not.toContain(form);
  }
});

it("moves no cursor with the service's text", async () => {
  emulator.failNext("token", {
    status: 400,
    body: { error: "no", error_description: "\u001b[2J\u009b31m\u202egone\nforged line" },
  });
  const { out } = await runHere(["check"], environment);
  expect(out).toContain("gone forged line");
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});
