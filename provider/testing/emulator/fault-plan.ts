/** Which request goes wrong, and how. */
import type { EmulatorFault } from "./faults.js";
import type { Endpoint } from "./service.js";

export interface FaultPlan {
  /** What goes wrong with the request that has just come. */
  readonly take: (endpoint: Endpoint) => EmulatorFault | undefined;
  readonly failNext: (endpoint: Endpoint, fault: EmulatorFault, times?: number) => void;
  readonly failAlways: (endpoint: Endpoint, fault: EmulatorFault) => void;
  readonly clearFaults: () => void;
}

export function createFaultPlan(): FaultPlan {
  let next: { endpoint: Endpoint; fault: EmulatorFault }[] = [];
  let always: { [Key in Endpoint]?: EmulatorFault } = {};
  return {
    take(endpoint: Endpoint): EmulatorFault | undefined {
      const index = next.findIndex((planned) => planned.endpoint === endpoint);
      return index < 0 ? always[endpoint] : next.splice(index, 1)[0]?.fault;
    },
    failNext: (endpoint: Endpoint, fault: EmulatorFault, times = 1) => {
      for (let count = 0; count < times; count++) {
        next.push({ endpoint, fault });
      }
    },
    failAlways: (endpoint: Endpoint, fault: EmulatorFault) => {
      always = { ...always, [endpoint]: fault };
    },
    clearFaults: () => {
      next = [];
      always = {};
    },
  };
}
