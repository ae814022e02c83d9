/** The inner failure of a connection through a proxy, until it becomes one of the family in errors.ts. */

/** The code if the proxy did not respond to CONNECT as a proxy does. */
export const NOT_A_PROXY = "ERR_NOT_A_PROXY";

/** No connection to the service, because of the proxy on the way. */
export class ProxyFailure extends Error {
  constructor(
    /** Status of the response to CONNECT; `undefined` if the proxy could not be reached. */
    readonly status: number | undefined,
    /** The error's code if it could not be reached. */
    readonly code: string | undefined,
  ) {
    super("proxy");
  }
}
