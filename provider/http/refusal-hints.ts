/** Hints for a request that a web server, gateway or proxy in front of the service refused, not the service itself. */
import { excerpt } from "./excerpt.js";

export interface Refusal {
  readonly status: number;
  /** Whether the body is a web page. */
  readonly isHtml: boolean;
  /** The excerpt of the body's error. */
  readonly message: string;
  /** `WWW-Authenticate`, redacted. */
  readonly challenge: string;
  /** Scheme of the request's own `Authorization`, in lower case. */
  readonly scheme: string;
}

export interface GatewayHint {
  /** What to do, in sentences. */
  readonly hint: string;
  /** Whether the service itself cannot have refused. Some frameworks send a web page for each error of the service. */
  readonly isCertain: boolean;
}

const GATEWAY_KEYS =
  "If the gateway needs a key, set headers; if it needs a certificate, set clientCertificate and clientKey.";

/** How nginx, Apache, Go, Tomcat and Jetty refuse plain http at a port for https. nginx has status 497 for it. */
const PLAIN_HTTP =
  /plain HTTP|HTTP request to an HTTPS server|port requires TLS|HTTP\S* (?:was )?sent to (?:an? )?HTTPS/i;

/** How Node.js, Go and nginx refuse HTTP/1.1 at a port for HTTP/2 only. */
const HTTP2_ONLY = /ALPN Protocol, expected `h2`|HTTP\/2 (?:is )?(?:only|required)|requires? HTTP\/2/i;
/** What to do about a server that accepts no HTTP/1.1. */
export const HTTP2_HINT =
  "This package sends HTTP/1.1. Ask the operators of the service for an address that accepts it, or put a reverse proxy in between.";

/** `undefined` if the service itself seems to have refused the request. */
export function gatewayHint(refusal: Refusal): GatewayHint | undefined {
  const certain = certainHint(refusal);
  if (certain !== undefined) {
    return { hint: certain, isCertain: true };
  }
  const possible = pageHint(refusal);
  return possible === undefined ? undefined : { hint: possible, isCertain: false };
}

function certainHint(refusal: Refusal): string | undefined {
  const { status, message } = refusal;
  if (status === 497 || (status === 400 && PLAIN_HTTP.test(message))) {
    return "The server expects https at this port: begin baseUrl with https://.";
  }
  if (HTTP2_ONLY.test(message) && [400, 403, 426, 505].includes(status)) {
    return HTTP2_HINT;
  }
  if (status >= 520 && status <= 530) {
    return "A network in front of the service could not reach it, or did not understand it. Try again later. If it fails again, ask the operators of the service.";
  }
  if (status === 407) {
    return "A proxy requires a login. Put its user and password into HTTPS_PROXY (or HTTP_PROXY).";
  }
  if (status === 431 || status === 494 || (status === 400 && /header .*too large/i.test(message))) {
    return "The request's headers are too long for the server. Check the setting headers and the length of the credentials.";
  }
  if (status === 511) {
    return "The network requires a login. Open a web page on this machine to see it.";
  }
  return status === 401 && asksForOtherLogin(refusal) ? loginHint(refusal) : undefined;
}

function pageHint(refusal: Refusal): string | undefined {
  const { status, isHtml } = refusal;
  if (status === 401 && isHtml) {
    return loginHint(refusal);
  }
  if ((status === 400 || status === 403 || status === 406) && isHtml) {
    return `The response is a web page: a web server, firewall or gateway in front of the service refused the request. Check baseUrl, and whether this machine has access to the service. ${GATEWAY_KEYS}`;
  }
  return undefined;
}

function loginHint({ challenge }: Refusal): string {
  const realm = realmIn(challenge);
  const where = realm === "" ? "" : ` (realm "${realm}")`;
  return `A web server or gateway in front of the service asks for a login of its own${where}. Check baseUrl. ${GATEWAY_KEYS}`;
}

/** The service itself returns no challenge for another scheme than the request's. */
function asksForOtherLogin({ challenge, scheme }: Refusal): boolean {
  const schemes = Array.from(challenge.matchAll(/(?:^|,)\s*([a-z][\w-]*)(?=\s|,|$)(?!\s*=)/gi), ([, name = ""]) =>
    name.toLowerCase(),
  );
  return schemes.length > 0 && !schemes.includes(scheme) && !schemes.includes("bearer");
}

function realmIn(challenge: string): string {
  return excerpt(/\brealm\s*=\s*"([^"]*)"/i.exec(challenge)?.[1] ?? "");
}
