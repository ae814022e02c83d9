/**
 * The package's schema: complete, and with what its languages need. The CLI's check of it is in `languages.test.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageVersion } from "../../provider/base/package-version.js";
import { SETTINGS } from "../../provider/settings/definitions.js";
import { argumentNames } from "../../provider/workflows/arguments/table.js";

interface Spec {
  readonly description?: string;
  readonly type?: string;
  readonly secret?: boolean;
  readonly items?: Spec;
  readonly oneOf?: readonly Spec[];
  readonly defaultInfo?: { readonly environment: readonly string[] };
}
type Specs = Readonly<Record<string, Spec>>;
interface Bag {
  readonly required?: readonly string[];
  readonly properties: Specs;
}
interface Schema {
  readonly version: string;
  readonly config: { readonly variables: Specs };
  readonly provider: { readonly description: string; readonly inputProperties: Specs };
  readonly types: Readonly<Record<string, Bag>>;
  readonly resources: Readonly<Record<string, Bag & { readonly description: string; readonly inputProperties: Specs }>>;
  readonly functions: Readonly<Record<string, { description: string; inputs: Bag; outputs: Bag }>>;
  readonly language: Readonly<Record<string, { readonly respectSchemaVersion?: boolean }>>;
}

/** As `npm run generate` has written it. Another test keeps it fresh. */
const text = JSON.stringify(JSON.parse(readFileSync(join(__dirname, "../../schema.json"), "utf8")));
const schema = JSON.parse(text) as Schema;
const resource = schema.resources["workflows:index:Workflows"] ?? {
  description: "",
  inputProperties: {},
  properties: {},
};
const functions = ["getWorkflows", "getWorkflow", "getJson", "getAccessToken"] as const;
const { variables } = schema.config;

it("it offers the resource and the functions, under this package's version, which every language keeps", () => {
  expect(schema.version).toBe(packageVersion());
  expect(Object.keys(schema.resources)).toEqual(["workflows:index:Workflows"]);
  expect(Object.keys(schema.functions)).toEqual(functions.map((name) => `workflows:index:${name}`));
  expect(Object.keys(schema.language).sort()).toEqual(["csharp", "go", "java", "nodejs", "python"]);
  // Without it, an SDK calls itself 0.0.0 and finds no plugin.
  expect(Object.values(schema.language).every(({ respectSchemaVersion }) => respectSchemaVersion)).toBe(true);
});

it("the arguments are all but the validator, which is code, and the outputs have them too", () => {
  const names = (kind: Parameters<typeof argumentNames>[0]): string[] =>
    argumentNames(kind).filter((name) => name !== "schema");
  expect(Object.keys(resource.inputProperties)).toEqual(names("Workflows"));
  expect(Object.keys(resource.properties)).toEqual([...names("Workflows"), "json", "items", "count", "digest"]);
  for (const name of functions) {
    const { properties } = schema.functions[`workflows:index:${name}`]?.inputs ?? { properties: {} };
    expect(Object.keys(properties)).toEqual(names(name));
  }
});

it("the settings have their variables, and the secret ones are secrets", () => {
  expect(Object.keys(variables)).toEqual([...SETTINGS.map(({ key }) => key), "connections"]);
  expect(schema.provider.inputProperties).toEqual(variables);
  expect(Object.keys(schema.types["workflows:index:Connection"]?.properties ?? {})).toEqual(
    SETTINGS.map(({ key }) => key),
  );
  for (const { key, env } of SETTINGS) {
    // An SDK would take the variable's text for the object: the plugin reads it.
    const isObject = variables[key]?.type === "object";
    expect(variables[key]?.defaultInfo?.environment).toEqual(isObject ? undefined : [env]);
    expect(variables[key]?.description).toContain(`\`${env}\``);
  }
  const secret = Object.keys(variables).filter((key) => variables[key]?.secret === true);
  expect(secret).toEqual(["clientSecret", "headers", "clientKey", "connections"]);
  expect(schema.functions["workflows:index:getAccessToken"]?.outputs.properties["token"]?.secret).toBe(true);
});

it("everything has a description, and what a program calls has an example too", () => {
  const bags: Specs[] = [
    variables,
    resource.properties,
    ...Object.values(schema.types).map(({ properties }) => properties),
    ...Object.values(schema.functions).flatMap(({ inputs, outputs }) => [inputs.properties, outputs.properties]),
  ];
  const bare = bags.flatMap((bag) =>
    Object.entries(bag).filter(([, { description = "" }]) => !/\S.*[.:`]$/s.test(description)),
  );
  expect(bare).toEqual([]);
  for (const { description } of [schema.provider, resource, ...Object.values(schema.functions)]) {
    const languages = [...description.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    expect(languages).toEqual(["typescript", "python", "go", "yaml"]);
    expect(description).toMatch(/\n{{% examples %}}\n.*\n{{% \/examples %}}$/s);
  }
});

it("it sets no defaults: an SDK would write them into every state", () => {
  expect(text).not.toContain('"default":');
});

it("no choice has a list in it, over which a Python program's resource fails", () => {
  const choices: Spec[] = [];
  JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "oneOf" in value) {
      choices.push(value as Spec);
    }
    return value;
  });
  expect(choices.length).toBeGreaterThan(5);
  expect(choices.filter(({ oneOf = [] }) => oneOf.some(({ type }) => type === "array"))).toEqual([]);
  const any = { $ref: "pulumi.json#/Any" };
  expect(resource.inputProperties).toMatchObject({ keyPath: any, query: { additionalProperties: any } });
});

it("`pagination` is one object with all options, as a choice between objects has no type in Go", () => {
  expect(resource.inputProperties["pagination"]).toMatchObject({ $ref: "#/types/workflows:index:Pagination" });
  const { properties = {}, required } = schema.types["workflows:index:Pagination"] ?? {};
  expect(Object.keys(properties).sort().join(" ")).toBe(
    "cursorPath lastItemPath lastPath morePath parameter size sizeParameter totalPagesPath totalPath type urlPath",
  );
  expect(required).toEqual(["type"]);
  for (const type of ["cursor", "page", "offset", "none"]) {
    expect(properties["type"]?.description).toContain(`\`"${type}"\`: `);
  }
  expect(properties["totalPagesPath"]?.description).toContain('Only with the type `"page"`.');
  expect(properties["size"]?.description).not.toContain("Only with");
});

it("where `null` is dropped on the way, the description has what to write instead; in a list it is any value", () => {
  const advice = "write `{ in: [null] }`";
  expect(resource.inputProperties["where"]?.description).toContain(advice);
  const { not, in: among } = schema.types["workflows:index:WhereOperators"]?.properties ?? {};
  expect(not?.description).toContain(advice);
  expect(among?.description).not.toContain(advice);
  expect(among).toMatchObject({ type: "array", items: { $ref: "pulumi.json#/Any" } });
});

it("every type that it refers to is there, and every type is referred to", () => {
  const referred = [...text.matchAll(/"\$ref":"#\/types\/([^"]+)"/g)].map(([, token]) => token ?? "");
  expect([...new Set(referred)].sort()).toEqual(Object.keys(schema.types).sort());
});
