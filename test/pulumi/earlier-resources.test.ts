/** Functions that wait for longer than five seconds: of the seconds themselves nothing is left. */
import * as pulumi from "@pulumi/pulumi";
import timers from "node:timers/promises";
import { addResource, allRegistered, earlierResources } from "../../provider/pulumi/earlier-resources.js";

beforeEach(async () => {
  const { setTimeout: wait } = timers;
  jest.spyOn(timers, "setTimeout").mockImplementation((_, ...rest) => wait(0, ...rest));
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) });
});
afterEach(() => jest.restoreAllMocks());

function connect(error?: Error): void {
  const waitForReady = (_: number, done: (error?: Error) => void): void => done(error);
  Object.assign(pulumi.runtime.getMonitor() ?? {}, { waitForReady });
}

test("while the engine runs, an error says what may wait for the function", async () => {
  connect();
  addResource().begin();
  await expect(allRegistered(earlierResources())).rejects.toThrow(/a hook, a transform or a dependency of one calls/);
});

test("when the engine has gone, nothing goes on with what was read", async () => {
  connect(new Error("gone"));
  const { begin, end } = addResource();
  begin();
  let isDone = false;
  const all = allRegistered(earlierResources()).then(() => (isDone = true));
  await timers.setTimeout(0);
  await timers.setTimeout(0);
  expect(isDone).toBe(false);
  end();
  await all;
});
