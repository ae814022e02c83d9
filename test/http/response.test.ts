/** The start of a body that may never end, and the id of a request. */
import { Readable } from "node:stream";
import { createSecrets } from "../../provider/base/secrets.js";
import { readStart, requestIdOf } from "../../provider/http/response.js";
import { activeTimers } from "../support/timers.js";

it.each([
  [["abc", "de"], 5, "abcde", false],
  [["abc", "def", "ghi"], 4, "abcd", true],
])("the start of %j up to %i bytes is %j, cut: %s, and no timer is left", async (texts, limit, start, isCut) => {
  const timers = activeTimers();
  const stream = Readable.from(texts.map((text) => Buffer.from(text)));
  expect(await readStart(stream, limit, 5000)).toEqual({ bytes: Buffer.from(start), isCut });
  expect(stream.destroyed).toBe(true);
  expect(activeTimers()).toBe(timers);
});

it("of a body that never ends, the start is what came in time", async () => {
  const stream = new Readable({ read: () => undefined });
  stream.push("abc");
  expect(await readStart(stream, 100, 20)).toEqual({ bytes: Buffer.from("abc"), isCut: true });
  expect(stream.destroyed).toBe(true);
});

/** A header as Node.js reads it. */
const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

it.each<[string, Readonly<Record<string, string | string[]>>, string | undefined]>([
  ["the service's own", { "x-request-id": "req-1", "cf-ray": "8f0-FRA" }, "req-1"],
  ["not empty", { "x-request-id": " ", "request-id": "\u0001\u009b", "cf-ray": "ray-1" }, "ray-1"],
  ["missing", { date: "x" }, undefined],
  ["one clean line", { "x-request-id": latin1("a\u001b\tb\u202ec") }, "a b c"],
  ["without a secret", { "x-request-id": "a-token-1234567890", "request-id": "req-1" }, "req-1"],
  ["without one in UTF-8", { "x-request-id": latin1("пароль"), "cf-ray": "ray-1" }, "ray-1"],
])("the id is %s", (_name, headers, id) => {
  const { add, clean } = createSecrets();
  ["token-1234567890", "пароль"].forEach(add);
  expect(requestIdOf(headers, clean)).toBe(id);
});
