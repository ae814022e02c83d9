/** The table of failures, and the sentences of the common ones, each provoked over a socket: what came back, and what to do. */
import { inspect } from "node:util";
import { createTokenSource } from "../../provider/auth/index.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { createSecrets } from "../../provider/base/secrets.js";
import { nameStatus, rowOf } from "../../provider/http/failures.js";
import { createTransport, type TransportOptions } from "../../provider/auth/transport.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { listingRequest } from "../support/requests.js";
import { deadPort, serveRaw } from "../support/loopback.js";
import { json, html, inOrder } from "../support/replies.js";
import { startFakeService } from "../support/fake-service.js";
import { rejectionOf } from "../support/thrown.js";

const { opened, variables } = openedInTests();
let authority: Certificate;
beforeAll(async () => {
  authority = await createAuthority();
});

const send = (url: string, options: TransportOptions = {}): Promise<unknown> =>
  createTransport({ clock: createHastyClock(), maxRetries: 1, ...options }).send(listingRequest(`${url}/v2/workflows`));
const raw = (text: string) => async (): Promise<unknown> =>
  send((await opened(serveRaw((socket) => socket.once("data", () => socket.end(text))))).url);

async function sendWithoutOwn(maxVersion: "TLSv1.2" | "TLSv1.3"): Promise<unknown> {
  const own = await createCertificate(authority);
  const options = { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true, maxVersion };
  const { url } = await opened(startFakeService({ tls: options, isStrict: false, reply: inOrder(json("[]")) }));
  return send(url, { tls: { ca: authority.cert } });
}

const sendToNothing = async (): Promise<unknown> => send(`http://127.0.0.1:${await deadPort()}`);
const sendThrough = (proxy: string): Promise<unknown> => {
  variables.set({ HTTPS_PROXY: proxy });
  return send("https://api.example.com");
};
const tls12 = (): Promise<unknown> => sendWithoutOwn("TLSv1.2");
const tls13 = (): Promise<unknown> => sendWithoutOwn("TLSv1.3");

const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n";

it.each<[what: string, result: string, message: RegExp, provoke: () => Promise<unknown>]>([
  // what                      code, attempts  message                    provoke
  ["a closed port", "connection 2", /connect ECONNREFUSED .*is the service up\? \[connection\]$/, sendToNothing],
  ["no HTTP", "connection 2", /\(HPE_INVALID_CONSTANT\).*http or https, and its port/, raw("SSH-2.0-OpenSSH\r\n")],
  ["another protocol", "connection 1", /switched to another protocol \(ERR_PROTOCOL_SWITCHED\)/, raw(UPGRADE)],
  [
    "no client's certificate, TLS 1.2",
    "tls 1",
    /alert handshake failure \(EPROTO\)\. .*check clientCertificate/,
    tls12,
  ],
  ["no client's certificate, TLS 1.3", "tls 1", /certificate required \(ERR_SSL_.*check clientCertificate/, tls13],
])("%s is %s: %s", async (_what, result, message, provoke) => {
  const error = await rejectionOf(WorkflowsError, provoke());
  expect(error.message).toMatch(message);
  expect(`${error.code} ${error.attempts}`).toBe(result);
});

const NGINX = "<title>403 Forbidden</title><h1>403 Forbidden</h1><hr>nginx";

it.each<[status: number, body: unknown, result: string, message: string]>([
  // status  body                code, attempts        message, after the status
  [202, { a: 1 }, "not-json 1", "202 Accepted. The service must return status 200 and a JSON body."],
  [202, { error: "no" }, "not-json 1", "202 Accepted: no. The service must return status 200"],
  [401, { error: "no" }, "refused 1", "401 Unauthorized: no. The service accepted neither the access token nor a new"],
  [403, { message: "no right" }, "forbidden 1", "403 Forbidden: no right. The service does not allow this request to"],
  [
    403,
    { error: "Forbidden" },
    "forbidden 1",
    "403 Forbidden. The service does not allow this request to this client.",
  ],
  [403, { error: "Forbidden", message: "Forbidden: no right" }, "forbidden 1", "returned 403 Forbidden: no right. The"],
  [403, "Forbiddenness", "forbidden 1", "returned 403 Forbidden: Forbiddenness. The service"],
  [403, NGINX, "forbidden 1", "returned 403 Forbidden: nginx. The response is a web page: something in front of"],
  [404, "404 page not found", "not-found 1", "404 Not Found: page not found. Is baseUrl right?"],
  [404, "", "not-found 1", "404 Not Found. Is baseUrl right? It is the part of the address before /v2."],
  [422, { detail: "bad limit" }, "refused 1", "Entity: bad limit. The service does not accept this request."],
  [429, "", "rate-limited 2", "429 Too Many Requests (after 2 attempts). Try again later, or set requestsPerSecond"],
  [511, NGINX, "unavailable 1", "nginx. The response is a web page: something in front of the service"],
  [503, { title: "busy" }, "unavailable 2", "503 Service Unavailable (request r-1): busy (after 2 attempts). The"],
])("status %i with the body %j is %s: %s", async (status, body, result, message) => {
  const id = status === 503 ? { "x-request-id": "r-1" } : {};
  const { url } = await opened(
    startFakeService({
      isStrict: false,
      reply: inOrder(body === NGINX ? html(NGINX, status) : json(body, status, id)),
    }),
  );
  const error = await rejectionOf(WorkflowsError, send(url));
  expect(error.message).toContain(message);
  expect(`${error.code} ${error.attempts}`).toBe(result);
});

const NO_CERTIFICATE = "<html><head><title>400 No required SSL certificate was sent</title></head></html>";
const INVALID = { error: "invalid_client" };
const OTHER = { error: "unauthorized_client" };

it.each<[status: number, body: unknown, code: string, message: string, clientId: string, clientSecret: string]>([
  // status  body      client ID and secret           code             message
  [401, INVALID, "token-refused", "invalid_client. Check clientId and clientSecret: ", "my-id", "s3cret-value"],
  [401, "<p>Login</p>", "token-refused", "401 Unauthorized. Check clientId and clientSecret", "my-id", "s3cret-value"],
  [401, "<p>Login</p>", "token-refused", "The response is a web page, so it is also possible", "my-id", "s3cret-value"],
  [401, '<?xml version="1.0"?><fault/>', "token-refused", "Check clientId and clientSecret", "my-id", "s3cret-value"],
  [401, "", "token-refused", "401 Unauthorized. Check clientId and clientSecret", "my-id", "s3cret-value"],
  [401, "no", "token-refused", "401 Unauthorized. Check clientId and clientSecret", "my-id", "s3cret-value"],
  [
    400,
    NO_CERTIFICATE,
    "refused",
    "sent. The response is a web page: something in front of the",
    "my-id",
    "s3cret-value",
  ],
  [
    403,
    NGINX,
    "forbidden",
    "403 Forbidden. The response is a web page: something in front of",
    "my-id",
    "s3cret-value",
  ],
  [403, "", "forbidden", "403 Forbidden. The service does not allow this request", "my-id", "s3cret-value"],
  [
    403,
    { message: "no" },
    "token-refused",
    "403 Forbidden: no. Check clientId and clientSecret",
    "my-id",
    "s3cret-value",
  ],
  [
    400,
    OTHER,
    "token-refused",
    "with the grant type client_credentials: ask an administrator",
    "my-id",
    "s3cret-value",
  ],
  [400, "token abc", "refused", "400 Bad Request. The service does not accept this request", "my-id", "s3cret-value"],
  [401, INVALID, "token-refused", "clientSecret begins or ends with a space, which is sent", "my-id", "s3cret-value "],
  [401, INVALID, "token-refused", "clientId begins and ends with quotation marks, which", '"my-id"', "s3cret-value"],
  [
    403,
    INVALID,
    "token-refused",
    "clientSecret contains a percent sign or a plus sign, and is sent",
    "my-id",
    "p%q/s3cret",
  ],
  [200, INVALID, "token-refused", "an error: invalid_client. Check clientId and clientSecret", "my id", "pq/s3cret"],
  [400, { error: "invalid_scope" }, "token-refused", "no `scope` and no `audience`", "my-id", "s3cret-value"],
  [
    400,
    { error: "x", message: "No audience" },
    "token-refused",
    "no `scope` and no `audience`",
    "my-id",
    "s3cret-value",
  ],
  [501, { errorSummary: "no" }, "unavailable", "Some servers answer like this to credentials", "my-id", "s3cret-value"],
  [501, "", "unavailable", "clientSecret contains a percent sign", "my-id", "p%zz-s3cret"],
])("a token request with status %i and %j is %s: %s", async (status, body, code, message, clientId, clientSecret) => {
  const { url } = await opened(startFakeService({ isStrict: false, reply: inOrder(json(body, status)) }));
  const asked = createTokenSource({ baseUrl: url, clientId, clientSecret }).getToken();
  const error = await rejectionOf(WorkflowsError, asked);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain(clientSecret);
  expect(`${error.code} ${error.attempts}`).toBe(`${code} 1`);
});

it.each<[what: string, provoke: () => Promise<unknown>, code: string, mayPass: boolean]>([
  ["a closed port", sendToNothing, "connection", true],
  ["another protocol", raw(UPGRADE), "connection", false],
  [
    "status 503",
    async () => send((await opened(startFakeService({ isStrict: false, reply: inOrder(json("", 503)) }))).url),
    "unavailable",
    true,
  ],
  [
    "status 501",
    async () => send((await opened(startFakeService({ isStrict: false, reply: inOrder(json("", 501)) }))).url),
    "unavailable",
    false,
  ],
  ["a proxy of an unknown kind", () => sendThrough("socks5://127.0.0.1:1"), "proxy", false],
  ["a proxy that is down", async () => sendThrough(`http://127.0.0.1:${await deadPort()}`), "proxy", true],
])("%s may pass by itself, or not", async (_what, provoke, code, mayPass) => {
  expect(await rejectionOf(WorkflowsError, provoke())).toMatchObject({ code, mayPass });
});

it("the request's own advice for a status replaces that of the table, unless it has none", async () => {
  const { url } = await opened(
    startFakeService({ isStrict: false, reply: inOrder(json({ error: "no" }, 404), json("", 403)) }),
  );
  const hintFor = (status: number) => (status === 404 ? "Look elsewhere." : undefined);
  const sendIt = () => createTransport({ maxRetries: 0 }).send(listingRequest(url, { hintFor }));
  expect((await rejectionOf(WorkflowsError, sendIt())).hint).toBe("Look elsewhere.");
  expect((await rejectionOf(WorkflowsError, sendIt())).hint).toContain("permission");
});

it("a request is named without its query, and without a secret in its path", async () => {
  const secrets = createSecrets();
  secrets.add("s3cret");
  const sending = createTransport({ secrets, maxRetries: 0 }).send(
    listingRequest(`http://127.0.0.1:${await deadPort()}/v2/s3cret?s3cret=1`),
  );
  const { message } = await rejectionOf(WorkflowsError, sending);
  expect(message).toMatch(/: GET http:\/\/127\.0\.0\.1:\d+\/v2\/\[secret\] failed: /);
  expect(message).not.toContain("s3cret");
});

it("an unknown error is a bug of this package, and shows its name alone", async () => {
  // Such a header never comes from checked settings.
  const headers = { "x-bad": "token-1\n" };
  const error = await rejectionOf(
    WorkflowsError,
    createTransport({ headers }).send(listingRequest("http://127.0.0.1:1")),
  );
  expect(error).toMatchObject({ code: "internal", mayPass: false });
  expect(inspect(error)).not.toContain("token-1");
  expect(error.message).toMatch(/failed \(\w*Error\)\. Try again\. If it fails again, it is a bug of this package/);
});

type Row = [
  key: number | string,
  code: string,
  retries: "again" | "once",
  passing: "may pass" | "stays",
  advice: string,
];

it.each<Row>([
  // key                              code            retries   passing      advice
  [202, "not-json", "once", "stays", "must return status 200"],
  [302, "redirect", "once", "stays", "Nothing was sent there"],
  [399, "redirect", "once", "stays", "Nothing was sent there"],
  [401, "refused", "once", "stays", "Do these credentials belong to this baseUrl"],
  [403, "forbidden", "once", "stays", "needs a permission"],
  [404, "not-found", "once", "stays", "the part of the address before /v2"],
  [410, "not-found", "once", "stays", "the part of the address before /v2"],
  [418, "refused", "once", "stays", "does not accept this request"],
  [429, "rate-limited", "again", "may pass", "requestsPerSecond"],
  ...[408, 425, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524, 529, 530].map((status): Row => [
    status,
    "unavailable",
    "again",
    "may pass",
    "Try again later",
  ]),
  ...[501, 505, 525, 526, 599, 600].map((status): Row => [status, "unavailable", "once", "stays", "Try again later"]),
  ["ENOTFOUND", "dns", "again", "may pass", "access to its network"],
  ["EAI_AGAIN", "dns", "again", "may pass", "access to its network"],
  ["ECONNRESET", "connection", "again", "may pass", "Try again."],
  ["EPIPE", "connection", "again", "may pass", "Try again."],
  ["ERR_STREAM_PREMATURE_CLOSE", "connection", "again", "may pass", "Try again."],
  ["ERR_HTTP_CONTENT_LENGTH_MISMATCH", "connection", "again", "may pass", "Try again."],
  ["Z_BUF_ERROR", "connection", "again", "may pass", "Try again."],
  ["ECONNREFUSED", "connection", "again", "may pass", "is the service up"],
  ["ETIMEDOUT", "connection", "again", "may pass", "access to its network"],
  ["EHOSTUNREACH", "connection", "again", "may pass", "access to its network"],
  ["ENETDOWN", "connection", "again", "may pass", "access to its network"],
  ["EWHATEVER", "connection", "once", "stays", "access to its network"],
  ["HPE_INVALID_CONSTANT", "connection", "again", "may pass", "http or https, and its port"],
  ["HPE_HEADER_OVERFLOW", "too-large", "once", "stays", "--max-http-header-size"],
  ["TIMEOUT", "timeout", "again", "may pass", "requestTimeoutSeconds"],
  ["DEADLINE", "timeout", "once", "may pass", "deadlineSeconds"],
  ["Z_DATA_ERROR", "not-json", "once", "stays", "in an encoding that the request does not accept"],
  ["ERR_BROTLI_DECODER_ERROR_FORMAT", "not-json", "once", "stays", "in an encoding that the request does not accept"],
  ["CERT_HAS_EXPIRED", "tls", "once", "stays", "check the clock of this machine"],
  ["CERT_NOT_YET_VALID", "tls", "once", "stays", "Check the clock of this machine"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls", "once", "stays", "set caCertificates"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", "once", "stays", "set caCertificates"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", "once", "stays", "Is the host in baseUrl right"],
  ["CERT_REVOKED", "tls", "once", "stays", "must replace its certificate"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", "once", "stays", "speak https at this port"],
  ["PROXY_407", "proxy", "once", "stays", "Put the proxy's user and password"],
  ["PROXY_404", "proxy", "once", "stays", "Check HTTPS_PROXY"],
  ["PROXY_502", "proxy", "again", "may pass", "Check HTTPS_PROXY"],
  ["PROXY_ECONNREFUSED", "proxy", "again", "may pass", "Check HTTPS_PROXY"],
  ["PROXY_SELF_SIGNED_CERT_IN_CHAIN", "proxy", "once", "stays", "Check HTTPS_PROXY"],
  ["PROXY_ADDRESS", "proxy", "once", "stays", "percent-encoded user and password"],
  ["PROXY_TIMEOUT", "timeout", "again", "may pass", "Check HTTPS_PROXY"],
  ["ERR_GOT_REQUEST_ERROR", "internal", "once", "stays", "it is a bug of this package"],
  ["", "internal", "once", "stays", "it is a bug of this package"],
])("%s is %s, tried %s, %s: %s", (key, code, retries, passing, advice) => {
  expect(rowOf(key)).toEqual({
    code,
    isRetried: retries === "again",
    mayPass: passing === "may pass",
    advice: expect.stringContaining(advice) as string,
  });
});

it("a status has its name, if it has one", () => {
  expect([429, 599].map(nameStatus)).toEqual(["429 Too Many Requests", "599"]);
});
