/** The two sides of `compare`: what a reference such as `connection:staging` or `stack:dev` stands for. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { decodeText } from "../http/decode-text.js";
import type { JsonValue } from "../workflows/json.js";
import type { ListingArguments } from "../workflows/arguments.js";
import { CommandError } from "./command-error.js";
import { openSession, type OpenSession, pulumiCliFor } from "./open-session.js";
import { hasConnection, readStack } from "./source.js";
import { parseItems, readStackListing } from "./stack-state.js";

export interface Side {
  /** As it was written. */
  readonly reference: string;
  /** "the state of stack dev". */
  readonly description: string;
  readonly items: readonly JsonValue[];
}

const KINDS = ["connection", "stack", "live", "file", "environment"] as const;
type Kind = (typeof KINDS)[number];

export async function readSide(
  reference: string,
  request: ListingArguments["request"],
  command: OpenSession,
): Promise<Side> {
  const { kind, name } = await understand(reference, command);
  const live = async (from: { stack?: string | undefined; connection?: string | undefined }) => {
    const { session } = await openSession({ ...command, stack: undefined, connection: undefined, ...from });
    return session.items({ connection: from.connection, request });
  };
  switch (kind) {
    case "environment":
      return { reference, description: "the environment's settings", items: await live({}) };
    case "connection": {
      const items = await live({ stack: command.stack, connection: name });
      return { reference, description: `connection ${name}`, items };
    }
    case "live":
      return { reference, description: `the service of stack ${name}`, items: await live({ stack: name }) };
    case "stack": {
      const [stack = "", resource] = name.split("#");
      const items = await readStackListing(pulumiCliFor(command), stack, resource);
      return { reference, description: `the state of stack ${name}`, items };
    }
    case "file":
      return { reference, description: `the file ${name}`, items: await readItems(name, command) };
  }
}

/** A name without a kind is a connection where there is one of that name, else a stack. */
async function understand(reference: string, command: OpenSession): Promise<{ kind: Kind; name: string }> {
  if (reference === "environment" || reference === "env") return { kind: "environment", name: "" };
  const kind = KINDS.find((each) => reference.startsWith(`${each}:`));
  if (kind !== undefined) {
    const name = reference.slice(kind.length + 1);
    if (name === "") throw new CommandError("usage", `compare: "${reference}" names no ${kind}.`);
    return { kind, name };
  }
  try {
    const source = await readStack(command.stack, command.surroundings, pulumiCliFor(command));
    if (hasConnection(source, reference)) return { kind: "connection", name: reference };
  } catch (error) {
    // Without a stack there are no connections; whether the name is a stack's comes out next.
    if (!(error instanceof CommandError) || command.stack !== undefined) throw error;
  }
  return { kind: "stack", name: reference };
}

/** A JSON array, as `list --json` writes it. */
async function readItems(path: string, { surroundings }: OpenSession): Promise<readonly JsonValue[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(resolve(surroundings.directory, path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new CommandError("usage", `compare: the file ${path} could not be read (${code}).`);
  }
  // Windows PowerShell writes what `list --json` prints as UTF-16.
  return parseItems(decodeText(bytes, undefined) ?? bytes.toString("utf8"), `The file ${path}`);
}
