/** Whether a URL's host is this machine. */

/** `localhost`, `127.0.0.0/8` and `[::1]`; the URL class has already brought `127.1` and the like into their full form. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
}
