/** The table of failures, and the sentences of the common ones, each provoked over a socket: what came back, and what to do. */
import { inspect } from "node:util";
import { createTokenSource } from "../../provider/auth/index.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSecrets } from "../../provider/base/secrets.js";
import { rowOf } from "../../provider/http/failures.js";
import { opened, serve } from "../support/client.js";
import { requestListing } from "../support/requests.js";
import { deadPort, serveRaw } from "../support/loopback.js";
import { json, html } from "../support/replies.js";
import { rejectionOf } from "../support/thrown.js";

const nothing = async () => ({ url: `http://127.0.0.1:${await deadPort()}` });
const raw = (text: string) => () => opened(serveRaw((socket) => socket.once("data", () => socket.end(text))));
const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";

it.each<[what: string, result: string, message: RegExp, open: () => Promise<{ url: string }>]>([
  ["a closed port", "connection 2, may pass", /connect ECONNREFUSED .*is the service up\? \[connection\]$/, nothing],
  ["no HTTP", "connection 2, may pass", /\(HPE_INVALID_CONSTANT\).*http or https, and its port/, raw("SSH-2.0-\r\n")],
  ["another protocol", "connection 1, stays", /switched to another protocol \(EPROTO/, raw(UPGRADE)],
])("%s is %s: %s", async (_what, result, message, open) => {
  const error = await rejectionOf(WorkflowsError, requestListing(await open(), { maxRetries: 1 }));
  expect(error.message).toMatch(message);
  expect(`${error.code} ${error.attempts}, ${error.mayPass ? "may pass" : "stays"}`).toBe(result);
});

const NGINX = "<title>403 Forbidden</title><h1>403 Forbidden</h1><hr>nginx";

it.each<[status: number, body: unknown, result: string, message: string]>([
  // status  body                code, attempts        message, after the status
  [202, { a: 1 }, "not-json 1", "202 Accepted. The service must return status 200 and a JSON body."],
  [401, { error: "no" }, "refused 1", "401 Unauthorized: no. The service accepted neither the access token nor a new"],
  [403, { message: "no right" }, "forbidden 1", "403 Forbidden: no right. The service does not allow this request to"],
  [403, { error: "Forbidden", message: "Forbidden: no right" }, "forbidden 1", "returned 403 Forbidden: no right. The"],
  [403, NGINX, "forbidden 1", "returned 403 Forbidden: nginx. The response is a web page: something in front of"],
  [404, "404 page not found", "not-found 1", "404 Not Found: page not found. Is baseUrl right?"],
  [429, "", "rate-limited 2", "429 Too Many Requests (after 2 attempts). Try again later, or set requestsPerSecond"],
  [503, { title: "busy" }, "unavailable 2", "503 Service Unavailable (request r-1): busy (after 2 attempts). The"],
])("status %i with the body %j is %s: %s", async (status, body, result, message) => {
  const id = status === 503 ? { "x-request-id": "r-1" } : {};
  const service = await serve(body === NGINX ? html(NGINX, status) : json(body, status, id));
  const error = await rejectionOf(WorkflowsError, requestListing(service, { maxRetries: 1 }));
  expect(error.message).toContain(message);
  expect(`${error.code} ${error.attempts}`).toBe(result);
});

const NO_CERTIFICATE = "<html><head><title>400 No required SSL certificate was sent</title></head></html>";
const INVALID = { error: "invalid_client" };
const OTHER = { error: "unauthorized_client" };

it.each<[status: number, body: unknown, code: string, message: string, clientSecret?: string]>([
  // status, body, code, message, client secret
  [401, INVALID, "token-refused", "invalid_client. Check clientId and clientSecret: "],
  [401, "<p>Login</p>", "token-refused", "The response is a web page, so it is also possible"],
  [400, NO_CERTIFICATE, "refused", "sent. The response is a web page: something in front of the"],
  [403, { message: "no" }, "token-refused", "403 Forbidden: no. Check clientId and clientSecret"],
  [400, OTHER, "token-refused", "with the grant type client_credentials: ask an administrator"],
  [400, "token abc", "refused", "400 Bad Request. The service does not accept this request"],
  [401, INVALID, "token-refused", "clientSecret begins or ends with a space, which is sent", "s3cret-value "],
  [200, INVALID, "token-refused", "an error: invalid_client. Check clientId and clientSecret"],
  [501, { errorSummary: "no" }, "unavailable", "Some servers answer like this to credentials"],
])("a token request with status %i and %j is %s: %s", async (status, body, code, message, clientSecret = "s3cret") => {
  const { url } = await serve(json(body, status));
  const asked = createTokenSource({ baseUrl: url, clientId: "my-id", clientSecret }).getToken();
  const error = await rejectionOf(WorkflowsError, asked);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain(clientSecret);
  expect(`${error.code} ${error.attempts}`).toBe(`${code} 1`);
});

it("the request's own advice for a status replaces that of the table, unless it has none", async () => {
  const service = await serve(json({ error: "no" }, 404), json("", 403));
  const hintFor = (status: number) => (status === 404 ? "Look elsewhere." : undefined);
  const hint = async () => (await rejectionOf(WorkflowsError, requestListing(service, {}, { hintFor }))).hint;
  expect(await hint()).toBe("Look elsewhere.");
  expect(await hint()).toContain("permission");
});

it("a request is named without its query, and without a secret in its path", async () => {
  const secrets = createSecrets();
  secrets.add("s3cret");
  const service = await nothing();
  const url = new URL(`${service.url}/v2/s3cret?s3cret=1`);
  const sending = requestListing(service, { secrets }, { url });
  const { message } = await rejectionOf(WorkflowsError, sending);
  expect(message).toMatch(/: GET http:\/\/127\.0\.0\.1:\d+\/v2\/\[secret\] failed: /);
  expect(message).not.toContain("s3cret");
});

it("an unknown error is a bug of this package, and shows its name alone", async () => {
  // Such a header never comes from checked settings.
  const headers = { "x-bad": "token-1\n" };
  const error = await rejectionOf(WorkflowsError, requestListing(await nothing(), {}, { headers }));
  expect(error).toMatchObject({ code: "internal", mayPass: false });
  expect(inspect(error)).not.toContain("token-1");
  expect(error.message).toMatch(/failed \(\w*Error\)\. Try again\. If it fails again, it is a bug of this package/);
});

const AGAIN = { isRetried: true, mayPass: true };
const ONCE = { isRetried: false, mayPass: false };

it.each<[keys: readonly (number | string)[], code: string, tried: object, advice: string]>([
  [["ERR_TOO_MANY_REDIRECTS"], "redirect", ONCE, "lead in a circle"],
  [[404, 410], "not-found", ONCE, "the part of the address before /v2"],
  [[400, 402, 405, 409, 418, 422, 451], "refused", ONCE, "does not accept this request"],
  [[408, 425, 500, 502, 503, 504, 509, 520, 521, 524, 529, 530], "unavailable", AGAIN, "Try again later"],
  [[501, 505, 511, 525, 526, 599, 600], "unavailable", ONCE, "Try again later"],
  [["ENOTFOUND", "EAI_AGAIN"], "dns", AGAIN, "access to its network"],
  [["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE", "Z_BUF_ERROR"], "connection", AGAIN, "Try again."],
  [["ETIMEDOUT", "EHOSTUNREACH", "ENETDOWN"], "connection", AGAIN, "access to its network"],
  [["EWHATEVER", "EAI_FAIL", "ERR_SOCKET_CLOSED"], "connection", ONCE, "access to its network"],
  // The text of such an error may quote a header.
  [["ERR_INVALID_CHAR", "ERR_HTTP_INVALID_HEADER_VALUE"], "internal", ONCE, "report it"],
  [["Z_DATA_ERROR", "ERR_BROTLI_DECODER_ERROR_FORMAT"], "not-json", ONCE, "in an encoding that the request does not"],
  [["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"], "tls", ONCE, "check the clock of this machine"],
  [["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"], "tls", ONCE, "set caCertificates"],
  [["CERT_REVOKED"], "tls", ONCE, "must replace its certificate"],
  [["ERR_SSL_WRONG_VERSION_NUMBER"], "tls", ONCE, "speak https at this port"],
  [["PROXY_404", "PROXY_SELF_SIGNED_CERT_IN_CHAIN"], "proxy", ONCE, "Check HTTPS_PROXY"],
  [["PROXY_502", "PROXY_ECONNREFUSED"], "proxy", AGAIN, "Check HTTPS_PROXY"],
])("%j: %s, %j, %s", (keys, code, tried, advice) => {
  for (const key of keys) {
    expect({ key, ...rowOf(key) }).toEqual({ key, code, ...tried, advice: expect.stringContaining(advice) as string });
  }
});
