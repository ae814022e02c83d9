/** Takes the values of secret arguments out of an error about them: no engine masks what it never saw as a secret. */
import { SettingsError, withParts, WorkflowsError, type Fault } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";

const MASK = "[secret]";
/** A shorter value is too likely to be part of a word: it is masked only where it stands in quotes. */
const SHORTEST_BARE = 3;

/** The error without any text of `args`; keys, numbers and what is no error of ours stay. */
export function hideValues(error: SettingsError, args: unknown): SettingsError;
export function hideValues(error: unknown, args: unknown): unknown;
export function hideValues(error: unknown, args: unknown): unknown {
  if (!(error instanceof WorkflowsError)) {
    return error;
  }
  const forms = [...new Set(textsIn(args).flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const hide = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
  if (error instanceof SettingsError) {
    return new SettingsError(error.faults.map(({ property, reason }): Fault => ({ property, reason: hide(reason) })));
  }
  const { hint, problem } = error;
  return withParts(error, { problem: hide(problem), hint: hint === undefined ? undefined : hide(hint) });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The text as messages write it: cleaned and cut, and a field without the signs for "descending" and "may be missing". */
function formsOf(text: string): string[] {
  const forms = [text, excerpt(text), JSON.stringify(text).slice(1, -1), text.replace(/^-|\?$/g, "")];
  return forms.filter((form) => form.trim() !== "").map((form) => (form.length < SHORTEST_BARE ? `"${form}"` : form));
}
