/** What to do next: the end of a message about an argument. */
import { excerpt } from "../../http/excerpt.js";
import { isPointer } from "../../http/json-pointer.js";
import { nearest } from "../../settings/nearest.js";
import { patternFault } from "./shapes.js";
import type { ArgumentType, PropertyDefinition } from "./vocabulary.js";
import { describeValue } from "./words.js";

/** The right value that the wrong one is probably meant to be. */
export function suggest(value: unknown, type: ArgumentType): string {
  if (typeof value !== "string") return "";
  if (type.is === "array") return ` Put it into a list: [${describeValue(value)}].`;
  if (type.is === "enum") return didYouMean(nearest(value, type.values), '"');
  if (type.is !== "string") return "";
  if (type.format === "pattern") return ` ${excerpt(patternFault(value) ?? "")}.`;
  if (type.format !== "pointer" && type.format !== "place") return "";
  const pointer = `/${value.replace(/^[$.#/]+/, "").replaceAll(".", "/")}`;
  return isPointer(pointer) && value.length < 200 ? didYouMean(pointer, '"') : "";
}

/** In many a query language a list means one of several. */
export function asOperators(value: unknown, name: string): string {
  return Array.isArray(value) && name === "WhereCondition" ? " For one of several values write { in: […] }." : "";
}

/** What is wrong with a key that is not described, and what is probably meant. */
export function unknownKey(key: string, properties: readonly PropertyDefinition[], hint: string): string {
  const meant = nearest(
    key,
    properties.map(({ name }) => name),
  );
  const advice = meant === undefined ? ` It takes: ${listed(properties)}.` : didYouMean(meant, "`");
  return `is not known here.${advice}${hint === "" ? "" : ` ${hint}`}`;
}

function didYouMean(meant: string | undefined, quote: string): string {
  return meant === undefined ? "" : ` Did you mean ${quote}${excerpt(meant)}${quote}?`;
}

/** The names there are, for a message. */
export function listed(properties: readonly PropertyDefinition[]): string {
  return properties.map(({ name }) => name).join(", ");
}
