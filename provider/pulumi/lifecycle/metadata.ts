/**
 * Reads the metadata (`__call`) that the program sends with a resource's arguments, and decides what is secret; runs in the provider
 * process.
 *
 * Rules 1 to 5, at the top of `pulumi/program/metadata.ts`, describe what the program sends: the names of the secret arguments, digests
 * of the public ones, and whether an option makes outputs secret. Rules 6 to 10 describe what the provider does with it:
 *
 * 6. Everything (all arguments, and all that is read) is secret if the public arguments do not match the metadata's digest, or if the
 *    metadata has no digest. Somebody changed them on the way, and the provider cannot see whether the new values are secret.
 * 7. With `ignoreChanges` on a resource that exists, old values arrive for the ignored arguments. Everything is secret unless the
 *    state is public and was written by the npm package, and the other public arguments match `digestOfOthers`.
 * 8. `ignoreChanges: ["*"]` ignores the metadata too, so none arrives. Everything is secret unless the arguments are those of a public
 *    state that the npm package wrote.
 * 9. If one argument is secret, or `secret: true`, or an option makes outputs secret (rule 4), all that is read is secret: `json`, `count` and
 *    `digest`. So is `__service`, because it has digests of the arguments, and a secret can be guessed from its digest.
 * 10. The state keeps this as `__secret: true`, because a refresh runs no program and so gets no metadata.
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

/** The facts about an operation, which always contain what is secret. */
type Facts = OperationFacts & { readonly isSecret: boolean; readonly secrets: Properties };

/**
 * Returns the facts about a check, or about a `Workflows.get`. What is secret is decided here, because the engine has applied transforms and
 * `ignoreChanges` to the inputs by now.
 */
export function factsOf(news: Properties, previous: State = parseState({})): Facts {
  const metadata = news[METADATA_PROPERTY] as Metadata | undefined;
  const { args } = parseState(news);
  const isSecretnessKnown = areSecretsKnown(args, metadata, previous);
  const publicNames = Object.keys(without(args, metadata?.secretNames ?? []));
  const secrets = isSecretnessKnown ? without(args, publicNames) : args;
  return {
    urn: metadata?.urn,
    isSecret: !isSecretnessKnown || metadata?.isSecret === true || args["secret"] === true || !isEmpty(secrets),
    secrets,
    isPending: containsUnknown(metadata?.dependencies),
    unknownNames: metadata?.unknownNames,
    // An empty `where` or `query` is refused, because a transform may have emptied it. Public arguments that match their digest arrived as they
    // were sent, so only the arguments in `secrets` are checked. Ignored arguments have old values, which no transform has changed. Without
    // metadata, all arguments are ignored: rule 8.
    issues: metadata === undefined ? [] : emptyArgumentIssues(without(secrets, metadata.ignored?.names ?? [])),
  };
}

/**
 * Returns the facts about a read. `Workflows.get` sends metadata. A refresh has only the state, which says that something is secret but
 * not which arguments are, so all of them are.
 */
export function factsOfRead(properties: Properties): Facts & { readonly isNew: boolean } {
  const isNew = properties[METADATA_PROPERTY] !== undefined;
  const { args, isSecret } = parseState(properties);
  return { isNew, ...(isNew ? factsOf(properties) : { isSecret, secrets: isSecret ? args : {} }) };
}

/** Returns whether the metadata and the state show which arguments are secret: rules 6 to 8. If they do not, all arguments count as secret. */
function areSecretsKnown(args: Properties, metadata: Metadata | undefined, previous: State): boolean {
  // Only a state of the npm package says whether it is secret (`__secret`).
  const wasPublic = previous.origin === "npm" && !previous.isSecret;
  if (metadata === undefined) {
    return wasPublic && changedKeys(previous.args, args).length === 0;
  }
  const publicArgs = without(args, metadata.secretNames);
  const { ignored } = metadata;
  // A new resource has no old values, so nothing is ignored.
  if (ignored === undefined || previous.origin === "new") {
    return digestOf(publicArgs) === metadata.digest;
  }
  return wasPublic && digestOf(without(publicArgs, ignored.names)) === ignored.digestOfOthers;
}

/**
 * Returns the properties in the engine's form. If `isSecret`, what was read and the arguments in `secrets` are wrapped as secrets, and
 * `__secret` is set: rules 9 and 10.
 */
export function withSecrets(properties: Properties, isSecret: boolean, secrets: Properties = {}): Properties {
  if (!isSecret) {
    return properties;
  }
  // An argument that is not known yet is not wrapped. If it were, a plan of the engine (`up --plan`) would accept only a secret in its place. In
  // place of a plain unknown, it accepts any value, or none. No secret is lost, because the engine itself marks what the program sent as secret.
  const secretArguments = Object.keys(secrets).filter((name) => !containsUnknown(properties[name]));
  const secretNames = [...LISTING_PROPERTIES, SERVICE_PROPERTY, ...secretArguments];
  const presentNames = secretNames.filter((name) => properties[name] !== undefined);
  const wrapped = presentNames.map((name) => [name, signedSecret(properties[name])]);
  return { ...properties, ...(Object.fromEntries(wrapped) as Properties), [SECRET_PROPERTY]: true };
}
