/** Checks a deployment that is to be imported: the engine would refuse it, or fail on it later. */
import { refuseUnknown, UnsupportedError } from "./errors.js";
import type { ResourceState } from "./state.js";
import type { Deployment } from "./types.js";
import type { Place } from "./urn.js";

const RESOURCE_FIELDS: readonly (keyof ResourceState)[] = [
  ...(["urn", "custom", "id", "type", "inputs", "outputs", "parent", "protect", "external", "dependencies"] as const),
  ...(["initErrors", "provider", "propertyDependencies", "additionalSecretOutputs", "ignoreChanges"] as const),
  ...(["created", "modified"] as const),
];

/** What the CLI adds to each resource for its messages. */
const INFORMATION = ["sourcePosition", "stackTrace"];

export function parseDeployment(given: Deployment, place: Place): readonly ResourceState[] {
  const { version, deployment } = given;
  if (version !== 3 || !isRecord(deployment)) {
    throw new UnsupportedError("importing other deployments than those of version 3");
  }
  const parts = ["manifest", "metadata", "resources", "secrets_providers"];
  refuseUnknown("a deployment", { ...deployment, pending_operations: undefined }, parts);
  const pending = deployment["pending_operations"] ?? [];
  if (!Array.isArray(pending) || pending.length > 0) {
    throw new UnsupportedError("importing pending operations");
  }
  const resources = deployment["resources"] ?? [];
  if (!Array.isArray(resources)) {
    throw new Error("The deployment's resources are not a list.");
  }
  if (JSON.stringify(resources).includes('"ciphertext"')) {
    throw new UnsupportedError("importing secrets, which are encrypted for another stack");
  }
  const earlier = new Set<string>();
  return resources.map((resource: unknown) => {
    const state = parseResource(resource, place);
    const needed = [state.parent, state.provider?.replace(/::[^:]*$/, ""), ...(state.dependencies ?? [])];
    const missing = needed.find((urn) => urn !== undefined && !earlier.has(urn));
    if (missing !== undefined) {
      throw new Error(`The deployment's ${state.urn} refers to ${missing}, which does not come before it.`);
    }
    if (earlier.has(state.urn)) {
      throw new Error(`The deployment has ${state.urn} twice.`);
    }
    earlier.add(state.urn);
    return state;
  });
}

function parseResource(resource: unknown, { stack, project }: Place): ResourceState {
  if (!isRecord(resource)) {
    throw new Error("The deployment has a resource that is not an object.");
  }
  const { urn, type, custom } = resource;
  if (typeof urn !== "string" || !urn.startsWith(`urn:pulumi:${stack}::${project}::`)) {
    throw new Error(`The deployment has a resource that is not of this stack: ${JSON.stringify(urn)}.`);
  }
  if (typeof type !== "string" || typeof custom !== "boolean") {
    throw new Error(`The deployment's ${urn} has no type, or no field "custom".`);
  }
  refuseUnknown(urn, resource, [...RESOURCE_FIELDS, ...INFORMATION]);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => !INFORMATION.includes(name)),
  ) as unknown as ResourceState;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
