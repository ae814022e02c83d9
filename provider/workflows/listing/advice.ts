/** Rule 9, and all others that throw: an error says what to set. First how to read on, and last how to look away, which would cut a listing that goes on. */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import type { NoPagination, Pagination } from "../arguments/argument-types.js";

/** The argument `pagination` that has the same effect as a paginator. */
export type Declaration = Exclude<Pagination, NoPagination>;

/** A field or a header, and where it is: a JSON Pointer, or `header:` and a name. */
interface Place {
  readonly name: string;
  readonly location: string;
}

/** Writes an argument as in a program, where JSON is right in every language: `pagination: {"type":"page"}`. */
export function renderArgument(name: string, value: Pagination | readonly string[]): string {
  return `${name}: ${JSON.stringify(value)}`;
}

/** Writes `unrelatedFields` for a field or a header: by its name, or by its pointer if it is in an object. */
export function renderUnrelated({ location, name }: Place): string {
  const isInObject = !location.startsWith("header:") && location.lastIndexOf("/") > 0;
  return renderArgument("unrelatedFields", [isInObject ? location : name]);
}

/** Makes an error with the code `listing`. @param declaration the error's property `pagination`, which programs read. */
export function listingError(problem: string, hint: string, declaration?: Pagination): WorkflowsError {
  return new WorkflowsError(problem, { code: "listing", hint, pagination: declaration && { ...declaration } });
}

/** Writes how to read on, and last how to look away from a sign of more pages. Without a declaration, the user looks up the parameter. */
export function adviceFor(sign: Place, declaration: Declaration | undefined): string {
  const lookAway = `Only if these are all, set ${renderUnrelated(sign)}.`;
  if (declaration === undefined) {
    return `To read on, set \`pagination\` with the service's own parameter. ${lookAway}`;
  }
  const { parameter } = declaration;
  const replacement =
    parameter === undefined ? "" : `, with the service's own parameter in place of "${excerpt(parameter)}"`;
  return `To read on, set ${renderArgument("pagination", declaration)}${replacement}. ${lookAway}`;
}

/** What to do about a listing that may be one page of more. */
export const SINGLE_PAGE_ADVICE =
  'If these are all, set pagination: {"type":"none"}. If not, set `pagination` with the service\'s parameter. ' +
  'With "none", a response that names a next page, or has a flag that more follow, is still an error.';
