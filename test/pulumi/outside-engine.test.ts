/** A program that runs without an engine: standard output is its own, and the service is the one that is set. */
import { getWorkflows } from "../../provider/index.js";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";

async function withSettings(emulator: Emulator, work: () => Promise<void>): Promise<void> {
  const settings = emulator.environment();
  Object.assign(process.env, settings);
  try {
    await work();
  } finally {
    Object.keys(settings).forEach((name) => Reflect.deleteProperty(process.env, name));
  }
}

test("progress goes to standard error", async () => {
  await using emulator = await startEmulator();
  emulator.failNext("listing", { status: 503, headers: { "retry-after": "1" } });
  const out = [jest.spyOn(process.stdout, "write"), jest.spyOn(console, "log"), jest.spyOn(console, "info")];
  const err = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  await withSettings(emulator, async () => {
    await getWorkflows();
    expect(err.mock.calls.map(([text]) => text).join("")).toContain("workflows: 503 Service Unavailable, waiting 1 s");
    expect(out.flatMap((spy) => spy.mock.calls).join()).not.toContain("503");
  }).finally(() => jest.restoreAllMocks());
});

test("a listing is that of the service that is set, also after another one", async () => {
  const read: unknown[] = [];
  for (const id of ["first", "second"]) {
    await using emulator = await startEmulator({ workflows: [{ id }] });
    await withSettings(emulator, async () => {
      read.push((await getWorkflows()).items, (await getWorkflows()).items);
      expect(emulator.requests.map(({ path }) => path)).toEqual(["/v2/auth/token", "/v2/workflows"]);
    });
  }
  expect(read).toEqual([[{ id: "first" }], [{ id: "first" }], [{ id: "second" }], [{ id: "second" }]]);
});
