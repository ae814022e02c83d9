/**
 * The arguments of a resource as they leave the program: made plain, and sent with what the provider must know about them.
 * Transformations change arguments after the constructor, so the arguments are read after the last transformation.
 */
import * as pulumi from "@pulumi/pulumi";
import { UNKNOWN } from "../workflows/engine-marks.js";
import { RESOURCE_ARGUMENTS } from "../workflows/arguments/definitions.js";
import { triggerContent } from "../workflows/arguments/plain-values.js";
import { isSettled, plainInput, settledDependencies } from "./inputs.js";
import { theDeployment } from "./program.js";
import { stableKey } from "../workflows/json/digest.js";
import { type Call, fingerprint, isEmpty, NARROWING } from "./call.js";
import {
  CALL_PROPERTY,
  idOf,
  LISTING_PROPERTIES,
  type Properties,
  PROVIDER_PROPERTY,
  RESOURCE_TYPE,
} from "./properties.js";
import { requireFromSdk } from "./sdk.js";

/** Stands for the id of `Workflows.get`, which is made from the final arguments. */
export const ID_OF_ARGUMENTS = "pulumi-workflows:id-of-arguments";

export function isArgument(name: string): boolean {
  return RESOURCE_ARGUMENTS.includes(name);
}

/** What the constructor found that is not among the arguments. */
export interface Rejected {
  readonly unknownNames: readonly string[];
  readonly fault: string | undefined;
}

/**
 * A transformation that runs after all others, makes the arguments plain and adds the call. Options may change too: they
 * name further secrets, and what the resource waits for.
 */
export function finalTransformation(urn: Promise<string>, rejected: Rejected): pulumi.ResourceTransformation {
  let isLast = false;
  const final: pulumi.ResourceTransformation = ({ resource, props, opts }) => {
    const all = (resource as { __transformations?: pulumi.ResourceTransformation[] }).__transformations;
    if (!isLast && all !== undefined && all.at(-1) !== final) {
      // Those of the parent and of the stack follow: the SDK runs what is added to the list, too.
      isLast = true;
      all.push(final);
      return undefined;
    }
    return finalize(props, opts, urn, rejected);
  };
  return final;
}

function finalize(
  props: Properties,
  opts: pulumi.CustomResourceOptions,
  urn: Promise<string>,
  { unknownNames, fault }: Rejected,
): pulumi.ResourceTransformationResult {
  const args: Properties = {};
  for (const name of RESOURCE_ARGUMENTS) {
    if (props[name] !== undefined) {
      args[name] = plainArgument(name, props[name]);
    }
  }
  const described = describeArguments(args);
  const secretOutputs = hasSecretOutputs(opts);
  const isSecret = described.then(({ hasSecret }) => secretOutputs || hasSecret);
  const dependencies = opts.dependsOn === undefined ? undefined : settledDependencies(opts.dependsOn);
  // A promise, not an object of promises: the SDK keeps a stack trace for each promise that it awaits, twice.
  const call = async (): Promise<Call> => {
    const known = await urn;
    // The engine must have our transform before it gets this resource.
    await ensureLastTransform(opts);
    const { publicArguments } = await described;
    return compact({
      urn: known,
      isSecret: secretOutputs,
      publicArguments,
      emptyArguments: NARROWING.filter((name) => isEmpty(args[name])),
      ignored: ignoredArguments(opts),
      unknownNames: [...unknownNames, ...Object.keys(props).filter((name) => isUnknownName(name, props))],
      fault,
      dependencies,
    });
  };
  const placeholder = placeholderOf(args, isSecret, secretOutputs);
  return {
    props: {
      ...args,
      ...Object.fromEntries(LISTING_PROPERTIES.map((name) => [name, placeholder])),
      [CALL_PROPERTY]: call(),
      [PROVIDER_PROPERTY]: props[PROVIDER_PROPERTY],
    },
    opts: opts.id === ID_OF_ARGUMENTS ? { ...opts, id: idOfArguments(args, isSecret, dependencies) } : opts,
  };
}

/** A call without what is false or empty. */
function compact({ urn, ...others }: Call): Call {
  const isWorthSending = (value: unknown): boolean => value !== undefined && value !== false && !isEmpty(value);
  return { urn, ...Object.fromEntries(Object.entries(others).filter(([, value]) => isWorthSending(value))) };
}

/** The input that makes an output of its name secret; `undefined` if the output is public. */
function placeholderOf(args: Properties, isSecret: Promise<boolean>, secretOutputs: boolean): unknown {
  if (isSettled(args)) {
    return secretOutputs || args["secret"] === true ? pulumi.secret(null) : undefined;
  }
  return isSecret.then(async (is) => (is || (await isTrue(args["secret"])) ? pulumi.secret(null) : undefined));
}

function isUnknownName(name: string, props: Properties): boolean {
  return !isArgument(name) && !SENT_BESIDE.has(name) && props[name] !== undefined;
}

/** What is sent with the arguments. */
const SENT_BESIDE: ReadonlySet<string> = new Set([...LISTING_PROPERTIES, CALL_PROPERTY, PROVIDER_PROPERTY]);

function plainArgument(name: string, value: unknown): unknown {
  return name === "triggers"
    ? plainInput(value, { convert: triggerContent, wire: { undefinedFields: false, undefinedElements: false } })
    : plainInput(value, { wire: { undefinedFields: NARROWING.includes(name), undefinedElements: true } });
}

function idOfArguments(
  args: Properties,
  isSecret: Promise<boolean>,
  dependencies: pulumi.Output<unknown> | undefined,
): pulumi.Output<string> {
  return pulumi.all([pulumi.output(args), dependencies]).apply(async ([known]) => idOf(known, await isSecret));
}

interface Described {
  readonly publicArguments: Readonly<Record<string, string>>;
  readonly hasSecret: boolean;
}

/** The fingerprints of the arguments that are not secret. */
async function describeArguments(args: Properties): Promise<Described> {
  const publicArguments: Record<string, string> = {};
  await Promise.all(
    Object.entries(args).map(async ([name, value]) => {
      const settled = pulumi.output(value) as pulumi.Output<unknown> & SettledOutput;
      try {
        if (!(await pulumi.isSecret(settled))) {
          publicArguments[name] = fingerprint((await settled.isKnown) ? await settled.promise() : UNKNOWN);
        }
      } catch {
        // The SDK reports why an argument could not be resolved.
      }
    }),
  );
  return { publicArguments, hasSecret: Object.keys(args).some((name) => publicArguments[name] === undefined) };
}

/** What the SDK does not declare of an Output. */
interface SettledOutput {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<unknown>;
}

async function isTrue(value: unknown): Promise<boolean> {
  const settled = pulumi.output(value) as pulumi.Output<unknown> & SettledOutput;
  return (await settled.promise().catch(() => undefined)) === true;
}

/** The engine makes such an output secret, but not the input of the same name, which has the listing too. */
function hasSecretOutputs({ additionalSecretOutputs = [] }: Partial<pulumi.CustomResourceOptions>): boolean {
  return additionalSecretOutputs.some((name) => LISTING_PROPERTIES.includes(name) || name === "items" || name === "*");
}

function ignoredArguments({ ignoreChanges = [] }: Partial<pulumi.CustomResourceOptions>): string[] {
  if (ignoreChanges.length === 0) {
    return [];
  }
  return RESOURCE_ARGUMENTS.filter((name) =>
    ignoreChanges.some((path) => path === "*" || new RegExp(`^(\\["?)?${name}\\b`).test(path)),
  );
}

/** Transforms, unlike transformations, run in the engine, those of the stack last. If there are any, one of ours is added to them. */
async function ensureLastTransform(opts: pulumi.CustomResourceOptions): Promise<void> {
  const deployment = theDeployment();
  if (deployment.lastTransform === undefined && (hasTransforms() || (opts.transforms ?? []).length > 0)) {
    // Those that are being registered must be there first: the engine runs them in the order in which they arrive.
    deployment.lastTransform = awaitRegistrations().then(() => {
      pulumi.runtime.registerResourceTransform(describeAnew);
    });
  }
  await deployment.lastTransform;
}

/**
 * Takes arguments that became secret or have another value from the public ones. In an inline program the SDK drops the marks of
 * secrets from all that a transform returns: nothing is returned where nothing changed, and nothing becomes public here.
 */
const describeAnew: pulumi.ResourceTransform = async ({ type, props, opts }) => {
  const { [CALL_PROPERTY]: call, ...others } = props;
  if (type !== RESOURCE_TYPE || call === undefined) {
    return undefined;
  }
  const sent = call as Call;
  const before = sent.publicArguments ?? {};
  const { publicArguments: now } = await describeArguments(
    Object.fromEntries(Object.entries(others).filter(([name]) => isArgument(name))),
  );
  const options = opts as pulumi.CustomResourceOptions;
  const described = compact({
    ...sent,
    publicArguments: Object.fromEntries(Object.entries(before).filter(([name, print]) => now[name] === print)),
    isSecret: sent.isSecret === true || hasSecretOutputs(options),
    ignored: ignoredArguments(options),
  });
  return stableKey(described) === stableKey(compact(sent))
    ? undefined
    : { props: { ...others, [CALL_PROPERTY]: described }, opts };
};

async function awaitRegistrations(): Promise<void> {
  await (pulumi.runtime as { awaitStackRegistrations?(): Promise<void> }).awaitStackRegistrations?.();
}

/** Whether the program has registered a transform. The SDK keeps hooks in the same place, as functions of another name. */
function hasTransforms(): boolean {
  const state = requireFromSdk("./runtime/state") as { readonly getStore: () => { readonly callbacks?: Callbacks } };
  const { callbacks } = state.getStore();
  return callbacks !== undefined && [...(callbacks._callbacks?.values() ?? [{ name: "" }])].some(isNoHook);
}

/** The program's functions that the engine calls. */
interface Callbacks {
  readonly _callbacks?: ReadonlyMap<string, { readonly name: string }>;
}

function isNoHook({ name }: { readonly name: string }): boolean {
  return name !== "cb";
}
