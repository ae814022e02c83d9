/** Lists the paginators that may read the next page, the likeliest first: those that the page shows, then usual ones. Runs in both processes. */
import { readPath } from "../../../base/json-path.js";
import type { JsonValue } from "../../json/json.js";
import { normaliseName } from "../names.js";
import { isNumberOfAll } from "../outlook.js";
import type { AddedPage } from "../page.js";
import type { Declaration, ListingAddress } from "../request.js";
import { kindOfName } from "../signal-names.js";
import type { Signal } from "../signals.js";
import { numbersInQuery, textOf } from "../values.js";
import { isCredentialName, PARAMETERS_OF_FIELD, USUAL_PARAMETERS } from "./parameter-names.js";
import { parametersForField } from "./spelling.js";

/** Lists the candidates. @param remembered the declaration that an earlier reading of the listing found. */
export function candidatesFor(page: AddedPage, { query }: ListingAddress, remembered?: Declaration): Declaration[] {
  // Addresses on the page show parameters too: "?page=1" of a link to the first page.
  const linked = page.signals.flatMap(({ value }) => numbersInQuery(String(value))).map(([parameter]) => parameter);
  const otherParameters = [...Object.keys(query), ...linked];
  const cursors = page.signals.flatMap((signal) => cursorCandidates(signal, otherParameters));
  const numbers = [...otherParameters, ...usualParameters(page)].flatMap((parameter) =>
    parameter === "starting_after" ? lastItemCandidates(page, parameter) : numberedCandidates(parameter),
  );
  const all = [...(remembered === undefined ? [] : [remembered]), ...cursors, ...numbers];
  const texts = all.map((declaration) => JSON.stringify(declaration));
  return all.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}

/** Returns the candidates that send a cursor or a next number, first by parameters made of its field's name, then by usual ones. */
function cursorCandidates(signal: Signal, otherParameters: readonly string[]): Declaration[] {
  const { kind, location: cursorPath, value } = signal;
  if (!["cursor", "nextNumber", "position"].includes(kind) || value === null) {
    return [];
  }
  const usual = kind === "nextNumber" ? [] : USUAL_PARAMETERS.cursor;
  const fieldName = fieldNameOf(signal);
  const parameters = [...parametersForField(fieldName, otherParameters, parametersOfField(signal) ?? []), ...usual];
  return parameters
    .filter((parameter) => !isCredentialName(normaliseName(parameter)))
    .map((parameter) => ({ type: "cursor", cursorPath, parameter }));
}

/** Returns the candidate that sends the last item's id, if it has one. `starting_after` takes that id at Stripe and services like it. */
function lastItemCandidates({ items }: AddedPage, parameter: string): Declaration[] {
  const id = textOf(readPath<JsonValue>(items.at(-1) ?? null, "/id")) ?? "";
  return id === "" ? [] : [{ type: "cursor", lastItemPath: "/id", parameter }];
}

/** Returns the candidate for a parameter whose name says that it counts pages, or items. */
function numberedCandidates(parameter: string): Declaration[] {
  // The kind of a name depends on the type of its value too. A page number or an offset is a number, so any number will do.
  const kind = kindOfName(normaliseName(parameter), 1);
  return kind === "pageNumber"
    ? [{ type: "page", parameter }]
    : kind === "offset"
      ? [{ type: "offset", parameter }]
      : [];
}

/**
 * Returns the parameters that usually go with what the page says:
 * 1. If it states a page number or an offset: the row `pageNumber` or `offset`, with the parameters of that field in place of `=`.
 * 2. Otherwise the row for the sign that more pages follow: `totalPages`, `total` or `flag`.
 */
function usualParameters({ signals, unsatisfied, moreSign }: AddedPage): string[] {
  // A first page has no other number than 0 or 1: `number: 20` is the size of a page.
  const positions = signals.filter(
    ({ kind, value }) => kind === "offset" || (kind === "pageNumber" && Number(value) <= 1),
  );
  const signs = [...unsatisfied, ...(moreSign === undefined ? [] : [moreSign])];
  const hasPageCount = signs.some(({ kind }) => kind === "totalPages");
  const bySign = hasPageCount ? "totalPages" : signs.some(isNumberOfAll) ? "total" : "flag";
  const statedKind = (["pageNumber", "offset"] as const).find((kind) =>
    positions.some((signal) => signal.kind === kind),
  );
  const parametersOfPosition = positions.flatMap((signal) =>
    signal.kind === statedKind ? (parametersOfField(signal) ?? [fieldNameOf(signal)]) : [],
  );
  return USUAL_PARAMETERS[statedKind ?? bySign].flatMap((parameter) =>
    parameter === "=" ? parametersOfPosition : parameter,
  );
}

/** Returns the parameters that go with the signal's field; `undefined` if none are known for its name. */
function parametersOfField(signal: Signal): string[] | undefined {
  const parameters = PARAMETERS_OF_FIELD[normaliseName(signal.name)];
  return parameters?.map((parameter) => (parameter === "=" ? fieldNameOf(signal) : parameter));
}

function fieldNameOf({ name }: Signal): string {
  return name.replace(/^x-/i, "");
}

/** Returns the numbered pagination that stands in the address of the second page: `?page=2`, or `?offset=5` after 5 items. */
export function numberedByAddress(address: string, itemsOnPage: number): Declaration | undefined {
  const candidates = numbersInQuery(address).flatMap(([parameter, number]) =>
    numberedCandidates(parameter).filter(({ type }) =>
      (type === "page" ? [1, 2] : [itemsOnPage, itemsOnPage + 1]).includes(number),
    ),
  );
  return candidates[0];
}
