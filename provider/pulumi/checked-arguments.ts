/**
 * The arguments for which this process has read a listing. A policy with `remediateResource` changes inputs after check: the
 * listing among them is then another one than the arguments describe.
 */
import { SettingsError } from "../http/errors.js";
import { isRecord } from "../http/json-path.js";
import { containsUnknown } from "../workflows/engine-marks.js";
import type { Session } from "../workflows/session.js";
import { argumentsOf, changedKeys, type Properties } from "./properties.js";

/** By the digest of the listing: several resources may have the same one. */
type Checked = Map<string, Properties[]>;

const checkedIn = new WeakMap<Session, Checked>();

/** Arguments that decide when a listing is read, not what is in it or whether it is secret. */
const TIMING: ReadonlySet<string> = new Set(["mode", "triggers", "whenUnavailable"]);

/** Remembers the arguments among the inputs, with the listing that was read for them. */
export function rememberArguments(session: Session, inputs: Properties): void {
  const digest = inputs["digest"];
  if (typeof digest !== "string") {
    return;
  }
  const checked: Checked = checkedIn.get(session) ?? new Map<string, Properties[]>();
  checkedIn.set(session, checked);
  const args = comparable(inputs);
  const known = checked.get(digest) ?? [];
  if (!known.some((other) => changedKeys(other, args).length === 0)) {
    checked.set(digest, [...known, args]);
  }
}

/** Fails if this process has read the listing among the inputs for other arguments. */
export function demandSameArguments(session: Session, inputs: Properties): void {
  const digest = inputs["digest"];
  const known = typeof digest === "string" ? checkedIn.get(session)?.get(digest) : undefined;
  const args = comparable(inputs);
  if (known === undefined || containsUnknown(args)) {
    return;
  }
  const [changed = []] = known.map((other) => changedKeys(other, args)).sort((a, b) => a.length - b.length);
  if (changed.length > 0) {
    const names = changed.map((name) => `\`${name}\``).join(", ");
    const reason =
      `Could not use the listing: after it was read, something changed the arguments ${names}. ` +
      "A policy with `remediateResource` does this. " +
      "Set them in the program or in a transform, which both come before the listing is read, and let the policy only report.";
    throw new SettingsError([{ property: "", reason }]);
  }
}

/** The engine may drop fields that are `null`. */
function comparable(inputs: Properties): Properties {
  const args = Object.entries(argumentsOf(inputs)).filter(([name]) => !TIMING.has(name));
  return withoutNulls(Object.fromEntries(args)) as Properties;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (!isRecord(value)) {
    return value;
  }
  const fields = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(fields.map(([key, part]) => [key, withoutNulls(part)]));
}
