/**
 * Mocks for unit tests of Pulumi programs: the resource and the functions return workflows without any network. Runs in
 * the test.
 */
import type * as pulumi from "@pulumi/pulumi";
import type { runtime } from "@pulumi/pulumi";
import { WorkflowsError, SettingsError } from "../base/errors.js";
import { createSecrets } from "../base/secrets.js";
import { check } from "../pulumi/lifecycle/lifecycle.js";
import { argumentsOf, MOCK_SESSION, type Properties, RESOURCE_ID, RESOURCE_TYPE } from "../pulumi/properties.js";
import { parseSent, parseState, snapshotIn } from "../pulumi/lifecycle/state.js";
import type { Query } from "../workflows/arguments/argument-types.js";
import { DEFAULTS } from "../workflows/arguments/table.js";
import { kindOf } from "../workflows/listing/find-items.js";
import { isJsonObject, type JsonValue, parseJson } from "../workflows/json/json.js";
import type { JsonRequest, ListRequest, Session } from "../workflows/session.js";
import type { JsonResult } from "../workflows/types.js";
import { assertDistinct } from "../workflows/items/check-items.js";
import { presentJson, presentListing } from "../workflows/items/view.js";

/** A program's request to the service. */
export interface MockedRequest {
  /** The argument `connection`; `undefined` without one. */
  readonly connection: string | undefined;
  /** The argument `query`; `{}` without one. */
  readonly query: Query;
}

/** A program's request with `getJson`. */
interface MockedJsonRequest extends MockedRequest {
  /** The path, with its parameters filled in. */
  readonly path: string;
}

/** The service's workflows: a list, or a function that returns the list for a request. */
type MockedWorkflows = readonly unknown[] | ((request: MockedRequest) => readonly unknown[]);

/** Your own mocks, for everything that does not belong to this package. */
export interface MockWorkflowsOptions extends Partial<runtime.Mocks> {
  /**
   * Returns the value of `getJson` for a request, or `undefined` if there is nothing at the path (404). Default: an
   * error that names this option.
   */
  readonly json?: ((request: MockedJsonRequest) => unknown) | undefined;
  /** The value of `getAccessToken`. Default: `"mocked-access-token"`. */
  readonly accessToken?: string | undefined;
}

/**
 * Returns mocks for `pulumi.runtime.setMocks`, under which `Workflows`, `getWorkflows` and `getWorkflow` give these
 * workflows. Arguments are checked, and `where`, `select`, `ignoreFields`, `maxItems` and `schema` are applied, as in a
 * deployment. Needs no settings and sends nothing. `query`, `pagination` and `itemsPath` are the service's: they change
 * nothing, unless your function uses `query`. Workflows that are not objects need `itemsPath`, as in a deployment.
 *
 * ```ts
 * await pulumi.runtime.setMocks(mockWorkflows([{ id: "1", name: "Nightly import" }]));
 * ```
 *
 * @param workflows The service's workflows.
 * @param options Your own `newResource` and `call` for other resources and functions. Default: a resource has the id
 *   `<name>-id` and its inputs as outputs; a function is an error.
 */
export function mockWorkflows(workflows: MockedWorkflows, options: MockWorkflowsOptions = {}): runtime.Mocks {
  if (typeof workflows !== "function") {
    // Throws now if these are not workflows, so that the error names the test's line.
    toItems(workflows);
  }
  const session = createMockSession(workflows, options);
  const mocks: runtime.Mocks & { [MOCK_SESSION]: Session } = {
    [MOCK_SESSION]: session,
    newResource: (resource) => {
      if (resource.type === RESOURCE_TYPE) {
        return newListing(session, resource);
      }
      return options.newResource?.(resource) ?? { id: `${resource.name}-id`, state: resource.inputs as Properties };
    },
    call: (call) => {
      if (options.call === undefined) {
        const message = `The program calls ${call.token}. Give mockWorkflows the option \`call\`, in its second argument.`;
        // The SDK shows the details of a failed call, and not its message.
        throw Object.assign(new Error(message), { details: message });
      }
      return options.call(call);
    },
  };
  return mocks;
}

/** Checks the inputs of a `Workflows` and returns its state, as a deployment would store it. */
async function newListing(
  session: Session,
  { id, inputs }: runtime.MockResourceArgs,
): Promise<{ id: string; state: Properties }> {
  const properties = withoutSecretMarks(inputs as Properties);
  const args = argumentsOf(properties);
  const resourceId = id === undefined || id === "" ? RESOURCE_ID : id;
  const knownArgs = withoutUnknowns(args);
  if (Object.keys(knownArgs).length < Object.keys(args).length) {
    // The state has no outputs. In a preview, the program gets an unknown value for each of them.
    return { id: resourceId, state: knownArgs };
  }
  const host = { session, log: () => Promise.resolve() };
  const none = parseState({});
  const { state } = parseSent(properties, none);
  const checked = await check(host, none, state, {});
  if ("failures" in checked) {
    throw checked.error;
  }
  const outputs = { ...snapshotIn(checked.state) };
  return { id: resourceId, state: { ...args, ...(state.isSecret ? asSecrets(outputs) : outputs) } };
}

/** Returns the SDK. Loads it on first use, because the emulator does not need it. */
const sdk = () => require("@pulumi/pulumi") as typeof pulumi;

/** Returns the properties with each secret replaced by its plain value. */
function withoutSecretMarks(properties: Properties): Properties {
  const { runtime } = sdk();
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, runtime.unwrapRpcSecret(value) as unknown]),
  );
}

/**
 * Returns the arguments whose values are known. At preview the SDK passes `undefined` or its unknown value for each of
 * the others.
 */
function withoutUnknowns(properties: Properties): Properties {
  const { isUnknown } = sdk();
  const hasUnknown = (value: unknown): boolean =>
    value === undefined ||
    isUnknown(value) ||
    (typeof value === "object" && value !== null && Object.values(value).some(hasUnknown));
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !hasUnknown(value)));
}

/** Returns the properties as secret Outputs. */
function asSecrets(properties: Properties): Properties {
  const { secret } = sdk();
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, secret(value)]));
}

/** Creates a session that "reads" the test's workflows instead of a service. */
function createMockSession(
  workflows: MockedWorkflows,
  { accessToken = "mocked-access-token", json }: MockWorkflowsOptions,
): Session {
  const readItems = ({ connection, request, isSecret = true }: ListRequest): readonly JsonValue[] => {
    const { query = DEFAULTS.query } = request;
    const items = toItems(typeof workflows === "function" ? workflows({ connection, query }) : workflows);
    if (request.itemsPath === undefined) {
      checkObjects(items);
    }
    assertDistinct(items, request.keyPath, isSecret);
    return items;
  };
  return {
    secrets: createSecrets(),
    // A check calls this to find out whether the connection exists. It takes the issues of the property `connection`,
    // and this error has none, so under mocks every connection exists.
    settings: () => {
      throw new SettingsError([{ property: "settings", reason: "Under mockWorkflows there are no settings." }]);
    },
    service: () => "mocks",
    warn: () => undefined,
    environment: process.env,
    // `readItems` is called inside `then`, so that an error that it throws rejects the promise.
    list: (request) => Promise.resolve().then(() => presentListing(readItems(request), request.view)),
    json: async (request) => mockJson(request, json),
    token: () => Promise.resolve({ value: accessToken, expiresAt: undefined }),
  };
}

/** Returns what the test's function `json` gives for a path, as `getJson` presents it. */
async function mockJson(
  { connection, path, request, allowMissing }: JsonRequest,
  json: MockWorkflowsOptions["json"],
): Promise<JsonResult | undefined> {
  if (typeof json !== "function") {
    throw new Error(
      `The program reads ${path} with getJson. Give mockWorkflows the option \`json\`, a function, in its second argument.`,
    );
  }
  const { query = DEFAULTS.query } = request;
  const value: unknown = await json({ connection, path, query });
  if (value !== undefined) {
    return presentJson({ value: toJson(value, `what \`json\` gives for ${path}`) });
  }
  if (allowMissing) {
    return undefined;
  }
  throw new WorkflowsError("There is nothing at this path.", { code: "not-found", doing: `read ${path}`, status: 404 });
}

/**
 * Round-trips the workflows through JSON, so that programs see the types of a deployment and cannot change the test's
 * objects.
 */
function toItems(workflows: unknown): readonly JsonValue[] {
  if (!Array.isArray(workflows)) {
    throw new TypeError("mockWorkflows takes a list of workflows, or a function that returns one.");
  }
  return Array.from(workflows, (workflow: unknown, index) => toJson(workflow, `workflow ${index + 1}`));
}

/** Throws if a workflow is not an object. A deployment lists texts or numbers only with `itemsPath`. */
function checkObjects(items: readonly JsonValue[]): void {
  const index = items.findIndex((item) => !isJsonObject(item));
  if (index !== -1) {
    throw new WorkflowsError(
      `mockWorkflows: workflow ${index + 1} is ${kindOf(items[index] ?? null)}, not an object.`,
      {
        code: "listing",
        hint: "Give objects. If the service lists other values, set the argument `itemsPath`: a deployment needs it too.",
      },
    );
  }
}

/** Returns the value as a service would send it. Throws if it cannot be written as JSON. */
function toJson(value: unknown, name: string): JsonValue {
  try {
    // `JSON.stringify` returns `undefined` for `undefined`, a function or a symbol, which no parser reads.
    return parseJson(JSON.stringify(value));
  } catch {
    throw new TypeError(`mockWorkflows: ${name} cannot be written as JSON, so a service cannot give it.`);
  }
}
