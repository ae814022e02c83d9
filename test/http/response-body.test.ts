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
  let made = 0;
  const large = Readable.from(
    (function* () {
      for (; made < 1000; made++) {
        yield Buffer.from("abc");
      }
    })(),
  );
  const timers = activeTimers();
  await readStart(large, 5, 5000);
  expect(made).toBeLessThan(100);
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

const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

it.each<[string, Buffer, string | undefined, string | undefined]>([
  ["UTF-8", Buffer.from("ü"), undefined, "ü"],
  ["UTF-8 with a mark", Buffer.from("\uFEFFü"), undefined, "ü"],
  ["UTF-8, whatever the header has", Buffer.from("ü"), "application/json; charset=iso-8859-1", "ü"],
  ["Latin-1 that the header names", Buffer.from("ü", "latin1"), 'application/json; Charset = "iso-8859-1"', "ü"],
  ["Latin-1 before another parameter", Buffer.from("ü", "latin1"), "text/html;charset=iso-8859-1;x=y", "ü"],
  ["Latin-1 that no header names", Buffer.from("ü", "latin1"), undefined, undefined],
  ["an unknown encoding", Buffer.from("ü", "latin1"), "text/html; charset=klingon", undefined],
  ["UTF-16 with a mark, little end first", Buffer.from("\uFEFF{}", "utf16le"), undefined, "{}"],
  ["UTF-16 with a mark, big end first", utf16be("\uFEFF{}"), undefined, "{}"],
  ["UTF-16 without a mark, little end first", Buffer.from("{}", "utf16le"), undefined, "{}"],
  ["UTF-16 without a mark, big end first", utf16be("{}"), undefined, "{}"],
  ["Latin-1 that begins as a mark does", Buffer.from("ÿü", "latin1"), "text/plain; charset=latin1", "ÿü"],
  ["Latin-1 that begins as a mark ends", Buffer.from("þü", "latin1"), "text/plain; charset=latin1", "þü"],
  ["Latin-1 with the second byte of a mark", Buffer.from("aþ", "latin1"), "text/plain; charset=latin1", "aþ"],
  ["Latin-1 with the first byte of a mark second", Buffer.from("aÿ", "latin1"), "text/plain; charset=latin1", "aÿ"],
  ["UTF-16 that ends within a character", Buffer.from("{}", "utf16le").subarray(0, 3), undefined, undefined],
  ["two NULs, which are no UTF-16", Buffer.from([0, 0]), undefined, "\0\0"],
  ["a single byte", Buffer.from("1"), undefined, "1"],
  ["nothing", Buffer.from(""), undefined, ""],
])("the text of %s", (_what, bytes, contentType, expected) => {
  expect(decodeText(bytes, contentType)).toBe(expected);
});

it("a header is UTF-8 if it can be, else what Node.js read", () => {
  expect(headerText(Buffer.from("/ü").toString("latin1"))).toBe("/ü");
  expect(headerText("/ü")).toBe("/ü");
});
