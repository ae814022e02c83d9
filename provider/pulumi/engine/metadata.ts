/**
 * Reads the metadata (`__call`) that a program sends with a resource's arguments, and decides what is secret; runs in the provider
 * process.
 *
 * The engine does not tell a dynamic provider what is secret. So the program says it (`pulumi/program/metadata.ts`), and the provider
 * believes it only for arguments that arrive as they were sent:
 *
 * 1. The program sends the names of the secret arguments, and a digest of the public ones.
 * 2. Everything is secret if the public arguments arrive with another digest, or without one. Transforms of the engine,
 *    `ignoreChanges` and policies can change arguments on the way, and whether a value is secret cannot be seen.
 * 3. With `ignoreChanges`, old values may arrive for some arguments. They are public only if the state is public and was written by
 *    this package, and the digest of the others fits. With `ignoreChanges: ["*"]` the metadata is ignored too: then the arguments
 *    must be those of a public state.
 * 4. If one argument is secret, what was read is secret: `json`, `count`, `digest`, and `__service`, as a digest of a secret
 *    argument can be guessed. So is all that was read with `secret: true`, or if `additionalSecretOutputs` names an output.
 * 5. The state keeps this as `__secret: true`: a refresh runs no program, and so has no metadata.
 */
import { containsUnknown, signedSecret } from "../engine-signatures.js";
import { emptyArgumentIssues } from "../argument-issues.js";
import type { Metadata } from "../program/metadata.js";
import {
  changedKeys,
  digestOf,
  isEmpty,
  LISTING_PROPERTIES,
  METADATA_PROPERTY,
  type Properties,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
  without,
} from "../properties.js";
import type { OperationFacts } from "./lifecycle.js";
import { parseState, type State } from "./state.js";

type Facts = OperationFacts & { readonly isSecret: boolean; readonly secrets: Properties };

/**
 * Returns the facts about an operation for a running program. What is secret is decided here, where the inputs are final: transforms
 * and `ignoreChanges` have been applied.
 */
export function factsOf(news: Properties, previous: State = parseState({})): Facts {
  const metadata = news[METADATA_PROPERTY] as Metadata | undefined;
  const { args } = parseState(news);
  const isUnchanged = argumentsUnchanged(args, metadata, previous);
  const publicNames = Object.keys(without(args, metadata?.secretNames ?? []));
  const secrets = isUnchanged ? without(args, publicNames) : args;
  return {
    urn: metadata?.urn,
    isSecret: !isUnchanged || metadata?.isSecret === true || args["secret"] === true || !isEmpty(secrets),
    secrets,
    isPending: containsUnknown(metadata?.dependencies),
    unknownNames: metadata?.unknownNames,
    issues: metadata === undefined ? [] : emptyArgumentIssues(without(secrets, metadata.ignored?.names ?? [])),
  };
}

/** Returns the facts about a read. A refresh has the state alone, which does not say which of the arguments are secret. */
export function factsOfRead(properties: Properties): Facts & { readonly isNew: boolean } {
  const isNew = properties[METADATA_PROPERTY] !== undefined;
  const { args, isSecret } = parseState(properties);
  return { isNew, ...(isNew ? factsOf(properties) : { isSecret, secrets: isSecret ? args : {} }) };
}

/** Returns whether the public arguments arrive as the program sent them, or as they are in a public state: rules 2 and 3. */
function argumentsUnchanged(args: Properties, metadata: Metadata | undefined, previous: State): boolean {
  // The plugin's state does not say whether it is secret.
  const wasPublic = previous.origin === "npm" && !previous.isSecret;
  if (metadata === undefined) {
    return wasPublic && changedKeys(previous.args, args).length === 0;
  }
  const received = without(args, metadata.secretNames);
  const { ignored } = metadata;
  return ignored === undefined || previous.origin === "new"
    ? digestOf(received) === metadata.digest
    : wasPublic && digestOf(without(received, ignored.names)) === ignored.digestOfOthers;
}

/** Returns the properties as the engine takes them: if they are secret, what was read, and the arguments in `secrets` (rule 4). */
export function withSecrets(properties: Properties, isSecret: boolean, secrets: Properties = {}): Properties {
  if (!isSecret) {
    return properties;
  }
  const known = Object.keys(secrets).filter((name) => !containsUnknown(properties[name]));
  const hidden = [...LISTING_PROPERTIES, SERVICE_PROPERTY, ...known].filter((name) => properties[name] !== undefined);
  return {
    ...properties,
    ...Object.fromEntries(hidden.map((name) => [name, signedSecret(properties[name])])),
    [SECRET_PROPERTY]: true,
  };
}
