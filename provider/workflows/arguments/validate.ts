/** Holds a value against its description: every fault at once, each with its place. */
import { asOperators, listed, suggest, unknownKey } from "./advice.js";
import { NAMED_TYPES } from "./named-types.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";
import { fits, hasShape } from "./shapes.js";
import { isUnknown } from "./unknown.js";
import type { ArgumentType, PropertyDefinition } from "./vocabulary.js";
import { describeType, describeValue, pathTo } from "./words.js";

/** Hears what is wrong: the path of the property, and a sentence without it. Gives what stands for the value then. */
export type Report = (property: string, fault: string) => null;

/** Conditions that deny conditions that deny … end somewhere. */
const DEEPEST = 30;

/**
 * A copy of `value` as `type` describes it, without what is absent. What is not known yet passes as it is. Where something
 * was reported, the copy is not to be used.
 */
export function validate(value: unknown, type: ArgumentType, path: string, report: Report, depth = 0): unknown {
  if (isUnknown(value)) return value;
  const below = (part: unknown, partType: ArgumentType, key: string | number): unknown =>
    validate(part, partType, pathTo(path, key), report, depth + 1);
  const wrong = (): null =>
    report(path, `is ${describeValue(value)}, but takes ${describeType(type)}.${suggest(value, type)}`);
  if (depth > DEEPEST) return report(path, "is nested too deeply.");
  if (type.is === "named") return validateNamed(value, type.name, path, report, depth);
  if (type.is === "union") {
    const fitting = type.of.find((alternative) => hasShape(value, alternative));
    return fitting === undefined ? wrong() : validate(value, fitting, path, report, depth);
  }
  if (!hasShape(value, type) || !fits(value, type)) return wrong();
  if (type.is === "array") return (value as unknown[]).map((element, index) => below(element, type.of, index));
  if (type.is !== "map") return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, below(part, type.of, key)]));
}

function validateNamed(value: unknown, name: string, path: string, report: Report, depth: number): unknown {
  const type = NAMED_TYPES[name];
  if (type === undefined) throw new TypeError(`No type is called ${name}.`);
  if ("alias" in type) {
    // The alias's own words are better than those of what it stands for.
    if (hasShape(value, type.alias)) return validate(value, type.alias, path, report, depth);
    return report(path, `is ${describeValue(value)}, but takes ${type.words}.${asOperators(value, name)}`);
  }
  if (!isPlainObject(value) || kindOfStandIn(value) !== undefined)
    return report(path, `is ${describeValue(value)}, but takes ${type.words}.`);
  if ("properties" in type) {
    const { properties, needsOne, hint = "" } = type;
    const copy = validateProperties(value, properties, path, report, depth, (key) => unknownKey(key, properties, hint));
    if (needsOne && Object.keys(value).every((key) => value[key] === undefined)) {
      report(path, `is ${describeValue(value)}, but takes ${type.words}: ${listed(properties)}.`);
    }
    return copy;
  }
  const { type: given } = value;
  if (isUnknown(given)) return value;
  const chosen = typeof given === "string" && Object.hasOwn(type.choices, given) ? type.choices[given] : undefined;
  if (chosen === undefined) {
    const values = Object.keys(type.choices);
    const which: ArgumentType = { is: "enum", values };
    const got = given === undefined || given === null ? "is missing; it" : `is ${describeValue(given)}, but`;
    return report(pathTo(path, "type"), `${got} takes ${describeType(which)}.${suggest(given, which)}`);
  }
  const properties = propertiesOf(chosen);
  return validateProperties(value, properties, path, report, depth, (key) => {
    const others = Object.entries(type.choices).filter(([, other]) =>
      propertiesOf(other).some((one) => one.name === key),
    );
    if (others.length === 0) return unknownKey(key, properties, "");
    return `does not go with type "${String(given)}", only with ${others.map(([other]) => `"${other}"`).join(" or ")}.`;
  });
}

function propertiesOf(name: string): readonly PropertyDefinition[] {
  const type = NAMED_TYPES[name];
  return type !== undefined && "properties" in type ? type.properties : [];
}

/** The copy of an object's described properties; `unknown` says what is wrong with another one. */
export function validateProperties(
  value: Record<string, unknown>,
  properties: readonly PropertyDefinition[],
  path: string,
  report: Report,
  depth: number,
  unknown: (key: string) => string,
): Record<string, unknown> {
  for (const key of Object.keys(value)) {
    if (value[key] === undefined || properties.some(({ name }) => name === key)) continue;
    report(pathTo(path, key), unknown(key));
  }
  const copy: Record<string, unknown> = {};
  for (const { name, type, required } of properties) {
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    if (part === undefined || (part === null && !hasShape(null, type))) {
      if (required) report(pathTo(path, name), `is missing; it takes ${describeType(type)}.`);
    } else {
      copy[name] = validate(part, type, pathTo(path, name), report, depth + 1);
    }
  }
  return copy;
}
