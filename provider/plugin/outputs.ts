/** The items of a listing as the plugin's outputs: here they cross the engine as structure. */
import type { Log } from "../pulumi/engine-log.js";
import { MAX_INPUT_BYTES, type Properties } from "../pulumi/properties.js";
import { UNKNOWN } from "../workflows/arguments.js";
import { engineSafe, explainPlaces } from "../workflows/engine-safe.js";
import { parseJson, type JsonValue } from "../workflows/json.js";

/** `json` parsed, and made safe to cross the engine; says which places were changed. */
export async function itemsOf(json: string, log: Log, urn?: string): Promise<unknown[]> {
  const { items, places } = engineSafe(parseJson(json) as JsonValue[]);
  if (places.length > 0) await log("warning", explainPlaces(places), urn);
  return items;
}

/** Whether a resource whose `json` is this one has `items` too: a large listing would stand twice in state. */
export function mayHaveItems(json: unknown): json is string {
  return typeof json === "string" && Buffer.byteLength(json) <= MAX_INPUT_BYTES;
}

/** The resource's outputs, `items` among them: unknown where `json` is, and left out where it is large, which is told. */
export async function withItems(outputs: Properties, log: Log, urn?: string): Promise<Properties> {
  const { json } = outputs;
  if (json === UNKNOWN) return { ...outputs, items: UNKNOWN };
  if (mayHaveItems(json)) return { ...outputs, items: await itemsOf(json, log, urn) };
  if (typeof json === "string") {
    await log(
      "warning",
      "The output `items` is left out, as `json` is larger than 1 MB and would stand in the state a second time. " +
        "Use `json`, keep fewer fields with `select`, or read the listing with the function `getWorkflows`.",
      urn,
    );
  }
  return outputs;
}
