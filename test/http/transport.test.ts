/** What the transport returns of a response, which statuses are a success, and what it quotes of a refusal. */
import { serve } from "../support/client.js";
import { json, reset } from "../support/replies.js";
import { type Reply } from "../support/fake-service.js";
import { requestListing } from "../support/requests.js";

it("a response has its status, headers, size, address, attempts and request id", async () => {
  const service = await serve(reset, json("{}", 200, { "X-Request-ID": "abc\u00a0 1" }));
  const response = await requestListing(service);
  expect(response).toMatchObject({ status: 200, text: "{}", bytes: 2, attempts: 2, requestId: "abc 1" });
  expect(response.url.href).toBe(`${service.url}/v2/workflows`);
  expect(response.headers["content-type"]).toBe("application/json");
});

it.each<[method: "GET" | "POST", status: number, code: string | undefined]>([
  ["GET", 200, undefined],
  ["GET", 201, "not-json"],
  ["GET", 202, "not-json"],
  ["GET", 203, undefined],
  ["GET", 204, undefined],
  ["GET", 205, "not-json"],
  ["GET", 206, undefined],
  ["POST", 201, undefined], // as some frameworks return it
  ["POST", 202, "not-json"],
])("%s with status %d: %s", async (method, status, code) => {
  const service = await serve(json(status === 204 || status === 205 ? "" : "{}", status));
  const sending = requestListing(service, {}, { method, ...(method === "POST" ? { body: "a=b" } : {}) });
  const expected = code === undefined ? { status } : { status, code };
  expect(await sending.catch((error: unknown) => error)).toMatchObject(expected);
});

it.each([
  ["no UTF-8", Buffer.from("gesperrt für Sie", "latin1"), "gesperrt für Sie"],
  ["cut within a character", Buffer.from(`!! нет доступа ${"ы".repeat(20_000)}`), "нет доступа"],
])("the text of a refusal is shown, even if it is %s", async (_what, text, shown) => {
  const service = await serve(json(text, 403, { "content-type": "text/plain" }));
  await expect(requestListing(service)).rejects.toThrow(shown);
});

it("no piece of a secret is shown if the connection breaks within it", async () => {
  const secret = "t0p-secret-api-key";
  const reply: Reply = (response) => {
    response.writeHead(400, { "content-type": "text/plain", "content-length": 1000 });
    response.write(`bad key ${secret.slice(0, 7)}`, () => response.destroy());
  };
  const sending = requestListing(await serve(reply), { headers: { "x-api-key": secret } });
  await expect(sending).rejects.toThrow(/Bad Request: bad key\. /);
});
