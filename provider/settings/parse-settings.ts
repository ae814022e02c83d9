/** Parses all settings of one client with the table: the only check of config, the environment and a program's options. */
import type { Issue } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isRecord } from "../http/json-path.js";
import type { TlsOptions } from "../http/types.js";
import { insecureFault } from "./base-url.js";
import { type PairKey, pairFault } from "./certificates.js";
import type { SettingDefinition, SettingKey, SettingValues } from "./definitions.js";

/** Where the values of settings come from. */
export interface SettingSource {
  /** Text or a typed value; `undefined` if it is not set. */
  readonly given: (definition: SettingDefinition) => unknown;
  /** The setting's name in messages. */
  readonly nameOf: (key: SettingKey) => string;
  /** The fault of a required setting that is not set: the rest of a sentence, and what to do. */
  readonly missing: (definition: SettingDefinition) => string;
  /** Whether it is set to a value that is not known yet. Default: no. */
  readonly isUnknown?: (key: SettingKey) => boolean;
  readonly rules?: SettingRules | undefined;
}

/** More checks of parsed values. Each returns what is wrong, as the rest of a sentence. */
export type SettingRules = {
  readonly [Key in SettingKey]?: (value: NonNullable<SettingValues[Key]>) => readonly string[];
};

/** The values, complete if there are no faults and nothing is unknown; and all faults. No fault contains a secret. */
export function parseSettings(
  definitions: readonly SettingDefinition[],
  source: SettingSource,
): { readonly values: SettingValues; readonly faults: readonly Issue[] } {
  const faults: Issue[] = [];
  const values: Record<string, unknown> = {};
  const uncertain = new Set<SettingKey>();
  const report = (property: SettingKey, fault: string): void => {
    uncertain.add(property);
    faults.push({ property, reason: `${source.nameOf(property)} ${fault}` });
  };
  for (const definition of definitions) {
    const { key } = definition;
    const given = source.given(definition);
    if (source.isUnknown?.(key) === true) {
      uncertain.add(key);
      continue;
    }
    const { value, wrong } = readSetting(definition, given, source);
    values[key] = value;
    for (const fault of wrong) {
      report(key, fault);
    }
  }
  const parsed = values as unknown as SettingValues;
  checkTogether(parsed, (key) => !uncertain.has(key), source.nameOf, report);
  const order = definitions.map(({ key }): string => key);
  faults.sort((a, b) => order.indexOf(a.property) - order.indexOf(b.property));
  return { values: parsed, faults };
}

/** The value, or the default; and what is wrong. */
function readSetting(
  definition: SettingDefinition,
  given: unknown,
  source: SettingSource,
): { readonly value?: unknown; readonly wrong: readonly string[] } {
  if (given === undefined) {
    return definition.required ? { wrong: [source.missing(definition)] } : { value: definition.default, wrong: [] };
  }
  const parsed = definition.parser.parse(given);
  if (parsed === undefined) {
    return { wrong: [wrongValue(definition, given)] };
  }
  if ("fault" in parsed) {
    return { wrong: [parsed.fault] };
  }
  const rule = source.rules?.[definition.key] as ((value: unknown) => readonly string[]) | undefined;
  return { value: parsed.value, wrong: rule?.(parsed.value) ?? [] };
}

/** The fault of a value that the setting does not take. It shows nothing of a secret. */
function wrongValue({ parser, secret }: SettingDefinition, given: unknown): string {
  if (secret === true && !isRecord(given) && !Array.isArray(given)) {
    return `cannot be used. It takes ${parser.takes}.`;
  }
  return `is ${describe(given)}, but takes ${parser.takes}.`;
}

function describe(given: unknown): string {
  switch (typeof given) {
    case "string":
      return `"${excerpt(given)}"`;
    case "number":
    case "boolean":
      return String(given);
    default:
      if (given === null) {
        return "null";
      }
      return Array.isArray(given) ? "a list" : isRecord(given) ? "an object" : `a ${typeof given}`;
  }
}

/** Checks that settings fit each other, if their values are known and valid. */
function checkTogether(
  values: SettingValues,
  isKnown: (key: SettingKey) => boolean,
  nameOf: (key: SettingKey) => string,
  report: (key: SettingKey, fault: string) => void,
): void {
  if (isKnown("baseUrl") && isKnown("allowInsecureHttp") && !values.allowInsecureHttp) {
    const fault = insecureFault(values.baseUrl);
    if (fault !== undefined) {
      report("baseUrl", fault);
    }
  }
  const pair: readonly PairKey[] = ["clientCertificate", "clientKey", "clientKeyPassphrase"];
  if (pair.every(isKnown)) {
    const wrong = pairFault(tlsOf(values) ?? {}, nameOf);
    if (wrong !== undefined) {
      report(wrong.key, wrong.fault);
    }
  }
}

/** The settings of TLS together; `undefined` if none is set. */
export function tlsOf(values: SettingValues): TlsOptions | undefined {
  const { caCertificates: ca, clientCertificate: cert, clientKey: key, clientKeyPassphrase: passphrase } = values;
  const set = Object.entries({ ca, cert, key, passphrase }).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

/** Every text in the values of secret settings, to be redacted. */
export function secretsIn(definitions: readonly SettingDefinition[], values: SettingValues): readonly string[] {
  return definitions
    .filter(({ key, secret }) => secret && key !== "headers")
    .flatMap(({ key }) => textsIn(values[key]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).flatMap(textsIn);
  }
  return typeof value === "string" && value !== "" ? [value] : [];
}
