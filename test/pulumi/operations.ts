/** The lifecycle's operations on plain properties, as they are in a state. */
import * as lifecycle from "../../provider/pulumi/lifecycle/lifecycle.js";
import type { Host } from "../../provider/pulumi/lifecycle/provider-host.js";
import { parseState, toInputs, toOutputs } from "../../provider/pulumi/lifecycle/state.js";
import type { Properties } from "../../provider/pulumi/properties.js";

export type { OperationFacts } from "../../provider/pulumi/lifecycle/lifecycle.js";

export async function check(host: Host, olds: Properties, news: Properties, facts?: lifecycle.OperationFacts) {
  const result = await lifecycle.check(host, parseState(olds), parseState(news), facts);
  return "failures" in result ? result : { inputs: toInputs(result.state) };
}

export async function store(host: Host, inputs: Properties, state?: Properties): Promise<Properties> {
  return toOutputs(await lifecycle.store(host, parseState(inputs), state && parseState(state)));
}

export async function read(host: Host, state: Properties, facts: Parameters<typeof lifecycle.read>[2]) {
  const result = await lifecycle.read(host, parseState(state), facts);
  return { outputs: toOutputs(result), inputs: toInputs(result) };
}

export function diff(state: Properties, inputs: Properties): readonly string[] {
  return lifecycle.diff(parseState(state), parseState(inputs));
}
