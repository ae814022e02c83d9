/** The lifecycle's operations on plain properties, as they are in a state. */
import type { Host } from "../../provider/pulumi/lifecycle/host.js";
import * as lifecycle from "../../provider/pulumi/lifecycle/lifecycle.js";
import { parseState, type State, toProperties } from "../../provider/pulumi/lifecycle/state.js";
import type { Properties } from "../../provider/pulumi/properties.js";

/** Facts about an operation, and whether what is read is secret. */
export type OperationFacts = lifecycle.OperationFacts & { readonly isSecret?: boolean };

const stateOf = (properties: Properties, { isSecret = false }: OperationFacts): State => ({
  ...parseState(properties),
  isSecret,
});

export async function check(host: Host, olds: Properties, news: Properties, facts: OperationFacts = {}) {
  const result = await lifecycle.check(host, parseState(olds), stateOf(news, facts), facts);
  return "failures" in result ? result : { inputs: toProperties(result.state) };
}

export async function refresh(host: Host, state: Properties, facts: OperationFacts = {}) {
  return toProperties(await lifecycle.refresh(host, stateOf(state, facts), facts));
}

export async function readNew(host: Host, args: Properties, facts: OperationFacts = {}) {
  return toProperties(await lifecycle.readNew(host, stateOf(args, facts), facts));
}

export function diff(state: Properties, inputs: Properties): readonly string[] {
  return lifecycle.diff(parseState(state), parseState(inputs));
}
