/** Which redirects are followed, and where to. */
import { AttemptFailure, nameRequest, type NamedRequest } from "../../provider/http/failures.js";
import { nextUrl } from "../../provider/http/redirects.js";
import type { ServiceRequest } from "../../provider/http/types.js";
import { listingRequest } from "../support/requests.js";
import { thrownBy } from "../support/thrown.js";

const FIRST = "https://api.example.com/v2/workflows?page=1";

function requestThat(redirects: ServiceRequest["redirects"]): NamedRequest {
  return nameRequest(listingRequest(FIRST, { redirects }), (text) => text);
}

function next(location: string | undefined, status = 302, visited: readonly string[] = [FIRST]): string {
  const redact = (text: string): string => text.replaceAll("s3cret", "[secret]");
  const urls = visited.map((url) => new URL(url));
  return nextUrl(requestThat("same-origin"), urls, { status, location }, redact).href;
}

function refusalOf(work: () => unknown): string {
  return thrownBy(AttemptFailure, work).toError(1).problem;
}

it.each([301, 302, 303, 307, 308])("%i is followed on the same origin", (status) => {
  expect(next("/other", status)).toBe("https://api.example.com/other");
});

it.each([300, 304, 305, 306])("%i has no usable target", (status) => {
  expect(refusalOf(() => next("/other", status))).toMatch(/a redirect without a usable target\.$/);
});

it.each([
  ["a path below the last address", "more", "https://api.example.com/v2/sub/more"],
  ["a query", "?page=2", "https://api.example.com/v2/sub/list?page=2"],
  ["a whole address", "https://api.example.com/x", "https://api.example.com/x"],
  ["an address with the port of https", "https://api.example.com:443/x", "https://api.example.com/x"],
  ["an address with a fragment, which is left out", "/x#part", "https://api.example.com/x"],
  ["an address in UTF-8", Buffer.from("/ü").toString("latin1"), "https://api.example.com/%C3%BC"],
])("%s is followed", (_what, location, expected) => {
  const visited = [FIRST, "https://api.example.com/elsewhere", "https://api.example.com/v2/sub/list"];
  expect(next(location, 302, visited)).toBe(expected);
});

it.each([
  ["nothing", undefined, /without a usable target\.$/],
  ["no address", "https://", /to something that is not a URL\.$/],
  [
    "another host",
    "https://s3cret.example.com/s3cret",
    /to another origin \(https:\/\/\[secret\]\.example\.com\): the token/,
  ],
  ["another port", "https://api.example.com:8443/", /to another origin \(https:\/\/api\.example\.com:8443\)/],
  ["http", "http://api.example.com/", /to another origin \(http:\/\/api\.example\.com\)/],
  ["a blob of the same origin", "blob:https://api.example.com/x", /to another origin \(blob:\)/],
  ["an address without an origin", "data:text/plain,x", /to another origin \(data:\)/],
  ["an address with a user", "https://user@api.example.com/x", /to a URL with credentials in it\.$/],
  ["an address with a password", "https://:pass@api.example.com/x", /to a URL with credentials in it\.$/],
  ["the first address again", FIRST, /in a loop\.$/],
])("a redirect to %s is not followed", (_what, location, message) => {
  expect(refusalOf(() => next(location, 302, [FIRST, "https://api.example.com/v2/second"]))).toMatch(message);
});

it("ten redirects are followed, and no more", () => {
  const visited = Array.from({ length: 11 }, (_, index) => `https://api.example.com/${index}`);
  expect(next("/next", 302, visited.slice(0, 10))).toBe("https://api.example.com/next");
  expect(refusalOf(() => next("/next", 302, visited))).toMatch(/after 10 other redirects\.$/);
});

it("a request that follows none names the origin only", () => {
  const redirect = { status: 302, location: "/next?token=1" };
  const refuse = () => nextUrl(requestThat("never"), [new URL(FIRST)], redirect, (text) => text);
  expect(refusalOf(refuse)).toMatch(
    /a redirect to https:\/\/api\.example\.com: credentials are never sent to another address\.$/,
  );
});

describe("the hint for a redirect", () => {
  const ELSEWHERE = "Nothing was sent there. Is baseUrl right?";
  const moved = (base: string): string =>
    `Nothing was sent there. If that is the service's right address, set baseUrl to ${base}.`;

  it.each([
    ["the same path at another host", "https://www.example.com/v2/workflows?page=1", moved("https://www.example.com")],
    ["the same path below another one", "https://example.com/api/v2/workflows", moved("https://example.com/api")],
    ["the same path with a slash", "https://example.com/v2/workflows/", moved("https://example.com")],
    [
      "a host that has a secret",
      "https://s3cret.example.com/v2/workflows",
      "Nothing was sent there. Is baseUrl right?",
    ],
    ["a path that may have a token", "https://example.com/abcdefgh-12345678-x/v2/workflows", ELSEWHERE],
    ["plain http", "http://api.example.com/v2/workflows", ELSEWHERE],
    ["a login page", "https://login.example.com/?next=/v2/workflows", ELSEWHERE],
    ["a path that only ends alike", "https://example.com/xv2/workflows", ELSEWHERE],
    ["no web address", "data:/v2/workflows", ELSEWHERE],
  ])("to %s", (_what, location, hint) => {
    const redact = (text: string): string => text.replaceAll("s3cret", "[secret]");
    for (const redirects of ["same-origin", "never"] as const) {
      const work = () => nextUrl(requestThat(redirects), [new URL(FIRST)], { status: 308, location }, redact);
      expect(thrownBy(AttemptFailure, work).toError(1).hint).toBe(hint);
    }
  });

  it("for the same address with a slash at its end, no other baseUrl is named", () => {
    const redirect = { status: 308, location: "/v2/workflows/" };
    const work = () => nextUrl(requestThat("never"), [new URL(FIRST)], redirect, (text) => text);
    expect(thrownBy(AttemptFailure, work).toError(1).hint).toBe(ELSEWHERE);
  });

  it("without a target, nothing is said of one", () => {
    const work = () => nextUrl(requestThat("never"), [new URL(FIRST)], { status: 304, location: undefined }, String);
    expect(thrownBy(AttemptFailure, work).toError(1).hint).toBe("Is baseUrl right?");
  });
});
