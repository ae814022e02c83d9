/** The host's log: a line reaches the user, and never fails. */
import { createEngineLog } from "../../provider/pulumi/engine-log.js";

afterEach(() => jest.restoreAllMocks());

test.each([
  ["there is no engine", undefined],
  ["its address is none", "-v=3"],
  ["it cannot be talked to", "127.0.0.1:1"],
])("goes to stderr where %s", async (_, address) => {
  const written: string[] = [];
  jest.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const log = createEngineLog(
    () => address,
    () => Promise.reject(new Error("The SDK is not installed.")),
  );
  await log("warning", "first");
  await log("info", "second");
  expect(written).toEqual(["warning: first\n", "info: second\n"]);
});
