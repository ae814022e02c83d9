/** What the strictest server would refuse in the form of a request, whatever its credentials are. */
import type { RecordedRequest } from "./record.js";

/** Why a request is refused. */
interface Refusal {
  readonly status: 400 | 406 | 411 | 415 | 417;
  readonly reason: string;
}

/** Headers that a request may have once only (RFC 9110 §5.3). */
const ONCE = [
  ...["authorization", "host", "content-type", "content-length", "content-encoding", "transfer-encoding"],
  ...["user-agent", "expect"],
];

/** All that RFC 3986 allows in a path with a query: no bare `%`, no `[`, no space, no `#`. */
const TARGET = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/** An encoding named UTF-8 is the only parameter that a form may have. */
const FORM = /^application\/x-www-form-urlencoded *(?:; *charset=(?:utf-8|"utf-8") *)?$/i;

const BODY_HEADERS = ["content-type", "content-encoding", "content-length", "transfer-encoding"];

/** The first fault in the form of a request for one of the two methods; `undefined` if there is none. */
export function findRefusal(request: RecordedRequest): Refusal | undefined {
  const { target, headers, headerLists } = request;
  const twice = ONCE.find((name) => (headerLists[name]?.length ?? 0) > 1);
  if (twice !== undefined) {
    return { status: 400, reason: `The header ${twice} was sent more than once` };
  }
  if (!TARGET.test(target)) {
    return { status: 400, reason: "The address has characters that need percent-encoding" };
  }
  if (target.endsWith("?")) {
    return { status: 400, reason: "The address ends with a question mark, but has no query" };
  }
  if (headers.expect !== undefined) {
    return { status: 417, reason: "Expect is not supported" };
  }
  if (!acceptsJson(headers.accept)) {
    return { status: 406, reason: "Only application/json can be sent, which Accept does not allow" };
  }
  return request.method === "GET" ? bodyInGet(request) : bodyInPost(request);
}

/** Its credentials, its query and its body are the service's own concern. */
function bodyInPost({ headers }: RecordedRequest): Refusal | undefined {
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] === undefined) {
    return { status: 411, reason: "Content-Length is required" };
  }
  if (headers["content-encoding"] !== undefined) {
    return { status: 415, reason: "Content-Encoding is not supported" };
  }
  if (!FORM.test(headers["content-type"] ?? "")) {
    return { status: 400, reason: "Content-Type must be application/x-www-form-urlencoded" };
  }
  return undefined;
}

function bodyInGet({ headers, body }: RecordedRequest): Refusal | undefined {
  const header = BODY_HEADERS.find((name) => headers[name] !== undefined);
  if (body !== "" || header !== undefined) {
    return { status: 400, reason: `A GET has no body${header === undefined ? "" : ` and no ${header}`}` };
  }
  return undefined;
}

/** RFC 9110 §12.5.1. Without the header everything is accepted. */
function acceptsJson(accept: string | undefined): boolean {
  const ranges = (accept ?? "*/*").split(",").map((range) => range.trim().toLowerCase());
  return ranges.some((range) => {
    const [type, ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return ["application/json", "application/*", "*/*"].includes(type ?? "") && Number(quality?.slice(2) ?? 1) > 0;
  });
}
