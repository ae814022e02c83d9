/** The package's schema: valid, complete, and made from the same descriptions as everything else. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { makeSchema } from "../../provider/plugin/schema.js";
import { SETTINGS } from "../../provider/settings/definitions.js";
import { ARGUMENTS } from "../../provider/workflows/arguments/definitions.js";

/** In the workspace around this checkout, if any. This project has no copy of it. */
const METASCHEMA = resolve(__dirname, "../../../shared/data/pulumi-package-metaschema.json");

interface Spec {
  readonly description?: string;
  readonly type?: string;
  readonly $ref?: string;
  readonly oneOf?: readonly Spec[];
  readonly items?: Spec;
  readonly additionalProperties?: Spec;
  readonly secret?: boolean;
  readonly default?: unknown;
  readonly defaultInfo?: { readonly environment: readonly string[] };
}
interface Bag {
  readonly description?: string;
  readonly properties: Readonly<Record<string, Spec>>;
}
interface Schema {
  readonly name: string;
  readonly version: string;
  readonly pluginDownloadURL: string;
  readonly config: { readonly variables: Readonly<Record<string, Spec>> };
  readonly provider: { readonly description: string; readonly inputProperties: Readonly<Record<string, Spec>> };
  readonly types: Readonly<Record<string, Bag>>;
  readonly resources: Readonly<Record<string, Bag & { readonly inputProperties: Readonly<Record<string, Spec>> }>>;
  readonly functions: Readonly<Record<string, { description: string; inputs: Bag; outputs: Bag }>>;
  readonly language: Readonly<
    Record<string, { readonly respectSchemaVersion?: boolean; readonly rootNamespace?: string }>
  >;
}

const schema = makeSchema("1.2.3") as unknown as Schema;
const resource = schema.resources["workflows:index:Workflows"];
const functions = ["getWorkflows", "getWorkflow", "getJson", "getAccessToken"] as const;

if (!existsSync(METASCHEMA)) {
  process.stderr.write("SKIPPED: the schema's own schema is not here to check it with.\n");
}

(existsSync(METASCHEMA) ? test : test.skip)("it is valid by Pulumi's own schema for schemas", () => {
  const metaschema = JSON.parse(readFileSync(METASCHEMA, "utf8")) as object;
  const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(metaschema);
  validate(schema);
  expect(validate.errors).toBeNull();
});

test("it offers the resource and the functions, under the version that it was made for", () => {
  expect(schema.version).toBe("1.2.3");
  expect(Object.keys(schema.resources)).toEqual(["workflows:index:Workflows"]);
  expect(Object.keys(schema.functions)).toEqual(functions.map((name) => `workflows:index:${name}`));
  expect(schema.pluginDownloadURL).toMatch(/^github:\/\/api\.github\.com\//);
});

test("every language keeps the schema's version, without which its SDK finds no plugin", () => {
  expect(Object.keys(schema.language).sort()).toEqual(["csharp", "go", "java", "nodejs", "python"]);
  for (const language of Object.values(schema.language)) {
    expect(language.respectSchemaVersion).toBe(true);
  }
});

test("the pages name the namespace that C#'s generator makes of the schema: the root, and the package with a capital letter", () => {
  const root = schema.language["csharp"]?.rootNamespace ?? "";
  const namespace = `${root}.${schema.name.replace(/^./, (letter) => letter.toUpperCase())}`;
  const page = (name: string): string => readFileSync(resolve(__dirname, "..", "..", "docs", name), "utf8");
  expect(page("_index.md")).toContain(`\nusing ${namespace};\n`);
  expect(page("plugin.md")).toMatch(new RegExp(`^\\| C# +\\| \`${namespace.replace(".", "\\.")}\``, "m"));
});

test("the arguments are those of the one description, except validators, which are code", () => {
  const taken = (kind: string): string[] =>
    ARGUMENTS.filter(({ on, type }) => (on as readonly string[]).includes(kind) && type.is !== "schema").map(
      ({ name }) => name,
    );
  expect(Object.keys(resource?.inputProperties ?? {})).toEqual(taken("resource"));
  for (const name of functions) {
    expect(Object.keys(schema.functions[`workflows:index:${name}`]?.inputs.properties ?? {})).toEqual(taken(name));
  }
});

test("the outputs are the arguments and what was read", () => {
  const outputs = Object.keys(resource?.properties ?? {});
  expect(outputs).toEqual([...Object.keys(resource?.inputProperties ?? {}), "json", "items", "count", "digest"]);
});

test("the settings are those of the one description, with their variables, and the secret one is secret", () => {
  const { variables } = schema.config;
  expect(Object.keys(variables)).toEqual([...SETTINGS.map(({ key }) => key), "connections"]);
  expect(schema.provider.inputProperties).toEqual(variables);
  for (const { key, env } of SETTINGS) {
    // An SDK would take the variable's text for the object: the plugin reads it.
    const isObject = variables[key]?.type === "object";
    expect(variables[key]?.defaultInfo?.environment).toEqual(isObject ? undefined : [env]);
    expect(variables[key]?.description).toContain(`\`${env}\``);
  }
  const secret = Object.keys(variables).filter((key) => variables[key]?.secret === true);
  expect(secret).toEqual(["clientSecret", "headers", "clientKey", "clientKeyPassphrase", "connections"]);
});

test("the access token is secret", () => {
  expect(schema.functions["workflows:index:getAccessToken"]?.outputs.properties["token"]?.secret).toBe(true);
});

test("everything has a description, and what a program calls has an example too", () => {
  const bags: Readonly<Record<string, Spec>>[] = [
    schema.config.variables,
    resource?.properties ?? {},
    ...Object.values(schema.types).map(({ properties }) => properties),
    ...Object.values(schema.functions).flatMap(({ inputs, outputs }) => [inputs.properties, outputs.properties]),
  ];
  for (const bag of bags) {
    for (const [name, { description = "" }] of Object.entries(bag)) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\S.*[.:`]$/s)]);
    }
  }
  for (const { description } of [resource, ...Object.values(schema.functions)].map(
    (one) => one ?? { description: "" },
  )) {
    expect(description).toContain("{{% examples %}}");
  }
});

test("each topic has an example in every language of the schema", () => {
  const expected = ["typescript", "python", "go", "yaml", "csharp", "java"];
  // YAML has no section: it needs no SDK.
  expect(Object.keys(schema.language).length + 1).toBe(expected.length);
  const described = [resource, ...Object.values(schema.functions), schema.provider].map(
    (one) => one?.description ?? "",
  );
  for (const description of described) {
    expect([...description.matchAll(/^```(\w+)$/gm)].map(([, language]) => language)).toEqual(expected);
  }
});

test("its examples call the functions by their names in Go, where Get and a resource's name reads that resource", () => {
  const text = JSON.stringify(schema);
  expect(text).toContain("workflows.LookupWorkflows(ctx, &workflows.LookupWorkflowsArgs{");
  expect(text).not.toMatch(/\.GetWorkflows(Output)?(Args)?\b/);
});

test("it sets no defaults: an SDK would write them into every state", () => {
  expect(JSON.stringify(schema)).not.toContain('"default":');
});

test("no choice has a list in it, over which a Python program's resource fails: the description has what it takes", () => {
  const choices: Spec[] = [];
  JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "oneOf" in value) {
      choices.push(value as Spec);
    }
    return value;
  });
  expect(choices.length).toBeGreaterThan(5);
  expect(choices.filter(({ oneOf = [] }) => oneOf.some(({ type }) => type === "array"))).toEqual([]);
  const { sortBy, query } = resource?.inputProperties ?? {};
  expect(sortBy).toMatchObject({
    $ref: "pulumi.json#/Any",
    description: expect.stringMatching(/Takes a field's path .* or an object with `field`, or a list;/) as string,
  });
  expect(query).toMatchObject({
    additionalProperties: { $ref: "pulumi.json#/Any" },
    description: expect.stringContaining("Takes an object of query parameters: each a string,") as string,
  });
});

test("where `null` is dropped on the way, and so would list everything, the description has what to write instead", () => {
  const advice = "write `{ in: [null] }`";
  expect(resource?.inputProperties["where"]?.description).toContain(advice);
  const { not, in: among } = schema.types["workflows:index:WhereOperators"]?.properties ?? {};
  expect(not?.description).toContain(advice);
  expect(among?.description).not.toContain(advice);
});

test("a list whose elements may be `null` takes any elements: no type of a schema has `null`", () => {
  const { in: among } = schema.types["workflows:index:WhereOperators"]?.properties ?? {};
  expect(among).toMatchObject({ type: "array", items: { $ref: "pulumi.json#/Any" } });
});

test("every type that it refers to is there, and every type is referred to", () => {
  const text = JSON.stringify(schema);
  const referred = [...text.matchAll(/"\$ref":"#\/types\/([^"]+)"/g)].map(([, token]) => token ?? "");
  expect([...new Set(referred)].sort()).toEqual(Object.keys(schema.types).sort());
});
