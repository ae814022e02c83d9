/** Plans the faults of the emulator, and sends them. Runs in the test. */
import type { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { RecordedRequest } from "./requests.js";
import { bytesOf, type EmulatedResponse, type EmulatorEndpoint, type EmulatorFault } from "./types.js";

/** Sends the response that `compute()` returns, changed by `fault`, and records the status that was sent. */
export async function deliver(
  response: ServerResponse,
  request: RecordedRequest,
  fault: EmulatorFault | undefined,
  compute: () => EmulatedResponse,
): Promise<void> {
  /** Sends status and headers. Returns the body, which is not sent yet. */
  const sendHead = ({ status, headers, body }: EmulatedResponse): Buffer => {
    request.status = status;
    response.writeHead(status, { "content-length": body.length, ...headers });
    return body;
  };
  if (fault !== undefined && "status" in fault) {
    const headers = { "content-type": "application/json", ...fault.headers };
    const body = bytesOf(fault.body ?? { error: "emulated_fault" });
    response.end(sendHead({ status: fault.status, headers, body }));
  } else if (fault !== undefined && "reset" in fault) {
    if (fault.reset === "in-body") {
      const body = sendHead(compute());
      const half = body.subarray(0, Math.ceil(body.length / 2));
      await new Promise<void>((resolve) => response.write(half, () => resolve()));
    }
    reset(response.socket);
  } else if (fault !== undefined && "hang" in fault) {
    if (fault.hang === "after-headers") {
      sendHead(compute());
      response.flushHeaders();
    }
  } else {
    response.end(sendHead(compute()));
  }
}

/** Breaks the connection. */
function reset(socket: Socket | null): void {
  // A TLS socket cannot send a TCP reset, so it is destroyed.
  if (socket !== null && Object.getPrototypeOf(socket) === Socket.prototype) {
    socket.resetAndDestroy();
  } else {
    socket?.destroy();
  }
}

/** Creates the plan of the faults that the emulator's user has asked for. */
export function createFaultPlan() {
  const next: { endpoint: EmulatorEndpoint; fault: EmulatorFault }[] = [];
  const always = new Map<EmulatorEndpoint, EmulatorFault | undefined>();
  return {
    /** Returns the fault of the request that has just arrived, or `undefined`. */
    take: (endpoint: EmulatorEndpoint): EmulatorFault | undefined => {
      const index = next.findIndex((planned) => planned.endpoint === endpoint);
      return index < 0 ? always.get(endpoint) : next.splice(index, 1)[0]?.fault;
    },
    failNext: (endpoint: EmulatorEndpoint, fault: EmulatorFault, times = 1): void => {
      next.push(...Array.from({ length: times }, () => ({ endpoint, fault })));
    },
    failAlways: (endpoint: EmulatorEndpoint, fault: EmulatorFault | undefined): void => {
      always.set(endpoint, fault);
    },
    clearFaults: (): void => {
      next.length = 0;
      always.clear();
    },
  };
}
