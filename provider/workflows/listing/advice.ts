/** What messages about pages share: arguments as the user writes them, and the error. */
import { ListingError } from "../../base/errors.js";
import { inShell } from "../../base/excerpt.js";
import { hyphenated } from "../../settings/names.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { FieldBeside } from "./beside-list.js";

/** How messages write an argument: as in a program, where JSON is right in every language, or as an option of a command. */
export type ArgumentStyle = "program" | "option";

/** An argument as the user writes it. A `ListingError` has `pagination` as data too. */
export function renderArgument(name: string, value: Pagination | readonly string[], style: ArgumentStyle): string {
  if (style === "program") {
    return `${name}: ${JSON.stringify(value)}`;
  }
  const text = Array.isArray(value) ? value.join(",") : JSON.stringify(value);
  return `--${hyphenated(name)} ${/^[\w/.-]+$/.test(text) ? text : inShell(text)}`;
}

/** `unrelatedFields` for a field or a header: by its name, or in an object by its pointer. */
export function renderUnrelated(
  { location, name }: Pick<FieldBeside, "location" | "name">,
  style: ArgumentStyle,
): string {
  const isInObject = !location.startsWith("header:") && location.lastIndexOf("/") > 0;
  return renderArgument("unrelatedFields", [isInObject ? location : name], style);
}

export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

/** @param route for the error's property `pagination`. */
export function listingError(problem: string, hint: string, route?: Pagination): ListingError {
  return new ListingError(problem, { code: "listing", hint, pagination: route && { ...route } });
}
