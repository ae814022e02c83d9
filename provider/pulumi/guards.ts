/** The resources that a program makes. Functions wait for them: nothing is made of a listing that one of them refuses. */
import * as pulumi from "@pulumi/pulumi";
import { createDeadline, systemClock, within } from "../http/deadline.js";

/** On the monitor that the SDK makes for each deployment: a program may load this package twice. */
const GUARDS = Symbol.for("pulumi-workflows.guards");

/** One that has not begun by then depends on something, and perhaps on a function. */
const BEGIN_SECONDS = 3;
/** One that has not ended by then has a transform or a hook that waits for a function. */
const END_SECONDS = 300;

/** Each resolves when a resource has compared its listing with the last one. If that fails, the engine ends the program. */
export function guardsSoFar(): Promise<unknown>[] {
  const deployment: object = pulumi.runtime.getMonitor() ?? {};
  return ((deployment as Partial<Record<symbol, Promise<unknown>[]>>)[GUARDS] ??= []);
}

/** To be called when all that the resource depends on is there, and when it is registered. */
export function addGuard(): { readonly begin: () => void; readonly end: () => void } {
  let [begin, end] = [(): void => undefined, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const done = new Promise<void>((resolve) => (end = resolve));
  const atMost = (seconds: number, promise: Promise<void>) => within(promise, createDeadline(seconds, systemClock));
  const guard = atMost(BEGIN_SECONDS, begun).then(() => atMost(END_SECONDS, done));
  guardsSoFar().push(guard.catch(() => undefined));
  return { begin, end };
}
