/** Makes the package's schema of the arguments, the settings and the examples. Runs in `npm run generate`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LISTING_PROPERTIES, PLUGIN_RESOURCE_TYPE } from "../pulumi/properties.js";
import { CONNECTIONS_KEY, fallbackOf, type SettingDefinition, SETTINGS } from "../settings/definitions.js";
import { type ArgumentKind, argumentNames } from "../workflows/arguments/table.js";
import {
  ANY,
  argumentSpec,
  type ArgumentsSchema,
  objectTypes,
  PACKAGE,
  type PropertySpec,
  typeToken,
} from "./argument-specs.js";

const REPOSITORY = "https://github.com/pulumi-workflows/pulumi-workflows";

/** Returns the schema of this version of the package. */
export function makeSchema(version: string, schema: ArgumentsSchema): object {
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
      description: withExample(
        "provider",
        "Which service, with which credentials. An explicit provider reads missing settings from the environment. Only the default provider reads the stack's config.",
      ),
      inputProperties: settings,
    },
    types: { ...objectTypes(schema), [typeToken("Connection")]: connectionType() },
    resources: { [PLUGIN_RESOURCE_TYPE]: resourceSpec(schema) },
    functions: functionSpecs(schema),
    language: LANGUAGES,
  };
}

/**
 * The options for generators of SDKs. Without `respectSchemaVersion`, a generated SDK has version 0.0.0, and the engine
 * finds no plugin of that version.
 */
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

/** Returns the description, followed by the example `topic` in the form that Pulumi's documentation tools read. */
function withExample(topic: string, description: string): string {
  // The example of `getWorkflows` is in `get-workflows.md`.
  const name = topic.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const example = readFileSync(join(__dirname, "examples", `${name}.md`), "utf8")
    // A program of `examples/` is written once: its path stands here in its place.
    .replace(/^examples\/.+$/gm, (path) => readFileSync(join(__dirname, "../..", path), "utf8").trimEnd())
    .trim();
  const [start, end] = [
    "{{% examples %}}\n\n## Example Usage\n\n{{% example %}}",
    "{{% /example %}}\n\n{{% /examples %}}",
  ];
  return [description, start, example, end].join("\n\n");
}

const LISTING_OUTPUTS: Readonly<Record<string, PropertySpec>> = {
  json: {
    type: "string",
    description: "The items as one JSON array, numbers exactly as the service wrote them.",
  },
  items: {
    type: "array",
    items: ANY,
    description:
      "The items, as the engine carries them. `json` has them exactly. Fields of an object that are `null` are absent in Python and YAML, and all numbers are floats in Python. A number without an exact double, such as an integer beyond 2^53, is a string. A key or a string with a meaning for the engine gets a leading underscore. Absent if `json` is larger than 1 MB: parse `json`, or get a smaller listing with `select` or `where`.",
  },
  count: { type: "integer", description: "The number of items." },
  digest: {
    type: "string",
    description: "SHA-256 (hex) of the items in canonical form. The order of items and of keys does not change it.",
  },
};

/** Returns the schema of the resource `Workflows`. */
function resourceSpec(schema: ArgumentsSchema): object {
  const inputs = inputsOf("Workflows", schema);
  return {
    description: withExample(
      "resource",
      "The service's workflows listing: tracked in state, read at every preview, update and refresh, and never changed at the service. To import it, give any word as its id, or its arguments as a JSON object.",
    ),
    inputProperties: inputs,
    properties: { ...inputs, ...LISTING_OUTPUTS },
    // `items` is not required, because it is absent if `json` is large.
    required: LISTING_PROPERTIES,
  };
}

/** A function's part of the schema that is written by hand. */
interface FunctionSpec {
  readonly description: string;
  readonly outputs: Readonly<Record<string, PropertySpec>>;
  /** The outputs that are never absent. */
  readonly required: readonly string[];
}

const FUNCTION_SPECS: Readonly<Record<Exclude<ArgumentKind, "Workflows">, FunctionSpec>> = {
  getWorkflows: {
    description: "Lists the workflows as data: read at every preview and update, and not stored.",
    outputs: LISTING_OUTPUTS,
    required: LISTING_PROPERTIES,
  },
  getWorkflow: {
    description: "The one workflow that matches; none or several are an error.",
    outputs: {
      workflow: { ...ANY, description: "The workflow. Absent where none matches and `allowMissing` is true." },
      json: {
        type: "string",
        description: "A JSON array of this one workflow, numbers exactly as the service wrote them.",
      },
    },
    required: [],
  },
  getJson: {
    description:
      "Reads another path of the service with the same token: one GET. With `pagination` or `itemsPath`, `value` is the list of all items.",
    outputs: {
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
    required: [],
  },
  getAccessToken: {
    description: "An access token, as a secret, for calls that this package does not cover.",
    outputs: { token: { type: "string", secret: true, description: "The access token." } },
    required: ["token"],
  },
};

/** Returns the schemas of the functions, by their tokens. */
function functionSpecs(schema: ArgumentsSchema): object {
  const functions = Object.entries(FUNCTION_SPECS).map(([name, { description, outputs, required }]) => {
    const properties = inputsOf(name as keyof typeof FUNCTION_SPECS, schema);
    return [
      typeToken(name),
      {
        description: withExample(name, description),
        // The path is the only argument that must be given.
        inputs: { type: "object", properties, ...("path" in properties ? { required: ["path"] } : {}) },
        outputs: { type: "object", properties: outputs, required },
      },
    ] as const;
  });
  return Object.fromEntries(functions);
}

function inputsOf(kind: ArgumentKind, schema: ArgumentsSchema): Readonly<Record<string, PropertySpec>> {
  // A validator is code, which cannot cross the engine.
  const names = argumentNames(kind).filter((name) => name !== "schema");
  return Object.fromEntries(names.map((name) => [name, argumentSpec(schema, name)]));
}

function settingSpecs(): Readonly<Record<string, PropertySpec>> {
  const connections: PropertySpec = {
    type: "object",
    additionalProperties: { $ref: `#/types/${typeToken("Connection")}` },
    secret: true,
    description:
      "Several services or tenants in one stack, by name; the argument `connection` selects one. A connection inherits the settings outside it, except credentials, headers and certificates.",
  };
  const settings = SETTINGS.map((setting) => [setting.key, withVariable(setting)] as const);
  return { ...Object.fromEntries(settings), [CONNECTIONS_KEY]: connections };
}

/**
 * Returns the schema of a setting outside connections, with its environment variable. A generated SDK reads the
 * variable for an explicit provider, and the plugin for the default provider.
 */
function withVariable(setting: SettingDefinition): PropertySpec {
  const spec = settingSpec(setting);
  const description = `${spec.description} Environment: \`${setting.env}\`.`;
  // A generated SDK would pass the variable's text where an object is expected, so the plugin reads the variable itself.
  return spec.type === "object"
    ? { ...spec, description }
    : { ...spec, description, defaultInfo: { environment: [setting.env] } };
}

/** Returns the type of a connection. Variables are for the settings outside connections, so none is named here. */
function connectionType(): object {
  const properties = Object.fromEntries(SETTINGS.map((setting) => [setting.key, settingSpec(setting)]));
  return { description: "One service, with its credentials.", type: "object", properties, required: [] };
}

function settingSpec(setting: SettingDefinition): PropertySpec {
  const { type, description, required, secret } = setting;
  const isObject = type === "strings" || type === "object";
  const values = type === "strings" ? { type: "string" } : ANY;
  return {
    ...(isObject ? { type: "object", additionalProperties: values } : { type }),
    description: required ? description : `${description} Default: ${fallbackOf(setting)}.`,
    ...(secret ? { secret: true } : {}),
  };
}
