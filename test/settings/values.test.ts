/** What each setting takes and refuses. A refused value is an issue of its setting, and shown unless it may be a secret. */
import { inspect } from "node:util";
import { type SettingKey, SETTINGS } from "../../provider/settings/definitions.js";
import { nearest } from "../../provider/settings/issue-text.js";
import { readSettings, type Settings } from "../../provider/settings/read-settings.js";
import { SettingsError } from "../../provider/base/errors.js";
import { issuesOf, thrownBy } from "../support/thrown.js";

const GOOD = { baseUrl: "https://api.example.com", clientId: "an id", clientSecret: "s3cret-value" };

const read = (config: Readonly<Record<string, string | undefined>>): Settings =>
  readSettings((key) => ({ ...GOOD, ...config })[key], {});

/** The settings of a connection with these values beside the required ones. */
function readConnection(own: object): Settings {
  const connections = JSON.stringify({ own: { ...GOOD, ...own } });
  return readSettings((key) => (key === "connections" ? connections : undefined), {}, "own");
}

/** The value of one setting, given as text or in a connection. */
function valueOf(key: SettingKey, given: unknown): unknown {
  const settings = typeof given === "string" ? read({ [key]: given }) : readConnection({ [key]: given });
  const { credentials, headers } = settings;
  const all = {
    ...settings,
    headers,
    ...credentials,
    clientSecret: credentials.clientSecret,
  };
  return all[key as keyof typeof all];
}

it.each<[key: SettingKey, given: unknown, value: unknown]>([
  // setting, given, value
  ["maxRetries", "7", 7],
  ["maxRetries", " +2.0 ", 2],
  ["requestTimeoutSeconds", "0.001", 0.001],
  ["clientId", " p@ss w ", " p@ss w "],
  ["clientId", 12, "12"],
  ["pagination", '{"type":"page"}', { type: "page" }],
  ["pagination", { type: "page", size: 5 }, { type: "page", size: 5 }],
  ["unrelatedFields", "total, /meta/count", ["total", "/meta/count"]],
  ["unrelatedFields", ' ["total"]', ["total"]],
  ["headers", '{"X-Api-Key":"k3y"}', { "x-api-key": "k3y" }],
  ["headers", { Accept: "a/b", "X-Later": null }, { accept: "a/b" }],
  ["headers", '{"X-Tenant":12,"X-Flag":true}', { "x-tenant": "12", "x-flag": "true" }],
])("%s takes %j, as %j", (key, given, value) => {
  expect(valueOf(key, given)).toEqual(value);
});

it.each(["True", " 1 ", true])("allowInsecureHttp %j allows it, and its opposite does not", (given) => {
  const insecure = (allowInsecureHttp: unknown) => () =>
    readConnection({ baseUrl: "http://example.com", allowInsecureHttp });
  expect(insecure(given)().baseUrl.href).toBe("http://example.com/");
  const opposite = typeof given === "string" ? given.replace(/true/i, "False").replace("1", "0") : false;
  expect(insecure(opposite)).toThrow("http sends the secret unencrypted");
});

it.each<[key: SettingKey, given: string, issue: string]>([
  // setting, given, a part of the issue
  ["clientId", "id:s3cret", "contains a colon"],
  ["clientSecret", "s3cret\n", "contains a line break"],
  ["clientSecret", "s3cret\u0000", "no header can carry"],
  ["bearerPath", "data/token", 'but takes a path such as /data/token or data.token. Did you mean "/data/token"?'],
  ["itemsPath", "/a~2", 'is "/a~2", but takes a path such as /data/items or data.items.'],
  ["pagination", '{ type: "page" }', "is not valid JSON. Write keys"],
  ["pagination", `'{"type":"page"}'`, "no quotes around the whole"],
  ["unrelatedFields", "[1]", "but takes names or JSON Pointers"],
  // Milliseconds in place of seconds.
  ["requestTimeoutSeconds", "30000", 'is "30000", but takes a number of seconds from 0.001 to 3600.'],
  ["deadlineSeconds", "60000", 'is "60000", but takes a number of seconds from 0.001 to 21600.'],
  ["maxRetries", "0x10", 'is "0x10", but takes a whole number from 0 to 100.'],
  ["maxRetries", " ", "but takes a whole number from 0 to 100."],
  ["maxRetries", "1.5", "a whole number from 0 to 100."],
  ["allowInsecureHttp", "maybe", 'is "maybe", but takes true or false.'],
  ["headers", '"s3cret"', 'cannot be used. It takes a JSON object of strings such as {"X-Api-Key":"…"}.'],
  ["headers", '{"X Key: s3cret":""}', "has a header whose name is not valid (RFC 9110)."],
  ["headers", '{"X-Key":"s3cret\\r\\nInjected: 1"}', "which contains a line break."],
  ["headers", '{"X-Key":"s3cretü"}', "not ASCII"],
  ["headers", '{"X-Key":1.5}', "is stored as a number, which can lose digits."],
])("%s does not take %j: %s", (key, given, issue) => {
  const error = thrownBy(SettingsError, () => read({ [key]: given }));
  expect(error.issues).toEqual([{ property: key, reason: expect.stringContaining(issue) as string }]);
  expect(error.message.startsWith(`\`workflows:${key}\` `)).toBe(true);
  expect(inspect(error)).not.toMatch(/s3cret(?!-value)/);
});

it.each(
  "authorization Content-Type CONTENT-LENGTH Host Cookie Proxy-Authorization Connection TE Trailer Expect".split(" "),
)("the header %s is refused", (name) => {
  expect(issuesOf(() => read({ headers: JSON.stringify({ "X-Good": "v", [name]: "v" }) }))).toEqual([
    expect.stringContaining(`has the header "${name}", which cannot be set: it `),
  ]);
});

it.each<[odd: unknown, words: string, fine: SettingKey[]]>([
  // value of all settings, in words, and where it is right
  [["s3cret"], "a list", ["unrelatedFields"]],
  [{ value: "s3cret" }, "an object with value", ["pagination", "headers"]],
  [{}, "an empty object", ["pagination", "headers"]],
  [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 1])), "k9, …", ["pagination", "headers"]],
  [1.5, "1.5", ["requestTimeoutSeconds", "deadlineSeconds", "requestsPerSecond"]],
])("all settings that are %j are issues at once, in the table's order, and show no secret", (odd, words, fine) => {
  const own = Object.fromEntries(SETTINGS.map(({ key }) => [key, odd]));
  const error = thrownBy(SettingsError, () => readConnection(own));
  const wrong = SETTINGS.map(({ key }) => key).filter((key) => !fine.includes(key));
  expect(error.issues.map(({ property }) => property)).toEqual(wrong);
  expect(error.issues.find(({ property }) => property === "maxRetries")?.reason).toContain(`${words}, but takes`);
  expect(inspect(error)).not.toContain("s3cret");
});

it.each([
  // given, known, nearest
  ["clientid", ["clientId", "clientSecret"], "clientId"],
  ["whre", ["where", "whenUnavailable"], "where"],
  ["xy", ["in", "not"], undefined],
  ["region", ["clientId"], undefined],
  ["a".repeat(101), ["a".repeat(100)], undefined],
])("%s is nearest, of %j, to %s", (given, known, expected) => {
  expect(nearest(given, known)).toBe(expected);
});
