/** The engine's calls on a `Workflows` resource, in the shapes of its protocol. */
import type {
  CheckRequest,
  CreateRequest,
  DiffRequest,
  ReadRequest,
  UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb.js";
import provider from "@pulumi/pulumi/proto/provider_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { SettingsError } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { emptyArgumentIssues } from "../pulumi/argument-issues.js";
import type { Host } from "../pulumi/engine/provider-host.js";
import * as lifecycle from "../pulumi/engine/lifecycle.js";
import {
  argumentsOf,
  changedKeys,
  isOfDynamicProvider,
  LISTING_PROPERTIES,
  PLUGIN_RESOURCE_TYPE,
  type Properties,
  RESOURCE_ID,
  SERVICE_PROPERTY,
} from "../pulumi/properties.js";
import { parseUrn } from "../workflows/engine-signatures.js";
import { parseJson } from "../workflows/json/json.js";
import { readArguments } from "./arguments.js";
import { mayHaveCopy, withCopy } from "./outputs.js";
import {
  asSecret,
  fromStruct,
  hasSecret,
  secretLocations,
  secretProperties,
  toFailures,
  toStruct,
  unwrapAll,
} from "./wire.js";

/** What is read: secret if an argument is. */
const READ: ReadonlySet<string> = new Set([...LISTING_PROPERTIES, "items"]);

export async function check(host: Host, request: CheckRequest): Promise<provider.CheckResponse> {
  assertResource(request.getUrn());
  const { marked, plain, secrets, areSecret, issues } = readArguments(request.getNews());
  const olds = fromStruct(request.getOlds(), "items");
  const result = await lifecycle.check(host, unwrapAll(olds), plain, {
    urn: request.getUrn(),
    isSecret: areSecret,
    wasSecret: hasSecret(olds),
    secrets,
    issues,
  });
  const response = new provider.CheckResponse();
  return "failures" in result
    ? response.setFailuresList(toFailures(result.failures))
    : response.setInputs(withSecretsOf(marked, result.inputs));
}

/** If an alias brought a dynamic resource here, its state has `__provider`, and not all outputs of the plugin. */
export function diff(request: DiffRequest): provider.DiffResponse {
  const outputs = request.getOlds();
  const state = unwrapAll(fromStruct(outputs, "items"));
  const oldInputs = fromStruct(request.getOldInputs());
  const newInputs = fromStruct(request.getNews());
  const [before, after] = [unwrapAll(oldInputs), unwrapAll(newInputs)];
  const changed = [...new Set([...lifecycle.diff(state, after), ...newlySecret(oldInputs, newInputs)])];
  // A digest alone does not show what has changed, and the engine shows only the properties that a detailed diff names.
  const beside = changed.includes("digest") ? ["count", "json"].filter((key) => !changed.includes(key)) : [];
  const differs = (key: string): boolean =>
    before[key] !== undefined && after[key] !== undefined && before[key] !== after[key];
  const shown = [...changed.filter((key) => key !== SERVICE_PROPERTY), ...beside.filter(differs)];
  const response = new provider.DiffResponse().setDiffsList(shown).setHasdetaileddiff(true);
  for (const key of shown) {
    response.getDetaileddiffMap().set(key, propertyDiff(before[key], after[key]));
  }
  const missesItems = mayHaveCopy(state["json"]) && outputs?.getFieldsMap().has("items") !== true;
  const changes = changed.length > 0 || isOfDynamicProvider(state) || missesItems;
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return response.setChanges(changes ? DIFF_SOME : DIFF_NONE);
}

/**
 * The arguments in which other parts are secret than before. Outputs become secret, or cease to be, by an update alone: without
 * one, the state would keep a secret in the clear.
 */
function newlySecret(before: Properties, after: Properties): readonly string[] {
  const locations = (inputs: Properties): Properties => {
    const secrets = Object.entries(argumentsOf(secretProperties(inputs)));
    return Object.fromEntries(secrets.map(([name, value]) => [name, [...secretLocations(value)].sort()]));
  };
  return changedKeys(locations(before), locations(after));
}

function propertyDiff(before: unknown, after: unknown): provider.PropertyDiff {
  const { ADD, DELETE, UPDATE } = provider.PropertyDiff.Kind;
  const kind = before === undefined ? ADD : after === undefined ? DELETE : UPDATE;
  return new provider.PropertyDiff().setKind(kind).setInputdiff(true);
}

export async function create(host: Host, request: CreateRequest): Promise<provider.CreateResponse> {
  assertResource(request.getUrn());
  const given = fromStruct(request.getProperties());
  const outputs = await store(host, request.getUrn(), given, {});
  return new provider.CreateResponse().setId(RESOURCE_ID).setProperties(outputs);
}

export async function update(host: Host, request: UpdateRequest): Promise<provider.UpdateResponse> {
  const state = unwrapAll(fromStruct(request.getOlds(), "items"));
  const outputs = await store(host, request.getUrn(), fromStruct(request.getNews()), state);
  return new provider.UpdateResponse().setProperties(outputs);
}

async function store(host: Host, urn: string, given: Properties, state: Properties): Promise<Struct> {
  const outputs = await lifecycle.store(host, unwrapAll(given), state, urn);
  return withSecretsOf(given, await withCopy("items", outputs, parseJson, host.log, urn));
}

export async function read(host: Host, request: ReadRequest): Promise<provider.ReadResponse> {
  assertResource(request.getUrn());
  const urn = request.getUrn();
  const given = fromStruct(request.getProperties(), "items");
  const isImport = Object.keys(given).length === 0;
  const state = isImport ? argumentsInId(request.getId()) : unwrapAll(given);
  const args = argumentsOf(state);
  // Only a refresh has an earlier listing. `get` and `import` read now.
  const isNew = given["digest"] === undefined;
  const { outputs, inputs } = await lifecycle.read(host, state, {
    isNew,
    urn,
    isSecret: hasSecret(given) || state["secret"] === true,
    secrets: argumentsOf(unwrapAll(secretProperties(given))),
    issues: isNew ? emptyArgumentIssues(state) : [],
    // A listing that an id contains was never read.
    unknownNames: isImport ? Object.keys(state).filter((name) => !Object.hasOwn(args, name)) : [],
  });
  const copied = await withCopy("items", outputs, parseJson, host.log, urn);
  const givenInputs = request.getInputs();
  return (
    new provider.ReadResponse()
      // Only an import sends no inputs. What a program gets keeps its id: another one would be a replacement each time.
      .setId(isImport && givenInputs === undefined ? RESOURCE_ID : request.getId())
      .setProperties(withSecretsOf(given, copied))
      .setInputs(withSecretsOf(givenInputs === undefined ? given : fromStruct(givenInputs), inputs))
  );
}

/** An import's id may be arguments as a JSON object; any other one means the whole listing. */
function argumentsInId(id: string): Properties {
  if (!id.trimStart().startsWith("{")) {
    return {};
  }
  const parsed = jsonIn(id);
  if (isRecord(parsed)) {
    return parsed;
  }
  const reason = `The id is neither a word nor a JSON object of arguments, such as {"where":{"enabled":true}}: ${excerpt(id)}`;
  throw new SettingsError([{ property: "id", reason }]);
}

/** The properties with the arguments as `given` has them, marks of secrets included. What was read with a secret one is secret too. */
function withSecretsOf(given: Properties, properties: Properties): Struct {
  const args = argumentsOf(given);
  const isSecret = hasSecret(args) || properties["secret"] === true;
  const marked = Object.entries(properties).map(([key, value]) => {
    const marked = Object.hasOwn(args, key) ? args[key] : value;
    return [key, isSecret && READ.has(key) ? asSecret(marked) : marked];
  });
  return toStruct(Object.fromEntries(marked) as Properties);
}

function assertResource(urn: string): void {
  const { type } = parseUrn(urn);
  if (type !== PLUGIN_RESOURCE_TYPE) {
    const reason = `There is no resource ${excerpt(type === "" ? urn : type)} in this package, only ${PLUGIN_RESOURCE_TYPE}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
}
