/** The fake service of this repository's tests: odd answers in their order, tenants, and connections that break. */
import { request as httpRequest } from "node:http";
import { FakeService, type FakeServiceOptions, startFakeService } from "../support/fake-service.js";
import { cutOff, inTurn, reset, resetInBody } from "../support/replies.js";

const FORM = "application/x-www-form-urlencoded";
const GRANT = "grant_type=client_credentials";

/** Sends exactly these headers: fetch would add some. */
function send(
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text })).on("error", reject);
    });
    request.on("error", reject).end(body);
  });
}

const memory = (options: FakeServiceOptions): FakeService => new FakeService({ takesAnyone: true, ...options });
const target = "/v2/workflows";

it("planned answers come first, then the hook's by its index, then the emulator's", () => {
  const service = memory({ workflows: [], reply: inTurn({ listing: [{ status: 429 }, undefined] }) });
  service.answerNext("listing", { status: 503 });
  const statuses = [1, 2, 3].map(() => service.handle({ url: target }).status);
  expect(statuses).toEqual([503, 200, 200]);
  service.answerAlways("listing", { body: "[1.0]" });
  expect(service.handle({ url: target }).text).toBe("[1.0]");
  service.answerAsUsual();
  expect(service.handle({ url: `https://any.example${target}?a=b` }).text).toBe('{"workflows":[]}');
  expect(service.requestsTo("listing").at(-1)).toMatchObject({ path: target, query: "a=b" });
});

it("tenants of one server each see their own workflows, with their own tokens", async () => {
  await using service = await startFakeService({
    tenants: [{ clientId: "b", clientSecret: "c", workflows: [{ id: "b" }] }],
  });
  for (const { clientId, clientSecret, workflows } of service.tenants) {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    const issued = await send(
      `${service.url}/v2/auth/token`,
      { authorization, "content-type": FORM, "content-length": `${GRANT.length}` },
      GRANT,
    );
    const { access_token: token } = JSON.parse(issued.text) as { access_token: string };
    const { text } = await send(service.url + target, { authorization: `Bearer ${token}` });
    expect(JSON.parse(text)).toEqual({ workflows });
  }
  expect((await send(service.url + target, { authorization: "Bearer other" })).status).toBe(401);
});

it.each([
  ["reset", reset, /ECONNRESET|socket hang up/],
  ["resetInBody", resetInBody, /ECONNRESET|aborted/],
  ["cutOff", cutOff, /aborted/],
])("%s breaks the connection", async (_, reply, message) => {
  await using service = await startFakeService({ reply: () => reply });
  await expect(send(service.url + target)).rejects.toThrow(message);
});
