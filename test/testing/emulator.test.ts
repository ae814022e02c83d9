/** The emulator as a server: its addresses, TLS, tenants, the record of requests, and its end. */
import { request as httpsRequest } from "node:https";
import { createAuthority, createCertificate } from "../support/certificates.js";
import { GRANT, list, newToken, requestToken, send, start } from "./emulator-client.js";

it.each([
  { method: "GET", path: "/v2/auth/token", status: 405, allow: "POST" },
  { method: "POST", path: "/v2/workflows", status: 405, allow: "GET" },
  { method: "GET", path: "/v2/workflows/", status: 404 },
  { method: "GET", path: "/v2/workflows/wf_01HTZ4", status: 401 },
  { method: "POST", path: "/v2/workflows/wf_01HTZ4", status: 405, allow: "GET" },
  { method: "GET", path: "/v2/workflows/wf_01HTZ4/", status: 404 },
  { method: "GET", path: "/v2/workflows/a/b", status: 404 },
  { method: "GET", path: "//v2/workflows", status: 404 },
  { method: "GET", path: "/V2/workflows", status: 404 },
  { method: "GET", path: "/__proto__", status: 404 },
])("the response to $method $path is $status", async ({ method, path, status, allow }) => {
  const response = await send((await start()).url + path, method);
  expect([response.status, response.headers.allow]).toEqual([status, allow]);
});

it("TLS with a private authority, which the environment names", async () => {
  const authority = await createAuthority();
  const emulator = await start({ tls: { ...(await createCertificate(authority)), authority: authority.cert } });
  const get = (ca?: string): Promise<unknown> =>
    new Promise((resolve) => {
      const request = httpsRequest(`${emulator.url}/v2/workflows`, { ca, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      request.end();
    });
  expect(await get()).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  expect(await get(authority.cert)).toBe(401);
  expect(emulator.environment()["WORKFLOWS_CA_CERTIFICATES"]).toBe(authority.cert);
});

it("responses can be reshaped, as values and as text", async () => {
  const emulator = await start({
    tokenResponse: (token) => ({ data: { token } }),
    listingResponse: (workflows, query) => `${query.get("v") ?? ""}${workflows.length}`,
  });
  expect(JSON.parse((await requestToken(emulator)).text)).toEqual({ data: { token: emulator.tokens[0] } });
  expect((await list(emulator, emulator.tokens[0] ?? "", "?v=x")).text).toBe("x5");
});

it("a function of the caller's that throws is reported as a 500", async () => {
  const emulator = await start({
    tokenResponse: () => {
      throw new TypeError("oops");
    },
  });
  expect(await requestToken(emulator)).toMatchObject({ status: 500, text: "The emulator failed: TypeError: oops" });
});

it("several tenants on one server each see their own workflows", async () => {
  const emulator = await start({ tenants: [{ clientId: "b", clientSecret: "c", workflows: [{ id: "only b" }] }] });
  expect((await list(emulator, await newToken(emulator, 1))).text).toBe('{"workflows":[{"id":"only b"}]}');
  expect(JSON.parse((await list(emulator, await newToken(emulator, 0))).text)).toEqual({
    workflows: emulator.workflows,
  });
  expect(emulator.tenants[0]).toBe(emulator);
  expect(emulator.environment(emulator.tenants[1])).toMatchObject({ WORKFLOWS_CLIENT_ID: "b" });
});

it("every request is recorded with what it carried and what it got", async () => {
  const emulator = await start();
  const token = await newToken(emulator);
  await list(emulator, token, "?a=1&b");
  await send(`${emulator.url}/elsewhere`, "DELETE");
  expect(emulator.requests).toMatchObject([
    { method: "POST", path: "/v2/auth/token", query: "", body: GRANT, status: 200 },
    {
      method: "GET",
      path: "/v2/workflows",
      query: "a=1&b",
      headers: { authorization: `Bearer ${token}` },
      status: 200,
    },
    { method: "DELETE", path: "/elsewhere", status: 404 },
  ]);
  expect(emulator.requestsTo("token")).toHaveLength(1);
});

it("the environment leads to it", async () => {
  const emulator = await start();
  expect(emulator.environment()).toEqual({
    WORKFLOWS_BASE_URL: emulator.url,
    WORKFLOWS_CLIENT_ID: emulator.clientId,
    WORKFLOWS_CLIENT_SECRET: emulator.clientSecret,
  });
});

it("two emulators share neither port, credentials nor tokens", async () => {
  const [one, two] = [await start(), await start()];
  expect(one.url).not.toBe(two.url);
  expect(one.clientSecret).not.toBe(two.clientSecret);
  expect((await list(two, await newToken(one))).status).toBe(401);
});

it("closing it twice, with a request that hangs, ends at once", async () => {
  const emulator = await start();
  emulator.failNext("listing", { hang: "after-headers" });
  const { body } = await fetch(`${emulator.url}/v2/workflows`);
  await emulator.close();
  await emulator.close();
  await expect(body?.getReader().closed).rejects.toThrow();
});
