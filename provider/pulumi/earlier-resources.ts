/** The resources that a program has made so far. Functions wait for them: nothing is made of a listing that one of them refuses. */
import { setTimeout as wait } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";

/** On the monitor that the SDK makes for each deployment: a program may load this package twice. */
const RESOURCES = Symbol.for("pulumi-workflows.resources");

/** For what a resource depends on. If that takes longer, it may itself wait for a function. */
const BEGIN_SECONDS = 3;
const WARN_SECONDS = 60;
const WARNING =
  "A function has waited 60 seconds for the `Workflows` resources before it. If a hook or a transform of such a resource calls " +
  "the function, that does not end: call it before the resource is made, and use its result there.";

/** Each resolves when a resource has compared its listing with the last one. If that fails, it stays as it is: the deployment ends. */
export function earlierResources(): Promise<unknown>[] {
  const deployment: object = pulumi.runtime.getMonitor() ?? {};
  return ((deployment as Partial<Record<symbol, Promise<unknown>[]>>)[RESOURCES] ??= []);
}

/** To be called when all that the resource depends on is there, and when it is registered. */
export function addResource(): { readonly begin: () => void; readonly end: () => void } {
  let [begin, end] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  earlierResources().push(isInTime(begun, BEGIN_SECONDS, true).then((isBegun) => (isBegun ? ended : undefined)));
  return { begin, end };
}

export async function allRegistered(resources: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.all(resources);
  if (!(await isInTime(all, WARN_SECONDS, false))) {
    void pulumi.log.warn(WARNING);
    await all;
  }
}

/** Whether `promise` resolves within so many seconds. With `ref`, the process does not end before. */
async function isInTime(promise: Promise<unknown>, seconds: number, ref: boolean): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(seconds * 1000, false, { ref, signal: timer.signal }).catch(() => false);
  return Promise.race([promise.then(() => true), late]).finally(() => timer.abort());
}
