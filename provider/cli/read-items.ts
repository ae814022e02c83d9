/** Reads a listing from a file that `list --json` or `pulumi stack output --json` has written. Runs in the command line. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { WorkflowsError, systemCodeOf, withParts } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { isJsonObject, type JsonValue, ownField, parseJson } from "../workflows/json/json.js";
import type { CommandContext } from "./context.js";
import { CommandError } from "./exit-codes.js";

const HOW_TO_MAKE_IT =
  "Make it with `pulumi-workflows list --json`, or with `pulumi stack output NAME --json` (and `--show-secrets` for a secret one).";

/** Returns the workflows in a file: a listing, or the only output of a stack that is a listing. */
export async function readItems(path: string, { directory }: CommandContext): Promise<readonly JsonValue[]> {
  const value = parse(await readText(path, directory), path);
  const listing = listingIn(value, path);
  if (listing !== undefined) {
    return listing;
  }
  // These may be all outputs of a stack. A list of names is not a listing.
  const outputs = Object.entries(isJsonObject(value) ? value : {});
  const listings = outputs.flatMap(([name, output]) => {
    const items = listingIn(output, path);
    return items?.every(isJsonObject) === true ? [{ name, items }] : [];
  });
  const [first, ...furtherListings] = listings;
  if (first !== undefined && furtherListings.length === 0) {
    return first.items;
  }
  const names = listings.map(({ name }) => `"${excerpt(name)}"`).join(", ");
  throw new WorkflowsError(
    names === "" ? `The file ${path} has no listing.` : `The file ${path} has several listings: ${names}.`,
    { code: "listing", hint: HOW_TO_MAKE_IT },
  );
}

/** Returns the text of a file. */
async function readText(path: string, directory: string): Promise<string> {
  try {
    const bytes = await readFile(resolve(directory, path));
    // Windows PowerShell writes what it redirects as UTF-16.
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes);
  } catch (error) {
    const code = systemCodeOf(error) ?? "unknown error";
    throw new CommandError("usage", `The file ${path} could not be read (${code}).`, HOW_TO_MAKE_IT);
  }
}

/**
 * Returns the workflows in a value; `undefined` if the value is not a listing. A listing is one of these:
 *
 * 1. A JSON text of an array of objects, or of an empty one, such as the output `all.json`.
 * 2. An array, such as the output `all.items`.
 * 3. A `Workflows` object, such as the output `all`. Its `json` is read and not its `items`, because `json` has every digit of numbers.
 */
function listingIn(value: JsonValue, path: string): readonly JsonValue[] | undefined {
  if (typeof value === "string" && /^\[[\s{\]]/.test(value)) {
    return listingIn(parse(value, path), path);
  }
  if (Array.isArray(value)) {
    return value;
  }
  const json = isJsonObject(value) ? ownField(value, "json") : undefined;
  return typeof json === "string" ? listingIn(json, path) : undefined;
}

/** Parses the text of the file. Its error says how such a file is made. */
function parse(text: string, path: string): JsonValue {
  try {
    return parseJson(text, undefined, `The file ${path}`);
  } catch (error) {
    throw error instanceof WorkflowsError ? withParts(error, { hint: HOW_TO_MAKE_IT }) : error;
  }
}
