/** What the program asks for when it registers or reads a resource. */
import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { UnsupportedError } from "./errors.js";
import { fromStruct } from "./sdk.js";
import { DYNAMIC_PROVIDER_TYPE, STACK_TYPE, type Alias } from "./urn.js";
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
  readonly replaceOnChanges: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** `undefined`: as the provider says. */
  readonly deleteBeforeReplace: boolean | undefined;
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

export function parseRegistration(request: RegisterResourceRequest, dryRun: boolean): Goal {
  const type = request.getType();
  refuseType(type, request.getCustom());
  refuseProvider(request.getProvider());
  if (request.getImportid() !== "") {
    throw new UnsupportedError(`imports no resources (${type} ${request.getName()})`);
  }
  if (request.getRemote()) {
    throw new UnsupportedError(`runs no components of provider plugins (${type} ${request.getName()})`);
  }
  const unsupportedIgnores = request.getIgnorechangesList().filter((path) => !/^[^.[\]*]+$/.test(path));
  if (unsupportedIgnores.length > 0) {
    throw new UnsupportedError(`takes only names of properties in ignoreChanges, not ${unsupportedIgnores.join(", ")}`);
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
    aliases: [
      ...request.getAliasurnsList().map((urn) => ({ urn })),
      ...request.getAliasesList().map((alias): Alias => {
        const spec = alias.getSpec();
        return spec === undefined
          ? { urn: alias.getUrn() }
          : {
              name: spec.getName(),
              type: spec.getType(),
              stack: spec.getStack(),
              project: spec.getProject(),
              parent: spec.getParenturn() === "" ? undefined : spec.getParenturn(),
              noParent: spec.getNoparent(),
            };
      }),
    ],
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    protect: request.getProtect() === true,
    retainOnDelete: request.getRetainondelete() === true,
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
  };
}

export function parseRead(request: ReadResourceRequest, dryRun: boolean): ReadGoal {
  refuseType(request.getType(), true);
  refuseProvider(request.getProvider());
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

function refuseType(type: string, custom: boolean): void {
  if (custom && !type.startsWith("pulumi-nodejs:")) {
    throw new UnsupportedError(`runs dynamic resources only, no ${type}`);
  }
  if (!custom && type.startsWith("pulumi:") && type !== STACK_TYPE) {
    throw new UnsupportedError(`knows no ${type}`);
  }
}

function refuseProvider(reference: string): void {
  if (reference !== "") {
    throw new UnsupportedError(
      `takes no explicit providers: dynamic resources run on the default ${DYNAMIC_PROVIDER_TYPE}`,
    );
  }
}
