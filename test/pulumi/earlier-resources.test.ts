/** Functions that wait for longer than a minute: of the minute itself nothing is left. */
import * as pulumi from "@pulumi/pulumi";
import timers from "node:timers/promises";
import { addResource, allRegistered, earlierResources } from "../../provider/pulumi/earlier-resources.js";

afterEach(() => jest.restoreAllMocks());

test("a warning says what may not end, and they go on waiting", async () => {
  const { setTimeout: wait } = timers;
  jest
    .spyOn(timers, "setTimeout")
    .mockImplementation((milliseconds, ...rest) => wait(milliseconds === 60_000 ? 0 : milliseconds, ...rest));
  const warned = new Promise<string>((resolve) =>
    jest.spyOn(pulumi.log, "warn").mockImplementation(async (message) => {
      resolve(message);
      return Promise.resolve();
    }),
  );
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) });
  const { begin, end } = addResource();
  begin();
  let isDone = false;
  const all = allRegistered(earlierResources()).then(() => (isDone = true));
  expect(await warned).toMatch(/If a hook or a transform of such a resource calls the function/);
  expect(isDone).toBe(false);
  end();
  await all;
});
