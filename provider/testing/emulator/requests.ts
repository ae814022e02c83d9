/** Records the emulator's requests, and finds what the strictest server would refuse in their form. Runs in the test. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { EmulatorRequest } from "./types.js";

/** A request as it arrived, with the fields that only this repository's tests and the checks below need. */
export interface RecordedRequest extends EmulatorRequest {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Every value of each header. Names in lower case. */
  readonly headerLists: Readonly<Record<string, readonly string[] | undefined>>;
  status: number | undefined;
}

/** Reads the whole request. Its status is set when a response is sent. */
export async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const target = request.url ?? "/";
  const [path = "/"] = target.split("?", 1);
  return {
    method: request.method ?? "GET",
    path,
    query: target.slice(path.length + 1),
    target,
    headers: request.headers,
    headerLists: request.headersDistinct,
    body: Buffer.concat(chunks).toString(),
    status: undefined,
  };
}

/** Headers that a request may have only once (RFC 9110 §5.3). */
const ONCE = [
  "authorization",
  "host",
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "user-agent",
  "expect",
];

/** The characters that RFC 3986 allows in a path with a query: no bare `%`, no `[`, no space, no `#`. */
const TARGET = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/** The content type of a form. The only parameter that is allowed is `charset=utf-8`. */
const FORM = /^application\/x-www-form-urlencoded *(?:; *charset=(?:utf-8|"utf-8") *)?$/i;

const BODY_HEADERS = ["content-type", "content-encoding", "content-length", "transfer-encoding"];

/** Returns the first error in the form of a GET or a POST. The service checks the credentials, the query and the body. */
export function findFormError(request: RecordedRequest): [status: number, reason: string] | undefined {
  const { method, target, headers, headerLists } = request;
  const twice = ONCE.find((name) => (headerLists[name]?.length ?? 0) > 1);
  if (twice !== undefined) {
    return [400, `The header ${twice} was sent more than once`];
  }
  if (!TARGET.test(target)) {
    return [400, "The address has characters that need percent-encoding"];
  }
  if (target.endsWith("?")) {
    return [400, "The address ends with a question mark, but has no query"];
  }
  if (headers.expect !== undefined) {
    return [417, "Expect is not supported"];
  }
  if (!acceptsJson(headers.accept)) {
    return [406, "Only application/json can be sent, which Accept does not allow"];
  }
  if (method === "GET") {
    const header = BODY_HEADERS.find((name) => headers[name] !== undefined);
    return header === undefined ? undefined : [400, `A GET has no body and no ${header}`];
  }
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] === undefined) {
    return [411, "Content-Length is required"];
  }
  if (headers["content-encoding"] !== undefined) {
    return [415, "Content-Encoding is not supported"];
  }
  return FORM.test(headers["content-type"] ?? "")
    ? undefined
    : [400, "Content-Type must be application/x-www-form-urlencoded"];
}

/** Returns whether `Accept` allows JSON (RFC 9110 §12.5.1). Without the header everything is accepted. */
function acceptsJson(accept = "*/*"): boolean {
  return accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return ["application/json", "application/*", "*/*"].includes(type) && Number(quality?.slice(2) ?? 1) > 0;
  });
}
