/** Adds to an error about a response what was being done and what came back, without a secret in any of it. */
import { excerptOfError } from "../http/excerpt.js";
import { type WorkflowsError, withParts } from "../http/errors.js";
import type { Redact } from "../http/redactor.js";
import type { ServiceResponse } from "../http/types.js";

/**
 * The fault with its context: "Could not list the workflows (page 2): The response is not JSON: it ends too early. …".
 *
 * @param response the last one.
 */
export function explainListing(
  fault: WorkflowsError,
  doing: string,
  response: ServiceResponse | undefined,
  redact: Redact,
): WorkflowsError {
  const { code } = fault;
  const hint =
    fault.hint ?? (code === "not-json" ? "Is baseUrl the API's address, and no proxy in between?" : undefined);
  const excerpt = code === "not-json" && response !== undefined ? startOf(response.text, redact) : "";
  return withParts(fault, {
    doing,
    problem: redact(`${fault.problem}${excerpt}`),
    hint: hint === undefined ? undefined : redact(hint),
    status: response?.status,
    requestId: response?.requestId,
    attempts: response?.attempts,
  });
}

/** The start of the response, if it is no JSON from there on. */
function startOf(text: string, redact: Redact): string {
  return text.trim() === "" || /^\s*[[{]/.test(text) ? "" : ` It says: "${excerptOfError(text, redact)}".`;
}
