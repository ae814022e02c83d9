/** Cases 50 and 54: compressed, oversized, lying and oddly encoded bodies. */
import assert from "node:assert/strict";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { inChild } from "../support/child.js";
import { cutOff, page } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodListing, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

const LISTING = '{"workflows":[{"name":"Nächtlicher Import"}]}';

const bytes =
  (body: Buffer, headers: Record<string, string | number> = {}): Reply =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(body);
  };

/** The listing's text as it was read from these bytes. */
async function textOf(bench: Bench, reply: Reply): Promise<string> {
  const service = await bench.service({ list: [reply] });
  return (await bench.client(service).list()).text;
}

theCase(50, "gzip, brotli, a bomb, a lie in Content-Length", async (bench) => {
  const plain = Buffer.from(LISTING);
  const compressed = { gzip: gzipSync(plain), br: brotliCompressSync(plain), deflate: deflateSync(plain) };
  for (const [encoding, packed] of Object.entries(compressed)) {
    const headers = { "content-encoding": encoding };
    assert.equal(await textOf(bench, bytes(packed, headers)), LISTING);
    const cut = bytes(packed.subarray(0, packed.length - 12), headers);
    const short = await bench.service({ list: [cut, goodListing] });
    assert.equal((await bench.client(short).list()).attempts, 2, `a cut-off ${encoding} was not repeated`);
  }
  const broken = await bench.service({ list: [bytes(Buffer.from("not gzip"), { "content-encoding": "gzip" })] });
  await failure(bench.client(broken).list(), "not-json", /compress/);

  for (const encoding of ["gzip, gzip", "compress", "gzip, br"]) {
    const odd = await bench.service({ list: [bytes(gzipSync(gzipSync(plain)), { "content-encoding": encoding })] });
    await failure(bench.client(odd).list(), "not-json", /not UTF-8 text/);
  }

  const lies = await bench.service({ list: [cutOff] });
  await failure(bench.client(lies, { maxRetries: 1 }).list(), "connection", /before the response was complete/);
  assert.equal(lies.listRequests().length, 2);

  const more = await bench.service({ list: [bytes(plain, { "content-length": 13 }), goodListing] });
  const { text, attempts } = await bench.client(more).list();
  assert.deepEqual([text.length, attempts], [48, 2], "the rest of a body was read as another response");

  const small = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const brotli = await bench.service({ list: [bytes(small, { "content-encoding": "br" })] });
  await failure(bench.client(brotli, { maxResponseBytes: 1_000_000 }).list(), "too-large");

  const bomb = gzipSync(Buffer.alloc(400 * 1024 * 1024, " "), { level: 1 });
  const service = await bench.service({ list: [bytes(bomb, { "content-encoding": "gzip" })] });
  const { code, peakMiB } = await inChild<{ code: string; peakMiB: number }>("bomb", { url: service.url });
  assert.equal(code, "too-large");
  assert.ok(peakMiB < 300, `${peakMiB} MiB`);
  assert.equal(service.listRequests().length, 1, "a bomb was requested again");
});

theCase(54, "non-UTF-8, a BOM, a charset parameter", async (bench) => {
  const utf8 = Buffer.from(LISTING);
  const latin1 = Buffer.from(LISTING, "latin1");
  const wide = Buffer.from(LISTING, "utf16le");
  const typed = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });
  const bom = (text: string, encoding: BufferEncoding) => Buffer.from(`\ufeff${text}`, encoding);
  for (const reply of [
    bytes(utf8, typed("utf-8")),
    bytes(utf8, typed('"UTF-8"')),
    bytes(utf8, typed("no-such-charset")),
    bytes(utf8, typed("iso-8859-1")),
    bytes(bom(LISTING, "utf8")),
    bytes(utf8, typed("utf-16")),
    bytes(bom(LISTING, "utf16le"), typed("utf-16")),
    bytes(wide, typed("utf-16")),
    bytes(Buffer.from(wide).swap16(), typed("utf-16be")),
    bytes(latin1, typed("ISO-8859-1")),
  ]) {
    assert.equal(await textOf(bench, reply), LISTING);
  }
  const broken = bytes(Buffer.from([0x7b, 0xff, 0xfe, 0xc0]));
  for (const reply of [bytes(latin1), bytes(wide), bytes(latin1, typed("no-such-charset")), broken]) {
    const service = await bench.service({ list: [reply] });
    await failure(bench.client(service).list(), "not-json", /not UTF-8/);
    assert.equal(service.listRequests().length, 1);
  }
  const html = await bench.service({ list: [page("<h1>Dashboard</h1>")] });
  await failure(bench.client(html).list(), "not-json", /web page.*Dashboard/);
});
