/** Cases 21 to 29: other responses of the token endpoint. */
import assert from "node:assert/strict";
import { json, page, redirect } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodToken, SECRET, TOKEN, theCase } from "./bench.js";
import type { Bench, ClientOptions } from "./bench.js";

async function refusedResponses(
  bench: Bench,
  replies: Reply[],
  message: RegExp,
  options?: ClientOptions,
): Promise<void> {
  for (const reply of replies) {
    const service = await bench.service({ token: [reply] });
    await failure(bench.client(service, options).tokens.getToken(), "token-response", message);
    assert.equal(service.requests.length, 1);
  }
}

theCase(21, "`access_token` missing or empty", async (bench) => {
  await refusedResponses(
    bench,
    [json({ hello: TOKEN, data: { x: SECRET } })],
    /keys: \/hello, \/data, \/data\/x.*bearerPath/,
  );
  await refusedResponses(bench, [json({ access_token: "" })], /empty/);
  await refusedResponses(bench, [json({ access_token: null })], /no access token/);
  await refusedResponses(bench, [json({ access_token: TOKEN })], /nothing at \/a\/b/, { bearerPath: "/a/b" });
  for (const [body, bearerPath] of [
    [{ accessToken: TOKEN }],
    [{ token: TOKEN }],
    [{ data: { access_token: TOKEN } }],
    [{ "a/b": [{ "~": TOKEN }], access_token: "no" }, "/a~1b/0/~0"],
  ] as const) {
    const service = await bench.service({ token: [json(body)] });
    const options = bearerPath === undefined ? {} : { bearerPath };
    assert.equal((await bench.client(service, options).tokens.getToken()).value, TOKEN);
  }
});

theCase(22, "`access_token` not a string", (bench) =>
  refusedResponses(
    bench,
    [1, true, {}, [TOKEN]].map((token) => json({ access_token: token })),
    /not a string/,
  ),
);

theCase(23, "`token_type` in any case, missing, `mac`", async (bench) => {
  for (const token_type of ["bearer", "BEARER", " Bearer ", undefined, null]) {
    const service = await bench.service({ token: [json({ access_token: TOKEN, token_type })] });
    assert.equal((await bench.client(service).tokens.getToken()).value, TOKEN);
  }
  const others = ["mac", "", 1].map((token_type) => json({ access_token: TOKEN, token_type }));
  return refusedResponses(bench, others.reverse(), /token_type is/);
});

theCase(24, "an `error` inside a 200", async (bench) => {
  const body = { error: "invalid_client", error_description: `unknown\u001b[31m client` };
  const service = await bench.service({ token: [json(body)] });
  const error = await failure(bench.client(service).tokens.getToken(), "token-refused", /invalid_client: unknown/);
  assert.ok(!error.message.includes("\u001b"));
  const nested = { error: { code: 7, message: `no such client ${SECRET}` } };
  for (const options of [{}, { bearerPath: "/a/b" }]) {
    const other = await bench.service({ token: [json(nested)] });
    const message = /returned 200 with an error: \[withheld: it repeats a part of a secret\]\. Check clientId/;
    await failure(bench.client(other, options).tokens.getToken(), "token-refused", message);
  }
  const silent = await bench.service({ token: [json({ error: {}, session: TOKEN })] });
  await failure(bench.client(silent).tokens.getToken(), "token-response", /its keys: \/error, \/session/);
  const beside = await bench.service({ token: [json({ access_token: TOKEN, error: {} })] });
  assert.equal((await bench.client(beside).tokens.getToken()).value, TOKEN);
});

theCase(25, "not JSON, `null`, `[]`, empty, cut off", async (bench) => {
  await refusedResponses(
    bench,
    ["null", "[]", '"text"', "1"].map((text) => json(text)),
    /not a JSON object/,
  );
  await refusedResponses(
    bench,
    ["", "  "].map((text) => json(text)),
    /empty/,
  );
  return refusedResponses(bench, [json("access_token=x"), json(`{"access_token":"${TOKEN}`)], /not JSON/);
});

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

theCase(29, "a token with control characters or spaces", (bench) =>
  refusedResponses(
    bench,
    ["a\r\nx-evil: 1", "a b", " a", "a\n", "a\u0000", "ä"].map((token) => json({ access_token: token })),
    /which no access token has/,
  ),
);
