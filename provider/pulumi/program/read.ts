/** `Workflows.read()`: the items of a resource that the engine has registered, as plain values; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { messageOf, SettingsError, WorkflowsError } from "../../base/errors.js";
import type { WorkflowsArgs } from "./args.js";
import { forProgram, getSession } from "./deployment.js";
import { isKnown, valueOf } from "./sdk-internals.js";
import type * as typedValuesModule from "./typed-values.js";

/** Options of `Workflows.read()`. */
export interface ReadOptions {
  /** Returns the items of a secret listing too, in the clear. Default: that is an error. */
  readonly unwrapSecrets?: boolean | undefined;
}

/** The parts of a `Workflows` that `read()` needs. */
export interface ReadableResource {
  readonly name: string;
  readonly json: pulumi.Output<string>;
  readonly schema: WorkflowsArgs<unknown>["schema"];
  /** Returns an Output of all that the resource waits for. If it rejects, the engine does not get the resource. */
  readonly needs: () => pulumi.Output<unknown>;
}

/** Reads the items in `json`. Stays pending in a deployment that the engine has ended, as the SDK's Outputs do. */
export function readItems(resource: ReadableResource, { unwrapSecrets = false }: ReadOptions): Promise<unknown[]> {
  return forProgram(async () => {
    const { name, json, schema } = resource;
    const text = await registeredJson(resource);
    const isSecret = await pulumi.isSecret(json);
    if (isSecret && !unwrapSecrets) {
      throw secretError(name);
    }
    const { typedItems } = require("./typed-values.js") as typeof typedValuesModule;
    return typedItems(text, schema, { isSecret, session: getSession() });
  });
}

/**
 * Returns the text of `json` once the engine has registered the resource. The Output `json` rejects if the engine
 * refuses the resource. If an argument or a dependency rejects, `json` stays pending, and an inline program would wait
 * for ever. So `needs` is watched too.
 */
async function registeredJson({ name, json, needs }: ReadableResource): Promise<string> {
  const isJsonKnown = await Promise.race([isKnown(json), rejectionOf(needs())]).catch((error: unknown) => {
    throw withoutEndingCode(error, name);
  });
  if (!isJsonKnown) {
    throw notKnown(name);
  }
  const value: unknown = await valueOf(json);
  if (typeof value === "string") {
    return value;
  }
  throw pulumi.runtime.getEngine() === undefined ? mocksWithoutJson(name) : notKnown(name);
}

/** Rejects if the Output does. Never resolves. */
async function rejectionOf(output: pulumi.Output<unknown>): Promise<never> {
  await isKnown(output);
  return new Promise(() => undefined);
}

/** gRPC's codes CANCELLED and UNAVAILABLE. */
const ENDING_CODES: readonly unknown[] = [1, 14];

/**
 * Returns an error that the program may throw. If an inline program throws one with an ending code, the SDK takes it
 * for the end of the deployment and reports success. The engine then deletes what the program has not made.
 */
function withoutEndingCode(error: unknown, name: string): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  return error instanceof Error && !ENDING_CODES.includes(code)
    ? error
    : new WorkflowsError(`The Workflows "${name}" was not registered. ${messageOf(error)}`, { code: "not-known" });
}

function mocksWithoutJson(name: string): WorkflowsError {
  return new WorkflowsError(`The mocks of this test return no \`json\` for the Workflows "${name}".`, {
    code: "not-known",
    hint: "Use `mockWorkflows` of `pulumi-workflows/testing`.",
  });
}

function notKnown(name: string): WorkflowsError {
  const reasons = pulumi.runtime.isDryRun()
    ? "an argument is not known at preview, a resource of `dependsOn` does not exist yet"
    : "it failed, or something that it depends on did (that error is shown there)";
  return new WorkflowsError(
    `The items of the Workflows "${name}" are not known: ${reasons}, or the resource is outside \`--target\` and not in the state.`,
    { code: "not-known", hint: "Where they are known later, use `items.apply(…)`: it waits for them." },
  );
}

function secretError(name: string): SettingsError {
  const reason =
    `The items of the Workflows "${name}" are secret, and what \`read()\` returns cannot be marked as secret. ` +
    "Use `items`, an Output that is secret, or `read({ unwrapSecrets: true })`, which returns them in the clear.";
  return new SettingsError([{ property: "unwrapSecrets", reason }]);
}
