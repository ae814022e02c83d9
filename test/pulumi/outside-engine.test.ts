/** A program that runs without an engine: standard output is its own, and the service is the one that is set. */
import { getWorkflows } from "../../provider/index.js";
import { startFakeService } from "../support/fake-service.js";

afterEach(() => jest.restoreAllMocks());

it("progress goes to standard error", async () => {
  await using emulator = await startFakeService();
  emulator.answerNext("listing", { status: 503, headers: { "retry-after": "1" } });
  jest.replaceProperty(process, "env", emulator.environment());
  const out = [jest.spyOn(process.stdout, "write"), jest.spyOn(console, "log"), jest.spyOn(console, "info")];
  const err = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  await getWorkflows();
  expect(err.mock.calls.map(([text]) => text).join("")).toContain("workflows: 503 Service Unavailable, waiting 1 s");
  expect(out.flatMap((spy) => spy.mock.calls).join()).not.toContain("503");
});

it("a listing is that of the service that is set, also after another one", async () => {
  for (const id of ["first", "second"]) {
    await using emulator = await startFakeService({ workflows: [{ id }] });
    jest.replaceProperty(process, "env", emulator.environment());
    expect([(await getWorkflows()).items, (await getWorkflows()).items]).toEqual([[{ id }], [{ id }]]);
    expect(emulator.requests.map(({ path }) => path)).toEqual(["/v2/auth/token", "/v2/workflows"]);
  }
});
