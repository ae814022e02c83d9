/** The setting `baseUrl`: which addresses are taken, to which endpoint they lead, and why others are refused. */
import { endpoint } from "../../provider/settings/base-url.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { issuesOf } from "../support/thrown.js";

function read(baseUrl: string, allowInsecureHttp = "false"): Settings {
  const config: Readonly<Record<string, string>> = {
    baseUrl,
    allowInsecureHttp,
    clientId: "an id",
    clientSecret: "x-1",
  };
  return readSettings((key) => config[key], {});
}

it.each([
  // address, and that of the listing
  ["https://api.example.com", "https://api.example.com/v2/workflows"],
  ["https://api.example.com:8443/tenant/a///", "https://api.example.com:8443/tenant/a/v2/workflows"],
  ["  HTTPS://API.example.com/ ", "https://api.example.com/v2/workflows"],
  ["https://api.example.com/v2/other", "https://api.example.com/v2/other/v2/workflows"],
])("%s leads to %s", (baseUrl, expected) => {
  expect(endpoint(read(baseUrl).baseUrl, "/v2/workflows").href).toBe(expected);
});

it.each([
  // address, a part of the issue
  ["s3cret", "is not a URL that begins with https://. It takes the service's address, for example"],
  ["https://:s3cret@example.com", "Set clientId and clientSecret"],
  ["https://example.com?key=s3cret", "a query"],
  ["https://example.com/#", "a fragment"],
  ["https://example.com/V2/", "use https://example.com."],
  ["https://example.com/a/v2/workflows", "use https://example.com/a."],
])("%s is refused: %s", (baseUrl, expected) => {
  const issues = issuesOf(() => read(baseUrl));
  expect(issues).toEqual([expect.stringContaining(expected)]);
  expect(issues.join()).not.toContain("s3cret");
});

it.each(["LOCALHOST", "127.0.0.1:8080", "127.255.0.1", "[::1]:80", "127.1"])(
  "plain http to %s is allowed: it is this machine",
  (host) => {
    expect(read(`http://${host}`).baseUrl.protocol).toBe("http:");
  },
);

it.each(["localhost.example", "127.0.0.1.example", "10.0.0.1", "[::2]"])(
  "plain http to %s is refused without allowInsecureHttp",
  (host) => {
    expect(() => read(`http://${host}`)).toThrow(/must begin with https:.*allowInsecureHttp/);
    expect(read(`http://${host}`, "true").baseUrl.protocol).toBe("http:");
  },
);
