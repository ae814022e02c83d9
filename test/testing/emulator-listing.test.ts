/** The emulator's listing, its pages, and one workflow. */
import { list, newToken, send, start, write } from "./emulator-client.js";

describe("the listing call", () => {
  it("requires a bearer token, without an error code where none was sent", async () => {
    const response = await send(`${(await start()).url}/v2/workflows`, "GET");
    expect([response.status, response.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="workflows"']);
  });

  it("refuses a token that is unknown or revoked, with the reason", async () => {
    const emulator = await start();
    const challenge = async (token: string) => (await list(emulator, token)).headers["www-authenticate"];
    expect(await challenge("made-up")).toContain('error="invalid_token"');
    const revoked = await newToken(emulator);
    emulator.revokeTokens();
    expect(await challenge(revoked)).toContain("unknown or revoked");
  });

  it("takes no token from the query", async () => {
    const emulator = await start();
    const query = `?access_token=${encodeURIComponent(await newToken(emulator))}`;
    expect((await send(`${emulator.url}/v2/workflows${query}`, "GET")).status).toBe(401);
  });

  it("shows what the workflows are now, and a raw text byte for byte", async () => {
    const emulator = await start({ workflows: [{ id: 1 }] });
    const token = await newToken(emulator);
    emulator.workflows.push({ id: 2 });
    expect((await list(emulator, token)).text).toBe('{"workflows":[{"id":1},{"id":2}]}');
    emulator.workflows = [];
    expect((await list(emulator, token)).text).toBe('{"workflows":[]}');
    emulator.listingText = '[{"id": 12345678901234567890}] ';
    expect((await list(emulator, token)).text).toBe('[{"id": 12345678901234567890}] ');
    emulator.listingText = undefined;
    expect((await list(emulator, token)).text).toBe('{"workflows":[]}');
  });

  it("comes in pages that a Link header joins, where a page size is set", async () => {
    const emulator = await start({ pageSize: 2 });
    const token = await newToken(emulator);
    const seen: unknown[] = [];
    let url: string | undefined = `${emulator.url}/v2/workflows?status=all`;
    while (url !== undefined) {
      const page = await send(url, "GET", { authorization: `Bearer ${token}` });
      seen.push(...(JSON.parse(page.text) as { workflows: unknown[] }).workflows);
      url = /^<(.*)>; rel="next"$/.exec((page.headers.link as string | undefined) ?? "")?.[1];
    }
    expect(seen).toEqual(emulator.workflows);
    expect(emulator.requestsTo("listing").map(({ query }) => query)).toEqual([
      "status=all",
      "status=all&cursor=after-2",
      "status=all&cursor=after-4",
    ]);
    expect((await list(emulator, token, "?cursor=nonsense")).status).toBe(400);
  });
});

describe("the form of a listing request", () => {
  it.each<[what: string, status: number, query: string, lines: readonly string[]]>([
    ["with a query", 200, "?a%5Bb%5D=%C3%BC&c", []],
    ["with a bare question mark", 400, "?", []],
    ["with brackets that are not encoded", 400, "?a[b]=1", []],
    ["with a percent sign that is not encoded", 400, "?a=100%", []],
    ["with a content type", 400, "", ["Content-Type: application/json"]],
    ["with an empty body", 400, "", ["Content-Length: 0"]],
    ["with an unknown Accept", 406, "", ["Accept: application/vnd.other"]],
    ["with a second Authorization header", 400, "", ["Authorization: Bearer x"]],
  ])("%s gets %i", async (_what, status, query, lines) => {
    const emulator = await start();
    const authorization = `Authorization: Bearer ${await newToken(emulator)}`;
    const response = await write(emulator, [`GET /v2/workflows${query} HTTP/1.1`, authorization, ...lines]);
    expect(response).toContain(`HTTP/1.1 ${status} `);
  });

  it.each([
    ["two spaces", (token: string) => `Bearer  ${token}`],
    ["quotes", (token: string) => `Bearer "${token}"`],
  ])("with %s around the token is refused with 401", async (_, authorization) => {
    const emulator = await start();
    const headers = { authorization: authorization(await newToken(emulator)) };
    expect((await send(`${emulator.url}/v2/workflows`, "GET", headers)).status).toBe(401);
  });
});

describe("one workflow", () => {
  it.each([
    ["a", 200, { id: "a", name: "A" }],
    ["7", 200, { id: 7 }],
    ["x%2Fy%20z", 200, { id: "x/y z" }],
    ["b", 404, { error: "not_found" }],
    ["undefined", 404, { error: "not_found" }],
    ["%FF", 404, { error: "not_found" }],
  ])("at /v2/workflows/%s: %i", async (id, status, expected) => {
    const emulator = await start({
      workflows: [{ id: "a", name: "A" }, { id: 7 }, { id: "x/y z" }, { name: "?" }, null],
    });
    const response = await list(emulator, await newToken(emulator), `/${id}`);
    expect({ status: response.status, body: JSON.parse(response.text) as unknown }).toEqual({ status, body: expected });
    expect(emulator.requestsTo("detail")).toHaveLength(1);
  });

  it("can fail", async () => {
    const emulator = await start();
    emulator.failNext("detail", { status: 503 });
    expect((await list(emulator, await newToken(emulator), "/wf_01HTZ4")).status).toBe(503);
  });
});
