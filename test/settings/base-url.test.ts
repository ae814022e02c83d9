/** Which addresses are taken, and what they become. */
import { address, endpoint, insecureFault } from "../../provider/settings/base-url.js";

it.each([
  ["https://api.example.com", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/", "https://api.example.com/v2/workflows"],
  ["https://api.example.com:8443/tenant/a//", "https://api.example.com:8443/tenant/a/v2/workflows"],
  ["  https://api.example.com ", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/v2/other", "https://api.example.com/v2/other/v2/workflows"],
  ["https://api.example.com/v2/workflows/x", "https://api.example.com/v2/workflows/x/v2/workflows"],
  ["HTTPS://API.example.com", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/v2x", "https://api.example.com/v2x/v2/workflows"],
  ["http://localhost:3000/p%20q", "http://localhost:3000/p%20q/v2/workflows"],
  ["http://[::1]:3000", "http://[::1]:3000/v2/workflows"],
])("%s leads to %s", (text, expected) => {
  const parsed = address.parse(text);
  expect(parsed !== undefined && "value" in parsed ? endpoint(parsed.value, "/v2/workflows").href : parsed).toBe(
    expected,
  );
});

const EXAMPLE = "It takes the service's address, for example https://api.example.com.";

it.each([
  ["", `is empty. ${EXAMPLE}`],
  ['"https://api.example.com"', "begins and ends with quotation marks. Remove them."],
  ["api.example.com", `is not a URL ("api.example.com"). ${EXAMPLE}`],
  ["user:pass@host", `is not a URL. ${EXAMPLE}`],
  ["ftp://example.com", 'must begin with https:// ("ftp://example.com").'],
  ["https://user:pass@example.com", "must not contain a user or password. Set clientId and clientSecret instead."],
  ["https://user@example.com", "must not contain a user or password. Set clientId and clientSecret instead."],
  ["https://:pass@example.com", "must not contain a user or password. Set clientId and clientSecret instead."],
  ["  ", `is empty. ${EXAMPLE}`],
  ["see https://example.com", `is not a URL ("see https://example.com"). ${EXAMPLE}`],
  ["https://", `is not a URL ("https://"). ${EXAMPLE}`],
  ["https://example.com/V2", "must end before /v2, which is added to it: use https://example.com."],
  ["https://example.com/v2/v2", "must end before /v2, which is added to it: use https://example.com."],
  ["https://example.com/a/v2/workflows", "must end before /v2, which is added to it: use https://example.com/a."],
  ["https://example.com?key=1", "must not have a query (?…) or a fragment (#…)."],
  ["https://example.com/#", "must not have a query (?…) or a fragment (#…)."],
  ["https://example.com/p/v2/", "must end before /v2, which is added to it: use https://example.com/p."],
  ["https://example.com/v2/auth/token", "must end before /v2, which is added to it: use https://example.com."],
])("%j is refused", (value, fault) => {
  expect(address.parse(value)).toEqual({ fault });
});

it.each([[7], [null], [["https://example.com"]], [new URL("https://example.com")]])("%p is no address", (value) => {
  expect(address.parse(value)).toBeUndefined();
});

it("plain http elsewhere is refused with the setting that allows it", () => {
  expect(insecureFault(new URL("http://example.com"))).toBe(
    "must begin with https:// (example.com is not this machine, and http sends the secret unencrypted). To allow it anyway, set allowInsecureHttp to true.",
  );
  expect(insecureFault(new URL("http://127.0.0.1:1"))).toBeUndefined();
  expect(insecureFault(new URL("https://example.com"))).toBeUndefined();
});
