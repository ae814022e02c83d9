/** The session that `mockWorkflows` puts in the place of the service, in unit tests under `pulumi.runtime.setMocks`. */
import type { Session } from "../workflows/session.js";

/** The property of the mocks that has it. A global symbol: a test may load this package more than once. */
export const MOCK_SESSION = Symbol.for("pulumi-workflows.mock-session");

/** The session of the mocks in use, if they have one. The SDK keeps the mocks in the monitor that stands for the engine. */
export function mockSessionOf(monitor: unknown): Session | undefined {
  const { mocks } = (monitor ?? {}) as { mocks?: { [MOCK_SESSION]?: Session } };
  return mocks?.[MOCK_SESSION];
}
