/** Redirects: a listing follows those on its own origin, the token request follows none. */
import { createAuthority, createCertificate } from "../support/certificates.js";
import { createClient, failureOf, openService, goodListing, goodToken, serve, serveTls } from "../support/client.js";
import { requestListing } from "../support/requests.js";
import { json, redirect } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";

/** A redirect to `target`, in which HOST stands for the service's host and port, and OTHER for those of another server. */
const redirectTo =
  (target: string, other: number, status?: number): Reply =>
  (_response, { headers: { host = "" } }) =>
    redirect(target.replace("HOST", host).replace("OTHER", `127.0.0.1:${other}`), status);

const STATUSES = [301, 302, 303, 307, 308];

it.each([
  "http://OTHER/v2/workflows",
  "file:///etc/passwd",
  "http://[",
  "blob:http://HOST/1",
  "http://user:pass@HOST/a",
])("the listing is not redirected to %s", async (target) => {
  const other = await serve(goodListing);
  for (const status of STATUSES) {
    const service = await openService({ list: [redirectTo(target, other.port, status)] });
    await failureOf(createClient(service).list(), "redirect");
    expect(service.requestsTo("listing")).toHaveLength(1);
  }
  expect(other.opened()).toBe(0);
});

it("the listing is not redirected from https to http", async () => {
  const other = await serve(goodListing);
  const authority = await createAuthority();
  const secure = await serveTls(await createCertificate(authority), redirect(`${other.url}/v2/workflows`));
  await expect(requestListing(secure, { tls: { ca: authority.cert } })).rejects.toMatchObject({ code: "redirect" });
  expect(other.opened()).toBe(0);
});

it("ten redirects are followed, and the eleventh is an error", async () => {
  const replies = Array.from({ length: 10 }, (_, index) => redirect(`/x${index}`));
  const service = await openService({ list: [...replies, goodListing] });
  expect((await createClient(service).list()).status).toBe(200);
  const endless = await openService({ list: [...replies, redirect("/x0")] });
  await failureOf(createClient(endless).list(), "redirect", /Redirected 10 times.*in a circle/);
  expect(endless.requestsTo("listing")).toHaveLength(11);
});

it.each([
  ["HTTP://HOST/b#fragment", "/b"],
  ["//HOST/b", "/b"],
  [Buffer.from("/wörk%20flows?a=b").toString("latin1"), "/w%C3%B6rk%20flows?a=b"],
])("a redirect to %s leads to %s on the same origin, with the token", async (target, path) => {
  const service = await openService({ list: [redirectTo(target, 0), goodListing] });
  const { url } = await createClient(service).list();
  expect(url.pathname + url.search).toBe(path);
  const { target: requested, headers } = service.requestsTo("listing")[1] ?? {};
  expect(requested).toBe(path);
  expect(headers?.authorization).toMatch(/^Bearer /);
});

it.each([
  ["/v2/workflows/?status=active", "limit"],
  ["/v2/workflows/?limit=100&status=all&tag=a&tag=b", "status"],
  ["/v2/workflows/?limit=100&status=active&tag=b", "tag"],
])(
  "a redirect to %s, which drops or changes a filter or a size, is an error that names it: %s",
  async (target, name) => {
    const service = await serve(redirect(target), goodListing);
    const url = new URL(`${service.url}/v2/workflows?status=active&limit=100&tag=a&tag=b`);
    const message = new RegExp(`without the query's parameter \`${name}\`, or with another value of it`);
    await failureOf(requestListing(service, {}, { url }), "redirect", message);
    expect(service.requests).toHaveLength(1);
  },
);

it.each([300, 304, ...STATUSES])("the token request does not follow a %d", async (status) => {
  const other = await serve(goodToken);
  for (const target of ["http://HOST/v3/token", "http://OTHER/v2/auth/token"]) {
    const service = await openService({ token: [redirectTo(target, other.port, status)] });
    const error = await failureOf(createClient(service).tokens.getToken(), "redirect", /Nothing was sent there/);
    expect(error.status).toBe(status);
    expect(service.requests).toHaveLength(1);
  }
  expect(other.opened()).toBe(0);
});

it.each([
  ["https://sso.example/login/sign-in?next=x", "https://sso.example/login/sign-in:"],
  ["https://sso.example/api/v2/auth/token/", "https://sso.example/api/v2/auth/token/:"],
  ["https://sso.example/x9/abc", "https://sso.example:"],
])("a redirect of the token request to %s is named by its plain words: %s", async (target, name) => {
  const service = await openService({ token: [redirect(target)] });
  const { message } = await failureOf(createClient(service).tokens.getToken(), "redirect");
  expect(message).toContain(`returned 302 Found, a redirect to ${name} credentials are never sent to another address`);
});

it.each([300, 302])("a %d without an address is reported as that", async (status) => {
  const service = await openService({ token: [json("", status)] });
  await failureOf(createClient(service).tokens.getToken(), "redirect", /without a usable target/);
});
