/** What work throws that must fail. */
import { SettingsError } from "../../provider/http/errors.js";

/** The error of this class that `work` throws. Any other one is thrown on. */
export function thrownBy<Thrown extends Error>(type: new (...given: never) => Thrown, work: () => unknown): Thrown {
  try {
    work();
  } catch (error) {
    if (error instanceof type) {
      return error;
    }
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

/** The reasons of all faults in the `SettingsError` that `work` throws. */
export function faultsOf(work: () => unknown): string[] {
  return thrownBy(SettingsError, work).faults.map(({ reason }) => reason);
}
