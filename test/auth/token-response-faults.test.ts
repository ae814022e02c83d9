/** Cases 21 to 29: other responses of the token endpoint. */
import assert from "node:assert/strict";
import type { ErrorCode } from "../../provider/base/errors.js";
import { json, page, redirect } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodToken, SECRET, TOKEN, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

type Row = readonly [body: unknown, message: RegExp, bearerPath?: string];

/** Each body is refused at once, with this code. */
async function assertRefused(bench: Bench, rows: readonly Row[], code: ErrorCode = "token-response"): Promise<void> {
  for (const [body, message, bearerPath] of rows) {
    const service = await bench.service({ token: [json(body)] });
    await failure(bench.client(service, { bearerPath }).tokens.getToken(), code, message);
    assert.equal(service.requests.length, 1);
  }
}

/** The token is found in each body. */
async function assertFound(
  bench: Bench,
  rows: readonly (readonly [body: unknown, bearerPath?: string])[],
): Promise<void> {
  for (const [body, bearerPath] of rows) {
    const service = await bench.service({ token: [json(body)] });
    assert.equal((await bench.client(service, { bearerPath }).tokens.getToken()).value, TOKEN);
  }
}

theCase(21, "`access_token` missing or empty", async (bench) => {
  await assertRefused(bench, [
    [
      { hello: TOKEN, data: { x: SECRET } },
      /no access token \(its keys: \/hello, \/data, \/data\/x\)\..*set bearerPath/,
    ],
    [{ access_token: "" }, /The value at \/access_token is empty\..*set bearerPath/],
    [{ access_token: null }, /no access token/],
    [{ access_token: TOKEN }, /nothing at \/a\/b \(its keys: \/access_token\)/, "/a/b"],
  ]);
  await assertFound(bench, [
    [{ accessToken: TOKEN }],
    [{ token: TOKEN }],
    [{ data: { access_token: TOKEN } }],
    [{ "a/b": [{ "~": TOKEN }], access_token: "no" }, "/a~1b/0/~0"],
  ]);
});

theCase(22, "`access_token` not a string", async (bench) => {
  const tokens = [1, true, {}, [TOKEN]].map((access_token) => ({ access_token }));
  await assertRefused(
    bench,
    tokens.map((body): Row => [body, /is not a string\..*set bearerPath/]),
  );
});

theCase(23, "`token_type` in any case, missing, `mac`", async (bench) => {
  const typed = (token_type: unknown): object => ({ access_token: TOKEN, token_type });
  await assertFound(
    bench,
    ["bearer", "BEARER", " Bearer ", undefined, null].map((type) => [typed(type)]),
  );
  const others = ["mac", "", 1].map(typed);
  await assertRefused(
    bench,
    others.map((body): Row => [body, /token_type is not Bearer.*Ask an administrator/]),
  );
});

theCase(24, "an `error` inside a 200", async (bench) => {
  const nested = { error: { code: 7, message: `no such client ${SECRET}` } };
  const withheld = /returned 200 with an error: \[withheld: it repeats a part of a secret\]\. Check clientId/;
  const escape = { error: "invalid_client", error_description: "unknown\u001b[31m client." };
  const refused: Row[] = [
    [escape, /with an error: invalid_client: unknown \[31m client\. Check/],
    [nested, withheld],
    [nested, withheld, "/a/b"],
  ];
  await assertRefused(bench, refused, "token-refused");
  await assertRefused(bench, [[{ error: {}, session: TOKEN }, /its keys: \/error, \/session/]]);
  await assertFound(bench, [[{ access_token: TOKEN, error: {} }]]);
});

theCase(25, "not JSON, `null`, `[]`, empty, cut off", (bench) =>
  assertRefused(bench, [
    ["null", /not a JSON object\. Is baseUrl the address of the API/],
    ["[]", /not a JSON object/],
    ['"text"', /not a JSON object/],
    ["1", /not a JSON object/],
    ["", /is empty\. Is baseUrl the address of the API/],
    ["  ", /is empty/],
    ["access_token=x", /is not JSON \(14 characters\)\. Is baseUrl the address of the API/],
    [`{"access_token":"${TOKEN}`, /is not JSON/],
  ]),
);

theCase(26, "an HTML page: short, cleaned excerpt", async (bench) => {
  const service = await bench.service({
    token: [
      page("<!doctype html><html><title>Log\u0007 in\u202e</title><body>…</body></html>"),
      page(`<p>${"long ".repeat(100_000)}</p>`),
    ],
  });
  const { tokens } = bench.client(service);
  await failure(tokens.getToken(), "not-json", /a web page instead of JSON \("Log in"\)/);
  const long = await failure(tokens.getToken(), "not-json", /web page/);
  assert.ok(long.message.length < 600, long.message);
});

theCase(27, "oversized: cut off while it arrives", async (bench) => {
  let sent = 0;
  const endless: Reply = (response) => {
    const more = (): void => {
      sent += 65_536;
      if (!response.destroyed) {
        response.write(Buffer.alloc(65_536, " "), () => setImmediate(more));
      }
    };
    more();
  };
  const service = await bench.service({
    token: [endless, (response) => response.writeHead(200, { "content-length": 10_000_000 }).flushHeaders()],
  });
  const { tokens } = bench.client(service, { maxResponseBytes: 1_000_000 });
  await failure(tokens.getToken(), "too-large", /1000000 bytes.*maxResponseBytes/);
  assert.ok(sent < 20_000_000, `${sent} bytes were sent`);
  await failure(tokens.getToken(), "too-large");
  assert.equal(service.requests.length, 2);
});

theCase(28, "any 3xx", async (bench) => {
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    const other = await bench.serve(goodToken);
    const service = await bench.service({ token: [redirect(`${other.url}/v2/auth/token`, status)] });
    const error = await failure(bench.client(service).tokens.getToken(), "redirect");
    assert.equal(error.status, status);
    assert.equal(other.opened(), 0);
    assert.equal(service.requests.length, 1);
    const bare = await bench.service({ token: [json("", status)] });
    await failure(bench.client(bare).tokens.getToken(), "redirect", /without a usable target/);
  }
});

theCase(29, "a token with control characters or spaces", async (bench) => {
  const tokens = ["a\r\nx-evil: 1", "a b", " a", "a\n", "a\u0000", "ä"].map((access_token) => ({ access_token }));
  await assertRefused(
    bench,
    tokens.map((body): Row => [body, /which no access token has\..*set bearerPath/]),
  );
});
