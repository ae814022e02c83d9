/** Arguments at the edge: what a user gave, as values that cannot be wrong afterwards, or every issue at once. */
import type { Issue } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { describeValue } from "../../settings/issue-text.js";
import { containsUnknown } from "../engine-signatures.js";
import { fillPath } from "../service-path.js";
import type { ListingRequest, ListingView } from "../types.js";
import type { Arguments } from "./argument-types.js";
import { type ArgumentKind, argumentsFor, type ArgumentsOf, DEFAULTS, type NamesOf } from "./names.js";
import { isDeferred, isPlainObject, kindIfNotPlain } from "./plain-values.js";
import type * as schemasModule from "./schemas.js";

/** Arguments of any kind, with the defaults of those that the kind does not take. `triggers` are only ever compared. */
export interface ParsedArguments {
  readonly connection: string | undefined;
  /** The path of `getJson`, its parts filled in; else empty. */
  readonly path: string;
  readonly request: ListingRequest;
  readonly view: ListingView;
  /** What may vanish, and how many must be there. No default is filled in. */
  readonly guard: ArgumentsOf<"guard">;
  /** Whether all outputs are secret. */
  readonly secret: boolean;
  readonly mode: NonNullable<Arguments["mode"]>;
  readonly whenUnavailable: NonNullable<Arguments["whenUnavailable"]>;
  readonly allowMissing: boolean;
}

/** More issues than this are counted, not named. */
const MAX_ISSUES = 20;

/** Loaded with valibot on first use. */
const schemas = () => require("./schemas.js") as typeof schemasModule;

/**
 * The arguments of `kind`, checked, or every issue there is, each with the path of its property. `undefined` and `null`
 * mean that an argument is absent. What is not known yet passes, so that the rest can be checked: do not use the value of
 * arguments that `containsUnknown`. A `schema` is checked, and stays with the caller.
 */
export function parseArguments(
  kind: ArgumentKind,
  raw: object,
): { readonly value: ParsedArguments } | { readonly issues: readonly Issue[] } {
  if (!isPlainObject(raw)) {
    const deferred = "an Output or a promise, but must be an object. Make its values Outputs instead.";
    const other = `${kindIfNotPlain(raw) ?? describeValue(raw)}, but must be an object.`;
    return { issues: [{ property: "", reason: `The arguments are ${isDeferred(raw) ? deferred : other}` }] };
  }
  const { value, isComplete, issues } = schemas().check(kind, raw);
  if (issues.length > 0) {
    const more = { property: "", reason: `Issues that are not shown: ${issues.length - MAX_ISSUES}.` };
    const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => issueAt(path, message));
    return { issues: issues.length > MAX_ISSUES ? [...shown, more] : shown };
  }
  const path = isComplete && value.path !== undefined ? fillPath(value.path, value.parameters) : { value: "" };
  return "issues" in path ? path : { value: arrange(value, path.value) };
}

/** The arguments that are not known yet, as issues: for a reading that cannot wait. `parseArguments` lets them pass. */
export function unknownIssues(args: object): readonly Issue[] {
  const message =
    "has a value that is not known yet. Nothing was read. Read when the value is known, such as in an `apply`.";
  const unknown = Object.entries(args).filter(([, value]) => containsUnknown(value));
  return unknown.map(([property]) => issueAt([property], message));
}

function arrange(args: Partial<Arguments>, path: string): ParsedArguments {
  const operation = {
    connection: args.connection,
    secret: args.secret ?? DEFAULTS.secret,
    mode: args.mode ?? DEFAULTS.mode,
    whenUnavailable: args.whenUnavailable ?? DEFAULTS.whenUnavailable,
    allowMissing: args.allowMissing ?? DEFAULTS.allowMissing,
    path,
  } satisfies Record<NamesOf<"operation">, unknown>;
  return {
    ...operation,
    request: argumentsFor("request", args),
    view: argumentsFor("view", args),
    guard: argumentsFor("guard", args),
  };
}

/** The issue of a property such as `where.enabled`, `where["owner.team"].in[2]`. */
function issueAt(path: readonly (string | number)[], message: string): Issue {
  const steps = path.map((key) => {
    if (typeof key === "number") {
      return `[${key}]`;
    }
    return /^[A-Za-z_$][\w$]{0,200}$/.test(key) ? `.${key}` : `["${excerpt(key)}"]`;
  });
  const property = steps.join("").replace(/^\./, "");
  return { property, reason: `\`${property}\` ${message}` };
}
