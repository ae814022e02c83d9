/**
 * Answers the engine's calls for a `Workflows` resource: converts each request of the engine's protocol, lets `pulumi/engine/lifecycle.ts`
 * do the work, and converts the result. Runs in the plugin's process.
 */
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
import { parseState, snapshotIn, type State, toInputs, toOutputs } from "../pulumi/engine/state.js";
import {
  argumentsOf,
  changedKeys,
  isEmpty,
  LISTING_PROPERTIES,
  PLUGIN_RESOURCE_TYPE,
  type Properties,
  RESOURCE_ID,
  SERVICE_PROPERTY,
} from "../pulumi/properties.js";
import { parseUrn } from "../pulumi/engine-signatures.js";
import { parseJson } from "../workflows/json/json.js";
import { readArguments } from "./arguments.js";
import { isStructured, withStructuredOutput } from "./outputs.js";
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

/** The properties that are secret if any argument is secret: the listing, and `__service`, which has digests of the arguments. */
const SECRET_WITH_ARGUMENTS: ReadonlySet<string> = new Set([...LISTING_PROPERTIES, "items", SERVICE_PROPERTY]);

/** Validates the arguments, reads the listing and returns both as inputs, with the arguments' secrets marked as they arrived. */
export async function check(host: Host, request: CheckRequest): Promise<provider.CheckResponse> {
  assertResource(request.getUrn());
  const { marked, plain, secrets, areSecret, issues } = readArguments(request.getNews());
  const previous = stateIn(fromStruct(request.getOlds(), "items"));
  const facts = { urn: request.getUrn(), isSecret: areSecret, secrets, issues };
  const result = await lifecycle.check(host, previous, parseState(plain), facts);
  const response = new provider.CheckResponse();
  return "failures" in result
    ? response.setFailuresList(toFailures(result.failures))
    : response.setInputs(withSecretsOf(marked, toInputs(result.state)));
}

/** Parses properties from the engine, in which secrets are wrapped. Callers leave out `items`, which only repeats `json`. */
function stateIn(properties: Properties): State {
  return parseState(unwrapAll(properties), hasSecret(properties) || properties["secret"] === true);
}

/** Compares state and checked inputs. A state that an alias took over from the npm package always needs an update. */
export function diff(request: DiffRequest): provider.DiffResponse {
  const outputs = request.getOlds();
  const state = stateIn(fromStruct(outputs, "items"));
  const oldInputs = fromStruct(request.getOldInputs());
  const newInputs = fromStruct(request.getNews());
  const [before, after] = [unwrapAll(oldInputs), unwrapAll(newInputs)];
  const changed = [
    ...new Set([...lifecycle.diff(state, stateIn(newInputs)), ...changedSecretness(oldInputs, newInputs)]),
  ];
  // A digest alone does not show what has changed, and the engine shows only the properties that a detailed diff names.
  const changedWithDigest = changed.includes("digest") ? ["count", "json"].filter((key) => !changed.includes(key)) : [];
  const differs = (key: string): boolean =>
    before[key] !== undefined && after[key] !== undefined && before[key] !== after[key];
  const shownKeys = [...changed.filter((key) => key !== SERVICE_PROPERTY), ...changedWithDigest.filter(differs)];
  const response = new provider.DiffResponse().setDiffsList(shownKeys).setHasdetaileddiff(true);
  for (const key of shownKeys) {
    response.getDetaileddiffMap().set(key, propertyDiff(before[key], after[key]));
  }
  const missesItems = isStructured(snapshotIn(state)?.json) && outputs?.getFieldsMap().has("items") !== true;
  const needsUpdate = changed.length > 0 || state.origin === "npm" || missesItems;
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return response.setChanges(needsUpdate ? DIFF_SOME : DIFF_NONE);
}

/**
 * Returns the names of the arguments in which other parts are secret than before. They need an update, because without it a value that
 * is now secret would stay in the clear in the state.
 */
function changedSecretness(before: Properties, after: Properties): readonly string[] {
  const locations = (inputs: Properties): Properties => {
    const secrets = Object.entries(argumentsOf(secretProperties(inputs)));
    return Object.fromEntries(secrets.map(([name, value]) => [name, [...secretLocations(value)].sort()]));
  };
  return changedKeys(locations(before), locations(after));
}

/** Returns how a property changed, as a change of inputs: the listing is a computed input too. */
function propertyDiff(before: unknown, after: unknown): provider.PropertyDiff {
  const { ADD, DELETE, UPDATE } = provider.PropertyDiff.Kind;
  const kind = before === undefined ? ADD : after === undefined ? DELETE : UPDATE;
  return new provider.PropertyDiff().setKind(kind).setInputdiff(true);
}

export async function create(host: Host, request: CreateRequest): Promise<provider.CreateResponse> {
  assertResource(request.getUrn());
  const outputs = await store(host, request.getUrn(), fromStruct(request.getProperties()));
  return new provider.CreateResponse().setId(RESOURCE_ID).setProperties(outputs);
}

export async function update(host: Host, request: UpdateRequest): Promise<provider.UpdateResponse> {
  const previous = stateIn(fromStruct(request.getOlds(), "items"));
  const outputs = await store(host, request.getUrn(), fromStruct(request.getNews()), previous);
  return new provider.UpdateResponse().setProperties(outputs);
}

/** Returns the outputs for a create, or for an update if there is a `previous` state. */
async function store(host: Host, urn: string, inputs: Properties, previous?: State): Promise<Struct> {
  const outputs = toOutputs(await lifecycle.store(host, stateIn(inputs), previous, urn));
  return withSecretsOf(inputs, await withStructuredOutput("items", outputs, parseJson, host.log, urn));
}

/**
 * Reads for a refresh, for `Workflows.get` and for an import. What the engine sends tells them apart:
 *
 * | properties    | inputs    | operation                                  | arguments are taken from | id of the result |
 * | ------------- | --------- | ------------------------------------------ | ------------------------ | ---------------- |
 * | none          | none      | an import                                  | the id                   | `RESOURCE_ID`    |
 * | none          | arguments | `Workflows.get`, on engines since 3.27x    | the inputs               | as requested     |
 * | arguments     | any       | `Workflows.get`, on earlier engines        | the properties           | as requested     |
 * | with a digest | any       | a refresh                                  | the properties           | as requested     |
 */
export async function read(host: Host, request: ReadRequest): Promise<provider.ReadResponse> {
  assertResource(request.getUrn());
  const urn = request.getUrn();
  const properties = fromStruct(request.getProperties(), "items");
  const inputs = request.getInputs() && fromStruct(request.getInputs());
  const source = isEmpty(properties) ? (inputs ?? {}) : properties;
  const takesArgumentsFromId = isEmpty(source);
  const plain = takesArgumentsFromId ? argumentsInId(request.getId()) : unwrapAll(source);
  const isNew = properties["digest"] === undefined;
  const isSecret = hasSecret(source) || plain["secret"] === true;
  const state = await lifecycle.read(host, parseState(plain, isSecret), {
    isNew,
    urn,
    isSecret,
    secrets: argumentsOf(unwrapAll(secretProperties(source))),
    issues: isNew ? emptyArgumentIssues(plain) : [],
    // Names in an id that are not arguments, such as `json`, are reported.
    unknownNames: takesArgumentsFromId
      ? Object.keys(plain).filter((name) => !Object.hasOwn(argumentsOf(plain), name))
      : [],
  });
  const outputs = await withStructuredOutput("items", toOutputs(state), parseJson, host.log, urn);
  return (
    new provider.ReadResponse()
      // `Workflows.get` must get back the id that it sent, because with another id every update would replace the resource.
      .setId(takesArgumentsFromId && inputs === undefined ? RESOURCE_ID : request.getId())
      .setProperties(withSecretsOf(source, outputs))
      .setInputs(withSecretsOf(inputs ?? source, toInputs(state)))
  );
}

/** Returns the arguments in an import's id, if it is a JSON object. Any other text imports the unfiltered listing. */
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

/**
 * Returns the properties with the arguments taken from `source`, where secrets are still wrapped. If an argument is secret, what was
 * read is secret too.
 */
function withSecretsOf(source: Properties, properties: Properties): Struct {
  const args = argumentsOf(source);
  const isSecret = hasSecret(args) || properties["secret"] === true;
  const marked = Object.entries(properties).map(([key, value]) => {
    const markedValue = Object.hasOwn(args, key) ? args[key] : value;
    return [key, isSecret && SECRET_WITH_ARGUMENTS.has(key) ? asSecret(markedValue) : markedValue];
  });
  return toStruct(Object.fromEntries(marked) as Properties);
}

function assertResource(urn: string): void {
  const { type } = parseUrn(urn);
  if (type !== PLUGIN_RESOURCE_TYPE) {
    const reason = `The resource ${excerpt(type === "" ? urn : type)} does not exist. This package has only ${PLUGIN_RESOURCE_TYPE}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
}
