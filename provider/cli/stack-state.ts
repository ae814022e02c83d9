/** The listing in a stack's state: what the last update or refresh read. */
import { ListingError, ResponseError, withParts } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { PLUGIN_RESOURCE_TYPE, RESOURCE_TYPE } from "../pulumi/properties.js";
import { parseUrn } from "../workflows/engine-marks.js";
import { isJsonObject, type JsonObject, type JsonValue, ownField, parseJson } from "../workflows/json/json.js";
import { CommandError, notPulumiOutput } from "./exit-codes.js";
import type { PulumiCli } from "./pulumi-cli.js";

/** The dynamic resource's type in state, and the plugin's. */
const TYPES: ReadonlySet<string> = new Set([RESOURCE_TYPE, PLUGIN_RESOURCE_TYPE]);

/** @param resource The name of the `Workflows` resource, if the stack has several. */
export async function readStackListing(
  cli: PulumiCli,
  stack: string,
  resource: string | undefined,
): Promise<readonly JsonValue[]> {
  const text = await cli.run(["stack", "export", "--stack", stack], `read the state of stack "${stack}"`);
  const listings = resourcesIn(parseExport(text, stack)).filter(
    ({ type }) => typeof type === "string" && TYPES.has(type),
  );
  const named = listings.filter((each) => resource === undefined || nameOf(each) === resource);
  const [only, ...others] = named;
  const names = listings.map((each) => excerpt(nameOf(each)));
  if (only === undefined) {
    throw new CommandError(
      "stack",
      names.length === 0
        ? `There is no Workflows resource in the state of stack "${stack}".`
        : `There is no Workflows "${resource ?? ""}" in the state of stack "${stack}", only ${names.map((each) => `"${each}"`).join(", ")}.`,
      names.length === 0
        ? `Add \`new Workflows("all")\` to its program and run \`pulumi up\`, or compare live:${stack}, which reads its service.`
        : `Name one of these: stack:${stack}#${names[0] ?? ""}`,
    );
  }
  if (others.length > 0) {
    throw new CommandError(
      "usage",
      `There are several Workflows in the state of stack "${stack}": ${names.join(", ")}.`,
      `Name one: stack:${stack}#${names[0] ?? ""}`,
    );
  }
  const outputs = ownField(only, "outputs");
  const json = isJsonObject(outputs) ? ownField(outputs, "json") : undefined;
  if (typeof json !== "string") {
    throw new CommandError(
      "stack",
      `The state of stack "${stack}" has no readable listing of ${excerpt(nameOf(only))}: its \`json\` is ` +
        (json === undefined ? "missing." : "encrypted."),
      json === undefined ? "Run `pulumi up`." : `Compare live:${stack} instead, which reads its service.`,
    );
  }
  return parseItems(json, `The listing in the state of stack "${stack}"`, "Run `pulumi up`.");
}

/**
 * A stored listing; `what` is its name in messages.
 *
 * @param hint what to do if it is no listing. The advice for a response of the service does not fit.
 */
export function parseItems(text: string, what: string, hint: string): readonly JsonValue[] {
  const value = parseStored(text, what, hint);
  if (Array.isArray(value)) {
    return value;
  }
  throw new ListingError(`${what} is not a JSON array.`, { code: "listing", hint });
}

function parseStored(text: string, what: string, hint: string): JsonValue {
  try {
    return parseJson(text, undefined, what);
  } catch (error) {
    throw error instanceof ResponseError ? withParts(error, { hint }) : error;
  }
}

function parseExport(text: string, stack: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof ResponseError)) {
      throw error;
    }
    throw notPulumiOutput(
      `Could not read the state of stack "${stack}": \`pulumi stack export\` did not print JSON that can be read.`,
    );
  }
}

function resourcesIn(exported: JsonValue): readonly JsonObject[] {
  const deployment = isJsonObject(exported) ? ownField(exported, "deployment") : undefined;
  const resources = isJsonObject(deployment) ? ownField(deployment, "resources") : undefined;
  return Array.isArray(resources) ? resources.filter(isJsonObject) : [];
}

function nameOf(resource: JsonObject): string {
  const urn = ownField(resource, "urn");
  return typeof urn === "string" ? parseUrn(urn).name : "";
}
