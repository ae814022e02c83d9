/** Adds the structured outputs (`items`, `value`), parsed from `json`; runs in the plugin's process. */
import type { Log } from "../pulumi/engine/provider-host.js";
import { isLarge, type Properties, sizeOf } from "../pulumi/properties.js";
import { UNKNOWN } from "../pulumi/engine-signatures.js";
import { copyForEngine } from "../pulumi/engine-safe.js";
import type { JsonValue } from "../workflows/json/json.js";

/** Returns whether there is a structured output beside this `json`. A large one crosses the engine only once, as text. */
export function isStructured(json: unknown): json is string {
  return typeof json === "string" && !isLarge(json);
}

const ADVICE = {
  items: "get a smaller listing with `select` or `where`",
  value: "read less with `query`",
} as const;

/**
 * Returns the outputs, plus an output `name` with the parsed `json`. This output is unknown if `json` is unknown, and left out with a
 * warning if `json` is large.
 */
export async function withStructuredOutput(
  name: keyof typeof ADVICE,
  outputs: Properties,
  parse: (json: string) => JsonValue,
  log: Log,
  urn?: string,
): Promise<Properties> {
  const { json } = outputs;
  if (json === UNKNOWN) {
    return { ...outputs, [name]: UNKNOWN };
  }
  if (isStructured(json)) {
    return { ...outputs, [name]: await copyForEngine(name, parse(json), (warning) => log("warning", warning, urn)) };
  }
  if (typeof json === "string") {
    const message =
      `The output \`${name}\` is left out: \`json\` is ${sizeOf(json)}, and above 1 MB it crosses the engine as text only. ` +
      `Parse \`json\`, or ${ADVICE[name]}.`;
    await log("warning", message, urn);
  }
  return outputs;
}
