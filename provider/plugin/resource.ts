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
import { SettingsError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { isRecord, jsonIn } from "../http/json-path.js";
import type { Host } from "../pulumi/host.js";
import * as lifecycle from "../pulumi/lifecycle.js";
import {
  argumentsOf,
  changedKeys,
  idOf,
  isOfDynamicProvider,
  LISTING_PROPERTIES,
  PLUGIN_RESOURCE_TYPE,
  type Properties,
  SERVICE_PROPERTY,
} from "../pulumi/properties.js";
import { containsUnknown, parseUrn } from "../workflows/engine-marks.js";
import { emptyArgumentFaults } from "./empty-arguments.js";
import { mayHaveItems, withItems } from "./outputs.js";
import { renameArgumentKeys } from "./python-keys.js";
import { decode, decodePublic, decodeSecret, encode, failuresFrom, hasSecret, secretPlaces } from "./wire.js";

/** What is read with a secret argument may show it: `where: { name: <secret> }`. */
const READ: ReadonlySet<string> = new Set([...LISTING_PROPERTIES, "items"]);

export async function check(host: Host, request: CheckRequest): Promise<provider.CheckResponse> {
  demandResource(request.getUrn());
  const news = request.getNews();
  renameArgumentKeys(news);
  const args = decode(news);
  const isSecret = hasSecret(news) || args["secret"] === true;
  const about = {
    urn: request.getUrn(),
    isSecret,
    wasSecret: hasSecret(request.getOlds()),
    secrets: decodeSecret(news),
    faults: emptyArgumentFaults(args),
  };
  const result = await lifecycle.check(host, decode(request.getOlds()), args, about);
  const response = new provider.CheckResponse();
  return "failures" in result
    ? response.setFailuresList(failuresFrom(result.failures))
    : response.setInputs(asGiven(result.inputs, news));
}

/** If an alias brought a dynamic resource here, its state has `__provider`, and not all outputs of the plugin. */
export function diff(request: DiffRequest): provider.DiffResponse {
  const outputs = request.getOlds();
  const state = decode(outputs, "items");
  const after = decode(request.getNews());
  const { changed: changedValues } = lifecycle.diff(state, after);
  const changed = [...new Set([...changedValues, ...newlySecret(request)])];
  const before = changed.length > 0 ? decode(request.getOldInputs()) : {};
  const shown = changed.filter((key) => key !== SERVICE_PROPERTY);
  const named = [...shown, ...(changed.includes("digest") ? shownWithDigest(changed, before, after) : [])];
  const response = new provider.DiffResponse().setDiffsList(named).setHasdetaileddiff(true);
  for (const key of named) {
    response.getDetaileddiffMap().set(key, propertyDiff(before[key], after[key]));
  }
  const hasItems = outputs?.getFieldsMap().has("items") === true;
  const changes = changed.length > 0 || isOfDynamicProvider(state) || (mayHaveItems(state["json"]) && !hasItems);
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return response.setChanges(changes ? DIFF_SOME : DIFF_NONE);
}

/**
 * The arguments in which other parts are secret than before. Outputs become secret, or cease to be, by an update alone: without
 * one, the state would keep a secret in the clear.
 */
function newlySecret(request: DiffRequest): readonly string[] {
  const [before, after] = [request.getOldInputs(), request.getNews()];
  if (before === undefined || after === undefined) {
    return [];
  }
  const secrecy = (struct: Struct): Properties => argumentsOf(secretPlaces(struct));
  return changedKeys(secrecy(before), secrecy(after));
}

/** A digest alone does not show what has changed, and the engine shows only the properties that a detailed diff names. */
function shownWithDigest(changed: readonly string[], before: Properties, after: Properties): readonly string[] {
  return ["count", "json"].filter(
    (key) =>
      !changed.includes(key) && before[key] !== undefined && after[key] !== undefined && before[key] !== after[key],
  );
}

function propertyDiff(before: unknown, after: unknown): provider.PropertyDiff {
  const { ADD, DELETE, UPDATE } = provider.PropertyDiff.Kind;
  const kind = before === undefined ? ADD : after === undefined ? DELETE : UPDATE;
  return new provider.PropertyDiff().setKind(kind).setInputdiff(true);
}

export async function create(host: Host, request: CreateRequest): Promise<provider.CreateResponse> {
  demandResource(request.getUrn());
  const given = request.getProperties();
  const inputs = decode(given);
  const outputs = await lifecycle.store(host, inputs, {}, request.getUrn());
  return (
    new provider.CreateResponse()
      // The state has an id in the clear: a secret's hash in it would show whether a guess is right.
      .setId(containsUnknown(inputs) ? "" : idOf(decodePublic(given), inputs["secret"] === true))
      .setProperties(asGiven(await withItems(outputs, host.log, request.getUrn()), given))
  );
}

export async function update(host: Host, request: UpdateRequest): Promise<provider.UpdateResponse> {
  const given = request.getNews();
  const outputs = await lifecycle.store(host, decode(given), decode(request.getOlds(), "items"), request.getUrn());
  return new provider.UpdateResponse().setProperties(
    asGiven(await withItems(outputs, host.log, request.getUrn()), given),
  );
}

export async function read(host: Host, request: ReadRequest): Promise<provider.ReadResponse> {
  demandResource(request.getUrn());
  const urn = request.getUrn();
  const given = request.getProperties();
  const state = decode(given, "items");
  const from = Object.keys(state).length === 0 ? argumentsInId(request.getId()) : state;
  // Only a refresh has an earlier reading. `get` and `import` read now.
  const isSecret = hasSecret(given) || from["secret"] === true;
  const args = argumentsOf(from);
  const live = state["digest"] === undefined;
  const call = {
    live,
    urn,
    isSecret,
    secrets: argumentsOf(decodeSecret(given)),
    faults: live ? emptyArgumentFaults(from) : [],
    // A reading that an id contains was never read.
    unknownNames: from === state ? [] : Object.keys(from).filter((name) => !Object.hasOwn(args, name)),
  };
  const { outputs, inputs } = await lifecycle.read(host, from, call);
  // Only an import sends no inputs. What a program gets keeps its id: another one would be a replacement each time.
  const imported = from !== state && !request.hasInputs();
  return new provider.ReadResponse()
    .setId(imported ? idOf(from, isSecret) : request.getId())
    .setProperties(asGiven(await withItems(outputs, host.log, urn), given))
    .setInputs(asGiven(inputs, request.getInputs() ?? given));
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
  throw new SettingsError([
    {
      property: "id",
      reason: `The id is neither a word nor a JSON object of arguments, such as {"where":{"enabled":true}}: ${excerpt(id)}`,
    },
  ]);
}

/** Arguments go back as they came, secrets and all; what was read with a secret argument is secret too. */
function asGiven(properties: Properties, given: Struct | undefined): Struct {
  const withoutReading = given?.clone();
  for (const key of [...READ, SERVICE_PROPERTY]) {
    withoutReading?.getFieldsMap().del(key);
  }
  const isSecret = hasSecret(withoutReading) || properties["secret"] === true;
  return encode(properties, { like: withoutReading, secret: isSecret ? READ : undefined });
}

function demandResource(urn: string): void {
  const { type } = parseUrn(urn);
  if (type !== PLUGIN_RESOURCE_TYPE) {
    const reason = `There is no resource ${excerpt(type === "" ? urn : type)} in this package, only ${PLUGIN_RESOURCE_TYPE}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
}
