/** Turns a response into a page: its items and its signals. Runs in both processes. */
import { WorkflowsError } from "../../base/errors.js";
import { locate } from "../../base/json-path.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, parseJson, type ValueBudget } from "../json/json.js";
import type { ListingRequest } from "../types.js";
import type { ArgumentStyle } from "./advice.js";
import { refuseErrorAlone, refuseErrorBody, type Remark, remarkBeside } from "./body-error.js";
import { declaredSignals } from "./declared-signals.js";
import { findItems, hasListOfObjects, itemsAt, requireObjects } from "./find-items.js";
import { hasKnownRange } from "./header-fields.js";
import type { Outlook } from "./outlook.js";
import { type FoundItems, HEADER_PREFIX, isNamedIn } from "./response-fields.js";
import { namedSignals, type ReadResponse, type Signal } from "./signals.js";

export interface Page extends ReadResponse {
  readonly request: URL;
  readonly items: readonly JsonValue[];
  /** Where the items are. */
  readonly itemsPath: string;
  readonly signals: readonly Signal[];
  /** The message beside an empty list. */
  readonly remark: Remark | undefined;
}

/** A page that was added to the listing, and what its signals say together with the numbers that `Reading.add` keeps of earlier pages. */
export type AddedPage = Page & Outlook;

export interface PageOptions extends Pick<ListingRequest, "pagination" | "itemsPath"> {
  /** The plural for the items in messages: "workflows". */
  readonly noun: string;
  readonly style: ArgumentStyle;
  /** The argument `unrelatedFields`. */
  readonly unrelated: readonly string[];
}

/** The facts that earlier pages leave for the next one. */
interface Context {
  /** Where the first page has its items; `undefined` for the first page. */
  readonly foundPath: string | undefined;
  readonly budget: ValueBudget;
}

const NO_CONTENT = 204;
const PARTIAL_CONTENT = 206;

/** Reads a response. Throws if its body is not JSON, is a part, reports an error, or has no clear list. */
export function readPage(request: URL, response: ServiceResponse, options: PageOptions & Context): Page {
  const { pagination, unrelated, itemsPath, foundPath, budget } = options;
  const partSigns = partialContentSigns(response, unrelated);
  const isEmptyResponse = response.status === NO_CONTENT;
  const body = isEmptyResponse ? null : parseJson(response.text, budget);
  const list = isEmptyResponse
    ? { items: [], pointer: itemsPath ?? foundPath ?? "" }
    : itemsIn(body, response, options);
  const { items, pointer } = list;
  const declared = declaredSignals(pagination, { response, body }, pointer);
  // A field that `pagination` names is not read by its own name.
  const declaredFields = declared.map(({ location }) => location);
  const named = namedSignals({ response, body }, pointer, [...unrelated, ...declaredFields]);
  const remark = items.length === 0 ? remarkBeside(body, list, unrelated) : undefined;
  return {
    request,
    response,
    body,
    items,
    itemsPath: pointer,
    signals: [...named, ...partSigns, ...declared],
    remark,
  };
}

/**
 * Judges a response with status 206, which is a part:
 * 1. A range of bytes is an error, because the rest of the body was not sent.
 * 2. A range of items needs nothing here, because `headerFields` reads it as a signal: `items 0-4/23`.
 * 3. Anything else is an unknown sign, which is returned: no range, or one of ids.
 */
function partialContentSigns({ status, headers }: ServiceResponse, unrelated: readonly string[]): Signal[] {
  const [name, location] = ["content-range", `${HEADER_PREFIX}content-range`];
  const range = firstHeader(headers, name);
  if (status !== PARTIAL_CONTENT) {
    return [];
  }
  if (range !== undefined && /^\s*bytes\b/i.test(range)) {
    throw new WorkflowsError(
      `The response is a part of the body (status 206, Content-Range: ${range.slice(0, 100)}).`,
      {
        code: "listing",
        hint: "No range was requested. Is there a cache or a proxy between, which keeps a download that was cut?",
      },
    );
  }
  const isUnknown = !hasKnownRange({ headers }) && !isNamedIn(unrelated, location, name);
  return isUnknown ? [{ kind: "unknownSign", name, location, value: null }] : [];
}

/** Finds the items. Throws if the body reports an error, which then explains why it has no list. */
function itemsIn(body: JsonValue, response: ServiceResponse, options: PageOptions & Context): FoundItems {
  const { itemsPath, foundPath, noun, unrelated, style } = options;
  const path = itemsPath ?? foundPath;
  const isLaterPage = foundPath !== undefined;
  let list: FoundItems;
  try {
    list = path === undefined ? findItems(body, noun) : itemsAt(body, path, isLaterPage);
    // `findItems` checks the first page. Later pages have the list at the same place, and it must still be one of objects.
    if (itemsPath === undefined && isLaterPage) {
      requireObjects(list, body, noun);
    }
  } catch (error) {
    // If the body has no list at all, a text in it counts as the reason, so we pass `undefined`. If it has lists, but no clear one, a text is not
    // the reason, so we pass an empty list.
    const listForErrors = hasListOfObjects(body) ? { items: [], pointer: "" } : undefined;
    refuseErrorBody(body, listForErrors, response, unrelated, style);
    throw error;
  }
  refuseErrorBody(body, list, response, unrelated, style);
  // If the list is left out, as an `itemsPath` with a question mark allows, the body may have nothing but an error.
  if (locate(body, list.pointer) === undefined) {
    refuseErrorAlone(body, undefined, response, unrelated, style);
  }
  return list;
}
