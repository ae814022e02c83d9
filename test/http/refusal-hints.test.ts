/** Whether the service itself refused a request, or a gateway in front of it. */
import { createTokenSource } from "../../provider/auth/index.js";
import { sendAuthorized } from "../../provider/auth/authorized.js";
import { WorkflowsError } from "../../provider/http/errors.js";
import { gatewayHint, type Refusal } from "../../provider/http/refusal-hints.js";
import { createTransport } from "../../provider/http/transport.js";
import { listingRequest } from "../support/requests.js";
import { json, type Reply, serve } from "../support/servers.js";

const CREDENTIALS = /clientId and clientSecret/;

const text =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "text/plain", ...headers });
    response.end(body);
  };
const html = (status: number, title: string, headers: Record<string, string> = {}): Reply =>
  text(status, `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`, {
    "content-type": "text/html",
    ...headers,
  });
const basic = (realm: string) => ({ "www-authenticate": `Basic realm="${realm}"` });

async function failure(reply: Reply, request: "token" | "listing"): Promise<WorkflowsError> {
  const server = await serve(reply);
  const reading =
    request === "token"
      ? createTokenSource({
          baseUrl: server.url,
          clientId: "id",
          clientSecret: "s3cret-value",
          maxRetries: 0,
        }).getToken()
      : sendAuthorized(
          {
            transport: createTransport({ maxRetries: 0 }),
            tokenSource: {
              getToken: () => Promise.resolve({ value: "t0ken", expiresAt: undefined }),
              invalidate: () => undefined,
            },
          },
          listingRequest(`${server.url}/v2/workflows`),
        );
  const error: unknown = await reading.catch((caught: unknown) => caught);
  await server.close();
  if (!(error instanceof WorkflowsError)) {
    throw new Error("It did not fail.");
  }
  return error;
}

describe("something in front of the service refused", () => {
  it.each<[what: string, reply: Reply, hint: RegExp, code: string, isPage?: "page"]>([
    [
      "nginx without a client certificate",
      html(400, "400 No required SSL certificate was sent"),
      /clientCertificate/,
      "tls",
    ],
    ["nginx's 496", html(496, "496 SSL Certificate Required"), /clientCertificate/, "tls"],
    ["nginx's 495", html(495, "495 SSL Certificate Error"), /clientCertificate/, "tls"],
    [
      "nginx on http at the port of https",
      html(400, "400 The plain HTTP request was sent to HTTPS port"),
      /begin baseUrl with https/,
      "refused",
    ],
    [
      "Go on http at the port of https",
      text(400, "Client sent an HTTP request to an HTTPS server.\n"),
      /begin baseUrl with https/,
      "refused",
    ],
    [
      "Apache on http at the port of https",
      html(400, "You're speaking plain HTTP to an SSL-enabled server port"),
      /begin baseUrl with https/,
      "refused",
    ],
    ["a web page without a challenge", html(401, "Sign in"), /login of its own/, "refused", "page"],
    ["a gateway's Negotiate", text(401, "", { "www-authenticate": "Negotiate" }), /login of its own/, "refused"],
    [
      "a gateway's NTLM beside Digest",
      text(401, "no", { "www-authenticate": 'NTLM, Digest realm="x", nonce="n"' }),
      /login of its own/,
      "refused",
    ],
    ["a firewall's page", html(403, "Request blocked"), /firewall or gateway/, "forbidden", "page"],
    ["a firewall's page with 406", html(406, "Not Acceptable!"), /firewall or gateway/, "refused", "page"],
    ["a proxy on the way", text(407, "Proxy Authentication Required"), /HTTPS_PROXY/, "refused"],
    ["headers that are too long", html(431, "Request Header Fields Too Large"), /setting headers/, "refused"],
    ["nginx's page on long headers", html(400, "400 Request Header Or Cookie Too Large"), /setting headers/, "refused"],
    [
      "a network that cannot reach the service",
      text(522, "error code: 522"),
      /network in front of the service could not reach it/,
      "unavailable",
    ],
    [
      "Node.js at a port for HTTP/2 only",
      text(403, "Missing ALPN Protocol, expected `h2` to be available."),
      /sends HTTP\/1\.1/,
      "forbidden",
    ],
  ])("%s", async (_what, reply, hint, code, ...[isPage]) => {
    for (const request of ["token", "listing"] as const) {
      const error = await failure(reply, request);
      expect(error.hint).toMatch(hint);
      // The service's own framework may have sent the page.
      const [, own = ""] = error.hint?.split(" If the service itself sent this page: ") ?? [];
      expect(own !== "").toBe(isPage === "page");
      expect(CREDENTIALS.test(error.hint ?? "")).toBe(isPage === "page" && request === "token" && error.status !== 406);
      expect({ request, code: error.code }).toEqual({ request, code });
    }
  });

  it("a page with a Basic challenge to the token request may be the service's own", async () => {
    const error = await failure(html(401, "401 Authorization Required", basic("staging")), "token");
    expect(error.hint).toMatch(
      /login of its own \(realm "staging"\).* If the service itself sent this page: Check clientId/,
    );
    expect(error.code).toBe("refused");
  });

  it("a Basic challenge to a bearer token is a web server's", async () => {
    const error = await failure(text(401, "", basic("intranet")), "listing");
    expect(error.hint).toMatch(/login of its own \(realm "intranet"\)/);
  });
});

it.each<[encoding: string, shown: string]>([
  ["zstd", "400 Bad Request. The"],
  [" identity ", "400 Bad Request: n\ufffd. The"],
])("bytes that are no text are not shown if they are encoded: %j", async (encoding, shown) => {
  const reply: Reply = (response) =>
    response.writeHead(400, { "content-encoding": encoding }).end(Buffer.from([0x6e, 0xff]));
  expect((await failure(reply, "listing")).message).toContain(shown);
});

it("a secret in UTF-32 and JSON is redacted", async () => {
  const body = JSON.stringify({ error: 'for "s3cret-value" ä' }).replaceAll("value", "val\\u0075e");
  const reply: Reply = (response) =>
    response.writeHead(400).end(Buffer.from(Uint32Array.from(body, (c) => c.charCodeAt(0)).buffer));
  expect((await failure(reply, "token")).message).toContain(
    "400 Bad Request: [withheld: it repeats a part of a secret].",
  );
});

describe("the service itself refused", () => {
  it.each<[what: string, reply: Reply]>([
    ["RFC 6749's 401, which has a Basic challenge", json({ error: "invalid_client" }, 401, basic("tokens"))],
    ["a Bearer challenge", json({ message: "no" }, 401, { "www-authenticate": 'Bearer error="invalid_token"' })],
    ["a string", text(401, "Bad credentials")],
    ["400 in JSON", json({ error: "invalid_client" }, 400)],
    ["an error that is not about the grant type", json({ error: "invalid_client", error_description: "no" }, 401)],
    ["an invalid_request, as some services write it", json({ error: "invalid_request" }, 400)],
    ["403 in JSON", json({ message: "forbidden" }, 403)],
    ["an error that has the name of a property of every object", json({ error: "constructor" }, 400)],
  ])("%s: check the credentials", async (_what, reply) => {
    const failed = await failure(reply, "token");
    expect(failed).toMatchObject({ code: "token-refused", hint: expect.stringMatching(CREDENTIALS) as string });
    expect(failed.hint).not.toContain("grant type");
  });

  it.each([
    ["unsupported_grant_type", /grant type client_credentials/],
    ["invalid_scope", /scope/],
    ["server_error", /Try again later/],
    ["temporarily_unavailable", /Try again later/],
  ])("%s is not about id and secret, with status 400 or 200", async (error, hint) => {
    for (const status of [400, 200]) {
      const failed = await failure(json({ error, error_description: "no" }, status), "token");
      expect(failed.hint).toMatch(hint);
      expect(failed.hint).not.toMatch(CREDENTIALS);
    }
  });

  it.each([
    [401, "unauthorized_client", "Invalid client or Invalid client credentials"],
    [400, "unauthorized_client", "AADSTS700016: Application with identifier 'x' was not found in the directory 'y'."],
    [403, "unauthorized_client", "Grant type 'client_credentials' not allowed for the client."],
    [200, "unauthorized_client", "no"],
    [400, "invalid_request", "requested grant type is not allowed for this client"],
    [400, "invalid_grant", "no client credentials user enabled"],
  ])("it may be the credentials or the grant type: %d, %s, %s", async (status, error, error_description) => {
    const failed = await failure(json({ error, error_description }, status), "token");
    expect(failed).toMatchObject({ code: "token-refused" });
    expect(failed.hint).toMatch(CREDENTIALS);
    expect(failed.hint).toMatch(/ this client must not use the grant type client_credentials/);
  });
});

describe("a token server that needs a scope or an audience", () => {
  it.each([
    [403, "access_denied", "No audience parameter was provided, and no default audience has been configured"],
    [400, "invalid_request", "AADSTS90014: The required field 'scope' is missing from the credential."],
  ])("it may be that, or the credentials: %d, %s, %s", async (status, error, error_description) => {
    const failed = await failure(json({ error, error_description }, status), "token");
    expect(failed.hint).toMatch(CREDENTIALS);
    expect(failed.hint).toMatch(/ this client needs a default scope or audience/);
  });
});

describe("the hint for a refusal", () => {
  const KEYS =
    "If the gateway needs a key, set headers; if it needs a certificate, set clientCertificate and clientKey.";
  const HTTPS = "The server expects https at this port: begin baseUrl with https://.";
  const HEADERS =
    "The request's headers are too long for the server. Check the setting headers and the length of the credentials.";
  const LOGIN = "A web server or gateway in front of the service asks for a login of its own";
  const PAGE = `The response is a web page: a web server, firewall or gateway in front of the service refused the request. Check baseUrl, and whether this machine has access to the service. ${KEYS}`;

  const HTTP2 =
    "This package sends HTTP/1.1. Ask the operators of the service for an address that accepts it, or put a reverse proxy in between.";
  const UNREACHED =
    "A network in front of the service could not reach it, or did not understand it. Try again later. If it fails again, ask the operators of the service.";

  it.each<[refusal: Partial<Refusal>, hint: string | undefined, isCertain?: boolean]>([
    [{ status: 519 }, undefined],
    [{ status: 520 }, UNREACHED],
    [{ status: 530 }, UNREACHED],
    [{ status: 531 }, undefined],
    [{ status: 426, message: "This service requires HTTP/2" }, HTTP2],
    [{ status: 505, message: "HTTP/2 only" }, HTTP2],
    [{ status: 401, message: "HTTP/2 only" }, undefined],
    [{ status: 497 }, HTTPS],
    [{ status: 400, message: "The plain HTTP request was sent to HTTPS port" }, HTTPS],
    [{ status: 403, message: "The plain HTTP request was sent to HTTPS port" }, undefined],
    [{ status: 400, message: "This port requires TLS." }, HTTPS],
    [{ status: 400, message: "HTTP/1.1 was sent to an HTTPS port" }, HTTPS],
    [{ status: 407 }, "A proxy requires a login. Put its user and password into HTTPS_PROXY (or HTTP_PROXY)."],
    [{ status: 431 }, HEADERS],
    [{ status: 494 }, HEADERS],
    [{ status: 400, message: "Request header is too large" }, HEADERS],
    [{ status: 403, message: "Request header is too large" }, undefined],
    [{ status: 400, message: "Request body too large" }, undefined],
    [{ status: 511 }, "The network requires a login. Open a web page on this machine to see it."],
    [{ status: 401, isHtml: true }, `${LOGIN}. Check baseUrl. ${KEYS}`, false],
    [{ status: 401, challenge: "Negotiate" }, `${LOGIN}. Check baseUrl. ${KEYS}`],
    [{ status: 401, challenge: 'Digest REALM = "a\tb", nonce="n"' }, `${LOGIN} (realm "a b"). Check baseUrl. ${KEYS}`],
    [{ status: 401, challenge: "Basic realm=intranet" }, `${LOGIN}. Check baseUrl. ${KEYS}`],
    [{ status: 401, challenge: "Basic", scheme: "basic" }, undefined],
    [{ status: 401, challenge: "Digest nonce=n, Bearer" }, undefined],
    [{ status: 401, challenge: "Digest nonce=n, bearer = x" }, `${LOGIN}. Check baseUrl. ${KEYS}`],
    [{ status: 401, challenge: 'Negotiate, Basic realm="x"', scheme: "basic" }, undefined],
    [{ status: 401, challenge: "" }, undefined],
    [{ status: 401, challenge: "@" }, undefined],
    [{ status: 400, isHtml: true }, PAGE, false],
    [{ status: 403, isHtml: true }, PAGE, false],
    [{ status: 406, isHtml: true }, PAGE, false],
    [{ status: 404, isHtml: true }, undefined],
    [{ status: 400 }, undefined],
    [{ status: 403 }, undefined],
    [{ status: 406 }, undefined],
    [{ status: 500, isHtml: true }, undefined],
    [{ status: 401, isHtml: true, challenge: "Negotiate" }, `${LOGIN}. Check baseUrl. ${KEYS}`],
  ])("%j: %s", (refusal, hint, isCertain = true) => {
    expect(gatewayHint({ status: 0, isHtml: false, message: "", challenge: "", scheme: "bearer", ...refusal })).toEqual(
      hint === undefined ? undefined : { hint, isCertain },
    );
  });
});
