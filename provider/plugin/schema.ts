/** The package's schema, from the one description of arguments and the one of settings. Made when the plugin is built. */
import { CONNECTIONS_KEY, type SettingDefinition, SETTINGS } from "../settings/definitions.js";
import { ARGUMENTS } from "../workflows/arguments/definitions.js";
import type { ArgumentKind } from "../workflows/arguments/description.js";
import { withExamples } from "./schema-examples.js";
import {
  ANY,
  objectSpec,
  type ObjectSpec,
  objectTypes,
  type PropertySpec,
  propertySpec,
  settingSpec,
  typeToken,
} from "./schema-types.js";
import { PLUGIN_RESOURCE_TYPE } from "../pulumi/properties.js";
import { FUNCTIONS, PACKAGE } from "./names.js";

const REPOSITORY = "https://github.com/pulumi-workflows/pulumi-workflows";

const JSON_OUTPUT: PropertySpec = {
  type: "string",
  description: "The items as one JSON array, numbers exactly as the service wrote them.",
};
const ITEMS_OUTPUT: PropertySpec = {
  type: "array",
  items: ANY,
  description:
    "The items, as the engine carries them. `json` has them exactly. Fields of an object that are `null` are absent in Python and YAML, and all numbers are floats in Python. A number without an exact double, such as an integer beyond 2^53, is a string. A key or a string with a meaning for the engine gets a leading underscore. Absent if `json` is larger than 1 MB: parse `json`, or get a smaller listing with `select` or `where`.",
};
const COUNT_OUTPUT: PropertySpec = { type: "integer", description: "The number of items." };
const DIGEST_OUTPUT: PropertySpec = {
  type: "string",
  description: "SHA-256 (hex) of the items in canonical form. The order of items and of keys does not change it.",
};

/** The schema of this version of the package. */
export function makeSchema(version: string): object {
  const settings = settingSpecs();
  return {
    name: PACKAGE,
    displayName: "Workflows",
    version,
    description: "A workflow service's listing of workflows, as a resource and as data.",
    keywords: ["pulumi", "workflows", "category/utility", "kind/native"],
    homepage: REPOSITORY,
    repository: REPOSITORY,
    license: "Apache-2.0",
    publisher: "pulumi-workflows",
    logoUrl: "https://raw.githubusercontent.com/pulumi-workflows/pulumi-workflows/main/docs/logo.svg",
    pluginDownloadURL: "github://api.github.com/pulumi-workflows/pulumi-workflows",
    config: { variables: settings },
    provider: {
      description: withExamples(
        "provider",
        "Which service, with which credentials. An explicit provider reads missing settings from the environment. Only the default provider reads the stack's config.",
      ),
      inputProperties: settings,
    },
    types: { ...objectTypes(ARGUMENTS.map(propertySpec)), [typeToken("Connection")]: connectionType() },
    resources: { [PLUGIN_RESOURCE_TYPE]: resourceSpec() },
    functions: functionSpecs(),
    language: LANGUAGES,
  };
}

function resourceSpec(): object {
  const inputs = argumentSpecs("resource");
  return {
    description: withExamples(
      "resource",
      "The service's workflows listing: tracked in state, read at every preview, update and refresh, and never changed at the service. To import it, give any word as its id, or its arguments as a JSON object.",
    ),
    inputProperties: inputs,
    properties: {
      ...inputs,
      json: JSON_OUTPUT,
      items: ITEMS_OUTPUT,
      count: COUNT_OUTPUT,
      digest: DIGEST_OUTPUT,
    },
    required: ["json", "count", "digest"],
  };
}

function functionSpecs(): object {
  return {
    [FUNCTIONS.getWorkflows]: {
      description: withExamples(
        "getWorkflows",
        "Lists the workflows as data: read at every preview and update, and not stored.",
      ),
      inputs: inputsOf("getWorkflows"),
      outputs: outputs({ items: ITEMS_OUTPUT, json: JSON_OUTPUT, count: COUNT_OUTPUT, digest: DIGEST_OUTPUT }, [
        "json",
        "count",
        "digest",
      ]),
    },
    [FUNCTIONS.getWorkflow]: {
      description: withExamples("getWorkflow", "The one workflow that matches; none or several are an error."),
      inputs: inputsOf("getWorkflow"),
      outputs: outputs(
        {
          workflow: { ...ANY, description: "The workflow. Absent where none matches and `allowMissing` is true." },
          json: {
            type: "string",
            description: "A JSON array of this one workflow, numbers exactly as the service wrote them.",
          },
        },
        [],
      ),
    },
    [FUNCTIONS.getJson]: {
      description: withExamples(
        "getJson",
        "Reads another path of the service with the same token: one GET. With `pagination` or `itemsPath`, or if the response is a list, `value` is the list of all items.",
      ),
      inputs: inputsOf("getJson"),
      outputs: outputs(
        {
          value: {
            ...ANY,
            description:
              "`json` parsed, as the engine carries it. Absent if the path does not exist and `allowMissing` is true, and if `json` is larger than 1 MB.",
          },
          json: {
            type: "string",
            description:
              "The response, or the list of all items, as JSON: numbers exactly as the service wrote them. Absent if the path does not exist and `allowMissing` is true.",
          },
          digest: {
            type: "string",
            description:
              "SHA-256 (hex) of the value in canonical form: the order of keys does not change it, nor that of a listing's items.",
          },
        },
        [],
      ),
    },
    [FUNCTIONS.getAccessToken]: {
      description: withExamples(
        "getAccessToken",
        "An access token, as a secret, for calls that this package does not cover.",
      ),
      inputs: inputsOf("getAccessToken"),
      outputs: outputs({ token: { type: "string", secret: true, description: "The access token." } }),
    },
  };
}

/** A generated SDK has the version 0.0.0, and then finds no plugin, unless it respects the schema's version. */
const LANGUAGES = {
  nodejs: { packageName: "@pulumi-workflows/workflows", respectSchemaVersion: true },
  python: { packageName: "pulumi_workflows", respectSchemaVersion: true, pyproject: { enabled: true } },
  go: {
    importBasePath: "github.com/pulumi-workflows/pulumi-workflows/sdk/go/workflows",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { rootNamespace: "PulumiWorkflows", respectSchemaVersion: true },
  java: { basePackage: "com.pulumiworkflows", buildFiles: "gradle", respectSchemaVersion: true },
};

function argumentSpecs(kind: ArgumentKind): Readonly<Record<string, PropertySpec>> {
  // A validator is code: no other language has it, and it cannot cross the engine.
  const taken = ARGUMENTS.filter(({ on, type }) => on.includes(kind) && type.is !== "schema");
  return Object.fromEntries(taken.map((definition) => [definition.name, propertySpec(definition)]));
}

function inputsOf(kind: ArgumentKind): object {
  const required = ARGUMENTS.filter((argument) => argument.on.includes(kind) && argument.required === true);
  return {
    type: "object",
    properties: argumentSpecs(kind),
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
  };
}

function outputs(properties: Readonly<Record<string, PropertySpec>>, required = Object.keys(properties)): object {
  return { type: "object", properties, required };
}

function settingSpecs(): Readonly<Record<string, PropertySpec>> {
  const connections: PropertySpec = {
    type: "object",
    additionalProperties: { $ref: `#/types/${typeToken("Connection")}` },
    secret: true,
    description:
      "Several services or tenants in one stack, by name; the argument `connection` selects one. A connection inherits the settings outside it, except credentials, headers and certificates.",
  };
  return {
    ...Object.fromEntries(SETTINGS.map((definition) => [definition.key, withVariable(definition)])),
    [CONNECTIONS_KEY]: connections,
  };
}

/** A generated SDK reads the variable for an explicit provider; for the default one, the plugin does. */
function withVariable(definition: SettingDefinition): PropertySpec {
  const { env } = definition;
  const spec = settingSpec(definition);
  const description = `${spec.description} Environment: \`${env}\`.`;
  // A generated SDK would take the variable's text for the object itself: the plugin reads it.
  return spec.type === "object"
    ? { ...spec, description }
    : { ...spec, description, defaultInfo: { environment: [env] } };
}

/** The environment is for the settings outside of connections. */
function connectionType(): ObjectSpec {
  const settings = SETTINGS.map((definition) => [definition.key, settingSpec(definition)] as const);
  return { ...objectSpec("One service, with its credentials.", []), properties: Object.fromEntries(settings) };
}
