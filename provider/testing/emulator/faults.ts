/** The faults of the emulator: which request goes wrong, how, and how it looks on the wire. */
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import { bytesOf, type EmulatedResponse, type EmulatorEndpoint, type EmulatorFault } from "./types.js";

interface Delivery {
  readonly compute: () => EmulatedResponse;
  readonly fault: EmulatorFault | undefined;
  /** Receives the status that was sent, if any. */
  readonly onStatus: (status: number) => void;
}

/** Sends what `compute()` gives, changed by `fault`. */
export async function deliver(response: ServerResponse, { compute, fault, onStatus }: Delivery): Promise<void> {
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
  } else if ("status" in fault) {
    const body = bytesOf(fault.body ?? { error: "emulated_fault" });
    send({ status: fault.status, headers: { "content-type": "application/json", ...fault.headers }, body });
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
  readonly take: (endpoint: EmulatorEndpoint) => EmulatorFault | undefined;
  readonly failNext: (endpoint: EmulatorEndpoint, fault: EmulatorFault, times?: number) => void;
  readonly failAlways: (endpoint: EmulatorEndpoint, fault: EmulatorFault) => void;
  readonly clearFaults: () => void;
}

export function createFaultPlan(): FaultPlan {
  let next: { endpoint: EmulatorEndpoint; fault: EmulatorFault }[] = [];
  let always: { [Key in EmulatorEndpoint]?: EmulatorFault | undefined } = {};
  return {
    take(endpoint: EmulatorEndpoint): EmulatorFault | undefined {
      const index = next.findIndex((planned) => planned.endpoint === endpoint);
      return index < 0 ? always[endpoint] : next.splice(index, 1)[0]?.fault;
    },
    failNext: (endpoint: EmulatorEndpoint, fault: EmulatorFault, times = 1) => {
      for (let count = 0; count < times; count++) {
        next.push({ endpoint, fault });
      }
    },
    failAlways: (endpoint: EmulatorEndpoint, fault: EmulatorFault) => {
      always = { ...always, [endpoint]: fault };
    },
    clearFaults: () => {
      next = [];
      always = {};
    },
  };
}
