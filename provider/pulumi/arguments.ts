/**
 * Makes arguments plain before they are sent or parsed, because the rules for arguments (`workflows/arguments`) do not know Pulumi; and says
 * what is wrong with them.
 */
import { cleanIssues, type Issue, NO_PROPERTY } from "../base/errors.js";
import { isRecord } from "../base/json-path.js";
import { parseArguments, type ParsedArguments } from "../workflows/arguments/parse-arguments.js";
import { isPlainObject, kindIfNotPlain, NOT_KNOWN_YET, placeholder } from "../workflows/arguments/plain-values.js";
import { type ArgumentKind, NARROWING } from "../workflows/arguments/table.js";
import type { Session } from "../workflows/session.js";
import { containsUnknown, isUnknown, kindOfEngineObject } from "./engine-signatures.js";
import { argumentsOf, isEmpty, type Properties } from "./properties.js";

/** The result of a check: the arguments, or what is wrong with them. */
export type ParsedOrIssues = { readonly value: ParsedArguments } | { readonly issues: readonly Issue[] };

const OUTPUT = "__pulumiOutput";
const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";

/**
 * Returns whether the value is an Output, which has `apply`, or a promise, which has `then`. An Output is recognised by the SDK's mark,
 * because its `then` is always `undefined`.
 */
function isDeferred(value: unknown): value is Record<"apply" | "then", PromiseLike<unknown>["then"]> {
  return isRecord(value) && (value[OUTPUT] === true || typeof value["then"] === "function");
}

/**
 * Parses arguments as `parseArguments` does, and refuses empty filters. Values that are not known yet are accepted, so that the others can be
 * checked. If the arguments contain such a value (`containsUnknown`), use only the issues of the result.
 */
export function parsePlain(kind: ArgumentKind, args: object): ParsedOrIssues {
  const toParse = (value: unknown): unknown => {
    if (isUnknown(value)) {
      return NOT_KNOWN_YET;
    }
    const kindToRefuse = isDeferred(value) ? DEFERRED : kindOfEngineObject(value);
    return kindToRefuse === undefined ? copyParts(value, toParse) : placeholder(kindToRefuse);
  };
  if (!isPlainObject(args)) {
    return parseArguments(kind, toParse(args) as object);
  }
  // The argument `schema` is not copied, because a copy of a validator would lose its methods.
  const { schema, ...others } = args;
  const parsed = parseArguments(kind, { ...(toParse(others) as object), ...(schema === undefined ? {} : { schema }) });
  const issues = [...("issues" in parsed ? parsed.issues : []), ...emptyFilterIssues(args)];
  return "value" in parsed && issues.length === 0 ? parsed : { issues };
}

/** Returns the issues that `parsePlain` finds. */
export function argumentIssues(kind: ArgumentKind, args: object): readonly Issue[] {
  const parsed = parsePlain(kind, args);
  return "issues" in parsed ? parsed.issues : [];
}

/**
 * Returns an issue for each filter that is an empty object, which would list everything. It may be the rest of a filter whose only field had
 * no value: SDKs and transforms drop fields that are `null` (Go, YAML) or `undefined` (TypeScript), and make an empty object of a Map.
 */
function emptyFilterIssues(args: Properties): readonly Issue[] {
  return NARROWING.filter((name) => isEmpty(args[name]) && isPlainObject(args[name])).map((name) => ({
    property: name,
    reason:
      `\`${name}\` is an empty object, which would list everything. SDKs and transforms drop fields without a value, and a preview ` +
      `may drop values that are not known yet: a condition may be missing. Leave \`${name}\` out to list everything.` +
      (name === "where" ? " For `null`, write `{ in: [null] }`." : ""),
  }));
}

/** Returns an issue for each argument that is not known yet, for operations that read now. `parsePlain` accepts such arguments. */
export function unknownIssues(args: object): readonly Issue[] {
  const message = "has a value that is not known yet. Nothing was read. Read when it is known, such as in an `apply`.";
  const unknown = Object.entries(args).filter(([, value]) => containsUnknown(value));
  return unknown.map(([property]) => ({ property, reason: `\`${property}\` ${message}` }));
}

/**
 * Returns an issue for each name of `Workflows` that would not be taken for an argument: one of an output, or one that begins as this package's
 * own do (`__call`).
 *
 * @param dropped Further names that the sender drops.
 */
export function lostNameIssues(args: object, dropped: readonly string[] = []): readonly Issue[] {
  const properties = Object.entries(args).filter(([, value]) => value !== undefined);
  const kept = argumentsOf(Object.fromEntries(properties));
  const lost = properties.map(([name]) => name).filter((name) => !Object.hasOwn(kept, name) || dropped.includes(name));
  // The value does not matter, because the name is wrong.
  return lost.length === 0 ? [] : argumentIssues("Workflows", Object.fromEntries(lost.map((name) => [name, true])));
}

/**
 * Returns a copy of an argument for the engine. What the engine would drop or change becomes a placeholder, which the provider reports:
 *
 * 1. A value that is not plain, such as a Map, or that only Pulumi understands, such as a resource.
 * 2. An `undefined` in a filter: `where: { id: undefined }` would list everything.
 */
function toPlain(name: string, argument: unknown): unknown {
  const copy = (value: unknown): unknown => {
    if (isDeferred(value)) {
      return OUTPUT in value ? value.apply(copy) : value.then(copy);
    }
    const isLost = value === undefined && NARROWING.includes(name);
    const kind = isLost ? "undefined" : (kindOfEngineObject(value) ?? kindIfNotPlain(value));
    return kind === undefined ? copyParts(value, copy) : placeholder(kind);
  };
  return copy(argument);
}

/** Returns the arguments as the engine may have them, without those that are `undefined`. */
export function plainArguments(inputs: object): Properties {
  const present = Object.entries(inputs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, toPlain(name, value)]));
}

/** Returns a list or a plain object with each part replaced by its copy. Any other value is returned as it is. */
function copyParts(value: unknown, copyPart: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    // We don't use `map`, because it skips the holes of a sparse list.
    return Array.from(value, copyPart);
  }
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyPart(part)]))
    : value;
}

/** Arguments whose values are all data of the program, and are sent to the service or compared with what it lists. */
const FILTERS: readonly string[] = ["where", "query", "parameters"];

/** Matches a plain name, such as a field's. It is not masked, because messages would lose ordinary words. */
const ORDINARY_NAME = /^[A-Za-z_./]*\??$/;

/**
 * Keeps the texts of secret filters, and the ids in a secret path, out of the session's messages. Messages name the path, and the service may
 * repeat all of them.
 */
export function registerSecretFilters({ secrets }: Session, args: object): void {
  const filters = Object.entries(args).filter(([name]) => FILTERS.includes(name));
  const texts = filters.flatMap(([, value]) => textsIn(value));
  const { path } = args as { readonly path?: unknown };
  const ids =
    typeof path === "string" ? path.split(/[/{}]/).filter((part) => part.length > 3 && !ORDINARY_NAME.test(part)) : [];
  [...texts, ...ids].forEach(secrets.add);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !ORDINARY_NAME.test(key));
    return [...keys, ...Object.values(value).flatMap(textsIn)];
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/**
 * Lets the session read its settings, so that it knows the secrets in them. One may stand in an argument by mistake, and so in an issue, before
 * anything was read: `maxItems: process.env.WORKFLOWS_CLIENT_SECRET`.
 */
export function readSecrets(session: Session, args: object): void {
  const connection = isRecord(args) ? args["connection"] : undefined;
  for (const name of [undefined, ...(typeof connection === "string" ? [connection] : [])]) {
    try {
      session.settings(name);
    } catch {
      // Bad settings are reported when they are used.
    }
  }
}

/** Returns the issues without the session's secrets. */
export function withoutSecrets(session: Session, args: object, issues: readonly Issue[]): readonly Issue[] {
  readSecrets(session, args);
  return cleanIssues(issues, session.secrets.clean);
}

/** Returns the issues of secret arguments, without all that the user wrote in them. */
export function withoutValues(issues: readonly Issue[]): readonly Issue[] {
  const names = new Set(issues.map(({ property }) => /^\w*/.exec(property)?.[0] ?? ""));
  return [...names].map((name) => ({
    property: name === "" ? NO_PROPERTY : name,
    reason:
      `${name === "" ? "An argument" : `\`${name}\``} cannot be used. An argument is secret, so nothing more is shown: ` +
      "with a public value in its place, a preview says why.",
  }));
}
