/** Says of a listing that cannot be used what was being done and what came, without the token in any of it. */
import { explainBody } from "../http/error-body.js";
import { type WorkflowsError, withParts } from "../http/errors.js";
import type { Redact } from "../http/redactor.js";
import type { ServiceAnswer } from "../http/types.js";

/**
 * The fault with its place: "Could not list the workflows (page 2): The response is not JSON: it ends too early. …".
 *
 * @param answer the last one that came.
 */
export function explainListing(
  fault: WorkflowsError,
  doing: string,
  answer: ServiceAnswer | undefined,
  redact: Redact,
): WorkflowsError {
  const { code } = fault;
  const hint =
    fault.hint ?? (code === "not-json" ? "Is baseUrl the API's address, and no proxy in between?" : undefined);
  const excerpt = code === "not-json" && answer !== undefined ? startOf(answer.text, redact) : "";
  return withParts(fault, {
    doing,
    problem: redact(`${fault.problem}${excerpt}`),
    hint: hint === undefined ? undefined : redact(hint),
    status: answer?.status,
    requestId: answer?.requestId,
    attempts: answer?.attempts,
  });
}

/** What came, where it is no JSON from the start. */
function startOf(text: string, redact: Redact): string {
  return text.trim() === "" || /^\s*[[{]/.test(text) ? "" : ` It says: "${explainBody(text, redact)}".`;
}
