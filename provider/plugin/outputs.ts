/** `items`, the plugin's output beside `json`: here the items cross the engine as structure. */
import type { Log } from "../pulumi/engine-log.js";
import { MAX_INPUT_BYTES, type Properties } from "../pulumi/properties.js";
import { UNKNOWN } from "../workflows/arguments.js";
import { engineSafe, explainPlaces } from "../workflows/engine-safe.js";
import { parseJson, type JsonValue } from "../workflows/json.js";

/** `json` parsed, and made safe to cross the engine. Logs which places were changed. */
export async function itemsOf(json: string, log: Log, urn?: string): Promise<unknown[]> {
  const { items, places } = engineSafe(parseJson(json) as JsonValue[]);
  if (places.length > 0) await log("warning", explainPlaces(places), urn);
  return items;
}

/** Whether there are `items` beside this `json`. A large listing crosses the engine once, as text. */
export function mayHaveItems(json: unknown): json is string {
  return typeof json === "string" && Buffer.byteLength(json) <= MAX_INPUT_BYTES;
}

/** `value`, the parsed `json` of a path: left out if it is large, with a warning. */
export async function withValue(json: string, log: Log): Promise<Properties> {
  if (!mayHaveItems(json)) {
    await logLeftOut("value", json, log);
    return {};
  }
  const value = parseJson(json);
  const { items, places } = engineSafe(Array.isArray(value) ? value : [value]);
  if (places.length > 0) await log("warning", explainPlaces(places));
  return { value: Array.isArray(value) ? items : items[0] };
}

/** Outputs with `items`: unknown if `json` is unknown, and left out if it is large, with a warning. */
export async function withItems(outputs: Properties, log: Log, urn?: string): Promise<Properties> {
  const { json } = outputs;
  if (json === UNKNOWN) return { ...outputs, items: UNKNOWN };
  if (mayHaveItems(json)) return { ...outputs, items: await itemsOf(json, log, urn) };
  if (typeof json === "string") await logLeftOut("items", json, log, urn);
  return outputs;
}

function logLeftOut(output: "items" | "value", json: string, log: Log, urn?: string): Promise<void> {
  const megabytes = (Buffer.byteLength(json) / 1e6).toFixed(1);
  const smaller = output === "items" ? "get a smaller listing with `select` or `where`" : "read less with `query`";
  return log(
    "warning",
    `The output \`${output}\` is left out: \`json\` is ${megabytes} MB, and above 1 MB it crosses the engine as text only. ` +
      `Parse \`json\`, or ${smaller}.`,
    urn,
  );
}
