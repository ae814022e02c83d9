/** The items of a listing as values in the program, where they may cross the engine again. */
import type { Resource } from "@pulumi/pulumi";
import { log } from "@pulumi/pulumi";

/**
 * A workflow as the service lists it: its fields are not documented, so they are not typed. Give the functions a type or a
 * `schema` to have them so.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the edge where JSON comes in; `unknown` would make every use a cast
export type Workflow = Record<string, any>;

/** `json` parsed, and made safe to be an output, a stack's or another resource's input; says which places were changed. */
export async function itemsOf(json: string, resource?: Resource): Promise<Workflow[]> {
  return (await valueOf(json, resource)) as Workflow[];
}

/** As `itemsOf`, for any JSON. */
export async function valueOf(json: string, resource?: Resource): Promise<unknown> {
  const [{ parseJson }, { engineSafe, explainPlaces }] = await Promise.all([
    import("../workflows/json.js"),
    import("../workflows/engine-safe.js"),
  ]);
  const value = parseJson(json);
  const { items, places } = engineSafe(Array.isArray(value) ? value : [value]);
  if (places.length > 0) {
    await log.warn(explainPlaces(places), resource);
  }
  return Array.isArray(value) ? items : items[0];
}
