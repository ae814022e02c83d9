/** What to do about a status that a web server, gateway or proxy in front of the service returned, not the service itself. */
import { excerpt } from "./excerpt.js";

export interface Refusal {
  readonly status: number;
  /** Whether the body is a web page. */
  readonly isHtml: boolean;
  /** The excerpt of the body. */
  readonly said: string;
  /** `WWW-Authenticate`, redacted. */
  readonly challenge: string;
  /** Scheme of the request's own `Authorization`, in lower case. */
  readonly scheme: string;
}

const GATEWAY_KEYS =
  "If the gateway needs a key, set headers; if it needs a certificate, set clientCertificate and clientKey.";

/** nginx, Apache, Go, Tomcat and Jetty on plain http at a port for https. nginx logs it as status 497. */
const PLAIN_HTTP =
  /plain HTTP|HTTP request to an HTTPS server|port requires TLS|HTTP\S* (?:was )?sent to (?:an? )?HTTPS/i;

/** A sentence or more; `undefined` if the service itself seems to have refused. */
export function gatewayHint(refusal: Refusal): string | undefined {
  const { status, isHtml, said } = refusal;
  if (status === 497 || (status === 400 && PLAIN_HTTP.test(said))) {
    return "The server speaks https at this port: begin baseUrl with https://.";
  }
  if (status === 407) {
    return "A proxy on the way asks for a login: put its user and password into HTTPS_PROXY (or HTTP_PROXY).";
  }
  if (status === 431 || status === 494 || (status === 400 && /header .*too large/i.test(said))) {
    return "The server takes no headers of this length: check the setting headers, and the length of the credentials.";
  }
  if (status === 511) return "The network asks for a login of its own: open a web page on this machine to see it.";
  if (status === 401 && asksForOtherLogin(refusal)) {
    const realm = realmIn(refusal.challenge);
    const where = realm === "" ? "" : ` (realm "${realm}")`;
    return `A web server or gateway in front of the service asks for a login of its own${where}. Check baseUrl. ${GATEWAY_KEYS}`;
  }
  if ((status === 400 || status === 403 || status === 406) && isHtml) {
    return `A web page came back, so a web server, firewall or gateway in front of the service refused the request. Check baseUrl, and whether this machine may reach the service. ${GATEWAY_KEYS}`;
  }
  return undefined;
}

/** The service itself challenges in the scheme that it was sent, or not at all; a web page is not its way to refuse. */
function asksForOtherLogin({ isHtml, challenge, scheme }: Refusal): boolean {
  const schemes = Array.from(challenge.matchAll(/(?:^|,)\s*([a-z][\w-]*)(?=\s|,|$)(?!\s*=)/gi), ([, name = ""]) =>
    name.toLowerCase(),
  );
  return isHtml || (schemes.length > 0 && !schemes.includes(scheme) && !schemes.includes("bearer"));
}

function realmIn(challenge: string): string {
  return excerpt(/\brealm\s*=\s*"([^"]*)"/i.exec(challenge)?.[1] ?? "");
}
