/** Makes JSON Schema of the TypeScript types of the arguments. The pages and the plugin's schema are made from it. */
import { join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";
import type { ArgumentsSchema, SchemaNode } from "../../provider/plugin/argument-specs.js";

/** Returns the types of the arguments as JSON Schema. */
export function makeArgumentsSchema(): ArgumentsSchema {
  const generator = createGenerator({
    path: join(__dirname, "root.ts"),
    tsconfig: join(__dirname, "../../tsconfig.json"),
    type: "AllArguments",
    skipTypeCheck: true,
    sortProps: false,
    functions: "hide",
  });
  const { definitions = {} } = JSON.parse(JSON.stringify(generator.createSchema("AllArguments")), simplified) as {
    definitions?: Record<string, SchemaNode>;
  };
  const { Arguments, ...named } = definitions;
  const { properties = {} } = Arguments ?? {};
  // The types of validators (Standard Schema) are left out, because a validator is code, which no JSON describes.
  const ours = Object.entries(named).filter(([name]) => !/^(?:Standard|AllArguments)/.test(name));
  return {
    properties: { ...properties, schema: { description: properties["schema"]?.description ?? "" } },
    definitions: Object.fromEntries(ours),
  };
}

/**
 * Returns the value that `JSON.parse` puts in place of `value`, which is a part of the schema:
 *
 * 1. A description loses its example (`… Example: \`{ team: "ops" }\``), which is for editors alone.
 * 2. The type of an argument that takes only numbers becomes `integer`, because no such argument takes a fraction.
 */
function simplified(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const node = value as { type?: unknown; description?: unknown };
  return {
    ...node,
    ...(node.type === "number" && typeof node.description === "string" ? { type: "integer" } : {}),
    ...(typeof node.description === "string" ? { description: node.description.replace(/ ?Example: [^]*$/, "") } : {}),
  };
}
