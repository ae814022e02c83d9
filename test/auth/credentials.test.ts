/** Credentials are checked once, and show nowhere. */
import { inspect } from "node:util";
import { basicAuthorization, createCredentials, credentialFaults } from "../../provider/auth/credentials.js";
import { SettingsError } from "../../provider/http/errors.js";

it.each([
  ["good ones", "id", "secret", []],
  ["an id with spaces, a secret with colons", "my id+1", "a:b:c", []],
  ["both missing", undefined, undefined, ["clientId is missing.", "clientSecret is missing."]],
  ["null", null, "s", ["clientId is missing."]],
  ["a number", 7, "s", ["clientId must be a string, not number."]],
  ["a list", "id", ["s"], ["clientSecret must be a string, not array."]],
  ["blank ones", " ", "\t", ["clientId is empty.", "clientSecret is empty."]],
  ["a line end", "id", "s\n", ["clientSecret holds a line break: was it copied with the end of its line?"]],
  ["a control character", "id", "s\u007f", ["clientSecret holds a control character, which HTTP Basic cannot send."]],
  ["half a character", "id", "\udc00", ["clientSecret holds half a character (a lone UTF-16 surrogate)."]],
])("faults of %s", (_name, id, secret, reasons) => {
  expect(credentialFaults(id, secret).map(({ reason }) => reason)).toEqual(reasons);
});

it("an id with a colon is refused with the reason", () => {
  expect(credentialFaults("a:b", "s")).toEqual([
    { property: "clientId", reason: expect.stringMatching(/^clientId holds a colon, .*RFC 7617/) as string },
  ]);
});

it("all faults are thrown at once", () => {
  const attempt = () => createCredentials({ clientId: "", clientSecret: "" });
  expect(attempt).toThrow(SettingsError);
  expect(attempt).toThrow("clientId is empty.\nclientSecret is empty.");
});

it("the secret is in no inspect and no JSON, and cannot be changed", () => {
  const credentials = createCredentials({ clientId: "id", clientSecret: "hunter2" });
  const shown = [inspect(credentials, { showHidden: true }), JSON.stringify(credentials)].join();
  expect(shown).not.toContain("hunter2");
  expect({ ...credentials }).toEqual({ clientId: "id" });
  expect(credentials.clientSecret).toBe("hunter2");
  expect(() => Object.assign(credentials, { clientId: "other" })).toThrow(TypeError);
});

it("Basic is the base64 of id, colon and secret, unencoded", () => {
  const credentials = createCredentials({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü" });
  expect(basicAuthorization(credentials)).toBe("Basic bXkgaWQrMTpwQHNzOncvJXJkK8O8");
});
