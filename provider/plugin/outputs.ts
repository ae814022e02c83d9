/** The plugin's outputs: `json`, and the same parsed (`items`, `value`), which crosses the engine as structure. */
import type { Log } from "../pulumi/host.js";
import { isLarge, type Properties, sizeOf } from "../pulumi/properties.js";
import { UNKNOWN } from "../workflows/engine-marks.js";
import { type CopiedOutput, engineSafe, explainPlaces } from "../workflows/items/engine-safe.js";
import { parseJson, type JsonValue } from "../workflows/json/json.js";
import type { JsonResult, Listing } from "../workflows/types.js";

/** A copy that is safe to cross the engine. Logs which places were changed. */
export async function forEngine(output: CopiedOutput, read: JsonValue, log: Log, urn?: string): Promise<unknown> {
  const { value, places } = engineSafe(read);
  if (places.length > 0) {
    await log("warning", explainPlaces(output, places), urn);
  }
  return value;
}

/** Whether there are `items` beside this `json`. A large listing crosses the engine once, as text. */
export function mayHaveItems(json: unknown): json is string {
  return typeof json === "string" && !isLarge(json);
}

/** What was read at a path. `value` is left out if it is large, with a warning. */
export async function jsonOutputs({ value, json, digest }: JsonResult, log: Log): Promise<Properties> {
  if (mayHaveItems(json)) {
    return { value: await forEngine("value", value, log), json, digest };
  }
  await logLeftOut("value", json, log);
  return { json, digest };
}

/** A listing. `items` are left out if they are large, with a warning. */
export async function listingOutputs({ items, json, count, digest }: Listing, log: Log): Promise<Properties> {
  if (mayHaveItems(json)) {
    return { items: await forEngine("items", items, log), json, count, digest };
  }
  await logLeftOut("items", json, log);
  return { json, count, digest };
}

/** The outputs of a resource with `items`: unknown if `json` is unknown, and left out if it is large, with a warning. */
export async function withItems(outputs: Properties, log: Log, urn?: string): Promise<Properties> {
  const { json } = outputs;
  if (json === UNKNOWN) {
    return { ...outputs, items: UNKNOWN };
  }
  if (mayHaveItems(json)) {
    return { ...outputs, items: await forEngine("items", parseJson(json), log, urn) };
  }
  if (typeof json === "string") {
    await logLeftOut("items", json, log, urn);
  }
  return outputs;
}

function logLeftOut(output: "items" | "value", json: string, log: Log, urn?: string): Promise<void> {
  const smaller = output === "items" ? "get a smaller listing with `select` or `where`" : "read less with `query`";
  return log(
    "warning",
    `The output \`${output}\` is left out: \`json\` is ${sizeOf(json)}, and above 1 MB it crosses the engine as text only. ` +
      `Parse \`json\`, or ${smaller}.`,
    urn,
  );
}
