/** Bodies: compressed, too large, of a wrong length, in another encoding, and web pages. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { createSecrets } from "../../provider/base/secrets.js";
import { createTransport } from "../../provider/http/client.js";
import { inChild } from "../support/child.js";
import { createClient, failureOf, openService, goodListing } from "../support/client.js";
import { listingRequest } from "../support/requests.js";
import { cutOff, html } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";

const LISTING = '{"workflows":[{"name":"Nächtlicher Import"}]}';
const UTF8 = Buffer.from(LISTING);
const LATIN1 = Buffer.from(LISTING, "latin1");

const bytes =
  (body: Buffer, headers: Record<string, string | number> = {}): Reply =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(body);
  };

/** Requests a listing of at most a million bytes. */
function sendLimited(url: string): Promise<unknown> {
  const options = { maxResponseBytes: 1_000_000, userAgent: "test", secrets: createSecrets() };
  return createTransport(options).send(listingRequest(`${url}/v2/workflows`));
}

describe.each<[encoding: string, compressed: Buffer]>([
  ["gzip", gzipSync(UTF8)],
  ["br", brotliCompressSync(UTF8)],
])("a body in %s", (encoding, compressed) => {
  const headers = { "content-encoding": encoding };

  it("is decompressed", async () => {
    const service = await openService({ list: [bytes(compressed, headers)] });
    expect((await createClient(service).list()).text).toBe(LISTING);
  });

  it("is requested again if it is cut off", async () => {
    const cut = bytes(compressed.subarray(0, compressed.length - 12), headers);
    const service = await openService({ list: [cut, goodListing] });
    expect((await createClient(service).list()).attempts).toBe(2);
  });
});

it.each([
  ["gzip", Buffer.from("not gzip"), /incorrect header check \(Z_DATA_ERROR\)/],
  ["gzip, gzip", gzipSync(gzipSync(UTF8)), /not UTF-8 text/],
  ["compress", gzipSync(UTF8), /not UTF-8 text \(Content-Encoding: compress\)/],
  ["gzip, br", gzipSync(gzipSync(UTF8)), /not UTF-8 text/],
])("a body that is not in its Content-Encoding `%s`, or in one that is not known, is refused", async (...row) => {
  const [encoding, body, message] = row;
  const service = await openService({ list: [bytes(body, { "content-encoding": encoding })] });
  await failureOf(createClient(service).list(), "not-json", message);
});

it("a body shorter than its Content-Length is requested again, and then an error", async () => {
  const service = await openService({ list: [cutOff] });
  const message = /ECONNRESET|Content-Length mismatch/;
  await failureOf(createClient(service, { maxRetries: 1 }).list(), "connection", message);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it("the rest of a body longer than its Content-Length is not read as another response", async () => {
  const service = await openService({ list: [bytes(UTF8, { "content-length": 13 }), goodListing] });
  const { text, attempts } = await createClient(service).list();
  expect({ length: text.length, attempts }).toEqual({ length: 48, attempts: 2 });
});

it("a body that is too large after decompression is refused", async () => {
  const body = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const service = await openService({ list: [bytes(body, { "content-encoding": "br" })] });
  await failureOf(sendLimited(service.url), "too-large");
});

it("a compressed bomb of 400 MiB takes less than 300 MiB of memory, and is requested once", async () => {
  const bomb = gzipSync(Buffer.alloc(400 * 1024 * 1024, " "), { level: 1 });
  const service = await openService({ list: [bytes(bomb, { "content-encoding": "gzip" })] });
  const { code, peakMiB } = await inChild<{ code: string; peakMiB: number }>("bomb", { url: service.url });
  expect(code).toBe("too-large");
  expect(peakMiB).toBeLessThan(300);
  expect(service.requestsTo("listing")).toHaveLength(1);
}, 30_000);

it("a body without end is cut off at the limit", async () => {
  let sent = 0;
  const endless: Reply = (response) => {
    const writeNext = (): void => {
      sent += 65_536;
      if (!response.destroyed) {
        response.write(Buffer.alloc(65_536, " "), () => setImmediate(writeNext));
      }
    };
    writeNext();
  };
  const service = await openService({ list: [endless] });
  await failureOf(
    sendLimited(service.url),
    "too-large",
    /more than the 1000000 bytes allowed\. Ask the service for less/,
  );
  expect(sent).toBeLessThan(20_000_000);
  expect(service.requests).toHaveLength(1);
});

it("a body whose Content-Length is more than the limit is refused before it arrives", async () => {
  const headers = { "content-length": 10_000_000 };
  const service = await openService({ list: [(response) => response.writeHead(200, headers).flushHeaders()] });
  await failureOf(sendLimited(service.url), "too-large");
  expect(service.requests).toHaveLength(1);
});

const inCharset = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });

it.each<[what: string, reply: Reply]>([
  ["UTF-8", bytes(UTF8, inCharset("utf-8"))],
  ["UTF-8 in quotation marks", bytes(UTF8, inCharset('"UTF-8"'))],
  ["UTF-8 that is called by a wrong name", bytes(UTF8, inCharset("no-such-charset"))],
  ["UTF-8 that is called ISO-8859-1", bytes(UTF8, inCharset("iso-8859-1"))],
  ["UTF-8 that is called UTF-16", bytes(UTF8, inCharset("utf-16"))],
  ["UTF-8 with a byte order mark", bytes(Buffer.from(`\ufeff${LISTING}`))],
])("a body in %s is read", async (_what, reply) => {
  const service = await openService({ list: [reply] });
  expect((await createClient(service).list()).text).toBe(LISTING);
});

it.each<[what: string, reply: Reply]>([
  ["ISO-8859-1", bytes(LATIN1, inCharset("ISO-8859-1"))],
  ["UTF-16 with a byte order mark", bytes(Buffer.from(`\ufeff${LISTING}`, "utf16le"), inCharset("utf-16"))],
  ["no encoding", bytes(Buffer.from([0x7b, 0xff, 0xfe, 0xc0]))],
])("a body in %s is refused, and requested once", async (_what, reply) => {
  const service = await openService({ list: [reply] });
  await failureOf(createClient(service).list(), "not-json", /not UTF-8/);
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("a web page is refused, with its text", async () => {
  const service = await openService({ list: [html("<h1>Dashboard</h1>")] });
  await failureOf(createClient(service).list(), "not-json", /web page.*Dashboard/);
});

it("of a web page the title is shown, without control characters", async () => {
  const text = "<!doctype html><html><title>Log\u0007 in\u202e</title><body>…</body></html>";
  const service = await openService({ token: [html(text)] });
  await failureOf(createClient(service).tokens.getToken(), "not-json", /a web page instead of JSON \("Log in"\)/);
});

it("of a long web page a short excerpt is shown", async () => {
  const service = await openService({ token: [html(`<p>${"long ".repeat(100_000)}</p>`)] });
  const error = await failureOf(createClient(service).tokens.getToken(), "not-json", /web page/);
  expect(error.message.length).toBeLessThan(600);
});

it.each([
  [204, ""],
  [200, ""],
  [200, " \n"],
])("status %d with the body %j and `Content-Type: text/html` is no web page", async (status, body) => {
  const service = await openService({ list: [html(body, status)] });
  await expect(createClient(service).list()).resolves.toMatchObject({ status, text: body });
});
