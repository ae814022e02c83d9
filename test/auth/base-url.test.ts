/** Which addresses are taken, and what they become. */
import { baseUrlFault, endpoint, parseBaseUrl } from "../../provider/auth/base-url.js";

it.each([
  ["https://api.example.com", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/", "https://api.example.com/v2/workflows"],
  ["https://api.example.com:8443/tenant/a//", "https://api.example.com:8443/tenant/a/v2/workflows"],
  ["  https://api.example.com ", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/v2x", "https://api.example.com/v2x/v2/workflows"],
  ["http://localhost:3000/p%20q", "http://localhost:3000/p%20q/v2/workflows"],
  ["http://[::1]:3000", "http://[::1]:3000/v2/workflows"],
])("%s asks %s", (text, expected) => {
  expect(endpoint(parseBaseUrl(text), "/v2/workflows").href).toBe(expected);
});

it.each([
  [undefined, "baseUrl is missing: the service's address, for example https://api.example.com."],
  ["", "baseUrl is empty: it must be the service's address, for example https://api.example.com."],
  [7, "baseUrl must be a string, for example https://api.example.com."],
  [
    "api.example.com",
    'baseUrl is not a URL ("api.example.com"): it must be the service\'s address, for example https://api.example.com.',
  ],
  ["user:pass@host", "baseUrl is not a URL: it must be the service's address, for example https://api.example.com."],
  ["ftp://example.com", 'baseUrl must begin with https:// ("ftp://example.com").'],
  [
    "https://user:pass@example.com",
    "baseUrl must not hold a user or password: they belong in clientId and clientSecret.",
  ],
  ["https://example.com?key=1", "baseUrl must not have a query (?…) or a fragment (#…)."],
  ["https://example.com/#", "baseUrl must not have a query (?…) or a fragment (#…)."],
  ["https://example.com/p/v2/", "baseUrl must end before /v2, which is added to it: use https://example.com/p."],
  ["https://example.com/v2/auth/token", "baseUrl must end before /v2, which is added to it: use https://example.com."],
  [
    "http://example.com",
    "baseUrl must begin with https:// (example.com is not this machine, and over http the secret could be read on the way). To allow it all the same, set allowInsecureHttp to true.",
  ],
])("%j is refused", (value, reason) => {
  expect(baseUrlFault(value)).toEqual({ property: "baseUrl", reason });
});

it("plain http elsewhere is taken where it is allowed", () => {
  expect(baseUrlFault("http://example.com", { allowInsecureHttp: true })).toBeUndefined();
});
