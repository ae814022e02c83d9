/** Tries the connection to the service below HTTP: the host's name, TCP, TLS. Sends no request. */
import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import { connect, isIP } from "node:net";
import { TLSSocket } from "node:tls";
import { type Deadline, WaitEnd, within } from "../http/deadline.js";
import { NetworkError, systemCodeOf, TimeoutError } from "../http/errors.js";
import { cancelledError } from "../http/failures.js";
import { explainNetworkCode, explainProxyFailure } from "../http/network-codes.js";
import { createRouter, portOf, ProxyFailure, type Router, withoutBrackets } from "../http/proxy.js";
import { alertIn } from "../http/tls-faults.js";
import { describeTls } from "../http/tls.js";
import type { CertificateDescription, TlsDescription, TlsOptions } from "../http/types.js";

export type Facts = Readonly<Record<string, string | number>>;

interface Probed {
  readonly detail: string;
  readonly facts: Facts;
}

/** How a probe went to the service: the proxy in between, if there is one. */
type Proxy = URL | undefined;

/** The service to connect to, and what connections to it are made with. */
export interface ProbeTarget {
  readonly url: URL;
  readonly tls: TlsOptions | undefined;
}

/** Resolves the name and opens a connection: to the service, or to the proxy in between. */
export async function probeConnection({ url, tls }: ProbeTarget, deadline: Deadline): Promise<Probed> {
  const proxy = await proxyOf(url, createRouter(tls));
  const target = proxy ?? new URL(url.origin);
  const host = withoutBrackets(target.hostname);
  const port = Number(portOf(target));
  try {
    const addresses =
      isIP(host) === 0
        ? (await inTime(deadline, `resolve ${host}`, proxy, lookup(host, { all: true }))).map(({ address }) => address)
        : [host];
    const socket = connect({ host, port });
    try {
      const connected = new Promise<void>((resolve, reject) => {
        socket.on("error", reject);
        socket.once("connect", resolve);
      });
      await inTime(deadline, `connect to ${target.host}`, proxy, connected);
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
    throw explained(error, target, proxy, undefined);
  }
}

/** Makes a secure connection, through the proxy if there is one, as the requests do. */
export async function probeTls({ url, tls = {} }: ProbeTarget, deadline: Deadline): Promise<Probed> {
  const router = createRouter(tls);
  const proxy = await proxyOf(url, router);
  let certified: string | undefined;
  try {
    const { agent } = await router(url);
    // Never ended, so never sent. It only gets the agent's connection.
    const request = httpsRequest(url, { agent, method: "HEAD" });
    try {
      const secured = new Promise<Probed>((resolve, reject) => {
        request.on("error", (error: NodeJS.ErrnoException & { cert?: { subjectaltname?: string } }) => {
          certified = error.cert?.subjectaltname;
          reject(error);
        });
        request.once("socket", (socket) => {
          if (!(socket instanceof TLSSocket)) {
            return;
          }
          const describe = (): void => resolve(describeConnection(describeTls(socket, tls)));
          if (socket.authorized) {
            describe();
          } else {
            socket.once("secureConnect", describe);
          }
        });
      });
      return await inTime(deadline, `make a secure connection to ${url.host}`, proxy, secured);
    } finally {
      request.destroy();
    }
  } catch (error) {
    throw explained(error, url, proxy, certified);
  }
}

async function proxyOf(url: URL, router: Router): Promise<URL | undefined> {
  try {
    const { proxy } = await router(url);
    return proxy === undefined ? undefined : new URL(`http://${proxy}`);
  } catch (error) {
    throw explained(error, url, undefined, undefined);
  }
}

function describeConnection(connection: TlsDescription | undefined): Probed {
  if (connection === undefined) {
    return { detail: "a secure connection", facts: {} };
  }
  const { protocol, server, client } = connection;
  const facts = { protocol, subject: server.subject, issuer: server.issuer, validUntil: dayOf(server) };
  const detail = `${protocol}; the certificate of ${server.subject}, signed by ${server.issuer}, is good until ${dayOf(server)}`;
  if (client === undefined) {
    return { detail, facts };
  }
  const { subject: clientSubject, issuer: clientIssuer } = client;
  return {
    detail: `${detail}; the client certificate of ${clientSubject}, signed by ${clientIssuer}, is good until ${dayOf(client)}`,
    facts: { ...facts, clientSubject, clientIssuer, clientValidUntil: dayOf(client) },
  };
}

function dayOf({ validUntil }: CertificateDescription): string {
  return validUntil.toISOString().slice(0, 10);
}

/** The result of `work`, or an error if it takes too long. */
async function inTime<T>(deadline: Deadline, doing: string, proxy: Proxy, work: Promise<T>): Promise<T> {
  try {
    return await within(work, deadline);
  } catch (error) {
    if (!(error instanceof WaitEnd)) {
      throw error;
    }
    if (error.reason === "cancelled") {
      throw cancelledError(doing);
    }
    if (proxy !== undefined) {
      const { what, hint } = explainProxyFailure({ status: undefined, code: "ETIMEDOUT" }, proxy.host);
      throw new TimeoutError(`Within ${deadline.seconds} s, ${what}.`, { code: "timeout", doing, hint });
    }
    throw new TimeoutError(`No response came within ${deadline.seconds} s.`, {
      code: "timeout",
      doing,
      hint: "Does a firewall drop the packets? If the network needs a proxy, name it in HTTPS_PROXY.",
    });
  }
}

/** @param target What was connected to: the service, or the proxy. */
function explained(
  error: unknown,
  target: URL,
  proxy: Proxy,
  certified: string | undefined,
): NetworkError | TimeoutError {
  if (error instanceof NetworkError || error instanceof TimeoutError) {
    return error;
  }
  const code = systemCodeOf(error) ?? "";
  if (error instanceof ProxyFailure) {
    const { what, hint } = explainProxyFailure(error, proxy?.host);
    return new NetworkError(`${capitalised(what)}.`, { code: "proxy", status: error.status, hint });
  }
  const { kind, what, hint } = explainNetworkCode(code, target, { certified, alert: alertIn(error) });
  if (proxy !== undefined && kind !== "tls") {
    const proxied = explainProxyFailure({ status: undefined, code }, proxy.host);
    return new NetworkError(`The proxy ${proxy.host}: ${what}.`, { code: "proxy", hint: proxied.hint });
  }
  return new NetworkError(`${target.host}: ${what}.`, { code: kind, hint });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
