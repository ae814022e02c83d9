/** `Workflows.read()`: the items of a resource as plain values, once the engine has registered it; runs in the program. */
import * as pulumi from "@pulumi/pulumi";
import { WorkflowsError, messageOf, SettingsError, withParts } from "../../base/errors.js";
import type { Properties } from "../properties.js";
import type { WorkflowsArgs } from "./args.js";
import { forProgram, getSession, openSession } from "./deployment.js";
import { secretNamesIn } from "./inputs.js";
import type * as lookUpModule from "./look-up.js";
import { type CallsEnd, isKnown, valueOf } from "./sdk-internals.js";
import type * as typedValuesModule from "./typed-values.js";

/** Options of `Workflows.read()`. */
export interface ReadOptions {
  /** Returns the items of a secret listing too, in the clear. Default: that is an error. */
  readonly unwrapSecrets?: boolean | undefined;
}

/** The outputs of a `Workflows` that are read here. */
interface ListingResource extends pulumi.Resource {
  readonly json: pulumi.Output<string>;
  readonly digest: pulumi.Output<string>;
}

/** The registration of a `Workflows`, as its constructor knows it. */
export interface Registration {
  readonly name: string;
  readonly schema: WorkflowsArgs<unknown>["schema"];
  /** Resolves when the engine has answered, or when it has ended the deployment and will not answer. */
  readonly end: Promise<CallsEnd>;
  /** The arguments after all transformations. */
  readonly args: Properties;
}

/** gRPC's codes CANCELLED and UNAVAILABLE. If a program throws an error with such a code, the SDK takes it for the end of the deployment. */
const ENDING_CODES: readonly unknown[] = [1, 14];

/** If the resource is updated, a kept listing above 1 MB is only in the state. A preview cannot know it, but the update has the state. */
const KEPT_HINT =
  "A preview of an update does not know a listing above 1 MB that is kept. Run `pulumi up --skip-preview` once, or keep fewer fields with `select`.";

/** Reads the items of `workflows`. Stays pending in a deployment that the engine has ended, as the SDK's Outputs do. */
export function readItems<T>(
  workflows: ListingResource,
  registration: Registration,
  { unwrapSecrets = false }: ReadOptions,
): Promise<T[]> {
  return forProgram(async () => {
    const json = await registeredJson(workflows, registration);
    const isSecret = await pulumi.isSecret(workflows.digest);
    if (isSecret && !unwrapSecrets) {
      throw secretError(registration.name);
    }
    const text = json ?? (await readAtPreview(workflows, registration));
    const { typedItems } = require("./typed-values.js") as typeof typedValuesModule;
    const context = { isSecret, secrets: getSession().secrets, resource: workflows };
    return (await typedItems(text, registration.schema, context)) as T[];
  });
}

/**
 * Returns `json` once the engine has registered the resource, or `undefined` if a preview knows only the digest: `json` of a large listing is not
 * in the inputs.
 */
async function registeredJson(
  { json, digest }: ListingResource,
  { name, end, args }: Registration,
): Promise<string | undefined> {
  // If the resource was registered, this settles first. If the SDK knows why the registration failed, it rejects with that error.
  const registration = isKnown(json).then((isJsonKnown) => (isJsonKnown ? "known" : "unknown"));
  // If it was not registered, `json` stays pending, and `end` settles first.
  const outcome: "known" | "unknown" | CallsEnd = await Promise.race([registration, end]);
  if (outcome === "deployment-ended") {
    // We do not throw. If nobody handled the rejection, the SDK would end all inline programs of this process, not only this one.
    return new Promise(() => undefined);
  }
  if (outcome === "answered") {
    throw await notRegistered(name, args);
  }
  if (outcome === "known") {
    const value: unknown = await valueOf(json);
    if (typeof value === "string") {
      return value;
    }
    throw pulumi.runtime.getEngine() === undefined ? mocksWithoutJson(name) : notKnown(name);
  }
  if ((await isKnown(digest)) && typeof (await valueOf(digest)) === "string") {
    return undefined;
  }
  throw notKnown(name);
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

/** Returns the error for a resource that was not registered. If an argument was rejected, that is the argument's error. */
async function notRegistered(name: string, args: Properties): Promise<unknown> {
  const rejection = await isKnown(pulumi.output(args)).then(
    () => undefined,
    (error: unknown) => error,
  );
  // The argument's error can be thrown again, because the SDK reports an error once, however often it is thrown.
  if (rejection instanceof Error && !ENDING_CODES.includes((rejection as { code?: unknown }).code)) {
    return rejection;
  }
  const why = rejection === undefined ? "Another error of this program shows the reason." : messageOf(rejection);
  return new WorkflowsError(`The Workflows "${name}" was not registered. ${why}`, { code: "not-known" });
}

/**
 * Reads the listing in the program, and compares its digest with that of the provider's listing. If they differ, a new session reads it
 * once more, because the service may have changed in between. A listing that the resource keeps (`mode: "pinned"`,
 * `whenUnavailable: "keep"`) may differ from the service's both times.
 *
 * @throws WorkflowsError if the digest differs again.
 */
async function readAtPreview({ digest }: ListingResource, { name, args }: Registration): Promise<string> {
  const { lookUpForResource } = require("./look-up.js") as typeof lookUpModule;
  const values = (await valueOf(pulumi.output(args))) as Properties;
  const secrets = Object.fromEntries((await secretNamesIn(args)).map((key) => [key, values[key]]));
  const expected = await valueOf(digest);
  const mayBeKept = values["mode"] === "pinned" || values["whenUnavailable"] === "keep";
  for (const open of [getSession, openSession]) {
    const listing = await lookUpForResource(open(), values, secrets).catch((error: unknown) => {
      throw mayBeKept && error instanceof WorkflowsError ? withParts(error, { hint: KEPT_HINT }) : error;
    });
    if (listing.digest === expected) {
      return listing.json;
    }
  }
  const reasons = mayBeKept
    ? "the service has changed, and the last listing is kept"
    : "the service changed in between, or a transform changed an argument";
  throw new WorkflowsError(
    `The listing of the Workflows "${name}" is above 1 MB, which a preview reads twice, and what the program read is not what the ` +
      `provider read: ${reasons}.`,
    {
      code: "listing",
      hint: mayBeKept ? KEPT_HINT : "Run it again, keep fewer fields with `select`, or use `items.apply(…)`.",
    },
  );
}
