/** The bytes of a body, the text in them, and the id of a request. */
import { Readable } from "node:stream";
import { createSecrets } from "../../provider/base/secrets.js";
import { decodeHeader, readBody, readStart, requestIdOf } from "../../provider/http/response.js";
import { activeTimers } from "../support/timers.js";

const chunks = (...texts: readonly string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)));

it.each([
  [["abc", "de"], 5, "abcde"],
  [[], 5, ""],
  [["abc", "def"], 5, undefined],
])("of %j with a limit of %i bytes comes %j", async (texts, limit, expected) => {
  const stream = chunks(...texts);
  const body = await readBody(stream, limit);
  expect(body?.toString()).toBe(expected);
  expect(stream.destroyed).toBe(true);
});

it.each([
  [["abc", "de"], 5, "abcde", false],
  [["abc", "def"], 5, "abcde", true],
  [["abc", "de", "f"], 5, "abcde", true],
  [["abc", "def", "ghi"], 4, "abcd", true],
])("the start of %j up to %i bytes is %j, cut: %s", async (texts, limit, start, isCut) => {
  const read = await readStart(chunks(...texts), limit, 5000);
  expect({ start: read.bytes.toString(), isCut: read.isCut }).toEqual({ start, isCut });
});

it("of a body that never ends, the start is what came in time", async () => {
  const stream = new Readable({ read: () => undefined });
  stream.push("abc");
  expect(await readStart(stream, 100, 20)).toEqual({ bytes: Buffer.from("abc"), isCut: true });
  expect(stream.destroyed).toBe(true);
});

it("of a body larger than the limit, no more is read, and no timer is left", async () => {
  const large = chunks(...Array.from({ length: 1000 }, () => "abc"));
  const timers = activeTimers();
  await readStart(large, 5, 5000);
  expect(large.destroyed).toBe(true);
  expect(activeTimers()).toBe(timers);
});

it("of a body that breaks, the start is what came before", async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from("abc");
      throw new Error("reset");
    })(),
  );
  expect(await readStart(broken, 100, 5000)).toEqual({ bytes: Buffer.from("abc"), isCut: true });
});

it("a header is UTF-8 if it can be, else what Node.js read", () => {
  expect(decodeHeader(Buffer.from("/ü").toString("latin1"))).toBe("/ü");
  expect(decodeHeader("/ü")).toBe("/ü");
});

it.each<[string, Readonly<Record<string, string | string[]>>, string | undefined]>([
  ["the service's own", { "x-request-id": "req-1", "cf-ray": "8f0-FRA" }, "req-1"],
  ["not empty", { "x-request-id": " ", "request-id": "\u0001\u009b", "cf-ray": "ray-1" }, "ray-1"],
  ["one text", { "x-request-id": ["req-1", "req-2"] }, undefined],
  ["missing", { date: "x" }, undefined],
  ["one clean line", { "x-request-id": "a\u001b\tb\u202ec" }, "a b c"],
  ["without a secret", { "x-request-id": "a-token-1234567890", "request-id": "req-1" }, "req-1"],
  ["short", { "x-request-id": "x".repeat(10_000) }, `${"x".repeat(200)}…`],
])("the id is %s", (_name, headers, id) => {
  const { add, clean } = createSecrets();
  add("token-1234567890");
  expect(requestIdOf(headers, clean)).toBe(id);
});
