/** The setting `headers`: what may be sent, and what is refused without its value being shown. */
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { faultsOf } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "a secret" };

function read(headers: string, environment = {}, connection?: string, connections?: object): Settings {
  const config: Readonly<Record<string, string | undefined>> = {
    ...GOOD,
    headers,
    connections: connections === undefined ? undefined : JSON.stringify(connections),
  };
  return readSettings((key) => config[key], environment, connection);
}

function fault(headers: string): string {
  return faultsOf(() => read(headers)).join("\n");
}

test.each([
  ['{"X-Api-Key":"k3y"}', { "x-api-key": "k3y" }],
  [
    '{"User-Agent":"mine/1.0","Accept":"application/vnd.api+json"}',
    { "user-agent": "mine/1.0", accept: "application/vnd.api+json" },
  ],
  ['{"X-Tenant":9223372036854775807}', { "x-tenant": "9223372036854775807" }],
  ['{"X-Flag":true}', { "x-flag": "true" }],
  ['{"X-Padded":"  a b  "}', { "x-padded": "a b" }],
  ['{"X-Later":null}', {}],
  ["{}", {}],
  [`{"X-All":"!\\"#$%&'()*+,-./:;<=>?@[]^_{|}~"}`, { "x-all": `!"#$%&'()*+,-./:;<=>?@[]^_{|}~` }],
])("%s is taken", (text, expected) => {
  expect(read(text).headers).toEqual(expected);
});

test.each([
  "Authorization",
  "authorization",
  "Content-Type",
  "CONTENT-LENGTH",
  "Content-Anything",
  "Host",
  "Cookie",
  "Proxy-Authorization",
  "Proxy-Connection",
  "Connection",
  "Keep-Alive",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
  "HTTP2-Settings",
  "Expect",
])("the name %s is refused", (name) => {
  expect(fault(JSON.stringify({ "X-Good": "v", [name]: "s3cret-value" }))).toMatch(
    new RegExp(`^\`workflows:headers\` has the header "${name}", which cannot be set: it .*\\.$`),
  );
});

test.each(["", "X Key", "X-Key:", "X-Kéy", "X\nKey", "(X)", "X/Y"])("%j is no name of a header", (name) => {
  expect(fault(JSON.stringify({ [name]: "s3cret-value" }))).toContain("which is no name of a header");
});

test.each([
  ["", "which is empty."],
  [" ", "which is empty."],
  ["s3cret\r\nInjected: 1", "which contains a line break."],
  ["s3cret\nx", "which contains a line break."],
  ["s3cret\u0000", "which contains a control character"],
  ["s3cretü", "which contains a character that is not ASCII."],
  ["s3cret\ud800", "which contains an incomplete character"],
  [1.5, "which is stored as a number, which can lose digits."],
  [["s3cret"], "which has a list or an object as its value."],
  [{ value: "s3cret" }, "which has a list or an object as its value."],
])("the value %j is refused, and not shown", (value, expected) => {
  const reason = fault(JSON.stringify({ "X-Api-Key": value }));
  expect(reason).toContain(`\`workflows:headers\` has the header "X-Api-Key", ${expected}`);
  expect(reason).not.toContain("s3cret");
});

test("a name that is there twice, in two spellings, is refused", () => {
  expect(fault('{"X-Key":"a","x-key":"b"}')).toContain('has the header "x-key" twice');
});

test.each(['"s3cret"', "s3cret", "[]", "null", "1", '{"X":'])("%s is no object, and not shown", (text) => {
  const reason = fault(text);
  expect(reason).toMatch(/^`workflows:headers` .*takes a JSON object of strings such as \{"X-Api-Key":"…"\}\.$/);
  expect(reason).not.toContain("s3cret");
});

test("the environment sets them, and a connection inherits neither these nor those of config", () => {
  const own = { ...GOOD, headers: { "X-Own": "of-own", "X-Digits": 123 } };
  const connections = { none: GOOD, own, text: { ...GOOD, headers: '{"X-Text":"of-text"}' } };
  const environment = { WORKFLOWS_HEADERS: '{"X-Env":"of-env"}' };
  const config: Readonly<Record<string, string>> = { ...GOOD, connections: JSON.stringify(connections) };
  expect(readSettings((key) => config[key], environment).headers).toEqual({ "x-env": "of-env" });
  const outside = '{"X-Outside":"of-config"}';
  expect(read(outside, environment, "none", connections).headers).toEqual({});
  expect(read(outside, environment, "own", connections).headers).toEqual({ "x-own": "of-own", "x-digits": "123" });
  expect(read(outside, environment, "text", connections).headers).toEqual({ "x-text": "of-text" });
});

test("every value is among the secrets, and in no JSON of the settings", () => {
  const settings = read('{"X-Api-Key":"k3y-value","X-Other":"0ther-value"}');
  expect(settings.secrets).toEqual(["a secret", "k3y-value", "0ther-value"]);
  expect(JSON.stringify(settings)).not.toMatch(/k3y-value|0ther-value/);
});
