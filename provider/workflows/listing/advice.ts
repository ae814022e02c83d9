/**
 * Writes what messages about pages advise: first how to read on, and last how to look away, which would cut a listing that goes on.
 * Runs in both processes.
 */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt, inShell } from "../../base/text.js";
import { hyphenated } from "../../base/setting-names.js";
import type { Pagination } from "../arguments/argument-types.js";
import { Outcome } from "./outcome.js";
import { isFlagOrNumber } from "./outlook.js";
import type { Declaration } from "./request.js";
import type { ResponseField } from "./response-fields.js";
import type { Signal } from "./signals.js";

/** How messages write an argument: as in a program, where JSON is right in every language, or as an option of a command. */
export type ArgumentStyle = "program" | "option";

/** Writes an argument as the user writes it. A `WorkflowsError` has `pagination` as data too. */
export function renderArgument(name: string, value: Pagination | readonly string[], style: ArgumentStyle): string {
  if (style === "program") {
    return `${name}: ${JSON.stringify(value)}`;
  }
  const text = Array.isArray(value) ? value.join(",") : JSON.stringify(value);
  return `--${hyphenated(name)} ${/^[\w/.-]+$/.test(text) ? text : inShell(text)}`;
}

/** Writes `unrelatedFields` for a field or a header: by its name, or by its pointer if it is in an object. */
export function renderUnrelated(
  { location, name }: Pick<ResponseField, "location" | "name">,
  style: ArgumentStyle,
): string {
  const isInObject = !location.startsWith("header:") && location.lastIndexOf("/") > 0;
  return renderArgument("unrelatedFields", [isInObject ? location : name], style);
}

/** Makes a `WorkflowsError` with the code `listing`. @param declaration the error's property `pagination`, which programs read. */
export function listingError(problem: string, hint: string, declaration?: Pagination): WorkflowsError {
  return new WorkflowsError(problem, { code: "listing", hint, pagination: declaration && { ...declaration } });
}

/** Writes where a sign stands, with its value if that is a flag or a number: `at "/total" (9)`. */
export function describeSign(signal: Signal): string {
  const value = isFlagOrNumber(signal) || signal.kind === "fullPage" ? ` (${String(signal.value)})` : "";
  return `at "${excerpt(signal.location)}"${value}`;
}

/** Writes how to read on, and last how to look away. @param addition a text after the argument, such as what to replace in it. */
export function adviceToReadOn(
  signal: Signal,
  declaration: Declaration | undefined,
  style: ArgumentStyle,
  addition = "",
): string {
  const argument = declaration === undefined ? "`pagination`" : renderArgument("pagination", declaration, style);
  return `To read on, set ${argument}${addition}. Only if these are all, set ${renderUnrelated(signal, style)}.`;
}

/** A sentence for texts that advise the pagination "none": what is still an error then. */
export const SINGLE_PAGE_IS_GUARDED =
  'With "none", a response that names a next page, or has a flag that more follow, is still an error.';

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  [Outcome.NewItems]: "new items",
  [Outcome.Empty]: "no items",
  [Outcome.SamePage]: "the same page again",
  [Outcome.LastItemAgain]: "the last item again",
  [Outcome.Overlap]: "items that were read before",
  [Outcome.Refused]: "refused",
  [Outcome.WrongNumber]: "not the page with this number",
};

/** Writes a request that was tried, with its outcome: `?page=2 (refused, 400)`. */
export function describeTrial({ search }: URL, outcome: Outcome, status?: number): string {
  const statusText = status === undefined ? "" : `, ${status}`;
  return `${excerpt(search)} (${OUTCOME_TEXTS[outcome]}${statusText})`;
}
