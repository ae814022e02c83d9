/** The sentences of the common failures, each provoked over a socket: what came back, and what to do. */
import { createTokenSource } from "../../provider/auth/index.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { nameRequest, unknownFailure } from "../../provider/http/failures.js";
import { createTransport, type TransportOptions } from "../../provider/auth/transport.js";
import { type Certificate, createAuthority, createCertificate } from "../support/certificates.js";
import { createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { listingRequest } from "../support/requests.js";
import { deadPort, json, page, serve, serveRaw, serveTls } from "../support/servers.js";
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
  const { url } = await opened(serveTls(options, json("[]")));
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
  // what                      provoke                     code, attempts   message
  [
    "a closed port",
    "connection 2",
    /nothing accepts connections there .*is the service up\? \[connection\]$/,
    sendToNothing,
  ],
  ["no HTTP", "connection 2", /is not valid HTTP \(HPE_.*http or https, and its port/, raw("SSH-2.0-OpenSSH\r\n")],
  ["another protocol", "connection 1", /the connection failed \(ERR_PROTOCOL_SWITCHED\)/, raw(UPGRADE)],
  ["no client's certificate, TLS 1.2", "tls 1", /alert handshake failure\)\. .*set clientC/, tls12],
  ["no client's certificate, TLS 1.3", "tls 1", /certificate required\)\. .*set clientC/, tls13],
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
  const { url } = await opened(serve(body === NGINX ? page(NGINX, status) : json(body, status, id)));
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
  [400, OTHER, "token-refused", "grant type client_credentials, or needs a scope", "my-id", "s3cret-value"],
  [400, "token abc", "refused", "400 Bad Request. The service does not accept this request", "my-id", "s3cret-value"],
  [401, INVALID, "token-refused", "clientSecret begins or ends with a space, which is sent", "my-id", "s3cret-value "],
  [401, INVALID, "token-refused", "clientId begins and ends with quotation marks, which", '"my-id"', "s3cret-value"],
  [403, INVALID, "token-refused", "in clientSecret there are characters that percent-encoding", "my-id", "p+q/s3cret"],
  [200, INVALID, "token-refused", "in clientId and clientSecret there are characters that", "my id", "p+q/s3cret"],
])("a token request with status %i and %j is %s: %s", async (status, body, code, message, clientId, clientSecret) => {
  const { url } = await opened(serve(json(body, status)));
  const asked = createTokenSource({ baseUrl: url, clientId, clientSecret }).getToken();
  const error = await rejectionOf(WorkflowsError, asked);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain(clientSecret);
  expect(`${error.code} ${error.attempts}`).toBe(`${code} 1`);
});

it.each<[what: string, provoke: () => Promise<unknown>, code: string, mayPass: boolean]>([
  ["a closed port", sendToNothing, "connection", true],
  ["another protocol", raw(UPGRADE), "connection", false],
  ["status 503", async () => send((await opened(serve(json("", 503)))).url), "unavailable", true],
  ["status 501", async () => send((await opened(serve(json("", 501)))).url), "unavailable", false],
  ["a proxy of an unknown kind", () => sendThrough("socks5://127.0.0.1:1"), "proxy", false],
  ["a proxy that is down", async () => sendThrough(`http://127.0.0.1:${await deadPort()}`), "proxy", true],
])("%s may pass by itself, or not", async (_what, provoke, code, mayPass) => {
  expect(await rejectionOf(WorkflowsError, provoke())).toMatchObject({ code, mayPass });
});

it("the request's own hint for a status replaces the transport's, unless it has none", async () => {
  const { url } = await opened(serve(json({ error: "no" }, 404), json("", 403)));
  const hintFor = (status: number, message: string) => (message === "" ? undefined : `${status}: ${message}`);
  const sendIt = () => createTransport({ maxRetries: 0 }).send(listingRequest(url, { hintFor }));
  expect((await rejectionOf(WorkflowsError, sendIt())).hint).toBe("404: no");
  expect((await rejectionOf(WorkflowsError, sendIt())).hint).toContain("permission");
});

it("a request is named without its query, and without a secret in its path", () => {
  const request = listingRequest("https://api.example.com/v2/s3cret?s3cret=1");
  const named = nameRequest(request, (text) => text.replace("s3cret", "[secret]"));
  expect(named.target).toBe("GET https://api.example.com/v2/[secret]");
});

it("an unknown error shows its name alone", () => {
  const request = nameRequest(listingRequest("https://api.example.com"), (text) => text);
  expect(unknownFailure(request, new RangeError("token-1")).what).toMatch(/failed \(RangeError\)$/);
});
