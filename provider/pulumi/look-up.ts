/**
 * Reads what the data functions return. Runs in the program for the functions of the npm package, and in the plugin for
 * its own. Each function throws a `SettingsError` with all issues of the arguments. `isSecret` is true if an argument
 * is secret, or if the argument `secret` is true. No error then shows an argument or an item.
 */
import { describeCount, excerpt } from "../base/text.js";
import { cleanError, SettingsError, withParts, WorkflowsError } from "../base/errors.js";
import type { ArgumentKind } from "../workflows/arguments/table.js";
import type { ParsedArguments } from "../workflows/arguments/parse-arguments.js";
import { describeFields, joinFirst, nameWithId } from "../workflows/items/describe.js";
import { assertListed } from "../workflows/items/guard.js";
import type { Session } from "../workflows/session.js";
import type { JsonResult, Listing } from "../workflows/types.js";
import { parsePlain, readSecrets, registerSecretFilters, unknownIssues, withoutValues } from "./arguments.js";

/** Returns the listing that the arguments describe. */
export function lookUpListing(session: Session, args: object, isSecret: boolean): Promise<Listing> {
  return lookUp("getWorkflows", session, args, isSecret, async (parsed) => {
    const listing = await session.list({ ...parsed, isSecret });
    assertListed(listing, { ...parsed, environment: session.environment, isSecret });
    if (listing.unmatched !== undefined) {
      session.warn(`getWorkflows: ${isSecret ? "a condition of `where` matches nothing." : listing.unmatched}`);
    }
    return listing;
  });
}

/**
 * Returns the listing of the one item that matches the arguments, or `undefined` if none does and `allowMissing` is
 * set.
 *
 * @throws WorkflowsError `no-match`, `several-matches`: with the number of matches and of items, and the fields.
 */
export function lookUpOne(session: Session, args: object, isSecret: boolean): Promise<Listing | undefined> {
  return lookUp("getWorkflow", session, args, isSecret, async (parsed) => {
    const listing = await session.list({ ...parsed, isSecret });
    if (listing.count === 1) {
      return listing;
    }
    if (listing.count === 0 && parsed.allowMissing) {
      return undefined;
    }
    throw notOne(listing, parsed, isSecret);
  });
}

/**
 * Returns the error for none or several matches. Of a secret listing, it shows nothing but numbers and names of fields.
 */
function notOne(listing: Listing, { view, request }: ParsedArguments, isSecret: boolean): WorkflowsError {
  const { count, items, all } = listing;
  const { where } = view;
  const condition = isSecret || where === undefined ? "" : ` where ${excerpt(JSON.stringify(where))}`;
  const listed = describeCount(all.length, "workflows");
  const fields = all.length === 0 ? "The listing is empty." : `The fields are ${describeFields(all)}.`;
  if (count === 0) {
    return new WorkflowsError(`none of ${listed} matches${condition}. ${fields}`, {
      code: "no-match",
      hint: "Set `allowMissing: true` if there may be none.",
    });
  }
  const names = isSecret ? "" : `: ${joinFirst(items, 5, (item) => nameWithId(item, request.keyPath))}`;
  return new WorkflowsError(`${count} of ${listed} match${condition}, not one${names}. ${fields}`, {
    code: "several-matches",
    hint: "Narrow `where` to a field that is unique, such as an id.",
  });
}

/** Returns the response at a path of the service, or `undefined` if there is nothing and `allowMissing` is set. */
export function lookUpJson(session: Session, args: object, isSecret: boolean): Promise<JsonResult | undefined> {
  return lookUp("getJson", session, args, isSecret, (parsed) => session.json({ ...parsed, isSecret }));
}

/** Returns the access token, in the clear. */
export async function lookUpToken(session: Session, args: object, isSecret: boolean): Promise<string> {
  const token = await lookUp("getAccessToken", session, args, isSecret, ({ connection }) => session.token(connection));
  return token.value;
}

/** Validates the arguments, then calls `reader` with them. An error names the function, and has no secret. */
async function lookUp<T>(
  kind: ArgumentKind,
  session: Session,
  args: object,
  isSecret: boolean,
  reader: (args: ParsedArguments) => Promise<T>,
): Promise<T> {
  if (isSecret) {
    registerSecretFilters(session, args);
  }
  try {
    return await reader(parseFunctionArguments(kind, args, isSecret));
  } catch (error) {
    readSecrets(session, args);
    throw cleanError(withFunction(kind, error), session.secrets.clean);
  }
}

/**
 * Returns the error with the function's name in front, so that users find the call. An error stays as it is if it says
 * what was being done, or if it begins with the name of a function (`mockWorkflows: …`).
 */
function withFunction(kind: ArgumentKind, error: unknown): unknown {
  return error instanceof WorkflowsError && error.doing === undefined && !/^\w+: /.test(error.problem)
    ? withParts(error, { problem: `${kind}: ${error.problem}` })
    : error;
}

/**
 * Returns the arguments of a function, parsed. Throws a `SettingsError` with all issues. Each begins with the
 * function's name.
 */
function parseFunctionArguments(kind: ArgumentKind, args: object, isSecret: boolean): ParsedArguments {
  const parsed = parsePlain(kind, args);
  const issues = "issues" in parsed ? parsed.issues : unknownIssues(args);
  if ("value" in parsed && issues.length === 0) {
    return parsed.value;
  }
  const shown = isSecret ? withoutValues(issues) : issues;
  throw new SettingsError(shown.map(({ property, reason }) => ({ property, reason: `${kind}: ${reason}` })));
}
