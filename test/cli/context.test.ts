/** What a command gets from its process. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../provider/cli/exit-codes.js";
import { processContext } from "../../provider/cli/context.js";

const folder = mkdtempSync(join(tmpdir(), "context-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is read of a descriptor on these bytes. */
async function readFrom(bytes: Buffer): Promise<string> {
  const path = join(folder, "secret");
  writeFileSync(path, bytes);
  const descriptor = openSync(path, "r");
  try {
    return await processContext(new AbortController().signal).readDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

it.each([
  ["as it is", Buffer.from("pä$s \n")],
  ["without the byte order mark that an editor put before it", Buffer.from("\ufeffpä$s \n")],
  ["as text where Windows PowerShell wrote it as UTF-16", Buffer.from("\ufeffpä$s \n", "utf16le")],
])("a secret is read from a descriptor %s", async (_, bytes) => {
  expect(await readFrom(bytes)).toBe("pä$s \n");
});

it("bytes that are no text are no secret: others would be sent in their place", async () => {
  const error = await readFrom(Buffer.from("pä$s", "latin1")).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect((error as CommandError).message).toMatch(/file descriptor \d+ is not UTF-8 text/);
});

it.each([
  ["30", 30],
  ["", 120],
  ["0", 120],
  ["wide", 120],
])("COLUMNS=%j of the environment makes tables and help %i columns wide", (columns, width) => {
  const before = process.env["COLUMNS"];
  process.env["COLUMNS"] = columns;
  try {
    expect(processContext(new AbortController().signal).width).toBe(width);
  } finally {
    if (before === undefined) {
      delete process.env["COLUMNS"];
    } else {
      process.env["COLUMNS"] = before;
    }
  }
});
