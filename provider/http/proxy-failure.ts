/** The inner failure of a connection through a proxy, until it becomes one of the family in errors.ts. */

/** The code where what came from the proxy, if anything, is no answer to CONNECT. */
export const NO_PROXY_ANSWER = "ERR_PROXY_ANSWER";

/** No connection to the service, because of the proxy on the way. */
export class ProxyFailure extends Error {
  constructor(
    /** What the proxy answered to CONNECT; `undefined` where it could not be reached. */
    readonly status: number | undefined,
    /** The error's code where it could not be reached. */
    readonly code: string | undefined,
  ) {
    super("proxy");
  }
}
