/**
 * Answers the engine's calls for a `Workflows` resource: converts each request of the engine's protocol, lets `pulumi/lifecycle/lifecycle.ts`
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
import { NO_PROPERTY, SettingsError } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { emptyArgumentIssues } from "../pulumi/argument-issues.js";
import type { Host } from "../pulumi/lifecycle/provider-host.js";
import * as lifecycle from "../pulumi/lifecycle/lifecycle.js";
import { parseState, snapshotIn, type State, toInputs, toOutputs } from "../pulumi/lifecycle/state.js";
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
import { hasStructuredOutput, withStructuredOutput } from "./outputs.js";
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
    : response.setInputs(toStructWithSecrets(toInputs(result.state), marked));
}

/** Parses properties from the engine, in which secrets are wrapped. Callers leave out `items`, which only repeats `json`. */
function stateIn(properties: Properties): State {
  return parseState(unwrapAll(properties), hasSecret(properties) || properties["secret"] === true);
}

/** Compares the state with checked inputs. A state that the npm package wrote, and an alias took over, always needs an update. */
export function diff(request: DiffRequest): provider.DiffResponse {
  const state = stateIn(fromStruct(request.getOlds(), "items"));
  const oldInputs = fromStruct(request.getOldInputs());
  const newInputs = fromStruct(request.getNews());
  const changed = new Set([...lifecycle.diff(state, stateIn(newInputs)), ...changedSecretness(oldInputs, newInputs)]);
  const [before, after] = [unwrapAll(oldInputs), unwrapAll(newInputs)];
  const response = new provider.DiffResponse().setHasdetaileddiff(true);
  for (const key of shownKeys(changed, before, after)) {
    response.addDiffs(key);
    response.getDetaileddiffMap().set(key, propertyDiff(before[key], after[key]));
  }
  // An update adds `items` to a state that should have this output, but does not.
  const hasItems = request.getOlds()?.getFieldsMap().has("items") === true;
  const lacksItems = hasStructuredOutput(snapshotIn(state)?.json) && !hasItems;
  const needsUpdate = changed.size > 0 || state.origin === "npm" || lacksItems;
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return response.setChanges(needsUpdate ? DIFF_SOME : DIFF_NONE);
}

/**
 * Returns the properties that the engine shows to the user. A digest alone does not show what has changed, so `count` and `json` are
 * added if they differ.
 */
function shownKeys(changed: ReadonlySet<string>, before: Properties, after: Properties): readonly string[] {
  const differs = (key: string): boolean =>
    before[key] !== undefined && after[key] !== undefined && before[key] !== after[key];
  const changedWithDigest = changed.has("digest") ? ["count", "json"].filter(differs) : [];
  const keys = new Set([...changed, ...changedWithDigest]);
  keys.delete(SERVICE_PROPERTY);
  return [...keys];
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

/** Returns whether a property was added, deleted or updated. All properties are compared as inputs, because the listing is one too. */
function propertyDiff(before: unknown, after: unknown): provider.PropertyDiff {
  const { ADD, DELETE, UPDATE } = provider.PropertyDiff.Kind;
  const diffOfInput = new provider.PropertyDiff().setInputdiff(true);
  if (before === undefined) {
    return diffOfInput.setKind(ADD);
  }
  return diffOfInput.setKind(after === undefined ? DELETE : UPDATE);
}

/** Stores the listing that check read. Nothing is created at the service. */
export async function create(host: Host, request: CreateRequest): Promise<provider.CreateResponse> {
  assertResource(request.getUrn());
  const outputs = await store(host, request.getUrn(), fromStruct(request.getProperties()));
  return new provider.CreateResponse().setId(RESOURCE_ID).setProperties(outputs);
}

/** Replaces the stored listing by the one that check read. */
export async function update(host: Host, request: UpdateRequest): Promise<provider.UpdateResponse> {
  const previous = stateIn(fromStruct(request.getOlds(), "items"));
  const outputs = await store(host, request.getUrn(), fromStruct(request.getNews()), previous);
  return new provider.UpdateResponse().setProperties(outputs);
}

/** Returns the outputs that a create or an update stores. Only an update has a `previous` state. */
async function store(host: Host, urn: string, inputs: Properties, previous?: State): Promise<Struct> {
  const outputs = await outputsOf(await lifecycle.store(host, stateIn(inputs), previous, urn), host, urn);
  return toStructWithSecrets(outputs, inputs);
}

/** Returns the outputs of a state, with `items`. */
function outputsOf(state: State, { log }: Host, urn: string): Promise<Properties> {
  return withStructuredOutput("items", toOutputs(state), parseJson, (text) => log("warning", text, urn));
}

/**
 * Reads for a refresh, for `Workflows.get` and for an import. The properties and inputs that the engine sends show which it is. Older
 * engines send the arguments of a `Workflows.get` as properties too, newer ones (seen with 3.27x) as inputs only.
 *
 * | properties    | inputs        | operation                         | arguments are taken from | id of the result |
 * | ------------- | ------------- | --------------------------------- | ------------------------ | ---------------- |
 * | none          | none          | an import                         | the id                   | `RESOURCE_ID`    |
 * | none          | empty         | `Workflows.get` without arguments | the id                   | as requested     |
 * | none          | arguments     | `Workflows.get`, newer engine     | the inputs               | as requested     |
 * | arguments     | any           | `Workflows.get`, older engine     | the properties           | as requested     |
 * | with a digest | any           | a refresh                         | the properties           | as requested     |
 */
export async function read(host: Host, request: ReadRequest): Promise<provider.ReadResponse> {
  const urn = request.getUrn();
  assertResource(urn);
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
  const outputs = await outputsOf(state, host, urn);
  return (
    new provider.ReadResponse()
      // `Workflows.get` must get back the id that it sent. With a different id, every update would replace the resource.
      .setId(takesArgumentsFromId && inputs === undefined ? RESOURCE_ID : request.getId())
      .setProperties(toStructWithSecrets(outputs, source))
      .setInputs(toStructWithSecrets(toInputs(state), inputs ?? source))
  );
}

/** Returns the arguments in an id that is a JSON object. Any other id has no arguments, and so means the unfiltered listing. */
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
 * Returns the properties in the engine's form, with secrets marked:
 *
 * 1. An argument that the engine sent is written as it was sent, with the engine's wrappers of secrets.
 * 2. If an argument is secret, or if the argument `secret` is true, the listing and `__service` are secret too.
 *
 * @param properties The properties to write, without wrappers.
 * @param received The properties that the engine sent, with its wrappers.
 */
function toStructWithSecrets(properties: Properties, received: Properties): Struct {
  const receivedArguments = argumentsOf(received);
  const isListingSecret = hasSecret(receivedArguments) || properties["secret"] === true;
  const marked = Object.entries(properties).map(([name, value]) => {
    if (Object.hasOwn(receivedArguments, name)) {
      return [name, receivedArguments[name]];
    }
    return [name, isListingSecret && SECRET_WITH_ARGUMENTS.has(name) ? asSecret(value) : value];
  });
  return toStruct(Object.fromEntries(marked) as Properties);
}

/** Throws if the URN is of another type than this package's only resource. */
function assertResource(urn: string): void {
  const { type } = parseUrn(urn);
  if (type !== PLUGIN_RESOURCE_TYPE) {
    const reason = `The resource ${excerpt(type === "" ? urn : type)} does not exist. This package has only ${PLUGIN_RESOURCE_TYPE}.`;
    throw new SettingsError([{ property: NO_PROPERTY, reason }]);
  }
}
