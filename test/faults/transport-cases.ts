/** Cases 46 to 54: what can happen between here and the service. */
import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { inChild } from "../support/child.js";
import { cutOff, page, redirect, reset } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodListing, goodToken, told } from "./bench.js";
import type { Bench, Case } from "./bench.js";

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

export const transportCases: Case[] = [
  {
    number: 46,
    title: "no answer at all; headers but no body; one byte a second",
    done: "did each, with 0.2 s for an attempt, then with 0.4 s for everything",
    run: async (bench) => {
      const drip: Reply = (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(" "), 50);
        response.once("close", () => clearInterval(timer));
      };
      const replies: [Reply, RegExp][] = [
        [() => undefined, /connected, but no answer began within 0.2 s/],
        [(response) => response.writeHead(200).flushHeaders(), /an answer began, but did not end within 0.2 s/],
        [drip, /an answer began, but did not end within 0.2 s/],
      ];
      let came = "";
      for (const [reply, says] of replies) {
        const service = await bench.service({ token: [reply] });
        const quick = bench.client(service, { requestTimeoutSeconds: 0.2, maxRetries: 1 });
        const error = await failure(quick.tokens.getToken(), "timeout", says);
        assert.equal(service.requests.length, 2);
        came = told(error);

        const began = Date.now();
        const whole = bench.client(service, { deadlineSeconds: 0.4 });
        await failure(whole.tokens.getToken(), "timeout", /deadlineSeconds/);
        assert.ok(Date.now() - began < 3000);
      }
      // An error's body that never ends does not hide its status.
      const stuck = await bench.service({ token: [(response) => response.writeHead(400).write("{")] });
      await failure(bench.client(stuck).tokens.getToken(), "token-refused");
      return came;
    },
  },
  {
    number: 47,
    title: "reset while sending, while reading",
    done: "broke the connection on arrival, after the request, within the body",
    run: async (bench) => {
      let connections = 0;
      const raw = await bench.serveRaw((socket) => {
        connections += 1;
        socket.resetAndDestroy();
      });
      const error = await failure(bench.client(raw.url).tokens.getToken(), "connection", /connection broke/);
      assert.equal(connections, 5);
      for (const fault of [reset, cutOff]) {
        const service = await bench.service({ token: [fault, goodToken], list: [fault, goodListing] });
        assert.equal((await bench.client(service).list()).attempts, 2);
      }
      return told(error);
    },
  },
  {
    number: 48,
    title: "302 to another origin, to http, to a loop",
    done: "redirected the listing to another port, scheme, host, in a circle, for ever, and on its own origin",
    run: async (bench) => {
      const other = await bench.serve(goodListing);
      const targets = [
        `${other.url}/v2/workflows`,
        `//127.0.0.1:${other.port}/v2/workflows`,
        `https://127.0.0.1:${other.port}/`,
        `http://user:pass@127.0.0.1:${other.port}/`,
        "file:///etc/passwd",
        "http://[",
      ];
      let came = "";
      for (const status of [301, 302, 303, 307, 308]) {
        for (const target of targets) {
          const service = await bench.service({ list: [redirect(target, status)] });
          const error = await failure(bench.client(service).list(), "redirect");
          assert.equal(service.listRequests().length, 1);
          if (target === targets[0]) came = told(error);
        }
      }
      assert.equal(other.opened(), 0, "something was sent to another origin");
      await toHttp(bench, other.url);

      const circle = await bench.service({ list: [redirect("/a"), redirect("/b"), redirect("/a")] });
      await failure(bench.client(circle).list(), "redirect", /circle/);
      const endless = await bench.service({
        list: [(response, request, index) => redirect(`/x${index}`)(response, request, index)],
      });
      await failure(bench.client(endless).list(), "redirect", /after 10 others/);
      assert.equal(endless.listRequests().length, 11);

      const moved = await bench.service({
        list: [redirect(Buffer.from("/v3/wörk%20flows?a=b").toString("latin1")), goodListing],
      });
      const answer = await bench.client(moved).list();
      assert.equal(answer.url.pathname, "/v3/w%C3%B6rk%20flows");
      assert.match(moved.listRequests()[1]?.headers.authorization ?? "", /^Bearer /);
      return came;
    },
  },
  {
    number: 49,
    title: "307 of the token request",
    done: "redirected it to another origin and on its own, with 307 and 308",
    run: async (bench) => {
      const other = await bench.serve(goodToken);
      let came = "";
      for (const status of [307, 308]) {
        for (const target of ["/v3/token", `${other.url}/v2/auth/token`]) {
          const service = await bench.service({ token: [redirect(target, status)] });
          came = told(await failure(bench.client(service).tokens.getToken(), "redirect", /Nothing was sent there/));
          assert.equal(service.requests.length, 1);
        }
      }
      assert.equal(other.opened(), 0);
      return came;
    },
  },
  {
    number: 50,
    title: "gzip, brotli, a bomb, a lie in Content-Length",
    done: "answered with each; the bomb unpacks to 400 MiB, read in a process of its own",
    run: async (bench) => {
      const plain = Buffer.from(LISTING);
      for (const [encoding, packed] of Object.entries({
        gzip: gzipSync(plain),
        br: brotliCompressSync(plain),
        deflate: deflateSync(plain),
      })) {
        assert.equal(await textOf(bench, bytes(packed, { "content-encoding": encoding })), LISTING);
      }
      const short = await bench.service({
        list: [bytes(gzipSync(plain).subarray(0, 30), { "content-encoding": "gzip" }), goodListing],
      });
      assert.equal((await bench.client(short).list()).attempts, 2, "a cut-off gzip was not repeated");
      const broken = await bench.service({ list: [bytes(Buffer.from("not gzip"), { "content-encoding": "gzip" })] });
      await failure(bench.client(broken).list(), "not-json", /compress/);

      const lies = await bench.service({ list: [cutOff] });
      await failure(bench.client(lies, { maxRetries: 1 }).list(), "connection", /before the whole answer/);
      assert.equal(lies.listRequests().length, 2);

      const bomb = gzipSync(Buffer.alloc(400 * 1024 * 1024, " "), { level: 1 });
      const service = await bench.service({ list: [bytes(bomb, { "content-encoding": "gzip" })] });
      const { code, peakMiB } = await inChild<{ code: string; peakMiB: number }>("bomb", { url: service.url });
      assert.equal(code, "too-large");
      assert.ok(peakMiB < 300, `${peakMiB} MiB`);
      assert.equal(service.listRequests().length, 1, "a bomb was asked for again");
      return `read; cut-off ones repeated; the bomb ended at the limit with ${peakMiB} MiB in use`;
    },
  },
  {
    number: 51,
    title: "TLS: unknown CA, wrong name, expired: not retried, told apart",
    done: "served each; NODE_EXTRA_CA_CERTS in a process of its own",
    run: async (bench) => {
      const authority = await createAuthority();
      const replies = [goodToken, goodListing];
      const servers = {
        unknown: await bench.serveTls(await createCertificate(undefined), ...replies),
        good: await bench.serveTls(await createCertificate(authority), ...replies),
        wrongName: await bench.serveTls(await createCertificate(authority, { host: "other.example" }), ...replies),
        expired: await bench.serveTls(await createCertificate(authority, { expired: true }), ...replies),
        plain: await bench.serve(goodToken),
      };
      const urls = Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url]));
      await failure(bench.client(servers.good).tokens.getToken(), "tls", /NODE_EXTRA_CA_CERTS/);
      const came = await inChild<Record<string, { code: string; message: string }>>(
        "tls",
        { ...urls, plain: (urls.plain ?? "").replace("http:", "https:") },
        { authority: authority.cert },
      );
      assert.deepEqual(Object.fromEntries(Object.entries(came).map(([name, { code }]) => [name, code])), {
        unknown: "tls",
        good: "listed",
        wrongName: "tls",
        expired: "tls",
        plain: "tls",
      });
      assert.match(came.unknown?.message ?? "", /not signed by an authority known here/);
      assert.match(came.wrongName?.message ?? "", /not for 127\.0\.0\.1 but for DNS:other\.example/);
      assert.match(came.expired?.message ?? "", /has expired/);
      for (const server of [servers.unknown, servers.wrongName, servers.expired, servers.plain]) {
        assert.equal(server.requests.length, 0);
        assert.ok(server.opened() <= 1, "a TLS error was retried");
      }
      return "three different errors, each at the first attempt; with the authority named it works";
    },
  },
  {
    number: 52,
    title: "a proxy, a proxy that refuses, `NO_PROXY`",
    done: "went through a CONNECT proxy with and without password, one that refuses, one that is silent, none",
    run: async (bench) => {
      const authority = await createAuthority();
      const secure = await bench.serveTls(await createCertificate(authority), goodToken, goodListing);
      const proxy = await bench.proxy();
      const environment = { HTTPS_PROXY: proxy.url.replace("//", "//me:pr%40xy-pass@"), NO_PROXY: "" };
      const through = await inChild<Record<string, { code: string }>>(
        "tls",
        { good: secure.url },
        { authority: authority.cert, environment },
      );
      assert.equal(through.good?.code, "listed", JSON.stringify(through));
      // One tunnel serves both requests.
      assert.deepEqual(proxy.asked, [`CONNECT 127.0.0.1:${secure.port}`]);
      assert.equal(proxy.authorizations[0], `Basic ${Buffer.from("me:pr@xy-pass").toString("base64")}`);
      return refusals(bench, secure.port);
    },
  },
  {
    number: 53,
    title: "DNS failure",
    done: "asked for a host name that cannot exist",
    run: async (bench) => {
      const client = bench.client(`https://${"a".repeat(64)}.example`, { maxRetries: 1 });
      const error = await failure(client.tokens.getToken(), "dns", /could not be resolved.*baseUrl/);
      assert.equal(error.attempts, 2);
      return told(error).replace(/a{60,}/g, "aaa…");
    },
  },
  {
    number: 54,
    title: "non-UTF-8, a BOM, a charset parameter",
    done: "answered with each",
    run: async (bench) => {
      const utf8 = Buffer.from(LISTING);
      const latin1 = Buffer.from(LISTING, "latin1");
      const typed = (charset: string) => ({ "content-type": `application/json; charset=${charset}` });
      const bom = (text: string, encoding: BufferEncoding) => Buffer.from(`\ufeff${text}`, encoding);
      for (const reply of [
        bytes(utf8, typed("utf-8")),
        bytes(utf8, typed('"UTF-8"')),
        bytes(utf8, typed("no-such-charset")),
        bytes(utf8, typed("iso-8859-1")),
        bytes(bom(LISTING, "utf8")),
        bytes(bom(LISTING, "utf16le")),
        bytes(Buffer.from(LISTING, "utf16le"), typed("utf-16")),
        bytes(latin1, typed("ISO-8859-1")),
      ]) {
        assert.equal(await textOf(bench, reply), LISTING);
      }
      let came = "";
      for (const reply of [
        bytes(latin1),
        bytes(latin1, typed("no-such-charset")),
        bytes(Buffer.from([0x7b, 0xff, 0xfe, 0xc0])),
      ]) {
        const service = await bench.service({ list: [reply] });
        came = told(await failure(bench.client(service).list(), "not-json", /not UTF-8/));
        assert.equal(service.listRequests().length, 1);
      }
      const html = await bench.service({ list: [page("<h1>Dashboard</h1>")] });
      await failure(bench.client(html).list(), "not-json", /web page.*Dashboard/);
      return came;
    },
  },
];

/** From https down to http, with and without the same host and port number. */
async function toHttp(bench: Bench, plainUrl: string): Promise<void> {
  const authority = await createAuthority();
  const secure = await bench.serveTls(
    await createCertificate(authority),
    goodToken,
    redirect(`${plainUrl}/v2/workflows`),
  );
  const came = await inChild<Record<string, { code: string }>>(
    "tls",
    { it: secure.url },
    { authority: authority.cert },
  );
  assert.equal(came.it?.code, "redirect");
}

async function refusals(bench: Bench, securePort: number): Promise<string> {
  const target = `https://127.0.0.1:${securePort}`;
  let came = "";
  for (const [status, attempts] of [
    [403, 1],
    [407, 1],
    [502, 3],
  ] as const) {
    const refusing = await bench.proxy({ refuse: status });
    bench.environment({ https_proxy: refusing.url.replace("//", "//me:pr%40xy-pass@") });
    const error = await failure(
      bench.client(target, { maxRetries: 2 }).tokens.getToken(),
      "proxy",
      /proxy .* refused .*\d{3}/,
    );
    assert.equal(refusing.asked.length, attempts);
    assert.ok(!/pr@xy|pr%40xy/.test(error.message + (error.stack ?? "")));
    if (status === 407) came = told(error);
  }
  const silent = await bench.proxy({ refuse: "never" });
  bench.environment({ https_proxy: silent.url });
  const hurried = bench.client(target, { requestTimeoutSeconds: 0.2, maxRetries: 0 });
  await failure(hurried.tokens.getToken(), "timeout", /no connection was made/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(silent.open(), 0, "the connection to a silent proxy was kept");

  const gone = await bench.proxy();
  await gone.close();
  bench.environment({ https_proxy: gone.url });
  await failure(bench.client(target, { maxRetries: 0 }).tokens.getToken(), "proxy", /could not be reached/);
  bench.environment({ https_proxy: "socks5://127.0.0.1:1" });
  await failure(bench.client(target).tokens.getToken(), "proxy", /not an http/);

  // Plain http, and a proxy without a scheme. A name that only the proxy can resolve shows that it did.
  const service = await bench.service();
  const tunnel = await bench.proxy({ to: service.port });
  bench.environment({ https_proxy: "", HTTP_PROXY: tunnel.url.replace("http://", "") });
  const far = `${"a".repeat(64)}.example`;
  await bench.client(`http://${far}`, { allowInsecureHttp: true }).list();
  assert.deepEqual(tunnel.asked, [`CONNECT ${far}:80`]);
  assert.equal(service.requests.length, 2);
  for (const noProxy of ["127.0.0.1", "*", `127.0.0.1:${service.port}`]) {
    bench.environment({ NO_PROXY: noProxy });
    await bench.client(service).list();
  }
  assert.equal(tunnel.asked.length, 1, "NO_PROXY was not kept to");
  return came;
}
