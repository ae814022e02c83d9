/** The faults of the emulator: which request goes wrong, how, and how it looks on the wire. */
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { bytesOf, type EmulatedResponse, type EmulatorEndpoint, type EmulatorFault } from "./types.js";

/** What goes wrong in this repository's own tests: what users have, and damage that only a broken server does. */
export type Fault =
  | EmulatorFault
  | {
      /** Default 0. */
      delayMilliseconds?: number;
      /** The `Location` of a redirect in place of the response. */
      redirect: string;
      /** Default 302. */
      status?: number;
    }
  | {
      /** Bytes of the body per second. */
      drip: number;
      delayMilliseconds?: number;
    }
  | {
      /** Only this many bytes of the body, in a response that is otherwise well formed: truncated JSON. */
      cutBody: number;
      delayMilliseconds?: number;
    }
  | {
      /** Written to the connection in place of an HTTP response. Then the connection is closed. */
      raw: string;
      delayMilliseconds?: number;
    };

interface Delivery {
  readonly compute: () => EmulatedResponse;
  readonly fault: Fault | undefined;
  /** Receives the status that was sent, if any. */
  readonly onStatus: (status: number) => void;
  /** Aborts when the client has disconnected. */
  readonly gone: AbortSignal;
}

/** Sends what `compute()` gives, changed by `fault`. Rejects when `gone` aborts. */
export async function deliver(response: ServerResponse, { compute, fault, onStatus, gone }: Delivery): Promise<void> {
  const start = ({ status, headers, body }: EmulatedResponse): void => {
    onStatus(status);
    response.writeHead(status, { "content-length": body.length, ...headers });
  };
  const send = (emulated: EmulatedResponse): void => {
    start(emulated);
    response.end(emulated.body);
  };
  if (fault === undefined) {
    send(compute());
  } else if ("redirect" in fault) {
    send({ status: fault.status ?? 302, headers: { location: fault.redirect }, body: Buffer.alloc(0) });
  } else if ("status" in fault) {
    const body = bytesOf(fault.body ?? { error: "emulated_fault" });
    send({ status: fault.status, headers: { "content-type": "application/json", ...fault.headers }, body });
  } else if ("raw" in fault) {
    response.socket?.end(fault.raw);
  } else if ("cutBody" in fault) {
    const emulated = compute();
    send({ ...emulated, body: emulated.body.subarray(0, fault.cutBody) });
  } else if ("drip" in fault) {
    const emulated = compute();
    start(emulated);
    response.flushHeaders();
    await drip(response, emulated.body, fault.drip, gone);
  } else if ("reset" in fault) {
    if (fault.reset === "in-body") {
      const emulated = compute();
      start(emulated);
      const half = emulated.body.subarray(0, Math.ceil(emulated.body.length / 2));
      await new Promise<void>((resolve) => response.write(half, () => resolve()));
    }
    reset(response.socket);
  } else if ("hang" in fault) {
    if (fault.hang === "after-headers") {
      start(compute());
      response.flushHeaders();
    }
  } else {
    send(compute());
  }
}

async function drip(response: ServerResponse, body: Buffer, bytesPerSecond: number, gone: AbortSignal): Promise<void> {
  const milliseconds = Math.max(1000 / bytesPerSecond, 20);
  const size = Math.max(1, Math.round((bytesPerSecond * milliseconds) / 1000));
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await wait(milliseconds, undefined, { signal: gone });
  }
  response.end();
}

function reset(socket: Socket | null): void {
  // A TLS socket cannot send a TCP reset: closing it without a goodbye is the nearest.
  if (socket !== null && Object.getPrototypeOf(socket) === Socket.prototype) {
    socket.resetAndDestroy();
  } else {
    socket?.destroy();
  }
}

interface FaultPlan {
  /** What goes wrong with the request that has just come. */
  readonly take: (endpoint: EmulatorEndpoint) => Fault | undefined;
  readonly failNext: (endpoint: EmulatorEndpoint, fault: Fault, times?: number) => void;
  readonly failAlways: (endpoint: EmulatorEndpoint, fault: Fault) => void;
  readonly clearFaults: () => void;
}

export function createFaultPlan(): FaultPlan {
  let next: { endpoint: EmulatorEndpoint; fault: Fault }[] = [];
  let always: { [Key in EmulatorEndpoint]?: Fault | undefined } = {};
  return {
    take(endpoint: EmulatorEndpoint): Fault | undefined {
      const index = next.findIndex((planned) => planned.endpoint === endpoint);
      return index < 0 ? always[endpoint] : next.splice(index, 1)[0]?.fault;
    },
    failNext: (endpoint: EmulatorEndpoint, fault: Fault, times = 1) => {
      for (let count = 0; count < times; count++) {
        next.push({ endpoint, fault });
      }
    },
    failAlways: (endpoint: EmulatorEndpoint, fault: Fault) => {
      always = { ...always, [endpoint]: fault };
    },
    clearFaults: () => {
      next = [];
      always = {};
    },
  };
}
