/** The emulator's token endpoint takes the documented request, byte by byte, and nothing else. */
import { basic, FORM, GRANT, list, newToken, requestToken, start, write } from "./emulator-client.js";

describe("the token call", () => {
  it("responds to the documented request with a bearer token that the listing accepts", async () => {
    const emulator = await start();
    const response = await requestToken(emulator);
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(response.text)).toEqual({
      access_token: emulator.tokens[0],
      token_type: "Bearer",
      expires_in: 3600,
    });
    const listing = await list(emulator, await newToken(emulator));
    expect(JSON.parse(listing.text)).toEqual({ workflows: emulator.workflows });
    expect(emulator.workflows).toHaveLength(5);
  });

  it("issues tokens that percent-encoding changes, and never the same one", async () => {
    const emulator = await start();
    const tokens = [await newToken(emulator), await newToken(emulator)];
    expect(new Set(tokens).size).toBe(2);
    expect(emulator.tokens).toEqual(tokens);
    expect(tokens.filter((token) => encodeURIComponent(token) === token)).toEqual([]);
  });

  it("accepts another case of the scheme", async () => {
    const emulator = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü~" });
    const authorization = basic("my id+1", "p@ss:w/%rd+ü~").replace("Basic", "basic");
    expect((await requestToken(emulator, { headers: { authorization } })).status).toBe(200);
  });

  const encoded = basic(encodeURIComponent("my id+1"), encodeURIComponent("p@ss:w/%rd+ü~"));
  it.each([
    { name: "percent-encoded credentials", headers: { authorization: encoded } },
    { name: "a wrong secret", headers: { authorization: basic("my id+1", "guess") } },
    {
      name: "latin-1 instead of UTF-8",
      headers: { authorization: `Basic ${Buffer.from("my id+1:p@ss:w/%rd+ü~", "latin1").toString("base64")}` },
    },
    {
      name: "base64 without its padding",
      headers: { authorization: basic("my id+1", "p@ss:w/%rd+ü~").replace(/=+$/, "") },
    },
    { name: "a bearer token", headers: { authorization: "Bearer x" } },
    { name: "no credentials", headers: { authorization: "" } },
  ])("refuses $name with 401 and a challenge", async ({ headers }) => {
    const emulator = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü~" });
    const response = await requestToken(emulator, { headers });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe('Basic realm="workflows"');
    expect(JSON.parse(response.text)).toMatchObject({ error: "invalid_client" });
    expect(emulator.tokens).toEqual([]);
  });

  it.each([
    { name: "a JSON body", body: '{"grant_type":"client_credentials"}', error: "invalid_request" },
    { name: "an empty body", body: "", error: "invalid_request" },
    { name: "a scope beside it", body: `${GRANT}&scope=all`, error: "invalid_request" },
    { name: "another grant", body: "grant_type=password", error: "unsupported_grant_type" },
    { name: "a query", query: "?grant_type=client_credentials", error: "invalid_request" },
  ])("refuses $name with 400", async ({ error, ...change }) => {
    const emulator = await start();
    const response = await requestToken(emulator, change);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ error });
    expect(emulator.tokens).toEqual([]);
  });
});

describe("the form of a token request", () => {
  const POST = "POST /v2/auth/token HTTP/1.1";
  const LENGTH = `Content-Length: ${GRANT.length}`;
  const TYPE = `Content-Type: ${FORM}`;

  it.each<[what: string, status: number, lines: readonly string[]]>([
    ["as documented", 200, [POST, "AUTH", TYPE, LENGTH]],
    ["with a charset", 200, [POST, "AUTH", `${TYPE};charset="UTF-8"`, LENGTH]],
    ["with headers that change nothing", 200, [POST, "AUTH", TYPE, LENGTH, "X-Request-Id: 1", "Accept-Encoding: br"]],
    ["that accepts JSON among others", 200, [POST, "AUTH", TYPE, LENGTH, "Accept: text/html, application/json;q=0.5"]],
    ["with a bare question mark", 400, [`POST /v2/auth/token? HTTP/1.1`, "AUTH", TYPE, LENGTH]],
    ["with Content-Encoding", 415, [POST, "AUTH", TYPE, LENGTH, "Content-Encoding: identity"]],
    ["with another content type", 400, [POST, "AUTH", "Content-Type: application/json", LENGTH]],
    ["with a content type that only starts alike", 400, [POST, "AUTH", `${TYPE}2`, LENGTH]],
    ["with junk after the content type", 400, [POST, "AUTH", `${TYPE}; junk`, LENGTH]],
    ["with another charset", 400, [POST, "AUTH", `${TYPE}; charset=latin1`, LENGTH]],
    ["without a content type", 400, [POST, "AUTH", LENGTH]],
    ["with two content types", 400, [POST, "AUTH", TYPE, TYPE, LENGTH]],
    ["with two Authorization headers", 400, [POST, "AUTH", "AUTH", TYPE, LENGTH]],
    ["with two spaces after the scheme", 401, [POST, "AUTH2", TYPE, LENGTH]],
    ["that accepts no JSON", 406, [POST, "AUTH", TYPE, LENGTH, "Accept: text/html"]],
    ["that refuses JSON", 406, [POST, "AUTH", TYPE, LENGTH, "Accept: application/json;q=0"]],
    ["that expects 100-continue of another kind", 417, [POST, "AUTH", TYPE, LENGTH, "Expect: 200-ok"]],
  ])("%s gets %i", async (_what, status, lines) => {
    const emulator = await start();
    const authorization = `Authorization: ${basic(emulator.clientId, emulator.clientSecret)}`;
    const given = lines.map((line) =>
      line === "AUTH" ? authorization : line === "AUTH2" ? authorization.replace("Basic ", "Basic  ") : line,
    );
    expect(await write(emulator, given, GRANT)).toContain(`HTTP/1.1 ${status} `);
    expect(emulator.tokens).toHaveLength(status === 200 ? 1 : 0);
  });

  it("in chunks is refused with 411", async () => {
    const emulator = await start();
    const authorization = `Authorization: ${basic(emulator.clientId, emulator.clientSecret)}`;
    const lines = [POST, authorization, TYPE, "Transfer-Encoding: chunked"];
    const body = `${GRANT.length.toString(16)}\r\n${GRANT}\r\n0\r\n\r\n`;
    expect(await write(emulator, lines, body)).toContain("HTTP/1.1 411 ");
  });
});
