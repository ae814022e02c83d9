/** Adds the structured outputs (`items`, `value`), parsed from `json`; runs in the plugin's process. */
import { isLarge, type Properties, sizeOf } from "../pulumi/properties.js";
import { UNKNOWN } from "../pulumi/engine-signatures.js";
import { copyForEngine } from "../pulumi/engine-safe.js";
import type { JsonValue } from "../workflows/json/json.js";

/** Shows a warning to the user. */
type Warn = (message: string) => void | Promise<void>;

/** Returns whether a structured output accompanies this `json`. A large `json` crosses the engine only once, as text. */
export function hasStructuredOutput(json: unknown): json is string {
  return typeof json === "string" && !isLarge(json);
}

/** Advice to users if `json` is too large for the structured output. */
const ADVICE = {
  items: "get a smaller listing with `select` or `where`",
  value: "read less with `query`",
} as const;

/**
 * Returns the outputs, plus an output `name` with the parsed `json`. This output is unknown if `json` is unknown, left out if there is no
 * `json`, and left out with a warning if `json` is large.
 */
export async function withStructuredOutput(
  name: keyof typeof ADVICE,
  outputs: Properties,
  parse: (json: string) => JsonValue,
  warn: Warn,
): Promise<Properties> {
  const { json } = outputs;
  if (json === UNKNOWN) {
    return { ...outputs, [name]: UNKNOWN };
  }
  if (hasStructuredOutput(json)) {
    return { ...outputs, [name]: await copyForEngine(name, parse(json), warn) };
  }
  if (typeof json === "string") {
    const message =
      `The output \`${name}\` is left out: \`json\` is ${sizeOf(json)}, and above 1 MB it crosses the engine as text only. ` +
      `Parse \`json\`, or ${ADVICE[name]}.`;
    await warn(message);
  }
  return outputs;
}
