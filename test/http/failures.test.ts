/** What a failed attempt becomes: its error, whether it is retried, and the words of the progress line. */
import { NetworkError, ResponseError, ServiceError, TimeoutError } from "../../provider/http/errors.js";
import {
  attemptTimeout,
  bodyFailure,
  cancelledError,
  clientCertificateFailure,
  deadlineError,
  nameRequest,
  networkFailure,
  proxyFailure,
  redirectFailure,
  statusFailure,
  unknownError,
} from "../../provider/http/failures.js";
import { NOT_A_PROXY, ProxyFailure } from "../../provider/http/proxy.js";
import { listingRequest } from "../support/requests.js";

const plain = listingRequest("https://api.example.com/v2/workflows?token=s3cret");
const request = nameRequest(plain, (text) => text);
const TARGET = "GET https://api.example.com/v2/workflows";

const status = (code: number, parts: Partial<Parameters<typeof statusFailure>[1]> = {}, of = request) =>
  statusFailure(of, {
    status: code,
    message: "",
    gatewayHint: undefined,
    requestId: undefined,
    retryAfter: undefined,
    ...parts,
  });

it.each<[number, string, string, boolean, RegExp]>([
  [204, "No Content", "not-json", false, /^The service must return status 200 and a JSON body\.$/],
  [299, "", "not-json", false, /status 200/],
  [300, "Multiple Choices", "redirect", false, /^Is baseUrl right\?$/],
  [399, "", "redirect", false, /^Is baseUrl right\?$/],
  [400, "Bad Request", "refused", false, /does not accept this request/],
  [401, "Unauthorized", "refused", false, /neither the access token nor a new one/],
  [403, "Forbidden", "forbidden", false, /lack the permission/],
  [404, "Not Found", "not-found", false, /the part of the address before \/v2/],
  [408, "Request Timeout", "unavailable", true, /a problem of its own/],
  [410, "Gone", "not-found", false, /the part of the address before \/v2/],
  [418, "I'm a Teapot", "refused", false, /does not accept this request/],
  [429, "Too Many Requests", "rate-limited", true, /requestsPerSecond/],
  [499, "", "refused", false, /does not accept this request/],
  [500, "Internal Server Error", "unavailable", true, /a problem of its own/],
  [501, "Not Implemented", "unavailable", false, /a problem of its own/],
  [503, "Service Unavailable", "unavailable", true, /a problem of its own/],
])("status %i %s is %s, retried: %s", (number, reason, code, isRetried, hint) => {
  const failure = status(number);
  const label = `${number} ${reason}`.trim();
  expect(failure.label).toBe(label);
  expect(failure.message).toBe(label);
  expect(failure.retry).toEqual(isRetried ? { after: 0 } : undefined);
  const error = failure.toError(1);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({
    code,
    status: number,
    attempts: 1,
    doing: "list the workflows",
    problem: `${TARGET} returned ${label}.`,
  });
  expect(error.hint).toMatch(hint);
});

it("the error of a status has its message, the service's id of the request, the attempts and why there are no more", () => {
  const failure = status(503, { message: "v1.2 is down", requestId: "req-1", retryAfter: 12_000 });
  expect(failure.retry).toEqual({ after: 12_000 });
  expect(failure.toError(3, "No retry is left.")).toMatchObject({
    problem: `${TARGET} returned 503 Service Unavailable (request req-1): v1.2 is down (after 3 attempts). No retry is left.`,
    requestId: "req-1",
    attempts: 3,
  });
});

it("a gateway's hint wins over the request's, and the request's over the transport's", () => {
  const own = { ...request, hintFor: (code: number, message: string) => `${code}: ${message}` };
  expect(status(503, { message: "down" }, own).toError(1).hint).toBe("503: down");
  expect(status(503, { gatewayHint: { hint: "A gateway.", isCertain: true } }, own).toError(1).hint).toBe("A gateway.");
  expect(
    status(503, { message: "down", gatewayHint: { hint: "A gateway.", isCertain: false } }, own).toError(1).hint,
  ).toBe("A gateway. If the service itself sent this page: 503: down");
  const silent = { ...request, hintFor: () => undefined };
  expect(status(403, {}, silent).toError(1).hint).toMatch(/lack the permission/);
});

it("a request is named without its query, and without a secret in its path", () => {
  const url = new URL("https://api.example.com/v2/s3cret?s3cret=1");
  const named = nameRequest({ ...plain, url }, (text) => text.replaceAll("s3cret", "[secret]"));
  expect(named.target).toBe("GET https://api.example.com/v2/[secret]");
  expect(named.url).toBe(url);
});

it("a redirect that is not followed has its status and why, and is not retried", () => {
  const failure = redirectFailure(request, 302, "in a loop");
  expect(failure).toMatchObject({ label: "302 redirect", retry: undefined });
  expect(failure.toError(1)).toMatchObject({
    code: "redirect",
    status: 302,
    problem: `${TARGET} returned 302 Found, a redirect in a loop.`,
    hint: "Nothing was sent there. Is baseUrl right?",
  });
  const own = { ...request, hintFor: (code: number, message: string) => `${code}:${message}` };
  expect(redirectFailure(own, 302, "in a loop").toError(1).hint).toBe("302:");
  expect(redirectFailure(request, 399, "in a loop").toError(1).problem).toContain("returned 399, a redirect");
});

it.each([
  ["ECONNRESET", "connection", NetworkError, true],
  ["ECONNREFUSED", "connection", NetworkError, true],
  ["EPIPE", "connection", NetworkError, true],
  ["HPE_INVALID_CONSTANT", "connection", NetworkError, true],
  ["Z_BUF_ERROR", "connection", NetworkError, true],
  ["EWHATEVER", "connection", NetworkError, false],
  ["XHPE_", "connection", NetworkError, false],
  ["ENOTFOUND", "dns", NetworkError, true],
  ["EAI_AGAIN", "dns", NetworkError, true],
  ["CERT_HAS_EXPIRED", "tls", NetworkError, false],
  ["HPE_HEADER_OVERFLOW", "too-large", ResponseError, false],
  ["Z_DATA_ERROR", "not-json", ResponseError, false],
] as const)("the connection's fault %s is %s", (code, kind, type, isRetried) => {
  const failure = networkFailure(request, code, {});
  expect(failure.retry).toEqual(isRetried ? { after: 0 } : undefined);
  const error = failure.toError(2);
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ code: kind, attempts: 2, status: undefined });
  expect(error.problem).toMatch(/^GET https:\/\/api\.example\.com\/v2\/workflows failed: .+ \(after 2 attempts\)\.$/);
});

it.each([
  [new ProxyFailure(407, undefined), "proxy refused with 407", false],
  [new ProxyFailure(503, undefined), "proxy refused with 503", true],
  [new ProxyFailure(undefined, "ECONNREFUSED"), "proxy not reached", true],
  [new ProxyFailure(undefined, NOT_A_PROXY), "proxy not reached", true],
  [new ProxyFailure(undefined, "EWHATEVER"), "proxy not reached", false],
  [new ProxyFailure(undefined, undefined), "proxy not reached", false],
])("a proxy's failure: %#", (proxyFault, label, isRetried) => {
  const failure = proxyFailure(request, proxyFault, "http://proxy.example:3128");
  expect(failure).toMatchObject({ label, retry: isRetried ? { after: 0 } : undefined });
  const error = failure.toError(1);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ code: "proxy", status: proxyFault.status });
  expect(error.problem).toMatch(/^GET \S+ did not reach the service: .+\.$/);
  expect(error.hint).toMatch(/\S/);
});

it("a timeout has how far the attempt got, and what to raise", () => {
  const failure = attemptTimeout(request, 30_000, "connected, but no response began", undefined);
  expect(failure).toMatchObject({ label: "timeout", retry: { after: 0 } });
  const error = failure.toError(1);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    code: "timeout",
    problem: `${TARGET}: connected, but no response began within 30 s.`,
    hint: "If the service needs longer, raise requestTimeoutSeconds or deadlineSeconds.",
  });
});

it.each([
  ["no connection was made", true],
  ["connected, but no response began", false],
  ["a response began, but did not end", false],
] as const)("a timeout through a proxy names the proxy only before there is a connection: %s", (stage, isProxys) => {
  const error = attemptTimeout(request, 500, stage, "http://proxy.example:3128").toError(1);
  const unreachable = proxyFailure(request, new ProxyFailure(undefined, "ETIMEDOUT"), "http://proxy.example:3128");
  expect(error.hint === unreachable.toError(1).hint).toBe(isProxys);
  expect(error.problem.includes("through the proxy http://proxy.example:3128")).toBe(isProxys);
  expect((error.hint ?? "").includes("requestTimeoutSeconds")).toBe(!isProxys);
});

it.each([
  [undefined, "The deadline of 20 s has passed."],
  ["503 Service Unavailable", "The deadline of 20 s has passed; the last attempt ended with: 503 Service Unavailable."],
])("the deadline's error after %s", (last, problem) => {
  const error = deadlineError(request, 2, last);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    code: "timeout",
    problem,
    attempts: 2,
    doing: "list the workflows",
    hint: "If the service needs longer, raise deadlineSeconds.",
  });
});

it("a cancelled request, a body that cannot be used, a client certificate and an unknown fault", () => {
  expect(cancelledError(request.doing, 1)).toMatchObject({
    code: "cancelled",
    attempts: 1,
    message: "Could not list the workflows: The operation was cancelled. Run it again.",
  });
  const fault = { code: "too-large", what: "too much", hint: "Ask for less.", status: 200, requestId: "r" } as const;
  const body = bodyFailure(request, fault);
  expect(body).toMatchObject({ label: "too much", retry: undefined });
  expect(body.toError(1)).toBeInstanceOf(ResponseError);
  expect(body.toError(1)).toMatchObject({
    ...{ code: "too-large", hint: "Ask for less.", status: 200, requestId: "r" },
    problem: `${TARGET} returned 200 with too much.`,
  });
  const certificate = clientCertificateFailure(request, 400, { what: "no certificate", hint: "Set it." });
  expect(certificate).toMatchObject({ label: "client certificate refused", retry: undefined });
  expect(certificate.toError(1)).toMatchObject({
    ...{ code: "tls", status: 400, hint: "Set it.", name: "NetworkError" },
    problem: `${TARGET} returned 400: no certificate.`,
  });
  expect(unknownError(request, new RangeError("s3cret"), 2)).toMatchObject({
    ...{ code: "connection", attempts: 2, name: "NetworkError" },
    message: `Could not list the workflows: ${TARGET} failed (RangeError). Try again. If it fails again, it is a fault of this package: report it.`,
  });
  expect(unknownError(request, "s3cret", 1).problem).toBe(`${TARGET} failed (string).`);
});
