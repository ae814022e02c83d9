/** Recognises the addresses of this machine. */

/**
 * Returns whether the host is this machine: `localhost`, `127.0.0.0/8`, `[::1]`. The class `URL` has already expanded
 * forms such as `127.1`.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
