/**
 * What the stub in every state loads at run time, as `pulumi-workflows/handler`: never renamed, never moved.
 * The engine's operations on a `Workflows` resource, in the shapes of the SDK's dynamic provider.
 */
import { theHost } from "./host.js";
import * as lifecycle from "./lifecycle.js";
import { type Call, CALL_PROPERTY, idOf, type Properties } from "./properties.js";

interface CheckAnswer {
  inputs?: Properties;
  failures?: { property: string; reason: string }[];
}

export async function check(olds: Properties, news: Properties): Promise<CheckAnswer> {
  const call = callIn(news);
  const result = await lifecycle.check(theHost(), olds, news, call?.urn, call?.isSecret);
  return "failures" in result ? { inputs: {}, failures: [...result.failures] } : result;
}

export function diff(_id: string, olds: Properties, news: Properties): { changes: boolean } {
  return { changes: lifecycle.diff(olds, news).changes };
}

export async function create(inputs: Properties): Promise<{ id: string; outs: Properties }> {
  return clean(async () => ({ id: idOf(inputs), outs: await lifecycle.store(theHost(), inputs) }));
}

export async function update(_id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
  return clean(async () => ({ outs: await lifecycle.store(theHost(), news, olds) }));
}

export async function read(
  id: string,
  props: Properties,
): Promise<{ id: string; props: Properties; inputs: Properties }> {
  return clean(async () => {
    const call = callIn(props);
    const { outputs, inputs } = await lifecycle.read(theHost(), props, { live: call !== undefined, ...call });
    return { id, props: outputs, inputs };
  });
}

/** Only a running program sends it along: a refresh does not. */
function callIn(properties: Properties): Call | undefined {
  return properties[CALL_PROPERTY] as Call | undefined;
}

/**
 * The SDK prints `${error}: ${error.stack}`, and takes an error that has an `id` for a half-made resource: what leaves here
 * is a message and nothing else.
 */
async function clean<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const plain = new Error(message);
    plain.stack = message;
    plain.toString = () => "pulumi-workflows";
    throw plain;
  }
}
