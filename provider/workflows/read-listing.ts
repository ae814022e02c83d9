/** Reads from one service: a listing with all its pages, or one response. */
import { excerptOfError } from "../http/error-body.js";
import { sendAuthorized } from "../auth/authorized.js";
import { describeCount, excerpt } from "../base/text.js";
import type { Deadline } from "../base/deadline.js";
import { WorkflowsError, withParts } from "../base/errors.js";
import type { Secrets } from "../base/secrets.js";
import { MAX_RESPONSE_BYTES, type ServiceResponse } from "../http/types.js";
import { endpoint } from "../settings/base-url.js";
import { joinFirst } from "./items/describe.js";
import { parseJson, type JsonValue } from "./json/json.js";
import { renderArgument, SINGLE_PAGE_ADVICE } from "./listing/advice.js";
import { refuseErrorAlone, type Remark } from "./listing/body-error.js";
import { type ReadListing, readPages, requireWholeValue } from "./listing/read.js";
import type { ResolvedRequest } from "./resolve-request.js";
import { withQuery } from "./service-path.js";
import type { ListingClient, RawListing } from "./types.js";

const PROGRESS_MILLISECONDS = 10_000;

/**
 * Servers of JSON:API, HAL, OData and problem details answer 406 to a request that accepts only `application/json`.
 * JSON:API wants its media type without parameters (§ Content Negotiation).
 */
const ACCEPT =
  "application/json, application/vnd.api+json, application/hal+json, application/problem+json, application/ld+json, */*;q=0.1";

/** A path of the service, and how messages name it. */
interface Target {
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  /** After "Could not": "list the workflows". */
  readonly doing: string;
  /** The plural for the items in messages: "workflows". */
  readonly noun: string;
  /** A sentence for a status, instead of the transport's own hint. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** The listing of all workflows. */
export const WORKFLOWS: Target = { path: "/v2/workflows", doing: "list the workflows", noun: "workflows" };

/** Returns the target for another path of the service. */
export function targetAt(path: string): Target {
  return {
    path,
    doing: `read ${excerpt(path)}`,
    noun: "items",
    hintFor: (status) =>
      status === 404 ? "Are path and baseUrl right? Set `allowMissing` if there may be nothing there." : undefined,
  };
}

/** How the caller is informed while it waits. */
export interface Reports {
  /** Takes a line about how much of a long listing was read: "read 40 pages, 4000 workflows so far". */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Takes a message about what may be wrong, with what to do. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Takes a message that may help, although nothing is wrong. */
  readonly onInformation?: ((message: string) => void) | undefined;
}

/** The path to read, the client, and the functions that are informed. */
export interface ReadOptions {
  readonly client: ListingClient;
  readonly target: Target;
  readonly request: ResolvedRequest;
  readonly deadline: Deadline;
  readonly reports: Reports;
}

/** Requests a page. `number` counts from 1. */
type RequestPage = (page: URL, number: number) => Promise<ServiceResponse>;

/**
 * Reads all pages of a listing, inside one deadline and one byte limit. If one page fails, the whole reading fails.
 *
 * @throws WorkflowsError from the transport and the token source. `not-json`, `listing` and `too-large` for a response
 *   that is not a whole listing. The codes of `WorkflowsError` for a body with status 200 that reports an error.
 */
export async function readListing(options: ReadOptions): Promise<RawListing> {
  return withContext(options, (requestPage) => readAll(options, requestPage));
}

/**
 * Reads what a path gives: all items if the request says where they are or how they are listed, else the one response
 * as it is.
 *
 * @throws WorkflowsError as `readListing` does; `listing` too if the response has a list and says that more pages
 *   follow.
 */
export async function readJson(options: ReadOptions): Promise<RawListing | { readonly value: JsonValue }> {
  const { client, target, request } = options;
  const { pagination, itemsPath, query, unrelatedFields } = request;
  if (itemsPath !== undefined || (pagination !== undefined && pagination.type !== "none")) {
    return readListing(options);
  }
  return withContext(options, async (send) => {
    const first = withQuery(endpoint(client.baseUrl, target.path), query);
    const response = await send(first, 1);
    requireContent(response);
    const value = parseJson(response.text);
    // Passes an empty list as the one that was found. Without a list, any sentence in the value would count as an error.
    refuseErrorAlone(value, { items: [], pointer: "" }, unrelatedFields);
    if (pagination === undefined) {
      requireWholeValue(value, response, unrelatedFields);
    }
    return { value };
  });
}

/** Throws if the response has no value, or only a part of it. */
function requireContent({ status }: ServiceResponse): void {
  if (status === 204) {
    const hint = "Set `allowMissing` if there may be nothing there.";
    throw new WorkflowsError("The service returned 204 No Content: there is nothing.", {
      code: "not-found",
      bodyKind: "empty",
      hint,
    });
  }
  if (status === 206) {
    const hint = "Set `pagination` or `itemsPath` if it is a page of a list.";
    throw new WorkflowsError("The service returned 206 Partial Content, a part of the value.", {
      code: "not-json",
      hint,
    });
  }
}

/** Reads all pages, and reports what was found on the way. */
async function readAll(options: ReadOptions, request: RequestPage): Promise<RawListing> {
  const { client, target } = options;
  const url = endpoint(client.baseUrl, target.path);
  const reading = await readPages({
    ...options.request,
    unrelated: options.request.unrelatedFields,
    request,
    listing: { url, query: options.request.firstQuery },
    maxBytes: MAX_RESPONSE_BYTES,
    noun: target.noun,
    onPage: progressReporter(options),
  });
  reportFindings(reading, options);
  const { items, remark } = reading;
  return { items, remark: remark && describeRemark(remark), onePageWarning: onePageWarning(reading, options) };
}

/** Writes a message of the service with its location in front: `"/message": "No access"`. */
function describeRemark({ location, text }: Remark): string {
  return `"${excerpt(location)}": "${excerpt(text)}"`;
}

/** Returns a function that reports how much was read: at 10, 20, 40, … pages, and every ten seconds. */
function progressReporter({ target, deadline, reports }: ReadOptions): (pages: number, items: number) => void {
  let reportedAt = deadline.remaining();
  let nextReport = 10;
  return (pages, items) => {
    if (pages >= nextReport || reportedAt - deadline.remaining() >= PROGRESS_MILLISECONDS) {
      reports.onProgress?.(`read ${describeCount(pages, "pages")}, ${describeCount(items, target.noun)} so far`);
      reportedAt = deadline.remaining();
      nextReport = Math.max(nextReport, pages * 2);
    }
  };
}

/** Reports what may be wrong with a listing that was read, and how its pages were found. */
function reportFindings(reading: ReadListing, options: ReadOptions): void {
  const { items, found, remark, doubt, dropped } = reading;
  const { noun } = options.target;
  const { onWarning, onInformation } = options.reports;
  if (found !== undefined) {
    const argument = renderArgument("pagination", found);
    onInformation?.(
      `How the pages of the ${noun} are read was found by trying. To spare these requests, set ${argument}`,
    );
  }
  if (remark !== undefined) {
    const what = items.length === 0 ? `The service lists no ${noun}` : `The last page of the ${noun} is empty`;
    onWarning?.(`${what}, and the response says at ${describeRemark(remark)}.`);
  }
  if (dropped.length > 0) {
    const names = joinFirst(dropped, 5, (name) => `"${excerpt(name)}"`);
    onWarning?.(
      `The addresses of next pages lack ${names} of \`query\`. If later pages have ${noun} that it leaves out, set \`pagination\` with the service's own parameter in place of these addresses.`,
    );
  }
  if (doubt !== undefined) {
    onWarning?.(
      `The service lists ${describeCount(items.length, noun)}, and does not say whether there are more: ${doubt}. ${SINGLE_PAGE_ADVICE}`,
    );
  }
}

/**
 * Returns the warning of rule 10 for a listing of one page that says nothing about pages, if the number of its items is
 * a usual size of pages. There is none with `unrelatedFields`, because the user has then looked at the response.
 */
function onePageWarning({ items, isUnproven }: ReadListing, { target, request }: ReadOptions): string | undefined {
  return isUnproven && isUsualSize(items.length) && request.unrelatedFields.length === 0
    ? `The service lists ${items.length} ${target.noun}, which is a usual page size, and does not say whether there are more. ${SINGLE_PAGE_ADVICE}`
    : undefined;
}

/** Returns whether a number is a multiple of 5 from 10 on, or a power of two from 16 on. */
function isUsualSize(count: number): boolean {
  return (count >= 10 && count % 5 === 0) || (count >= 16 && Number.isInteger(Math.log2(count)));
}

/**
 * Calls `readWith` with a function that sends requests. If it throws an error about a response, adds the task and the
 * response: "Could not list the workflows (page 2): The response is not JSON: it ends too early. …".
 */
async function withContext<T>(
  { client, target: { doing: task, hintFor }, deadline }: ReadOptions,
  readWith: (send: RequestPage) => Promise<T>,
): Promise<T> {
  let doing = task;
  let last: ServiceResponse | undefined;
  try {
    return await readWith(async (url, number) => {
      doing = number === 1 ? task : `${task} (page ${number})`;
      const sent = { doing, method: "GET", url, headers: { accept: ACCEPT }, hintFor } as const;
      last = await sendAuthorized(client, { ...sent, redirects: "same-origin", deadline });
      return last;
    });
  } catch (error) {
    // The transport has added the task to an error of a request, and a hint.
    const isAboutResponse = error instanceof WorkflowsError && error.doing === undefined;
    throw isAboutResponse ? withResponse(error, doing, last, client.transport.secrets.clean) : error;
  }
}

/**
 * Adds the task and the response to an error about the response. If the response is not JSON, its beginning is quoted.
 */
function withResponse(
  error: WorkflowsError,
  doing: string,
  response: ServiceResponse | undefined,
  clean: Secrets["clean"],
): WorkflowsError {
  const { requestId, attempts, text = "" } = response ?? {};
  const details = { doing, status: error.status ?? response?.status, requestId, attempts };
  if (error.code !== "not-json") {
    return withParts(error, details);
  }
  const beginsLikeJson = /^\s*(?:[[{]|$)/.test(text);
  const start = beginsLikeJson ? "" : excerptOfError(text, clean);
  const quote = start === "" ? "" : ` It says: "${start}".`;
  const hint = error.hint ?? "Is baseUrl the API's address, and no proxy in between?";
  return withParts(error, { ...details, problem: error.problem + quote, hint });
}
