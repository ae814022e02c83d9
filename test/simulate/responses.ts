/** The answers of the simulated service that are none: what goes wrong in place of a page or a token. */
import { type Answer, type FakeRequest, type Reply } from "../support/fake-service.js";
import { cutOff, hang, html, reset } from "../support/replies.js";
import type { Fault, FatalResponse } from "./scenario.js";

/** Returns what goes wrong. `elsewhere` is another origin, where no request may arrive. */
export function faulty(fault: Fault, request: FakeRequest, elsewhere: string): Reply {
  switch (fault.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
      return { status: fault.status, headers, body: { message: echo(request) } };
    }
    case "reset":
      return reset;
    case "cut off":
      return cutOff;
    case "no response":
      return hang;
    case "fatal":
      return fatal(fault.response, request, elsewhere);
  }
}

function fatal(kind: FatalResponse, request: FakeRequest, elsewhere: string): Answer {
  switch (kind) {
    case "web page":
      return html(`<title>Sign in ${echo(request)}</title>`);
    case "error body":
      return { body: { code: 13, message: echo(request), details: [] } };
    case "403":
      return { status: 403, body: { message: echo(request) } };
    case "other origin":
      // A 307 repeats the request, its body too.
      return { status: 307, headers: { location: `${elsewhere}/${encodeURIComponent(echo(request))}` }, body: "" };
  }
}

/** A hostile service shows what it was sent, in several spellings. */
export function echo({ headers, target }: FakeRequest): string {
  const authorization = headers.authorization ?? "";
  const value = authorization.replace(/^\w+ /, "");
  const pair = Buffer.from(value, "base64").toString("utf8");
  const key = String(headers["x-gateway-key"]);
  return [
    authorization,
    encodeURIComponent(value),
    pair,
    JSON.stringify(pair),
    encodeURIComponent(pair),
    key,
    encodeURIComponent(key),
    target,
  ].join(" ");
}
