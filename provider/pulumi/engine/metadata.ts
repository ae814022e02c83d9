/**
 * Reads the metadata (`__call`) that a program sends with a resource's arguments (`pulumi/program/metadata.ts`), and decides what
 * is secret; runs in the provider process.
 */
import { containsUnknown } from "../../workflows/engine-signatures.js";
import { emptyArgumentIssues } from "../argument-issues.js";
import type { Metadata } from "../program/metadata.js";
import {
  argumentsOf,
  changedKeys,
  digestOf,
  hasSecretMark,
  isEmpty,
  isOfDynamicProvider,
  type Properties,
  SENT_PROPERTY,
  without,
} from "../properties.js";
import type { Context } from "./lifecycle.js";

/**
 * The context of an operation for a running program. Secrets are decided here, where the inputs are final: transforms and
 * `ignoreChanges` have been applied.
 */
export function contextOf(news: Properties, olds: Properties = {}): Context & { readonly isSecret: boolean } {
  const sent = news[SENT_PROPERTY] as Metadata | undefined;
  const args = argumentsOf(news);
  const areAsSent = arriveAsSent(args, sent, olds);
  const publicNames = Object.keys(without(args, sent?.secretNames ?? []));
  const secrets = areAsSent ? without(args, publicNames) : args;
  return {
    urn: sent?.urn,
    isSecret: !areAsSent || sent?.isSecret === true || args["secret"] === true || !isEmpty(secrets),
    wasSecret: hasSecretMark(olds),
    secrets,
    isPending: containsUnknown(sent?.dependencies),
    unknownNames: sent?.unknownNames,
    issues: sent === undefined ? [] : emptyArgumentIssues(without(secrets, sent.ignored?.names ?? [])),
  };
}

/** The context of a read. A refresh has the state alone: not which of the arguments are secret. */
export function contextOfRead(properties: Properties): ReturnType<typeof contextOf> & { readonly isNew: boolean } {
  const isNew = properties[SENT_PROPERTY] !== undefined;
  const isSecret = hasSecretMark(properties);
  return { isNew, ...(isNew ? contextOf(properties) : { isSecret, secrets: isSecret ? argumentsOf(properties) : {} }) };
}

/** Whether the public arguments arrive as the program sent them, or as they are in a public state. */
function arriveAsSent(args: Properties, sent: Metadata | undefined, olds: Properties): boolean {
  // The plugin's state has no mark, whether it is secret or not.
  const wasPublic = isOfDynamicProvider(olds) && !hasSecretMark(olds);
  if (sent === undefined) {
    // `ignoreChanges: ["*"]` ignores what was sent, too.
    return wasPublic && changedKeys(argumentsOf(olds), args).length === 0;
  }
  const received = without(args, sent.secretNames);
  return sent.ignored === undefined || isEmpty(olds)
    ? digestOf(received) === sent.digest
    : // An old value may be there, or a part of it, which looks the same whether it is secret or not.
      wasPublic && digestOf(without(received, sent.ignored.names)) === sent.ignored.digestOfOthers;
}
