/** The resources that a program has made so far. Functions wait for them: nothing is made of a listing that one of them refuses. */
import * as pulumi from "@pulumi/pulumi";
import { createDeadline, raceDeadline, systemClock } from "../../base/deadline.js";
import { TimeoutError } from "../../base/errors.js";

const RESOURCES = Symbol.for("pulumi-workflows.resources");

/** The connection that the SDK makes for each deployment. It has the resources: a program may load this package twice. */
interface Monitor extends Partial<Record<symbol, Promise<unknown>[]>> {
  /** Not under mocks. */
  waitForReady?(deadline: number, done: (error?: Error) => void): void;
}

/** For what a resource depends on. If that takes longer, it may itself wait for a function. */
const BEGIN_SECONDS = 3;
const CHECK_SECONDS = 5;
const END_SECONDS = 300;

const getMonitor = (): Monitor => (pulumi.runtime.getMonitor() ?? {}) as Monitor;

/** Each resolves when a resource has compared its listing with the last one. If that fails, it never does: the deployment ends. */
export function earlierResources(): Promise<unknown>[] {
  return (getMonitor()[RESOURCES] ??= []);
}

/** To be called when all that the resource depends on is there, and when it is registered. */
export function addResource(): { readonly begin: () => void; readonly end: () => void } {
  let [begin, end] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  earlierResources().push(isInTime(begun, BEGIN_SECONDS).then((isBegun) => (isBegun ? ended : undefined)));
  return { begin, end };
}

/** @throws TimeoutError if the resources take so long that one of them may wait for this function. */
export async function allRegistered(resources: readonly Promise<unknown>[]): Promise<void> {
  const monitor = getMonitor();
  const all = Promise.all(resources);
  for (let seconds = 0; !(await isInTime(all, CHECK_SECONDS)); seconds += CHECK_SECONDS) {
    // An inline program lives on when its deployment has failed. Nothing may come of what it read.
    if (!(await isRunning(monitor))) {
      await all;
    }
    if (seconds >= END_SECONDS) {
      throw new TimeoutError(`A function waited ${END_SECONDS} seconds for a \`Workflows\` before it.`, {
        code: "timeout",
        hint: "If a hook, a transform or a dependency of one calls the function, call it before the resource is made.",
      });
    }
  }
}

/** Under mocks there is no engine, and no answer: nothing goes on. */
function isRunning(monitor: Monitor): Promise<boolean> {
  return new Promise((resolve) => {
    monitor.waitForReady?.(Date.now() + CHECK_SECONDS * 1000, (error) => resolve(error === undefined));
  });
}

/** @param promise which never rejects. */
function isInTime(promise: Promise<unknown>, seconds: number): Promise<boolean> {
  return raceDeadline(promise, createDeadline(seconds, systemClock))
    .then(() => true)
    .catch(() => false);
}
