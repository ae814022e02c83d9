/** What programs and people rely on in every error. */
import { inspect } from "node:util";
import {
  type ErrorCode,
  WorkflowsError,
  messageOf,
  SettingsError,
  withCodes,
  withFurtherHint,
  withParts,
} from "../../provider/base/errors.js";
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
  const error = new WorkflowsError("The field <{%x%}> is wrong.", {
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
    expect(text).toContain("problem: 'The field <{_%x%}> is wrong.'");
    expect(text).toContain("code: 'unavailable'");
  }
  expect(error).toMatchObject({ problem: "The field <{%x%}> is wrong.", hint: "See <{%y%}>." });
  expect(Object.keys(error)).not.toContain("inspect");
});

it("without what was being done or what to do, a message is what came back and the code", () => {
  expect(new WorkflowsError("It is down.", { code: "unavailable" }).message).toBe("It is down. [unavailable]");
});

it("anything that was thrown has a message", () => {
  expect(messageOf(new Error("It is down."))).toBe("It is down.");
  expect(messageOf("It is down.")).toBe("It is down.");
  expect(messageOf(undefined)).toBe("undefined");
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

it("an error with other parts is of the same class and keeps the others", () => {
  const changed = withParts(new WorkflowsError("None.", { ...details, code: "no-match" }), {
    hint: "Look again.",
    status: 200,
  });
  expect(changed).toBeInstanceOf(WorkflowsError);
  expect(changed).toMatchObject({ ...details, code: "no-match", hint: "Look again.", status: 200, problem: "None." });
  expect(withParts(changed, { problem: "One." }).message).toBe(
    "Could not list the workflows: One. Look again. [no-match]",
  );
});

it("a settings error has no parts to replace", () => {
  const error = new SettingsError([{ property: "clientId", reason: "clientId is missing." }]);
  expect(withParts(error, { hint: "Set it.", doing: "list" })).toBe(error);
});

it("the engine's colour codes are broken up in the message, and the parts keep the text", () => {
  const problem = "There is no field <{<{%x%}>%x%}>.";
  const error = new WorkflowsError(problem, { code: "listing", hint: "Use <{%fg 1%}>." });
  expect(error.message).toBe("There is no field <{<{_%x%}>%x%}>. Use <{_%fg 1%}>. [listing]");
  expect(error.stack).not.toContain("<{%");
  expect(error).toMatchObject({ problem, hint: "Use <{%fg 1%}>." });
  const issues = [{ property: "a", reason: "`<{%x%}>` is unknown." }];
  expect(new SettingsError(issues)).toMatchObject({ message: "`<{_%x%}>` is unknown. [settings]", issues });
});

it.each(errorCodes().filter((code) => code !== "settings"))(
  "the code %s stands once, at the end of the message alone",
  (name) => {
    const code = name as ErrorCode;
    const error = withFurtherHint(new WorkflowsError("It failed.", { code, doing: "list", hint: "Try." }), "Look.");
    expect(error).toMatchObject({
      message: `Could not list: It failed. Try. Look. [${code}]`,
      problem: "It failed.",
      hint: "Try. Look.",
    });
    expect(withParts(error, { code: "refused" }).message).toBe("Could not list: It failed. Try. Look. [refused]");
  },
);

it("each issue that the engine shows by itself ends with the code", () => {
  const issues = [
    { property: "a", reason: "`a` is empty." },
    { property: "", reason: "`b` is empty." },
  ];
  expect(withCodes(issues)).toEqual([
    { property: "a", reason: "`a` is empty. [settings]" },
    { property: "", reason: "`b` is empty. [settings]" },
  ]);
});
