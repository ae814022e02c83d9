/** `pulumi-workflows types`: the types of a service's workflows as a file, and whether they have changed since. */
import { ListingError } from "../http/errors.js";
import { printable } from "../http/excerpt.js";
import { parsePath } from "../http/json-path.js";
import { withoutCommon } from "../workflows/items/changes.js";
import { describeFields, valuesAt } from "../workflows/items/fields.js";
import { isJsonObject, type JsonValue } from "../workflows/json/json.js";
import { readTextFile } from "./context.js";
import { CommandError, EXIT, type ExitCode } from "./exit-codes.js";
import { type ListingOptions, parseListingOptions } from "./listing-options.js";
import { type OpenSession, readWith } from "./open-session.js";
import type { Format } from "./program.js";
import { renderTypes, type TypesOptions } from "./render-types.js";
import { inferShape } from "./shape.js";
import { createPaint, printableJson } from "./text.js";

type TypesCommand = OpenSession &
  ListingOptions & {
    readonly format?: Format | undefined;
    readonly names?: string | undefined;
    readonly compare?: string | undefined;
    readonly json?: boolean | undefined;
  };

/** Lines shown of a difference, at most. */
const MAX_LINES = 40;

export async function types(command: TypesCommand): Promise<ExitCode> {
  const { context, connection, format = "typescript", names, compare } = command;
  if (command.json === true && compare === undefined && format !== "json-schema") {
    throw new CommandError(
      "usage",
      `types: --json does not go with the format ${format}.`,
      "Write --format json-schema, or compare with a file.",
    );
  }
  const request = parseListingOptions(command);
  const before =
    compare === undefined
      ? undefined
      : await readTextFile(context, compare, {
          option: "--compare",
          advice: `Make it first: pulumi-workflows types > ${compare}`,
        });
  const { items } = await readWith(command, "Listing the workflows", (session) =>
    session.list({ ...request, connection }),
  );
  if (items.length === 0) {
    throw new ListingError("The listing has no workflows, so their types are not known.", {
      code: "listing",
      hint: "Create a workflow in the service's dashboard, or widen --where and --query.",
    });
  }
  const options: TypesOptions = {
    names: names === undefined ? undefined : { field: names, values: namesIn(items, names) },
  };
  const after = renderTypes(inferShape(items), format, options);
  if (before === undefined || compare === undefined) {
    await context.write(after);
    return EXIT.ok;
  }
  const difference = compareLines(before, after);
  const equal = difference.removed.length + difference.added.length === 0;
  await context.write(
    command.json === true
      ? `${printableJson(JSON.stringify({ command: "types", format: 1, equal, file: compare, ...difference }))}\n`
      : asText(difference, equal, command),
  );
  return equal ? EXIT.ok : EXIT.different;
}

/** The names, each once, in an order that does not depend on the listing's. */
function namesIn(items: readonly JsonValue[], field: string): readonly string[] {
  const path = parsePath(field);
  const values = items.flatMap((item) => (isJsonObject(item) ? valuesAt(item, path) : []));
  const names = [...new Set(values.filter((value) => typeof value === "string"))].sort((a, b) => (a < b ? -1 : 1));
  if (names.length > 0) {
    return names;
  }
  throw new CommandError(
    "usage",
    `--names: no workflow has a string in a field "${field}"; the fields are ${describeFields(items, field)}.`,
    "Name the field with the names of the workflows.",
  );
}

interface Difference {
  /** Lines of the file that are not in the types of the service now. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** By lines. Line endings and indentation do not count: editors and formatters change them. */
function compareLines(before: string, after: string): Difference {
  const [old, now] = [before, after].map((text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ) as [string[], string[]];
  if (old.join("\n") === now.join("\n")) {
    return { removed: [], added: [] };
  }
  const [removed, added] = withoutCommon(old, now, (line) => line);
  // The same lines in another order: a field has moved into another object.
  return removed.length + added.length === 0 ? { removed: old, added: now } : { removed, added };
}

function asText({ removed, added }: Difference, equal: boolean, { compare = "", context }: TypesCommand): string {
  const paint = createPaint(context.colour);
  if (equal) {
    return `${paint("green", "No difference")}: ${printable(compare)} has the types of the service's workflows.\n`;
  }
  const lines = [
    ...removed.map((line) => paint("red", `- ${printable(line)}`)),
    ...added.map((line) => paint("green", `+ ${printable(line)}`)),
  ];
  const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more lines`] : [];
  const shown = [
    `The types of the service's workflows differ from ${printable(compare)}:`,
    ...lines.slice(0, MAX_LINES),
  ];
  return `${[...shown, ...more].join("\n")}\n`;
}
