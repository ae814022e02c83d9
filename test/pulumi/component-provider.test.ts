/** A component provider: the SDK makes a monitor for each component that it constructs, all of one engine. */
import * as pulumi from "@pulumi/pulumi";
import * as state from "@pulumi/pulumi/runtime/state.js";
import { getWorkflows } from "../../provider/index.js";
import { startFakeService } from "../support/fake-service.js";

const { withLocalStorage } = state as unknown as {
  readonly withLocalStorage: <T>(work: () => Promise<T>) => Promise<T>;
};

afterEach(() => jest.restoreAllMocks());

/** Runs `work` as the SDK's provider server constructs a component. */
function construct<T>(monitor: string, work: () => Promise<T>): Promise<T> {
  return withLocalStorage(async () => {
    pulumi.runtime.resetOptions("project", "stack", 1, "", monitor, false, "");
    return work();
  });
}

it("nine components of one engine cost one token and one listing; another engine has its own", async () => {
  await using emulator = await startFakeService();
  jest.replaceProperty(process, "env", { ...process.env, ...emulator.environment() });
  const costs = (): number[] => [emulator.requestsTo("token").length, emulator.requestsTo("listing").length];
  const components = Array.from({ length: 9 }, () => construct("127.0.0.1:1", () => getWorkflows()));
  await Promise.all(components);
  expect(costs()).toEqual([1, 1]);
  await construct("127.0.0.1:1", () => getWorkflows());
  expect(costs()).toEqual([1, 1]);
  await construct("127.0.0.1:2", () => getWorkflows());
  expect(costs()).toEqual([2, 2]);
});
