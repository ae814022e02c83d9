/**
 * Answers the engine's calls for a `Workflows` resource: converts each request, calls `pulumi/lifecycle/lifecycle.ts`,
 * and converts the result. Runs in the plugin's process.
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
import { lostNameIssues } from "../pulumi/arguments.js";
import { parseUrn, UNKNOWN } from "../pulumi/engine-signatures.js";
import type { Host } from "../pulumi/lifecycle/host.js";
import * as lifecycle from "../pulumi/lifecycle/lifecycle.js";
import { parseState, type State, toProperties } from "../pulumi/lifecycle/state.js";
import {
  argumentsOf,
  changedKeys,
  isEmpty,
  PLUGIN_RESOURCE_TYPE,
  type Properties,
  RESOURCE_ID,
  SECRET_PROPERTY,
  SERVICE_PROPERTY,
} from "../pulumi/properties.js";
import { parseJson } from "../workflows/json/json.js";
import { asSecret, fromStruct, readArguments, structuredOutput, toFailures, toStruct, unwrapAll } from "./wire.js";

/** Parses properties of the engine, which wraps secrets. */
function stateIn(properties: Properties): State {
  const state = parseState(unwrapAll(properties));
  const { args, areSecret } = readArguments(argumentsOf(properties));
  return { ...state, args, isSecret: state.isSecret || areSecret };
}

/** Validates the arguments, reads the listing and returns both as inputs. */
export async function check(host: Host, request: CheckRequest): Promise<provider.CheckResponse> {
  const urn = request.getUrn();
  assertResource(urn);
  const [olds, news] = [fromStruct(request.getOlds()), fromStruct(request.getNews())];
  // With `ignoreChanges: ["*"]`, the engine copies the old listing into the new inputs. The program did not write it.
  const changed = changedKeys(unwrapAll(olds), unwrapAll(news));
  const issues = lostNameIssues(news).filter(({ property }) => changed.includes(property));
  const result = await lifecycle.check(host, stateIn(olds), stateIn(news), { urn, issues });
  const response = new provider.CheckResponse();
  return "failures" in result
    ? response.setFailuresList(toFailures(result.failures))
    : response.setInputs(toStruct(toProperties(result.state)));
}

/**
 * Compares the state with checked inputs. A state of the npm package, which an alias has taken over, needs an update.
 */
export function diff(request: DiffRequest): provider.DiffResponse {
  const news = fromStruct(request.getNews());
  const state = stateIn(fromStruct(request.getOlds()));
  const changed = lifecycle.diff(state, stateIn(news));
  const [before, after] = [unwrapAll(fromStruct(request.getOldInputs())), unwrapAll(news)];
  const response = new provider.DiffResponse().setHasdetaileddiff(true);
  for (const key of shownKeys(changed, before, after)) {
    response.addDiffs(key);
    response.getDetaileddiffMap().set(key, propertyDiff(before[key], after[key]));
  }
  const needsUpdate = changed.length > 0 || state.origin === "npm";
  const { DIFF_SOME, DIFF_NONE } = provider.DiffResponse.DiffChanges;
  return response.setChanges(needsUpdate ? DIFF_SOME : DIFF_NONE);
}

/**
 * Returns the properties that the engine shows to the user. A digest does not show what has changed, so `count` and
 * `json` are shown too if they differ.
 */
function shownKeys(changed: readonly string[], before: Properties, after: Properties): readonly string[] {
  const differs = (key: string): boolean =>
    before[key] !== undefined && after[key] !== undefined && before[key] !== after[key];
  const changedWithDigest = changed.includes("digest") ? ["count", "json"].filter(differs) : [];
  const keys = new Set([...changed, ...changedWithDigest]);
  return [...keys].filter((key) => key !== SERVICE_PROPERTY && key !== SECRET_PROPERTY);
}

/** Returns whether a property was added, deleted or updated. Every property is an input, the listing too. */
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
  const outputs = await outputsOf(stateIn(fromStruct(request.getProperties())), host, request.getUrn());
  return new provider.CreateResponse().setId(RESOURCE_ID).setProperties(outputs);
}

/** Replaces the stored listing by the one that check read. */
export async function update(host: Host, request: UpdateRequest): Promise<provider.UpdateResponse> {
  const outputs = await outputsOf(stateIn(fromStruct(request.getNews())), host, request.getUrn());
  return new provider.UpdateResponse().setProperties(outputs);
}

/** Returns the outputs of a state, with `items`. */
async function outputsOf(state: State, { log }: Host, urn: string): Promise<Struct> {
  const warnings: string[] = [];
  const json = state.listing === "unknown" ? UNKNOWN : state.listing?.json;
  const items = structuredOutput("items", json, parseJson, (warning) => warnings.push(warning));
  for (const warning of warnings) {
    await log("warning", warning, urn);
  }
  const isSecret = state.isSecret && items !== UNKNOWN;
  return toStruct({ ...toProperties(state), items: isSecret ? asSecret(items) : items });
}

/** Reads for a refresh, whose properties have a digest; else for `Workflows.get` or an import. */
export async function read(host: Host, request: ReadRequest): Promise<provider.ReadResponse> {
  const urn = request.getUrn();
  assertResource(urn);
  const properties = fromStruct(request.getProperties());
  const isRefresh = properties["digest"] !== undefined;
  const state = isRefresh
    ? await lifecycle.refresh(host, stateIn(properties), { urn })
    : await readNew(host, request, properties);
  // An import gets the id of every `Workflows`. `Workflows.get` must get back the id that it sent: with a different id,
  // every update would replace the resource.
  const isImport = isEmpty(properties) && request.getInputs() === undefined;
  return new provider.ReadResponse()
    .setId(isImport ? RESOURCE_ID : request.getId())
    .setProperties(await outputsOf(state, host, urn))
    .setInputs(toStruct(toProperties(state)));
}

/**
 * Reads for `Workflows.get` or an import. Older engines send the arguments of a `Workflows.get` as properties, newer
 * ones (seen with 3.27x) as inputs. If there are none, they may be in the id.
 */
function readNew(host: Host, request: ReadRequest, properties: Properties): Promise<State> {
  const urn = request.getUrn();
  const sent = isEmpty(properties) ? fromStruct(request.getInputs()) : properties;
  if (!isEmpty(sent)) {
    return lifecycle.readNew(host, stateIn(sent), { urn });
  }
  const args = argumentsInId(request.getId());
  return lifecycle.readNew(host, stateIn(args), { urn, issues: lostNameIssues(args) });
}

/** Returns the arguments in an id that is a JSON object. Any other id has none, which means the unfiltered listing. */
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

/** Throws if the URN is of another type than this package's only resource. */
function assertResource(urn: string): void {
  const { type } = parseUrn(urn);
  if (type !== PLUGIN_RESOURCE_TYPE) {
    const reason = `The resource ${excerpt(type === "" ? urn : type)} does not exist. This package has only ${PLUGIN_RESOURCE_TYPE}.`;
    throw new SettingsError([{ property: NO_PROPERTY, reason }]);
  }
}
