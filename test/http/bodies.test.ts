/** Bodies: compressed, too large, of a wrong length, in another encoding, and web pages. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { inChild } from "../support/child.js";
import { createClient, failureOf, openService, goodListing } from "../support/client.js";
import { cutOff, html, json } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";

const LISTING = '{"workflows":[{"name":"Nächtlicher Import"}]}';
const UTF8 = Buffer.from(LISTING);
const ENCODED: [encoding: string, compressed: Buffer][] = [
  ["gzip", gzipSync(UTF8)],
  ["br", brotliCompressSync(UTF8)],
];

it.each(ENCODED)("a body in %s is decompressed, and requested again if it is cut off", async (encoding, compressed) => {
  const headers = { "content-encoding": encoding };
  const cut: Reply = (response) => response.writeHead(200, headers).end(compressed.subarray(0, compressed.length - 12));
  const service = await openService({ list: [cut, json(compressed, 200, headers)] });
  expect(await createClient(service).list()).toMatchObject({ text: LISTING, attempts: 2 });
});

it.each([
  ["gzip", Buffer.from("not gzip"), /incorrect header check \(Z_DATA_ERROR\)/],
  ["compress", gzipSync(UTF8), /not UTF-8 text\. JSON is UTF-8.* or in an encoding/],
])("a body that is not in its Content-Encoding `%s`, or in one that is not known, is refused", async (...row) => {
  const [encoding, body, message] = row;
  const service = await openService({ list: [json(body, 200, { "content-encoding": encoding })] });
  await failureOf(createClient(service).list(), "not-json", message);
});

it("a body shorter than its Content-Length is requested again, and then an error", async () => {
  const service = await openService({ list: [cutOff] });
  const message = /ECONNRESET|Content-Length mismatch/;
  await failureOf(createClient(service, { maxRetries: 1 }).list(), "connection", message);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it("the rest of a body longer than its Content-Length is not read as another response", async () => {
  const service = await openService({ list: [json(UTF8, 200, { "content-length": "13" }), goodListing] });
  const { text, attempts } = await createClient(service).list();
  expect({ length: text.length, attempts }).toEqual({ length: 48, attempts: 2 });
});

it("a compressed bomb of 400 MiB takes less than 300 MiB of memory, and is requested once", async () => {
  const bomb = gzipSync(Buffer.alloc(400 * 1024 * 1024, " "), { level: 1 });
  const service = await openService({ list: [json(bomb, 200, { "content-encoding": "gzip" })] });
  const { code, peakMiB } = await inChild<{ code: string; peakMiB: number }>("bomb", { url: service.url });
  expect(code).toBe("too-large");
  expect(peakMiB).toBeLessThan(300);
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("a body whose Content-Length is more than the limit is refused before it arrives", async () => {
  const headers = { "content-length": 100_000_000 };
  const service = await openService({ list: [(response) => response.writeHead(200, headers).flushHeaders()] });
  const message = /more than the 67108864 bytes allowed\. Ask the service for less/;
  await failureOf(createClient(service).list(), "too-large", message);
});

it.each<[what: string, charset: string, body: Buffer, isRead: boolean]>([
  ["UTF-8 that is called ISO-8859-1", "iso-8859-1", UTF8, true],
  ["UTF-8 with a byte order mark", "utf-8", Buffer.from(`\ufeff${LISTING}`), true],
  ["ISO-8859-1", "iso-8859-1", Buffer.from(LISTING, "latin1"), false],
])("of JSON in %s, called %s, only UTF-8 is read, and other bytes are requested once", async (...row) => {
  const [, charset, body, isRead] = row;
  const service = await openService({
    list: [json(body, 200, { "content-type": `application/json; charset=${charset}` })],
  });
  const listing = createClient(service).list();
  if (isRead) {
    expect((await listing).text).toBe(LISTING);
  } else {
    await failureOf(listing, "not-json", /not UTF-8/);
  }
  expect(service.requestsTo("listing")).toHaveLength(1);
});

it("a web page is refused, with its words; of one that a token request gets, only with its title", async () => {
  const page = html("<!doctype html><title>Log\u0007 in\u202e</title><body>Dashboard</body>");
  const service = await openService({ list: [page] });
  await failureOf(createClient(service).list(), "not-json", /a web page instead of JSON \("Log in Dashboard"\)/);
  const other = await openService({ token: [page] });
  await failureOf(createClient(other).tokens.getToken(), "not-json", /a web page instead of JSON \("Log in"\)/);
});

it.each([
  [204, ""],
  [200, " \n"],
])("status %d with the body %j and `Content-Type: text/html` is no web page", async (status, body) => {
  const service = await openService({ list: [html(body, status)] });
  await expect(createClient(service).list()).resolves.toMatchObject({ status, text: body });
});
