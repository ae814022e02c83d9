/** The options that say which workflows, checked as the arguments of programs are. */
import { type ListingArguments, parseArguments } from "../workflows/arguments.js";
import { CommandError } from "./command-error.js";
import { parseConditions, parseQuery } from "./conditions.js";

export interface QuestionOptions {
  readonly where?: readonly string[] | undefined;
  readonly query?: readonly string[] | undefined;
  readonly select?: readonly string[] | undefined;
  readonly ignoreFields?: readonly string[] | undefined;
  readonly sortBy?: readonly string[] | undefined;
  readonly itemsPath?: string | undefined;
  readonly maxItems?: number | undefined;
  readonly maxPages?: number | undefined;
}

/** Throws a `CommandError` that names every fault. */
export function askedFor(options: QuestionOptions): Pick<ListingArguments, "request" | "view"> {
  const { select, ignoreFields, sortBy, itemsPath, maxItems, maxPages } = options;
  const parsed = parseArguments("getWorkflows", {
    where: parseConditions(options.where ?? []),
    query: parseQuery(options.query ?? []),
    select,
    ignoreFields,
    sortBy,
    itemsPath,
    maxItems,
    maxPages,
  });
  if ("faults" in parsed) {
    const faults = parsed.faults.map(({ property, reason }) => `${flagOf(property)}: ${reason}`);
    throw new CommandError("usage", faults.join("\n"));
  }
  const { request, view } = parsed.value;
  return { request, view };
}

/** `ignoreFields[0]` is what `--ignore-fields` gave. */
function flagOf(property: string): string {
  const name = /^[A-Za-z]*/.exec(property)?.[0] ?? "";
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
