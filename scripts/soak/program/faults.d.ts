import type { Emulator } from "../../../provider/testing/emulator.js";

export interface Fault {
  readonly name: string;
  readonly arrange: (service: Emulator) => void;
  readonly fails?: boolean;
}

export const FAULTS: readonly Fault[];

export function wrongIn(
  fault: Fault,
  end: { readonly outputs?: string; readonly failure?: string },
  expected: string,
): string[];
