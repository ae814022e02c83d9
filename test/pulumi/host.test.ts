/** The host's log: a line reaches the user, and never fails. */
import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import proto from "@pulumi/pulumi/proto/engine_pb";
import { createEngineLog, createHost } from "../../provider/pulumi/lifecycle/host.js";
import { startEngineLog } from "../support/engine-log.js";
import { serveRaw } from "../support/loopback.js";

afterEach(() => jest.restoreAllMocks());

it.each([
  ["there is no engine", undefined],
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

it("goes to stderr where an engine takes the line and never answers, and the next line does not wait for it", async () => {
  const written: string[] = [];
  jest.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const silent = await serveRaw(() => undefined);
  const log = createEngineLog(
    () => (written.length === 0 ? `127.0.0.1:${silent.port}` : undefined),
    () => ({ grpc, service: { EngineClient }, proto }),
  );
  await Promise.all([log("warning", "first"), log("info", "second")]);
  expect(written).toEqual(["warning: first\n", "info: second\n"]);
  await silent.close();
});

it("goes to the engine of now, where a process serves one after the other", async () => {
  const [first, second] = [await startEngineLog(), await startEngineLog()];
  let engine = first;
  const log = createEngineLog(
    () => engine.address,
    () => ({ grpc, service: { EngineClient }, proto }),
  );
  await log("info", "one");
  first.close();
  engine = second;
  await log("info", "two");
  await log("info", "three");
  second.close();
  expect([first.lines, second.lines]).toEqual([["one"], ["two", "three"]]);
});

it("has no secret, whether the session or a caller writes the line", async () => {
  const lines: string[] = [];
  const write = (_severity: string, line: string): Promise<void> => Promise.resolve(void lines.push(line));
  const { session, log } = createHost({ config: () => undefined, log: write });
  session.secrets.add("correct-horse-battery");
  session.warn("`where`: there is correct-horse-battery.");
  await log("info", "workflows: +correct-horse-battery; +9");
  expect(lines).toEqual(["`where`: there is [secret].", "workflows: +[secret]; +9"]);
});
