/** What programs and people rely on in every error. */
import { inspect } from "node:util";
import { cleanError, WorkflowsError, SettingsError, withFurtherHint, withParts } from "../../provider/base/errors.js";
import { errorCodes } from "../support/error-codes.js";

/** Programs compare with these. New ones may come; none of these may go. */
const CODES =
  "settings token-refused token-response forbidden not-found refused rate-limited unavailable redirect connection dns tls " +
  "proxy timeout cancelled not-json too-large listing vanished no-match several-matches not-known schema internal";

it("the codes are those that programs know already", () => {
  expect(errorCodes().join(" ")).toBe(CODES);
});

const details = {
  code: "unavailable",
  doing: "list the workflows",
  status: 503,
  requestId: "req-1",
  attempts: 3,
  hint: "Try again later.",
  pagination: { type: "none" },
} as const;

it("a message has three parts, what was being done, what came back and what to do, and ends with the code", () => {
  const error = new WorkflowsError("503 Service Unavailable.", details);
  expect(error.message).toBe("Could not list the workflows: 503 Service Unavailable. Try again later. [unavailable]");
  expect(error).toMatchObject({ ...details, problem: "503 Service Unavailable.", name: "WorkflowsError" });
  expect(error).toBeInstanceOf(WorkflowsError);
});

it("colour codes of the engine are broken up where an error is printed, and kept in its properties", () => {
  const error = new WorkflowsError("The fields <{%x%}> and <{<{%x%}>%x%}> are wrong.", {
    ...details,
    hint: "See <{%y%}>.",
  });
  for (const printed of [
    error,
    { errors: [error] },
    new Error("outside", { cause: error }),
    new AggregateError([error]),
  ]) {
    const text = inspect(printed, { depth: 10 });
    expect(text).not.toContain("<{%");
    expect(text).toContain("problem: 'The fields <{_%x%}> and <{<{_%x%}>%x%}> are wrong.'");
    expect(text).toContain("code: 'unavailable'");
  }
  expect(`${error.message}${error.stack ?? ""}`).not.toContain("<{%");
  expect(error).toMatchObject({ problem: "The fields <{%x%}> and <{<{%x%}>%x%}> are wrong.", hint: "See <{%y%}>." });
  expect(Object.keys(error)).not.toContain("inspect");
});

it("a settings error has every issue, one in each line, and the code once", () => {
  const issues = [
    { property: "clientId", reason: "clientId is missing." },
    { property: "baseUrl", reason: "baseUrl is missing." },
  ];
  const error = new SettingsError(issues);
  expect(error).toMatchObject({
    code: "settings",
    issues,
    message: "clientId is missing.\nbaseUrl is missing. [settings]",
  });
});

it("an error with other parts keeps the others; a settings error has no parts to replace", () => {
  const changed = withParts(new WorkflowsError("None.", { ...details, code: "no-match" }), {
    problem: "One.",
    status: 200,
  });
  expect(changed).toMatchObject({ ...details, code: "no-match", status: 200, problem: "One." });
  const further = withFurtherHint(withParts(changed, { code: "refused" }), "Look.");
  expect(further.message).toBe("Could not list the workflows: One. Try again later. Look. [refused]");
  const error = new SettingsError([{ property: "clientId", reason: "clientId is missing." }]);
  expect(withParts(error, { hint: "Set it.", doing: "list" })).toBe(error);
});

it("an error is cleaned in each of its texts", () => {
  const texts = { doing: "find s3cret", hint: "s3cret", oauthError: "s3cret", pagination: { cursorPath: "/s3cret" } };
  const error = new WorkflowsError("s3cret", { code: "listing", ...texts });
  const cleaned = cleanError(error, (text) => text.replaceAll("s3cret", "[secret]"));
  expect(cleaned).toMatchObject({
    pagination: { cursorPath: "/[secret]" },
    oauthError: "[secret]",
    problem: "[secret]",
  });
  expect(JSON.stringify(cleaned, Object.getOwnPropertyNames(cleaned))).not.toContain("s3cret");
});
