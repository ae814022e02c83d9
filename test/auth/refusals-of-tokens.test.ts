/** What a refused token request quotes of its response: the known fields of an error, never other text, which may be a token. */
import { createTokenSource } from "../../provider/auth/index.js";
import { WorkflowsError } from "../../provider/base/errors.js";
import { startFakeService } from "../support/fake-service.js";
import { openedInTests } from "../support/opened.js";
import { rejectionOf } from "../support/thrown.js";

const { opened } = openedInTests();

/** A token that the client has never seen, so that it is no registered secret. */
const FRESH = "fresh-T0ken.5uGx9-Qz";

async function refusalOf(status: number, body: unknown, contentType = "application/json"): Promise<WorkflowsError> {
  const service = await opened(startFakeService());
  service.answerAlways("token", { status, headers: { "content-type": contentType }, body });
  const { url: baseUrl, clientId, clientSecret } = service;
  const source = createTokenSource({ baseUrl, clientId, clientSecret, maxRetries: 0 });
  return rejectionOf(WorkflowsError, source.getToken());
}

it.each([401, 400, 403, 404, 500])("status %p: an error quotes its known fields alone", async (status) => {
  const body = { error: "invalid_client", error_description: "Unknown client.", access_token: FRESH };
  const { message } = await refusalOf(status, body);
  expect(message).toContain("invalid_client: Unknown client");
  expect(message).not.toContain(FRESH);
});

it.each<[what: string, body: unknown, contentType: string]>([
  // what, body, content type
  ["a text", `You sent ${FRESH}.`, "text/plain"],
  ["a JSON text", JSON.stringify(FRESH), "application/json"],
  ["unknown fields", { token: FRESH, data: { access_token: FRESH } }, "application/json"],
  ["a web page", `<html><body>Your session: ${FRESH}</body></html>`, "text/html"],
])("%s is not quoted", async (_what, body, contentType) => {
  expect((await refusalOf(401, body, contentType)).message).not.toContain(FRESH);
  expect((await refusalOf(500, body, contentType)).message).not.toContain(FRESH);
});
