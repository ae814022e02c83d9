/** What the program sends when it registers or reads a resource. All that is not implemented exactly is refused. */
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { UnsupportedError } from "./errors.js";
import { fromStruct } from "./sdk.js";
import { STACK_TYPE, type Alias } from "./urn.js";
import { checkValues, type Properties } from "./values.js";

export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** A URN, or empty. */
  readonly parent: string;
  readonly inputs: Properties;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly Alias[];
  readonly additionalSecretOutputs: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly protect: boolean;
}

export interface ReadGoal {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly parent: string;
  readonly inputs: Properties;
  readonly dependencies: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
}

/** The fields of the messages that this engine implements, by the names of protobuf's `toObject`. */
const IMPLEMENTED = {
  resource: [
    ...["type", "name", "parent", "custom", "object", "protect", "dependenciesList", "propertydependenciesMap"],
    ...["ignorechangesList", "additionalsecretoutputsList", "aliasurnsList", "aliasesList"],
  ],
  read: ["type", "name", "id", "parent", "properties", "dependenciesList", "additionalsecretoutputsList"],
  invoke: ["tok", "args"],
} as const;

/** What the SDK sends about itself and the program's source: the engine need not act on it. */
const INFORMATION: readonly string[] = [
  ...["acceptsecrets", "acceptresources", "supportspartialvalues", "supportsresultreporting", "aliasspecs"],
  ...["sourceposition", "stacktrace", "parentstacktracehandle"],
];

/** Refuses every field that is set and not implemented, so that a newer SDK's options are refused too. */
export function refuseFields(kind: keyof typeof IMPLEMENTED, subject: string, message: { toObject(): object }): void {
  const implemented: readonly string[] = [...IMPLEMENTED[kind], ...INFORMATION];
  const set = Object.entries(message.toObject()).filter(([, value]) => !isUnset(value));
  const unknown = set
    .map(([name]) => name.replace(/(List|Map)$/, ""))
    .filter((_, index) => {
      return !implemented.includes(set[index]?.[0] ?? "");
    });
  if (unknown.length > 0) {
    throw new UnsupportedError(`the option ${unknown.join(", ")} of ${subject}`);
  }
}

function isUnset(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).every(isUnset);
  }
  return value === undefined || value === null || value === "" || value === false || value === 0;
}

export function parseRegistration(request: RegisterResourceRequest, dryRun: boolean): Goal {
  const type = request.getType();
  refuseType(type, request.getCustom());
  refuseFields("resource", `${type} ${request.getName()}`, request);
  const paths = request.getIgnorechangesList().filter((path) => !/^[^.[\]*]+$/.test(path));
  if (paths.length > 0) {
    throw new UnsupportedError(`paths in ignoreChanges (${paths.join(", ")})`);
  }
  return {
    type,
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs: checkValues(fromStruct(request.getObject()), dryRun),
    dependencies: request.getDependenciesList(),
    propertyDependencies: Object.fromEntries(
      [...request.getPropertydependenciesMap().entries()].map(([key, urns]) => [key, urns.getUrnsList()]),
    ),
    aliases: parseAliases(request),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    ignoreChanges: request.getIgnorechangesList(),
    protect: request.getProtect() === true,
  };
}

export function parseRead(request: ReadResourceRequest, dryRun: boolean): ReadGoal {
  refuseType(request.getType(), true);
  refuseFields("read", `${request.getType()} ${request.getName()}`, request);
  return {
    type: request.getType(),
    name: request.getName(),
    id: request.getId(),
    parent: request.getParent(),
    inputs: checkValues(fromStruct(request.getProperties()), dryRun),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

/** Other names of a custom resource in the same place. Those of a component would rename its children too. */
function parseAliases(request: RegisterResourceRequest): readonly Alias[] {
  const specs = request.getAliasesList().map((alias): Alias => {
    const spec = alias.getSpec();
    if (spec === undefined) {
      return { urn: alias.getUrn() };
    }
    const { name, type, parenturn, ...others } = spec.toObject();
    if (!isUnset(others) || (parenturn !== "" && parenturn !== request.getParent())) {
      throw new UnsupportedError("aliases with another parent, stack or project");
    }
    return { name, type };
  });
  const aliases = [...request.getAliasurnsList().map((urn) => ({ urn })), ...specs];
  if (aliases.length > 0 && !request.getCustom()) {
    throw new UnsupportedError(`aliases of components (${request.getType()} ${request.getName()})`);
  }
  return aliases;
}

function refuseType(type: string, custom: boolean): void {
  if (custom && !type.startsWith("pulumi-nodejs:")) {
    throw new UnsupportedError(`resources of other providers than dynamic ones (${type})`);
  }
  if (!custom && type.startsWith("pulumi:") && type !== STACK_TYPE) {
    throw new UnsupportedError(type);
  }
}
