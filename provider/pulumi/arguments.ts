/**
 * Makes arguments plain before they are sent or parsed, because the rules for arguments (`workflows/arguments`) know
 * nothing of Pulumi. Finds the issues of arguments, and keeps secrets out of them.
 */
import { cleanIssues, type Issue, NO_PROPERTY } from "../base/errors.js";
import { isRecord } from "../base/json-path.js";
import { parseArguments, type ParsedArguments } from "../workflows/arguments/parse-arguments.js";
import { isPlainObject, kindIfNotPlain, NOT_KNOWN_YET, placeholder } from "../workflows/arguments/plain-values.js";
import { type ArgumentKind, NARROWING } from "../workflows/arguments/table.js";
import type { Session } from "../workflows/session.js";
import { containsUnknown, isUnknown, kindOfEngineObject } from "./engine-signatures.js";
import { isArgumentName, isEmpty, type Properties } from "./properties.js";

/** Parsed arguments, or all their issues. */
export type ParsedOrIssues = { readonly value: ParsedArguments } | { readonly issues: readonly Issue[] };

/** Returns whether the value is an Output of the SDK. */
function isOutput(value: unknown): value is { apply(next: (settled: unknown) => unknown): unknown } {
  return isRecord(value) && value["__pulumiOutput"] === true;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isRecord(value) && typeof value["then"] === "function";
}

const DEFERRED = "an Output or a promise (only the functions whose names end in Output take these)";

/**
 * Parses arguments as `parseArguments` does, and refuses empty filters. Accepts values that are not known yet, so that
 * the others can be checked. If there is such a value (`containsUnknown`), the result is good for its issues only.
 */
export function parsePlain(kind: ArgumentKind, args: object): ParsedOrIssues {
  if (!isPlainObject(args)) {
    return parseArguments(kind, toParse(args) as object);
  }
  // The argument `schema` is not copied, because a copy of a validator would lose its methods.
  const { schema, ...others } = args;
  const parsed = parseArguments(kind, { ...(toParse(others) as object), ...(schema === undefined ? {} : { schema }) });
  const issues = [...("issues" in parsed ? parsed.issues : []), ...emptyFilterIssues(args)];
  return "value" in parsed && issues.length === 0 ? parsed : { issues };
}

/**
 * Returns a copy of a value for `parseArguments`, without values of the engine: `NOT_KNOWN_YET` stands for one that is
 * not known yet, and a placeholder, which is refused, for all others.
 */
function toParse(value: unknown): unknown {
  if (isUnknown(value)) {
    return NOT_KNOWN_YET;
  }
  const kindToRefuse = isOutput(value) || isPromise(value) ? DEFERRED : kindOfEngineObject(value);
  return kindToRefuse === undefined ? copyParts(value, toParse) : placeholder(kindToRefuse);
}

/** Returns the issues that `parsePlain` finds. */
export function argumentIssues(kind: ArgumentKind, args: object): readonly Issue[] {
  const parsed = parsePlain(kind, args);
  return "issues" in parsed ? parsed.issues : [];
}

/**
 * Returns an issue for each filter that is an empty object, which would list everything. Its only field may have been
 * lost: SDKs and transforms drop fields that are `null` (Go, YAML) or `undefined` (TypeScript), and make an empty
 * object of a Map.
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

/** Returns an issue for each argument with a value that is not known yet, for operations that read now. */
export function unknownIssues(args: object): readonly Issue[] {
  const message = "has a value that is not known yet. Nothing was read. Read when it is known, such as in an `apply`.";
  const unknown = Object.entries(args).filter(([, value]) => containsUnknown(value));
  return unknown.map(([property]) => ({ property, reason: `\`${property}\` ${message}` }));
}

/**
 * Returns an issue for each argument of `Workflows` that would be lost without a word, because its name is that of an
 * output, or begins with two underscores, as the names of this package's own properties do.
 *
 * @param dropped Further names that the sender drops.
 */
export function lostNameIssues(args: object, dropped: readonly string[] = []): readonly Issue[] {
  const argumentsWithValue = Object.entries(args).filter(([, value]) => value !== undefined);
  const lost = argumentsWithValue.filter(([name]) => !isArgumentName(name) || dropped.includes(name));
  // A value does not matter, because the issue is about its name. Mostly there is none, and no validator is loaded.
  return lost.length === 0 ? [] : argumentIssues("Workflows", Object.fromEntries(lost.map(([name]) => [name, true])));
}

/**
 * Returns a copy of an argument for the engine. A placeholder stands for what the engine would drop or change, and the
 * provider reports it:
 *
 * 1. A value that is not plain, such as a Map, or that only Pulumi understands, such as a resource.
 * 2. An `undefined` in a filter: `where: { id: undefined }` would list everything.
 */
function toPlain(name: string, argument: unknown): unknown {
  const copy = (value: unknown): unknown => {
    if (isOutput(value)) {
      return value.apply(copy);
    }
    if (isPromise(value)) {
      return value.then(copy);
    }
    const isLost = value === undefined && NARROWING.includes(name);
    const kind = isLost ? "undefined" : (kindOfEngineObject(value) ?? kindIfNotPlain(value));
    return kind === undefined ? copyParts(value, copy) : placeholder(kind);
  };
  return copy(argument);
}

/** Returns the arguments as the engine may have them. Leaves out those that are `undefined`. */
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

/** Arguments whose values are chosen by the program, and are sent to the service or compared with what it lists. */
const FILTERS: readonly string[] = ["where", "query", "parameters"];

/** Matches a plain name, such as that of a field. It is not masked, because messages would lose ordinary words. */
const ORDINARY_NAME = /^[A-Za-z_./]*\??$/;

/**
 * Masks the texts of secret filters and the ids in a secret path in all messages of the session. Messages name the
 * path, and the service may repeat what it was sent.
 */
export function registerSecretFilters({ secrets }: Session, args: object): void {
  const filters = Object.entries(args).filter(([name]) => FILTERS.includes(name));
  const texts = filters.flatMap(([, value]) => textsIn(value));
  const { path } = args as { readonly path?: unknown };
  const ids = typeof path === "string" ? idsIn(path) : [];
  [...texts, ...ids].forEach(secrets.add);
}

/** Returns the parts of a path, without ordinary names: `wf_1` of `/v2/workflows/wf_1`. */
function idsIn(path: string): readonly string[] {
  return path.split(/[/{}]/).filter((part) => part.length > 3 && !ORDINARY_NAME.test(part));
}

/** Returns the texts and numbers in a value, and those of its keys that are not ordinary names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !ORDINARY_NAME.test(key));
    return [...keys, ...Object.values(value).flatMap(textsIn)];
  }
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/**
 * Lets the session read its settings, so that it masks the secrets in them. An issue may quote one before anything else
 * was read, because it may stand in an argument by mistake: `maxItems: process.env.WORKFLOWS_CLIENT_SECRET`.
 */
export function readSecrets(session: Session, args: object): void {
  const connection = isRecord(args) ? args["connection"] : undefined;
  const names = typeof connection === "string" ? [undefined, connection] : [undefined];
  for (const name of names) {
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

/**
 * Returns the issues of secret arguments, without anything that the user wrote in them: one issue for each argument.
 */
export function withoutValues(issues: readonly Issue[]): readonly Issue[] {
  const names = new Set(issues.map(({ property }) => /^\w*/.exec(property)?.[0] ?? ""));
  return [...names].map((name) => ({
    property: name === "" ? NO_PROPERTY : name,
    reason:
      `${name === "" ? "An argument" : `\`${name}\``} cannot be used. An argument is secret, so nothing more is shown: ` +
      "with a public value in its place, a preview says why.",
  }));
}
