/** Reads from one service: a listing with all its pages, or one response. */
import { excerptOfError } from "../http/error-body.js";
import { sendAuthorized } from "../auth/authorized.js";
import { describeCount, excerpt } from "../base/text.js";
import type { Deadline } from "../base/deadline.js";
import { WorkflowsError, withParts } from "../base/errors.js";
import { DEFAULT_LIMITS, type ServiceResponse } from "../http/types.js";
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
 * Servers of JSON:API, HAL, OData and problem details answer 406 to a request that accepts only `application/json`. JSON:API
 * wants its media type without parameters (§ Content Negotiation).
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

export const WORKFLOWS: Target = { path: "/v2/workflows", doing: "list the workflows", noun: "workflows" };

/** Another path of the service. */
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
  /** One line at a time on long listings: "read 40 pages, 4000 workflows so far". */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Something that may be wrong, and what to do. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** A finding, where nothing is wrong. */
  readonly onInformation?: ((message: string) => void) | undefined;
}

/** The path to read, the client, and the functions that are informed. */
export interface ReadOptions {
  readonly client: ListingClient;
  readonly target: Target;
  readonly request: ResolvedRequest;
  readonly deadline: Deadline;
  readonly reports?: Reports | undefined;
}

type RequestPage = (page: URL, number: number) => Promise<ServiceResponse>;

/**
 * Reads all pages of a listing, inside one deadline and one byte limit. If one page fails, the whole reading fails.
 *
 * @throws WorkflowsError from the transport and the token source. `not-json`, `listing` and `too-large` for a response that is
 *   not a whole listing. The codes of `WorkflowsError` for a body with status 200 that reports an error.
 */
export async function readListing(options: ReadOptions): Promise<RawListing> {
  return withContext(options, (requestPage) => readAll(options, requestPage));
}

/**
 * Reads what a path gives: all items if the request says where they are or how they are listed, else the one response as it is.
 *
 * @throws WorkflowsError as `readListing` does; `listing` too if the response has a list and says that more pages follow.
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
    // We pass an empty list, so that a text in the value is not taken for the reason of a missing list.
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

async function readAll(options: ReadOptions, request: RequestPage): Promise<RawListing> {
  const { client, target } = options;
  const url = endpoint(client.baseUrl, target.path);
  const reading = await readPages({
    ...options.request,
    unrelated: options.request.unrelatedFields,
    request,
    listing: { url, query: options.request.firstQuery },
    maxBytes: DEFAULT_LIMITS.maxResponseBytes,
    noun: target.noun,
    onPage: progressReporter(options),
  });
  reportFindings(reading, options);
  const { items, remark } = reading;
  return { items, remark: remark && describeRemark(remark), doubt: doubtOf(reading, options) };
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
      reports?.onProgress?.(`read ${describeCount(pages, "pages")}, ${describeCount(items, target.noun)} so far`);
      reportedAt = deadline.remaining();
      nextReport = Math.max(nextReport, pages * 2);
    }
  };
}

/** Reports what may be wrong with a listing that was read, and how its pages were found. */
function reportFindings(reading: ReadListing, options: ReadOptions): void {
  const { items, found, remark, doubt, dropped } = reading;
  const { noun } = options.target;
  const { onWarning, onInformation } = options.reports ?? {};
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
 * Returns the warning of rule 10 for a listing of one page that says nothing about pages, if the number of its items is a usual size of pages.
 * With `unrelatedFields`, the user has looked at the response.
 */
function doubtOf({ items, isUnproven }: ReadListing, { target, request }: ReadOptions): string | undefined {
  return isUnproven && isUsualSize(items.length) && request.unrelatedFields.length === 0
    ? `The service lists ${items.length} ${target.noun}, which is a usual page size, and does not say whether there are more. ${SINGLE_PAGE_ADVICE}`
    : undefined;
}

/** Returns whether a number is a multiple of 5 from 10 on, or a power of two from 16 on. */
function isUsualSize(count: number): boolean {
  return (count >= 10 && count % 5 === 0) || (count >= 16 && Number.isInteger(Math.log2(count)));
}

/**
 * Runs `readWith` with a function that sends requests. Adds to its errors the task and the latest response: "Could not list the
 * workflows (page 2): The response is not JSON: it ends too early. …". Secrets of the session are masked in them.
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
    // An error of a request has its task already, and its own hint.
    if (!(error instanceof WorkflowsError) || error.doing !== undefined) {
      throw error;
    }
    const { clean } = client.transport.secrets;
    const { status, requestId, attempts, text = "" } = last ?? {};
    const isNotJson = error.code === "not-json";
    const hint = error.hint ?? (isNotJson ? "Is baseUrl the API's address, and no proxy in between?" : undefined);
    // The start of the response is quoted if it does not begin like JSON.
    const start = isNotJson && /^\s*[^\s[{]/.test(text) ? excerptOfError(text, clean) : "";
    const problem = clean(error.problem) + (start === "" ? "" : ` It says: "${start}".`);
    // A `pagination` with a secret in it is left out.
    const paginationText = JSON.stringify(error.pagination ?? {});
    const pagination = clean(paginationText) === paginationText ? error.pagination : undefined;
    throw withParts(error, {
      doing,
      problem,
      status: error.status ?? status,
      requestId,
      attempts,
      hint: hint && clean(hint),
      pagination,
    });
  }
}
