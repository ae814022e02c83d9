/** Tries the way to the service below HTTP: the host's name, a connection, TLS. Sends no request. */
import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import { connect, isIP } from "node:net";
import { TLSSocket } from "node:tls";
import type { Deadline } from "../http/deadline.js";
import { NetworkError, TimeoutError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { explainNetworkCode } from "../http/network-codes.js";
import { createRouter } from "../http/proxy.js";
import { ProxyFailure } from "../http/proxy-failure.js";
import { WaitEnd, within } from "../http/within.js";

export type Facts = Readonly<Record<string, string | number>>;

export interface Probed {
  readonly detail: string;
  readonly facts: Facts;
}

const router = createRouter();
const CHECK_PROXY = "Check HTTPS_PROXY and HTTP_PROXY, or name the service's host in NO_PROXY.";

/** Resolves the name and opens a connection: to the service, or to the proxy that stands before it. */
export async function probeConnection(url: URL, deadline: Deadline): Promise<Probed> {
  const proxy = await proxyOf(url);
  const target = proxy ?? new URL(url.origin);
  const host = hostOf(target);
  const port = portOf(target);
  try {
    const addresses =
      isIP(host) === 0
        ? (await inTime(deadline, `resolve ${host}`, lookup(host, { all: true }))).map(({ address }) => address)
        : [host];
    const socket = connect({ host, port });
    try {
      const connected = new Promise<void>((resolve, reject) => {
        socket.on("error", reject);
        socket.once("connect", resolve);
      });
      await inTime(deadline, `connect to ${target.host}`, connected);
    } finally {
      socket.destroy();
    }
    const [first, ...others] = addresses;
    const named =
      first === host ? host : `${host} is ${first ?? ""}${others.length > 0 ? `, and ${others.length} more` : ""};`;
    return proxy === undefined
      ? { detail: `${named} accepts connections on port ${port}`, facts: { host, port, address: first ?? "" } }
      : {
          detail: `the proxy ${target.host} accepts connections`,
          facts: { host, port, address: first ?? "", proxy: target.host },
        };
  } catch (error) {
    throw explained(error, url, target, proxy !== undefined, undefined);
  }
}

/** Makes a secure connection, through the proxy where there is one, as the requests will. */
export async function probeTls(url: URL, deadline: Deadline): Promise<Probed> {
  const proxy = await proxyOf(url);
  let certified: string | undefined;
  try {
    const { agent } = await router(url);
    // Never ended, so never sent: it is there to take the agent's connection.
    const request = httpsRequest(url, { agent, method: "HEAD" });
    try {
      const secured = new Promise<Probed>((resolve, reject) => {
        request.on("error", (error: NodeJS.ErrnoException & { cert?: { subjectaltname?: string } }) => {
          certified = error.cert?.subjectaltname;
          reject(error);
        });
        request.once("socket", (socket) => {
          if (!(socket instanceof TLSSocket)) return;
          if (socket.authorized) resolve(describeTls(socket));
          else socket.once("secureConnect", () => resolve(describeTls(socket)));
        });
      });
      return await inTime(deadline, `make a secure connection to ${url.host}`, secured);
    } finally {
      request.destroy();
    }
  } catch (error) {
    throw explained(error, url, url, proxy !== undefined, certified);
  }
}

async function proxyOf(url: URL): Promise<URL | undefined> {
  try {
    const { proxy } = await router(url);
    return proxy === undefined ? undefined : new URL(`http://${proxy}`);
  } catch (error) {
    throw explained(error, url, url, true, undefined);
  }
}

function describeTls(socket: TLSSocket): Probed {
  const { issuer, subject, valid_to: validTo } = socket.getPeerCertificate();
  const [by, whom] = [issuer, subject].map((name) => excerpt([name.O ?? name.CN].flat().join(", ")));
  const protocol = socket.getProtocol() ?? "TLS";
  const until = new Date(validTo).toISOString().slice(0, 10);
  return {
    detail: `${protocol}; the certificate of ${whom ?? ""}, signed by ${by ?? ""}, is good until ${until}`,
    facts: { protocol, subject: whom ?? "", issuer: by ?? "", validUntil: until },
  };
}

/** What `work` comes to, in time. */
async function inTime<T>(deadline: Deadline, doing: string, work: Promise<T>): Promise<T> {
  try {
    return await within(work, deadline);
  } catch (error) {
    if (!(error instanceof WaitEnd)) throw error;
    throw error.reason === "cancelled"
      ? new TimeoutError(`Could not ${doing}: cancelled.`, { code: "cancelled" })
      : new TimeoutError(`Could not ${doing}: nothing came back within ${deadline.seconds} s.`, {
          code: "timeout",
          hint: "Is there a firewall in between, or a proxy to be named in HTTPS_PROXY?",
        });
  }
}

function explained(
  error: unknown,
  url: URL,
  target: URL,
  proxied: boolean,
  certified: string | undefined,
): NetworkError | TimeoutError {
  if (error instanceof NetworkError || error instanceof TimeoutError) return error;
  const code = error instanceof ProxyFailure ? error.code : (error as NodeJS.ErrnoException).code;
  const status = error instanceof ProxyFailure ? error.status : undefined;
  if (status !== undefined) {
    const hint = status === 407 ? "Put the proxy's user and password into HTTPS_PROXY (or HTTP_PROXY)." : CHECK_PROXY;
    return new NetworkError(`The proxy refuses a tunnel to ${url.host} with status ${status}.`, {
      code: "proxy",
      status,
      hint,
    });
  }
  const { kind, what, hint } = explainNetworkCode(code ?? "", target, certified);
  const isOurs = proxied && kind !== "tls";
  return new NetworkError(`${target.host}: ${what}.`, {
    code: isOurs ? "proxy" : kind,
    hint: isOurs ? CHECK_PROXY : hint,
  });
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
}
