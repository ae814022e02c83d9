/** Names the authorities in the setting `caCertificates`, and the one that issued a service's certificate. */
import { X509Certificate } from "node:crypto";
import type { ClientRequest } from "node:http";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { excerpt } from "../base/text.js";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns the advice for a certificate that none of the authorities in the setting `caCertificates` has issued. */
export function otherAuthorityAdvice(ca: string, issuer: string | undefined): string {
  const names = Array.from(ca.matchAll(CERTIFICATE), ([pem]) => nameIn(new X509Certificate(pem).subject)).join(", ");
  const issued = issuer === undefined ? "another authority" : issuer;
  return `caCertificates is set (${excerpt(names)}), but the certificate was issued by ${issued}: set caCertificates to the certificate of that authority.`;
}

/** Returns the name in a certificate's subject, whose parts are lines: "CN=My authority". */
function nameIn(subject: string): string {
  return /^CN=.*/m.exec(subject)?.[0] ?? subject;
}

/**
 * Calls `report` with the name of the authority that issued the server's certificate, before Node.js checks the
 * certificate. After a check that fails, the socket does not have it any more.
 */
export function onIssuer(request: ClientRequest, report: (issuer: string) => void): void {
  request.once("socket", (socket) => {
    // A connection that is used again has had its handshake: a listener for it would stay for ever.
    if (request.reusedSocket || !(socket instanceof TLSSocket)) {
      return;
    }
    socket.prependOnceListener("secure", () => {
      // Without a certificate, it is an empty object.
      const { issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
      if (issuer?.CN !== undefined) {
        report(`CN=${excerpt(String(issuer.CN))}`);
      }
    });
  });
}
