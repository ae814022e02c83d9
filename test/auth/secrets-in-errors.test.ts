/** Case 45: what errors may show. */
import assert from "node:assert/strict";
import { createTokenSource } from "../../provider/auth/index.js";
import { cutOff, deadPort, json, page, redirect, reset } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { rejectionOf } from "../support/thrown.js";
import {
  assertContainsNone,
  assertNoSecret,
  CLIENT_ID,
  failure,
  SECRET,
  settingsOf,
  TOKEN,
  theCase,
} from "../support/client.js";
import type { Bench } from "../support/client.js";

const PLACES = "message, stack, cause, util.inspect, JSON.stringify, stderr";

theCase(45, `no secret, Basic value or token in ${PLACES}`, async (bench) => {
  const printed: string[] = [];
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (chunk: string | Uint8Array) => printed.push(String(chunk)) > 0;
  try {
    await echoes(bench);
  } finally {
    process.stderr.write = write;
  }
  assertContainsNone(printed.join(""));
});

/** Bodies, headers and redirects that repeat the credentials, with every status; failures without a response too. */
async function echoes(bench: Bench): Promise<void> {
  const forms = (value: string): string[] => [
    value,
    Buffer.from(value).toString("base64"),
    encodeURIComponent(value),
    encodeURIComponent(value).toLowerCase(),
    JSON.stringify(value).replaceAll("/", "\\/"),
    Buffer.from(value).toString("base64url"),
    Buffer.from(value).toString("hex"),
  ];
  const pair = `${CLIENT_ID}:${SECRET}`;
  const sent = [SECRET, pair].flatMap(forms);
  const all = [...sent, ...forms(TOKEN)];
  // The token of a client is nothing its token endpoint could repeat before it was given out.
  const known = (path: string): string[] => (path.endsWith("/token") ? sent : all);
  const replies: Reply[] = [
    (...args) => json({ error: "invalid", error_description: known(args[1].path).join(" ") }, 400)(...args),
    (...args) => json({ detail: known(args[1].path).reverse().join("") }, 403)(...args),
    (response, { headers }) => response.writeHead(404).end(`no such thing for ${headers.authorization ?? ""}`),
    (response, { headers }) => response.writeHead(418, { "x-request-id": headers.authorization ?? "" }).end(SECRET),
    (response, { headers }) =>
      response.writeHead(200, { "content-encoding": headers.authorization ?? "" }).end(Buffer.of(0xff)),
    json({ access_token: TOKEN, client_secret: SECRET }, 500),
    json({ access_token: TOKEN }, 202),
    json(JSON.stringify({ data: { token: { value: TOKEN } } }, undefined, 2), 202),
    // Cut where only so much of an error is read: in the middle of the secret.
    (response) => response.writeHead(500).end(" ".repeat(16 * 1024 - 6) + SECRET),
    (response) => response.writeHead(500).end(`x${SECRET.repeat(2000)}`),
    page(`<title>${SECRET} ${pair}</title>`),
    redirect(`https://a.example/${TOKEN}?${encodeURIComponent(SECRET)}`),
    json({ [SECRET]: 1, error: SECRET }),
    (response) => response.writeHead(200, { "content-length": 99_999_999_999 }).end(TOKEN),
    json(`{"access_token":"${TOKEN}`),
    reset,
    cutOff,
  ];
  const options = { maxRetries: 0, requestTimeoutSeconds: 2 };
  for (const reply of replies) {
    const service = await bench.service({ token: [reply] });
    assertNoSecret(await rejectionOf(Error, bench.client(service, options).tokens.getToken()));
    const { list } = bench.client(await bench.service({ list: [reply] }), options);
    const outcome = await list().catch((thrown: unknown) => thrown);
    if (outcome instanceof Error) {
      assertNoSecret(outcome);
    }
  }
  const nowhere = bench.client(`http://127.0.0.1:${await deadPort()}`, options);
  await failure(nowhere.tokens.getToken(), "connection");

  const short = await bench.service({ token: [json({ error: "invalid zq" }, 401)] });
  const error = await failure(bench.client(short, { secret: "zq" }).tokens.getToken(), "token-refused");
  assert.ok(!error.message.includes("zq"), error.message);

  const { url } = await bench.service();
  const source = createTokenSource({ baseUrl: url, clientId: CLIENT_ID, clientSecret: SECRET });
  assertNoSecret(Object.assign(new Error(), { source, settings: settingsOf(url), token: await source.getToken() }));
}
