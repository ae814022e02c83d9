/** Cases 48 and 49: redirects. */
import assert from "node:assert/strict";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { inChild } from "../support/child.js";
import { redirect } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, goodListing, goodToken, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

/** A redirect to `target`, in which HOST is the service's own host and port. */
const toOwn =
  (target: string, status?: number): Reply =>
  (...args) =>
    redirect(target.replace("HOST", args[1].headers.host ?? ""), status)(...args);

theCase(48, "302 to another origin, to http, to a loop", async (bench) => {
  const other = await bench.serve(goodListing);
  const targets = [
    `${other.url}/v2/workflows`,
    `//127.0.0.1:${other.port}/v2/workflows`,
    `https://127.0.0.1:${other.port}/`,
    `http://user:pass@127.0.0.1:${other.port}/`,
    "file:///etc/passwd",
    "http://[",
  ];
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of [...targets, "blob:http://HOST/1", "http://user:pass@HOST/a", "http://user@HOST/a"]) {
      const service = await bench.service({ list: [toOwn(target, status)] });
      await failure(bench.client(service).list(), "redirect");
      assert.equal(service.listRequests().length, 1);
    }
  }
  assert.equal(other.opened(), 0, "something was sent to another origin");
  await toHttp(bench, other.url);

  const loop = await bench.service({ list: [redirect("/a"), redirect("/b"), redirect("/a")] });
  await failure(bench.client(loop).list(), "redirect", /in a loop/);
  const endless = await bench.service({ list: [(...args) => redirect(`/x${args[2]}`)(...args)] });
  await failure(bench.client(endless).list(), "redirect", /after 10 other redirects/);
  assert.equal(endless.listRequests().length, 11);

  // The same place in other words.
  const spelt: [string, string][] = [
    ["HTTP://HOST/b#fragment", "/b"],
    ["//HOST/b", "/b"],
    ["?b=1", "/v2/workflows?b=1"],
    ["../b", "/b"],
  ];
  for (const [target, path] of spelt) {
    const same = await bench.service({ list: [toOwn(target), goodListing] });
    await bench.client(same).list();
    assert.equal(same.listRequests()[1]?.path, path);
  }

  const utf8 = Buffer.from("/v3/wörk%20flows?a=b").toString("latin1");
  const moved = await bench.service({ list: [redirect(utf8), goodListing] });
  const response = await bench.client(moved).list();
  assert.equal(response.url.pathname, "/v3/w%C3%B6rk%20flows");
  assert.match(moved.listRequests()[1]?.headers.authorization ?? "", /^Bearer /);
});

theCase(49, "307 of the token request", async (bench) => {
  const other = await bench.serve(goodToken);
  for (const status of [307, 308]) {
    for (const target of ["/v3/token", `${other.url}/v2/auth/token`]) {
      const service = await bench.service({ token: [redirect(target, status)] });
      await failure(bench.client(service).tokens.getToken(), "redirect", /Nothing was sent there/);
      assert.equal(service.requests.length, 1);
    }
  }
  assert.equal(other.opened(), 0);
});

/** From https down to http, with and without the same host and port number. */
async function toHttp(bench: Bench, plainUrl: string): Promise<void> {
  const authority = await createAuthority();
  const certificate = await createCertificate(authority);
  const secure = await bench.serveTls(certificate, goodToken, redirect(`${plainUrl}/v2/workflows`));
  const result = await inChild("tls", { it: secure.url }, { authority: authority.cert });
  assert.match(JSON.stringify(result), /"code":"redirect"/);
}
