/** Functions that wait for longer than five seconds. The clock is false. */
import * as pulumi from "@pulumi/pulumi";
import { addResource, allRegistered, earlierResources } from "../../provider/pulumi/program/earlier-resources.js";

beforeEach(async () => {
  jest.useFakeTimers();
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) });
});
afterEach(() => jest.useRealTimers());

function connect(error?: Error): void {
  const waitForReady = (_: number, done: (error?: Error) => void): void => done(error);
  Object.assign(pulumi.runtime.getMonitor() ?? {}, { waitForReady });
}

test("while the engine runs, an error says what may wait for the function", async () => {
  connect();
  addResource().begin();
  const refused = expect(allRegistered(earlierResources())).rejects.toThrow(
    /a hook, a transform or a dependency of one calls/,
  );
  await jest.advanceTimersByTimeAsync(305_000);
  await refused;
});

test("when the engine has gone, nothing goes on with what was read", async () => {
  connect(new Error("gone"));
  const { begin, end } = addResource();
  begin();
  let isDone = false;
  const all = allRegistered(earlierResources()).then(() => (isDone = true));
  await jest.advanceTimersByTimeAsync(305_000);
  expect(isDone).toBe(false);
  end();
  await all;
});
