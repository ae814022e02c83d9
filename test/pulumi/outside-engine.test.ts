/** A program that runs without an engine: standard output is its own. */
import { getWorkflows } from "../../provider/index.js";
import { startEmulator } from "../../provider/testing/emulator.js";

it("progress goes to standard error", async () => {
  await using emulator = await startEmulator();
  Object.assign(process.env, emulator.environment());
  emulator.failNext("listing", { status: 503, headers: { "retry-after": "1" } });
  const out = jest.spyOn(process.stdout, "write");
  const log = jest.spyOn(console, "log");
  const info = jest.spyOn(console, "info");
  const err = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await getWorkflows();
    expect(err.mock.calls.map(([text]) => text).join("")).toContain("workflows: 503 Service Unavailable, waiting 1 s");
    expect([out.mock.calls, log.mock.calls, info.mock.calls].flat().join()).not.toContain("503");
  } finally {
    for (const spy of [out, log, info, err]) {
      spy.mockRestore();
    }
    for (const name of Object.keys(emulator.environment())) {
      Reflect.deleteProperty(process.env, name);
    }
  }
});

it("a listing is that of the service that is set, also after another one", async () => {
  const read: unknown[] = [];
  for (const id of ["first", "second"]) {
    await using emulator = await startEmulator({ workflows: [{ id }] });
    Object.assign(process.env, emulator.environment());
    try {
      read.push((await getWorkflows()).items, (await getWorkflows()).items);
      expect(emulator.requests.map(({ path }) => path)).toEqual(["/v2/auth/token", "/v2/workflows"]);
    } finally {
      for (const name of Object.keys(emulator.environment())) {
        Reflect.deleteProperty(process.env, name);
      }
    }
  }
  expect(read).toEqual([[{ id: "first" }], [{ id: "first" }], [{ id: "second" }], [{ id: "second" }]]);
});
