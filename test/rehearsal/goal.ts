/** What the program sends when it registers or reads a resource. All that is not implemented exactly is refused. */
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { UnsupportedError } from "./errors.js";
import { fromStruct } from "./sdk.js";
import { STACK_TYPE } from "./urn.js";
import { checkValues, type Properties } from "./values.js";

export interface ReadGoal {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  /** A URN, or empty. */
  readonly parent: string;
  readonly inputs: Properties;
  readonly dependencies: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
}

export interface Goal extends Omit<ReadGoal, "id"> {
  readonly custom: boolean;
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly ignoreChanges: readonly string[];
  readonly hasAliases: boolean;
}

/** The fields of the messages that this engine implements, by the names of protobuf's `toObject`. */
const IMPLEMENTED = {
  resource: [
    ...["type", "name", "parent", "custom", "object", "dependenciesList", "propertydependenciesMap"],
    ...["ignorechangesList", "additionalsecretoutputsList", "aliasurnsList", "aliasesList"],
  ],
  read: ["type", "name", "id", "parent", "properties", "dependenciesList", "additionalsecretoutputsList"],
};

/** What the SDK sends about itself and the program's source: the engine need not act on it. */
const INFORMATION: readonly string[] = [
  ...["acceptsecrets", "acceptresources", "supportspartialvalues", "supportsresultreporting", "aliasspecs"],
  ...["sourceposition", "stacktrace", "parentstacktracehandle"],
];

/** Refuses every field that is set and not implemented, so that a newer SDK's options are refused too. */
function refuseFields(kind: keyof typeof IMPLEMENTED, subject: string, message: { toObject(): object }): void {
  const unknown = Object.entries(message.toObject())
    .filter(([name, value]) => !isUnset(value) && ![...IMPLEMENTED[kind], ...INFORMATION].includes(name))
    .map(([name]) => name.replace(/(List|Map)$/, ""));
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
  const [type, name] = [request.getType(), request.getName()];
  refuseType(type, request.getCustom());
  refuseFields("resource", `${type} ${name}`, request);
  const paths = request.getIgnorechangesList().filter((path) => !/^[^.[\]*]+$/.test(path));
  if (paths.length > 0) {
    throw new UnsupportedError(`paths in ignoreChanges (${paths.join(", ")})`);
  }
  return {
    type,
    name,
    custom: request.getCustom(),
    parent: request.getParent(),
    inputs: checkValues(fromStruct(request.getObject()), dryRun),
    dependencies: request.getDependenciesList(),
    propertyDependencies: Object.fromEntries(
      [...request.getPropertydependenciesMap().entries()].map(([key, urns]) => [key, urns.getUrnsList()]),
    ),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    ignoreChanges: request.getIgnorechangesList(),
    hasAliases: request.getAliasesList().length + request.getAliasurnsList().length > 0,
  };
}

export function parseRead(request: ReadResourceRequest, dryRun: boolean): ReadGoal {
  const [type, name] = [request.getType(), request.getName()];
  refuseType(type, true);
  refuseFields("read", `${type} ${name}`, request);
  return {
    type,
    name,
    id: request.getId(),
    parent: request.getParent(),
    inputs: checkValues(fromStruct(request.getProperties()), dryRun),
    dependencies: request.getDependenciesList(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

function refuseType(type: string, custom: boolean): void {
  if (custom && !type.startsWith("pulumi-nodejs:")) {
    throw new UnsupportedError(`resources of other providers than dynamic ones (${type})`);
  }
  if (!custom && type.startsWith("pulumi:") && type !== STACK_TYPE) {
    throw new UnsupportedError(type);
  }
}
