/** The bytes of a body, and the text in them. */
import { Readable } from "node:stream";
import { decodeText, headerText, readBody, readStart } from "../../provider/http/response-body.js";
import { activeTimers } from "../support/timers.js";

const chunks = (...texts: readonly string[]): Readable => Readable.from(texts.map((text) => Buffer.from(text)));

it.each([
  [["abc", "de"], 5, "abcde"],
  [[], 5, ""],
  [["abc", "def"], 5, "too-large"],
])("of %j with a limit of %i bytes comes %j", async (texts, limit, expected) => {
  const stream = chunks(...texts);
  const body = await readBody(stream, limit);
  expect(body.toString()).toBe(expected);
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
  const { bytes, isCut } = await readStart(stream, 100, 20);
  expect({ start: bytes.toString(), isCut }).toEqual({ start: "abc", isCut: true });
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

it.each<[string, Buffer, string | undefined, string | undefined]>([
  ["UTF-8", Buffer.from("ü"), undefined, "ü"],
  ["UTF-8 with a mark", Buffer.from("\uFEFFü"), undefined, "ü"],
  ["UTF-8, whatever the header has", Buffer.from("ü"), "application/json; charset=iso-8859-1", "ü"],
  ["Latin-1 that the header names", Buffer.from("ü", "latin1"), 'application/json; Charset = "iso-8859-1"', "ü"],
  ["Latin-1 before another parameter", Buffer.from("ü", "latin1"), "text/html;charset=iso-8859-1;x=y", "ü"],
  ["Latin-1 that no header names", Buffer.from("ü", "latin1"), undefined, undefined],
  ["an unknown encoding", Buffer.from("ü", "latin1"), "text/html; charset=klingon", undefined],
  ["UTF-16 that the header names", Buffer.from("{}", "utf16le"), "application/json; charset=utf-16", "{}"],
  ["UTF-16 that no header names", Buffer.from("{}", "utf16le"), undefined, undefined],
  ["nothing", Buffer.from(""), undefined, ""],
])("the text of %s", (_what, bytes, contentType, expected) => {
  expect(decodeText(bytes, contentType)).toBe(expected);
});

it("a header is UTF-8 if it can be, else what Node.js read", () => {
  expect(headerText(Buffer.from("/ü").toString("latin1"))).toBe("/ü");
  expect(headerText("/ü")).toBe("/ü");
});
