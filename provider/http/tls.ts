/** Reads the certificates and the key for connections, and adds to the authorities that Node.js trusts. */
import { readFileSync } from "node:fs";
import tls, { type SecureContext } from "node:tls";
import { messageOf } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { Failure } from "./failures.js";
import type { TlsOptions } from "./types.js";

/** The contexts of connections: to the service with the client's certificate, to a proxy without it. */
export interface TlsContexts {
  readonly service: SecureContext | undefined;
  readonly proxy: SecureContext | undefined;
}

/**
 * Reads the certificates and the key. A context is `undefined` if nothing is set for it: Node.js then uses its own.
 * Each context is created once, because creating one with further authorities also parses all default authorities
 * again, which takes about 30 ms.
 */
export function createTlsContexts({ ca, cert, key }: TlsOptions): TlsContexts {
  const trusted = ca === undefined ? {} : { ca: [...defaultAuthorities(), ca] };
  try {
    const proxy = ca === undefined ? undefined : tls.createSecureContext(trusted);
    const service = cert === undefined ? proxy : tls.createSecureContext({ ...trusted, cert, key });
    return { service, proxy };
  } catch (error) {
    throw new Failure(
      "TLS_MATERIAL",
      `The client certificate or its key cannot be used (${excerpt(messageOf(error))})`,
    );
  }
}

/**
 * Returns the authorities that Node.js trusts by default. They must be a part of the option `ca` of `node:tls`, because
 * that option replaces them. Node.js lists them from version 22.15 on. For older versions, they are put together: those
 * of Node.js itself, and those in NODE_EXTRA_CA_CERTS.
 */
function defaultAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  return getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraAuthorities()];
}

/** Returns the text of the file that NODE_EXTRA_CA_CERTS names. */
function extraAuthorities(): string[] {
  try {
    return [readFileSync(process.env["NODE_EXTRA_CA_CERTS"] ?? "", "utf8")];
  } catch {
    return []; // No file is named. If a file cannot be read, Node.js has warned about it when it started.
  }
}
