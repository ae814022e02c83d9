/**
 * What the data functions look up: the same for the program's functions and the plugin's. Each throws a `SettingsError` that
 * names every issue of the arguments, and no error shows those in `secrets`.
 */
import { excerpt } from "../http/excerpt.js";
import { ItemError, SettingsError, withParts, WorkflowsError } from "../http/errors.js";
import type { ArgumentKind } from "../workflows/arguments/names.js";
import { parseArguments, type ParsedArguments, unknownIssues } from "../workflows/arguments/parse-arguments.js";
import { assertListed } from "../workflows/items/guard.js";
import { describeFields } from "../workflows/items/fields.js";
import { isJsonObject, ownField, stringifyJson, type JsonValue } from "../workflows/json/json.js";
import type { Session } from "../workflows/session.js";
import type { JsonResult, Listing } from "../workflows/types.js";
import type { Properties } from "./properties.js";
import { redactError, registerSecretArguments } from "./errors.js";

/** Matching items that an error names, at most. */
const NAMED = 5;

/** The listing that the arguments describe. */
export async function lookUpListing(session: Session, args: object, secrets: Properties = {}): Promise<Listing> {
  return redacted("getWorkflows", session, args, secrets, async () => {
    const { connection, request, view, guard, secret } = checked("getWorkflows", args);
    const listing = await session.list({ connection, request, view });
    const isSecret = secret || Object.keys(secrets).length > 0;
    const hasQuery = Object.keys(request.query ?? {}).length > 0;
    assertListed(listing, { args: guard, environment: session.environment, hasQuery, isSecret });
    if (listing.unmatched !== undefined) {
      session.warn(
        isSecret ? "getWorkflows: a condition of `where` matches nothing." : `getWorkflows: ${listing.unmatched}`,
      );
    }
    return listing;
  });
}

/**
 * The listing of the one item that matches the arguments, or `undefined` if none does and `allowMissing` is set.
 *
 * @throws ItemError `no-match`, `several-matches`: with the number of matches and of items, and the fields.
 */
export async function lookUpOne(
  session: Session,
  args: object,
  secrets: Properties = {},
): Promise<Listing | undefined> {
  return redacted("getWorkflow", session, args, secrets, () => findOne(session, args, secrets));
}

async function findOne(session: Session, args: object, secrets: Properties): Promise<Listing | undefined> {
  const { connection, request, view, allowMissing, secret } = checked("getWorkflow", args);
  const listing = await session.list({ connection, request, view });
  if (listing.count === 1) {
    return listing;
  }
  if (listing.count === 0 && allowMissing) {
    return undefined;
  }
  const all = await session.items({ connection, request });
  // The names of the items are part of the outputs, which are secret if an argument is.
  const isSecret = secret || Object.keys(secrets).length > 0;
  const condition =
    view.where === undefined || secret || "where" in secrets ? "" : ` where ${excerpt(JSON.stringify(view.where))}`;
  const fields = all.length === 0 ? "The listing is empty." : `The fields are ${describeFields(all)}.`;
  if (listing.count === 0) {
    throw new ItemError(`none of ${all.length} workflows matches${condition}. ${fields}`, {
      code: "no-match",
      hint: "Set `allowMissing: true` if there may be none.",
    });
  }
  throw new ItemError(
    `${listing.count} of ${all.length} workflows match${condition}, not one${isSecret ? "" : `: ${namesOf(listing.items)}`}. ${fields}`,
    { code: "several-matches", hint: "Narrow `where` to a field that is unique, such as an id." },
  );
}

/** What a path of the service gives, or `undefined` if it does not exist and `allowMissing` is set. */
export async function lookUpJson(
  session: Session,
  args: object,
  secrets: Properties = {},
): Promise<JsonResult | undefined> {
  return redacted("getJson", session, args, secrets, () => {
    const { connection, path, request, allowMissing } = checked("getJson", args);
    return session.json({ connection, path, request, allowMissing });
  });
}

/** The access token, in the clear. */
export async function lookUpToken(session: Session, args: object, secrets: Properties = {}): Promise<string> {
  return redacted("getAccessToken", session, args, secrets, async () => {
    const { value } = await session.token(checked("getAccessToken", args).connection);
    return value;
  });
}

async function redacted<T>(
  kind: ArgumentKind,
  { redactor }: Session,
  args: object,
  secrets: Properties,
  work: () => Promise<T>,
): Promise<T> {
  registerSecretArguments(redactor, { ...valuesIfSecret(args), ...secrets });
  try {
    return await work();
  } catch (error) {
    throw redactError(withFunction(kind, error), redactor);
  }
}

/** A program can have many calls: an error that does not show what was being done begins with the function. */
function withFunction(kind: ArgumentKind, error: unknown): unknown {
  return error instanceof WorkflowsError && error.doing === undefined && !/^\w+: /.test(error.problem)
    ? withParts(error, { problem: `${kind}: ${error.problem}` })
    : error;
}

/**
 * What counts as secret if the argument `secret` is set: the values that belong to the program. Generated SDKs send a function's
 * arguments without the engine's mark of a secret, so that this argument is the only one that reaches the plugin.
 */
function valuesIfSecret(args: object): Properties {
  const { secret, query, parameters, where } = args as Properties;
  return secret === true ? { query, parameters, where } : {};
}

function checked<Kind extends ArgumentKind>(kind: Kind, args: object): ParsedArguments[Kind] {
  const parsed = parseArguments(kind, args);
  const issues = "issues" in parsed ? parsed.issues : unknownIssues(args);
  if ("issues" in parsed || issues.length > 0) {
    const advice = (property: string): string => (kind === "getWorkflow" ? whereInstead(args, property) : "");
    throw new SettingsError(
      issues.map(({ property, reason }) => ({ property, reason: `${kind}: ${reason}${advice(property)}` })),
    );
  }
  return parsed.value;
}

/** Fields by which programs look for a workflow, as if they were arguments. Others may be settings, and their values secrets. */
const IDENTIFYING: readonly string[] = ["id", "uuid", "workflowId", "name"];

/** What to write for `getWorkflow("wf_1")` and `getWorkflow({ id: "wf_1" })`. */
function whereInstead(args: unknown, property: string): string {
  const value = typeof args === "object" ? (args as Properties)[property] : args;
  const field = typeof args === "object" ? property : "id";
  return ["string", "number"].includes(typeof value) && IDENTIFYING.includes(field)
    ? ` Write \`where: { ${field}: ${JSON.stringify(value)} }\`.`
    : "";
}

function namesOf(items: readonly JsonValue[]): string {
  const names = items.slice(0, NAMED).map((item) => {
    const shown = (isJsonObject(item) ? (ownField(item, "name") ?? ownField(item, "id")) : undefined) ?? item;
    return typeof shown === "string" ? `"${excerpt(shown)}"` : excerpt(stringifyJson(shown));
  });
  return names.join(", ") + (items.length > NAMED ? ", …" : "");
}
