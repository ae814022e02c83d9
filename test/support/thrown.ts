/** What work throws that must fail. */
import { SettingsError } from "../../provider/base/errors.js";

type ErrorClass<Thrown extends Error> = new (...given: never) => Thrown;

/** Returns the error of this class that `work` throws. Throws any other one on. */
export function thrownBy<Thrown extends Error>(type: ErrorClass<Thrown>, work: () => unknown): Thrown {
  try {
    work();
  } catch (error) {
    return demand(type, error);
  }
  throw new Error("Nothing was thrown.");
}

/** Returns the error of this class with which `work` rejects. Throws any other one on. */
export async function rejectionOf<Thrown extends Error>(
  type: ErrorClass<Thrown>,
  work: Promise<unknown>,
): Promise<Thrown> {
  let value: unknown;
  try {
    value = await work;
  } catch (error) {
    return demand(type, error);
  }
  throw new Error(`Nothing was rejected: ${JSON.stringify(value)}`);
}

function demand<Thrown extends Error>(type: ErrorClass<Thrown>, error: unknown): Thrown {
  if (error instanceof type) {
    return error;
  }
  throw error;
}

/** Returns the reasons of all issues in the `SettingsError` that `work` throws. */
export function issuesOf(work: () => unknown): string[] {
  return thrownBy(SettingsError, work).issues.map(({ reason }) => reason);
}
