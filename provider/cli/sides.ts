/** The two sides of `compare`: what a reference such as `connection:staging` or `stack:dev` means. */
import { SettingsError, summaryOf, withParts, WorkflowsError } from "../http/errors.js";
import { connectionNames } from "../settings/connections.js";
import type { ListingArguments } from "../workflows/arguments/parse-arguments.js";
import type { JsonValue } from "../workflows/json/json.js";
import { readTextFile } from "./context.js";
import { CommandError } from "./exit-codes.js";
import {
  fromEnvironment,
  type OpenSession,
  pulumiCliFor,
  readStack,
  sessionWith,
  type Source,
} from "./open-session.js";
import { parseItems, readStackListing } from "./stack-state.js";
import { optionOf } from "./text.js";

export interface Side {
  /** As it was written. */
  readonly reference: string;
  /** "the state of stack dev". */
  readonly description: string;
  readonly items: readonly JsonValue[];
}

const KINDS = ["connection", "stack", "live", "file"] as const;

type SideSource = { readonly kind: "environment" } | { readonly kind: (typeof KINDS)[number]; readonly name: string };

/** What a reference names, checked. `any`: a connection with that name, or else a stack. */
type Reference = SideSource | { readonly kind: "any"; readonly name: string };

/** Both sides. Both references are checked before anything is read. */
export async function readSides(
  references: readonly [string, string],
  request: ListingArguments["request"],
  command: OpenSession,
): Promise<readonly [Side, Side]> {
  const readConfig = createConfigReader(command);
  const parsed = references.map(parseReference);
  const [a, b] = (await resolveNames(parsed, command, readConfig)) as [SideSource, SideSource];
  demandService([a, b], request);
  const read = async (label: string, reference: string, source: SideSource): Promise<Side> => {
    command.progress.doing(`Reading ${reference}`);
    try {
      const { description, items } = await readSide(source, request, command, readConfig);
      return { reference, description, items };
    } catch (error) {
      throw ofSide(`${label} (${reference})`, error);
    }
  };
  return [await read("A", references[0], a), await read("B", references[1], b)];
}

/** The same failure with the side before its message: the user cannot see which of the two it is. */
export function ofSide(label: string, error: unknown): unknown {
  if (error instanceof CommandError) {
    return new CommandError(error.code, `${label}: ${error.message}`, error.hint);
  }
  if (error instanceof SettingsError) {
    return new SettingsError(error.issues.map(({ property, reason }) => ({ property, reason: `${label}: ${reason}` })));
  }
  return error instanceof WorkflowsError
    ? withParts(error, { doing: undefined, problem: `${label}: ${summaryOf(error)}` })
    : error;
}

type ReadConfig = (stack: string | undefined) => Promise<Source>;

/** Reads the config of each stack once. Each time would start the Pulumi CLI. */
function createConfigReader(command: OpenSession): ReadConfig {
  const sources = new Map<string | undefined, Promise<Source>>();
  return (stack) => {
    const source = sources.get(stack) ?? readStack(stack, command.context, pulumiCliFor(command));
    sources.set(stack, source);
    return source;
  };
}

/** What is sent to a service has no effect on a file or on a state. */
function demandService(sides: readonly SideSource[], request: ListingArguments["request"]): void {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  if (given.length > 0 && sides.every(({ kind }) => kind === "file" || kind === "stack")) {
    const options = given.map(([name]) => optionOf(name)).join(", ");
    throw new CommandError(
      "usage",
      `compare: ${options} has no effect: neither side is read from a service.`,
      "Leave it out, or compare with live:NAME or connection:NAME. --where, --select and --ignore-fields work on every side.",
    );
  }
}

function parseReference(reference: string): Reference {
  if (reference === "environment" || reference === "env") {
    return { kind: "environment" };
  }
  const kind = KINDS.find((each) => reference.startsWith(`${each}:`));
  const name = kind === undefined ? reference : reference.slice(kind.length + 1);
  const parts = kind === "stack" ? name.split("#") : [name];
  if (parts.some((part) => part.trim() === "")) {
    const missing = kind === "stack" && parts.length > 1 && parts[0]?.trim() !== "" ? "resource" : (kind ?? "side");
    throw new CommandError("usage", `compare: "${reference}" names no ${missing}.`, "Is a variable not set?");
  }
  return kind === undefined ? { kind: "any", name } : { kind, name };
}

async function readSide(
  reference: SideSource,
  request: ListingArguments["request"],
  command: OpenSession,
  readConfig: ReadConfig,
): Promise<Omit<Side, "reference">> {
  const list = async (source: Source, connection?: string): Promise<readonly JsonValue[]> => {
    command.progress.warn(source.warnings);
    return (await sessionWith(source, command)).items({ connection, request });
  };
  switch (reference.kind) {
    case "environment":
      return { description: "the environment's settings", items: await list(fromEnvironment(command.context)) };
    case "connection": {
      const items = await list(await readConfig(command.stack), reference.name);
      return { description: `connection ${reference.name}`, items };
    }
    case "live": {
      const items = await list(await readConfig(reference.name));
      return { description: `the service of stack ${reference.name}`, items };
    }
    case "stack": {
      const [stack = "", ...resource] = reference.name.split("#");
      const name = resource.length === 0 ? undefined : resource.join("#");
      const items = await readStackListing(pulumiCliFor(command), stack, name);
      return { description: `the state of stack ${reference.name}`, items };
    }
    case "file":
      return { description: `the file ${reference.name}`, items: await readItems(reference.name, command) };
  }
}

/** A name without a kind is a connection if the stack has one with this name. */
async function resolveNames(
  references: readonly Reference[],
  command: OpenSession,
  readConfig: ReadConfig,
): Promise<readonly SideSource[]> {
  const connections = references.some(({ kind }) => kind === "any") ? await connectionsOf(command, readConfig) : [];
  return references.map((reference) => {
    if (reference.kind !== "any") {
      return reference;
    }
    const { name } = reference;
    if (connections.includes(name)) {
      return { kind: "connection", name };
    }
    if (name.includes(":")) {
      // No stack has a colon in its name.
      const kinds = KINDS.map((kind) => `${kind}:`).join(", ");
      throw new CommandError(
        "usage",
        `compare: "${name}" is neither a connection nor a stack.`,
        `Begin it with one of ${kinds}.`,
      );
    }
    return { kind: "stack", name };
  });
}

/** The names of the connections in the stack's config. */
async function connectionsOf({ stack }: OpenSession, readConfig: ReadConfig): Promise<readonly string[]> {
  try {
    const { config } = await readConfig(stack);
    return connectionNames(config);
  } catch (error) {
    // Without a selected stack there are no connections. Whether there is a stack with this name shows next.
    if (!(error instanceof CommandError) || stack !== undefined) {
      throw error;
    }
    return [];
  }
}

/** A JSON array, as `list --json` prints it. */
async function readItems(path: string, { context }: OpenSession): Promise<readonly JsonValue[]> {
  const text = await readTextFile(context, path, {
    advice: `Make it first: pulumi-workflows list --json > ${path}`,
  });
  return parseItems(text, `The file ${path}`, "It must contain what `pulumi-workflows list --json` prints.");
}
