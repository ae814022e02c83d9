/** Describes a response with an unsuccessful status: what it says, and whether it limits the rate. */
import { STATUS_CODES } from "node:http";
import type { Response, Request } from "got";
import type { Secrets } from "../base/secrets.js";
import { readChallenge } from "./challenge.js";
import { bodyKindOf, excerptOfError, excerptOfField, oauthErrorIn } from "./error-body.js";
import { Failure, nameStatus } from "./failures.js";
import { whyNotFollowed } from "./redirects.js";
import { decodeText, readStart, requestIdOf } from "./response.js";
import { rateLimitReset, retryAfterOf } from "./retry-after.js";
import type { ServiceRequest } from "./types.js";

/** Limits of an error's body: only an excerpt of it is shown, and it may never end. */
const ERROR_BODY_BYTES = 16 * 1024;
const ERROR_BODY_MS = 1000;

/** Statuses with which something in front of a service refuses a request. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 511]);
/** The advice for such a refusal that is a web page, which an API does not send. */
const WEB_PAGE_ADVICE =
  "The response is a web page: something in front of the service may have refused the request. Check baseUrl, and whether this machine has access to the service.";

/** The parts of an exchange that a refusal is made of. */
interface Refusal {
  readonly request: ServiceRequest;
  /** "GET https://api.example.com/v2/workflows". */
  readonly target: string;
  readonly response: Response;
  readonly body: Request;
  readonly clean: Secrets["clean"];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Describes the failure of a response with an unsuccessful status. */
export async function readRefusal(refusal: Refusal): Promise<Failure> {
  const { request, target, response, clean } = refusal;
  const { statusCode: status, headers } = response;
  const returned = `${target} returned ${nameStatus(status)}`;
  const requestId = requestIdOf(headers, clean);
  if (status >= 300 && status < 400) {
    const why = whyNotFollowed(request, response, clean) ?? "";
    return new Failure(status, `${returned}, a redirect ${why}`, { status, requestId });
  }
  const { reason, bodyKind, oauthError } = await readReason(refusal);
  const { isRateLimited, waitSeconds } = readRateLimit(refusal);
  const requestNote = requestId === undefined ? "" : ` (request ${requestId})`;
  const what = `${returned}${requestNote}${reason === "" ? "" : `: ${reason}`}`;
  const isPageInFront = bodyKind === "web-page" && REFUSALS.has(status) && !isRateLimited;
  const advice = isPageInFront ? WEB_PAGE_ADVICE : undefined;
  const key = isRateLimited ? 429 : status;
  return new Failure(key, what, { status, requestId, bodyKind, oauthError, waitSeconds, advice });
}

/**
 * Reads the reason that the response gives: in the start of its body, or in the header `WWW-Authenticate` if the body
 * is empty or a web page. The reason is empty if there is none.
 */
async function readReason({ request, response, body, clean }: Refusal) {
  const { statusCode: status, headers } = response;
  const { bytes, isCut } = await readStart(body, ERROR_BODY_BYTES, ERROR_BODY_MS);
  const text = decodeText(bytes, isCut) ?? bytes.toString("latin1");
  const bodyKind = bodyKindOf(text, headers["content-type"]);
  // An unexpected 2xx, such as 202, carries real data, possibly a secret: only the fields of an error are quoted.
  const onlyFields = request.quotesOnlyErrorFields === true || status < 300;
  const bodyReason = withoutStatusWords(excerptOfError(text, clean, { isCut, onlyFields }), status);
  const challenge = readChallenge(headers);
  const challengeReason = excerptOfField(clean(challenge.text));
  const isChallengeBetter = challengeReason !== "" && (bodyReason === "" || bodyKind === "web-page");
  const oauthError = challenge.error ?? oauthErrorIn(text);
  return {
    reason: isChallengeBetter ? challengeReason : bodyReason,
    bodyKind,
    oauthError: oauthError && clean(oauthError),
  };
}

/** Returns whether the response limits the rate, and how many seconds it asks to wait. */
function readRateLimit({ response: { statusCode: status, headers }, now }: Refusal) {
  const retryAfter = retryAfterOf(headers, now);
  const isRateLimited = status === 429 || (status === 403 && retryAfter !== undefined);
  // Many services send the reset of their rate limit with every response. It counts only if the rate limit is the
  // reason.
  const waitSeconds = retryAfter ?? (isRateLimited ? rateLimitReset(headers, now) : undefined);
  return { isRateLimited, waitSeconds };
}

/**
 * Drops the number and the name of the status, with which many bodies begin: "403 Forbidden: no right" becomes "no
 * right".
 */
function withoutStatusWords(reason: string, status: number): string {
  const numberOrName = [status, STATUS_CODES[status]].filter((word) => word !== undefined).join("|");
  // The text goes on after a separator, so the "Forbidden" of "Forbiddenness" is not the name of a status.
  const withSeparator = `(?:${numberOrName})(?:[\\s:.,-]+|$)`;
  return reason.replace(new RegExp(`^(?:${withSeparator})+`, "i"), "");
}
