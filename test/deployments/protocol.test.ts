/** What servers say in several ways, as a deployment meets it: of the resource in the provider's process, of the functions in the program's. */
import { describeOnEachEngine, type EngineStack, settingsFor } from "../support/engines.js";
import { json, type Received, type Reply, type TestServer } from "../support/servers.js";
import { startService } from "../support/service.js";

const WORKFLOWS = json({ workflows: [{ id: 1, name: "Nightly import" }] }, 203);
const NOTHING = json({ error: "no such setting" }, 404);

describeOnEachEngine("what servers say in several ways", (open) => {
  let service: TestServer;
  let stack: EngineStack;
  let tokenReplies: Reply[] = [];
  /** The replies to the first listings with one token, so with those of one process. */
  let listReplies: Reply[] = [];
  let settingReply = NOTHING;
  let counts = new Map<string, number>();

  const countOf = (key: string): number => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  const token: Reply = (response, request) => {
    const number = countOf("token");
    const good = json({ accessToken: `token-${number}`, tokenType: "BearerToken", expiresIn: 0 });
    (tokenReplies[number] ?? good)(response, request, number);
  };
  const list: Reply = (response, request) => {
    const reply = request.path === "/v2/setting" ? settingReply : nextListing(request);
    reply(response, request, 0);
  };
  const nextListing = ({ headers }: Received): Reply => listReplies[countOf(headers.authorization ?? "")] ?? WORKFLOWS;

  beforeAll(async () => {
    service = await startService({ token: [token], list: [list] });
    const config = settingsFor({ url: service.url, clientId: "id", clientSecret: "a secret" });
    stack = await open({ program: "test/deployments/programs/protocol", config });
  });
  beforeEach(() => {
    [tokenReplies, listReplies, settingReply, counts] = [[], [], NOTHING, new Map<string, number>()];
    service.requests.length = 0;
  });
  afterAll(async () => await service.close());

  it("an update waits as long as rate limits and gateways say, and reads a 203; a token without a lifetime is used again", async () => {
    tokenReplies = Array<Reply>(2).fill(json("", 429, { "ratelimit-reset": "1" }));
    listReplies = [
      json("", 403, { "retry-after": "1" }),
      json("", 429, { ratelimit: '"default";r=0;t=1' }),
      json("", 522),
    ];
    const run = await stack.up();
    expect(run.failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ count: 1, names: ["Nightly import"], setting: "none" });
    expect(run.text).toMatch(/403 Forbidden, waiting 1 s/);
    expect(run.text).toMatch(/429 Too Many Requests, waiting 1 s/);
    expect(run.text).toMatch(/522, waiting/);
    const tokens = service.requests.filter(({ path }) => path === "/v2/auth/token");
    // Two that were refused, and one for each process.
    expect(tokens).toHaveLength(4);
  });

  it.each(["up", "refresh"] as const)("403 with invalid_token renews the token once: %s", async (operation) => {
    listReplies = [json("", 403, { "www-authenticate": 'Bearer error="invalid_token"' })];
    // Only the first token is refused, whichever process has it.
    Array.from({ length: 9 }, (_, index) => counts.set(`Bearer token-${index + 1}`, 1));
    expect((await stack[operation]()).failure).toBeUndefined();
    const tokens = service.requests.filter(({ path }) => path === "/v2/auth/token");
    expect(tokens).toHaveLength(operation === "up" ? 3 : 2);
  });

  it("the reason in WWW-Authenticate is shown, of the resource and of the function", async () => {
    const challenge = 'Bearer error="insufficient_scope", error_description="Needs the scope workflows:read"';
    listReplies = Array<Reply>(9).fill(json("", 403, { "www-authenticate": challenge }));
    const { failure } = await stack.up();
    expect(
      failure?.match(/403 Forbidden: insufficient_scope: Needs the scope workflows:read\./g)?.length,
    ).toBeGreaterThan(1);
    expect(failure).not.toContain("lack the permission");
  });

  it("credentials that are refused with a web page are sent once for each process", async () => {
    tokenReplies = Array<Reply>(9).fill(json("<h1>Login</h1>", 401));
    const { failure } = await stack.up();
    expect(failure).toContain("401 Unauthorized. Check the client credentials");
    expect(service.requests.map(({ path }) => path)).toEqual(["/v2/auth/token", "/v2/auth/token"]);
  });

  it("a listing is kept while the service is down, and not where a failure does not pass by itself", async () => {
    listReplies = Array<Reply>(9).fill(json("", 501));
    const { failure } = await stack.refresh();
    expect(failure).toContain("501 Not Implemented");
    listReplies = Array<Reply>(9).fill(json("", 530, { "retry-after": "3600" }));
    const run = await stack.refresh();
    expect(run.failure).toBeUndefined();
    expect(run.text).toMatch(/The last listing is kept, as `whenUnavailable` is .* 530/);
  });

  it("a 404 of a router is an error, whatever `allowMissing` is", async () => {
    settingReply = (response) => response.writeHead(404, { "content-type": "text/plain" }).end("default backend - 404");
    expect((await stack.up()).failure).toContain("404 Not Found: default backend - 404");
  });
});
