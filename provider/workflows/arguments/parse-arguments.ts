/** Parses the arguments of users: checked values, or every issue at once. */
import type { Issue } from "../../base/errors.js";
import { fillPath } from "../service-path.js";
import type { ListingRequest, ListingView } from "../types.js";
import type { Arguments } from "./argument-types.js";
import {
  type ArgumentKind,
  type ArgumentName,
  argumentNames,
  ARGUMENTS,
  type ArgumentsOf,
  DEFAULTS,
  type Part,
} from "./table.js";
import type * as schemasModule from "./schemas.js";

/** The names of the arguments whose defaults are filled in. */
type Defaulted = "path" | "secret" | "mode" | "whenUnavailable" | "allowMissing";
/** The arguments that the operation itself reads, with their defaults. */
type Operation = ArgumentsOf<"operation"> & { readonly [Name in Defaulted]: NonNullable<Arguments[Name]> };

/** Checked arguments of any kind, with defaults for those that are absent. The parts of `path` are filled in. */
export interface ParsedArguments extends Operation {
  readonly request: ListingRequest;
  readonly view: ListingView;
  /** The limits of the guard. No default is filled in. */
  readonly guard: ArgumentsOf<"guard">;
}

/** Loaded with valibot on first use. */
const schemas = () => require("./schemas.js") as typeof schemasModule;

/**
 * Checks the arguments of `kind`. Returns them, or every issue with the path of its property. A value that is
 * `undefined` or `null` counts as absent. `NOT_KNOWN_YET` is accepted in place of any value, so that the other values
 * can be checked. Arguments with such a value must not be used for a request.
 */
export function parseArguments(
  kind: ArgumentKind,
  raw: object,
): { readonly value: ParsedArguments } | { readonly issues: readonly Issue[] } {
  const { value, issues, hasUnknown } = schemas().validateArguments(kind, raw);
  if (issues.length > 0) {
    return { issues };
  }
  const path = value.path === undefined || hasUnknown ? undefined : fillPath(value.path, value.parameters);
  if (path !== undefined && path.issues.length > 0) {
    return { issues: path.issues };
  }
  const entries = Object.entries(value);
  const argumentsOf = <P extends Part>(part: P): ArgumentsOf<P> =>
    Object.fromEntries(entries.filter(([name]) => ARGUMENTS[name as ArgumentName].part === part)) as ArgumentsOf<P>;
  const { secret, mode, whenUnavailable, allowMissing } = DEFAULTS;
  const defaults = { secret, mode, whenUnavailable, allowMissing };
  const operation = { ...defaults, ...argumentsOf("operation"), path: path?.value ?? DEFAULTS.path } as Operation;
  return {
    value: { ...operation, request: argumentsOf("request"), view: argumentsOf("view"), guard: argumentsOf("guard") },
  };
}

/** Returns the arguments in a state that this version knows. An earlier or a later version may have written others. */
export function withoutUnknownArguments(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names: readonly string[] = argumentNames("Workflows");
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));
}

/**
 * Parses one argument that is given as a setting or in a variable. The issues are predicates; the caller prepends the
 * subject.
 */
export function parseOne<Name extends ArgumentName>(name: Name, argument: unknown) {
  const { value, issues } = schemas().validateArguments("Workflows", { [name]: argument });
  return { value: value[name], issues: issues.map(({ reason }) => `cannot be used: ${reason}`) };
}

/** Parses the setting `pagination` by the rules of the argument. */
export function parsePagination(setting: object) {
  return parseOne("pagination", setting);
}
