/** Finds the proxy for a URL in HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
import { BlockList, isIP } from "node:net";
import { Failure } from "./failures.js";
import { isLoopback } from "./loopback.js";

/**
 * Matches the address of an HTTP proxy. With `#`, `?` or `/` in a password, a part of the password would be taken for
 * the host, and shown.
 */
const PROXY_ADDRESS = /^https?:\/\/[^/?#]+\/?$/i;

/**
 * Returns the address of the proxy for a URL; `undefined` if the connection is direct. A request to this machine goes
 * to no proxy on another.
 */
export function findProxy(url: URL): URL | undefined {
  const name = url.protocol === "http:" ? "HTTP_PROXY" : "HTTPS_PROXY";
  const value = environment(name);
  if (value === undefined || isExempt(url, environment("NO_PROXY") ?? "")) {
    return undefined;
  }
  const address = value.includes("://") ? value : `http://${value}`;
  const proxy = PROXY_ADDRESS.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (proxy === undefined || !isPercentEncoded(proxy.username + proxy.password)) {
    throw new Failure("PROXY_ADDRESS", `${name} is not the address of an HTTP proxy`);
  }
  return isLoopback(url) && !isLoopback(proxy) ? undefined : proxy;
}

/**
 * Returns the value of an environment variable: `https_proxy`, else `HTTPS_PROXY`. An empty variable counts as not set.
 */
function environment(name: string): string | undefined {
  return [process.env[name.toLowerCase()], process.env[name]].find((value) => value !== undefined && value !== "");
}

/** Returns whether each percent sign in the text begins an escape that can be decoded. */
function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether NO_PROXY names the host of a URL. As in curl and Go, an entry is one of these:
 *
 * 1. `*`: all hosts.
 * 2. `example.com`, `.example.com`, `*.example.com`: the name with its subdomains.
 * 3. `10.1.2.3`, `fd00::1`, `[fd00::1]`: the address, in any spelling.
 * 4. `10.0.0.0/8`, `fd00::/8`: a range of addresses. A name is not resolved for it.
 *
 * A port may follow a name or an address: `example.com:8443`, `[fd00::1]:8443`.
 */
function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const defaultPort = protocol === "http:" ? "80" : "443";
  const urlPort = port === "" ? defaultPort : port;
  const entries = noProxy.toLowerCase().split(/[,\s]+/);
  return entries.some((entry) => isNamedBy(entry, withoutBrackets(hostname), urlPort));
}

/**
 * Matches an entry with a port. An IPv6 address without brackets has several colons, so its end is not taken for a
 * port.
 */
const NAME_AND_PORT = /^(\[.*\]|[^:]+):(\d+)$/;

/** Returns whether an entry of NO_PROXY names this host and port. */
function isNamedBy(entry: string, host: string, port: string): boolean {
  if (entry === "*") {
    return true;
  }
  const [, name = entry, entryPort] = NAME_AND_PORT.exec(entry) ?? [];
  const isOfPort = entryPort === undefined || entryPort === port;
  if (!isOfPort) {
    return false;
  }
  if (isIP(host) !== 0) {
    return isInRange(host, withoutBrackets(name));
  }
  const domain = name.replace(/^\*?\./, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Returns an IPv6 address without its brackets, and any other name as it is. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]/, "$1");
}

/** Returns whether an address is the address `range`, or in it: `10.0.0.0/8`. */
function isInRange(address: string, range: string): boolean {
  const [, network = range, prefix] = /^(.+)\/(\d{1,3})$/.exec(range) ?? [];
  const [family, bits] = isIP(network) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  // An address without a prefix length is the range of this one address.
  const length = Number(prefix ?? bits);
  if (isIP(address) !== isIP(network) || length > bits) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(address, family);
}
