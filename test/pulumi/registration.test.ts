/** The arguments of a resource as they leave the program: what is refused, and what is secret. */
import * as pulumi from "@pulumi/pulumi";
import { argumentsOf, type Properties } from "../../provider/pulumi/properties.js";
import { Workflows } from "../../provider/pulumi/program/resource.js";
import { parseSent, parseState } from "../../provider/pulumi/lifecycle/state.js";
import { createSession } from "../../provider/workflows/session.js";
import { valueOf } from "../support/outputs.js";
import { check } from "./operations.js";

/** The inputs of the last resource, without the marks of secrets: as the provider's host gets them. */
let sent: Properties = {};

beforeEach(async () => {
  pulumi.runtime.setAllConfig({});
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      sent = unwrapped(inputs) as Properties;
      return { id: name, state: {} };
    },
    call: ({ inputs }) => inputs as object,
  });
});

function unwrapped(value: unknown): unknown {
  const plain: unknown = pulumi.runtime.unwrapRpcSecret(value);
  if (Array.isArray(plain)) {
    return plain.map(unwrapped);
  }
  return typeof plain === "object" && plain !== null
    ? Object.fromEntries(Object.entries(plain).map(([key, part]) => [key, unwrapped(part)]))
    : plain;
}

async function send(args: unknown, options?: pulumi.CustomResourceOptions): Promise<Properties> {
  await valueOf(new Workflows("all", args as object, options).urn);
  return sent;
}

/** What the check reports of the arguments. Nothing is sent: the session has no settings. */
async function issuesOf(args: unknown): Promise<string[]> {
  const news = await send(args);
  const session = createSession({ config: () => undefined, environment: {} });
  const result = await check({ session, log: () => Promise.resolve() }, {}, news);
  return "failures" in result ? result.failures.map(({ reason }) => reason) : [];
}

it.each<[string, unknown, string]>([
  ["a promise of a Map", { where: Promise.resolve(new Map()) }, "`where` is an instance of Map"],
  [
    "a Map in an Output",
    { where: pulumi.output(new Map([["a", 1]])) },
    "`where` is an empty object, which would list everything",
  ],
  ["a hole in a list", { where: { a: { in: ["id", , "name"] } } }, "`where.a.in[1]` is undefined"], // eslint-disable-line no-sparse-arrays
  ["a resource", { where: { a: new pulumi.DependencyResource("urn:x") } }, "`where.a` is a resource"],
  ["an undefined field", { where: { a: pulumi.secret(undefined) } }, "`where.a` is undefined"],
  ["a name that is no argument", { itemPath: "x" }, "`itemPath` is not known here"],
])("%s is refused, and its location named", async (_, args, expected) => {
  expect((await issuesOf(args)).join("\n")).toContain(expected);
});

it.each<[string, unknown, string]>([
  ["a schema that is no validator", { schema: {} }, "`schema` is an empty object"],
  ["null as the arguments", null, "The argument is null, but takes an object"],
  ["a promise of the arguments", Promise.resolve({ where: { a: 1 } }), "The argument is an Output or a promise"],
])("%s is refused by the constructor", (_, args, expected) => {
  expect(() => new Workflows("all", args as object)).toThrow(expected);
});

const LOST = ["items", "json", "id", "urn", "__secret"];
it.each(LOST)("%s is no argument, and would be dropped, so the constructor refuses it", (name) => {
  expect(() => new Workflows("all", { [name]: "x" })).toThrow(new RegExp(`^\`${name}\` is not known here`));
});

it("arguments without a prototype, nested promises and Outputs are taken", async () => {
  const where = Object.assign(Object.create(null) as object, { a: Promise.resolve({ in: [pulumi.output("x")] }) });
  const news = await send({ where, query: { tag: ["a", Promise.resolve("b")] } });
  expect(argumentsOf(news)).toEqual({ where: { a: { in: ["x"] } }, query: { tag: ["a", "b"] } });
  expect(isSecret(news)).toBe(false);
});

/** Whether the provider takes the listing for secret. */
const isSecret = (news: Properties, olds: Properties = {}): boolean => parseSent(news, parseState(olds)).state.isSecret;

describe("what is read is secret", () => {
  const where = { name: "Import" };
  const ignore = { ignoreChanges: ["where"] };
  it.each<[string, boolean, object, pulumi.CustomResourceOptions]>([
    ["no argument is secret", false, { where, secret: false }, {}],
    ["an argument is", true, { where: pulumi.secret(where) }, {}],
    ["a part of one is", true, { where: { name: { in: [pulumi.secret("Import")] } } }, {}],
    ["`secret` is set", true, { secret: true }, {}],
    ["`secret` is an Output", true, { secret: pulumi.output(true) }, {}],
    ["an output is made secret", true, { where }, { additionalSecretOutputs: ["items"] }],
    ["all outputs are", true, { where }, { additionalSecretOutputs: ["*"] }],
    ["an output of another name is", false, { where }, { additionalSecretOutputs: ["other"] }],
    ["`secret` is set, and ignored", true, { secret: true }, { ignoreChanges: ["secret"] }],
    ["a new resource has a public argument, which is ignored", false, { where }, ignore],
  ])("where %s: %s", async (_, expected, args, options) => {
    expect(isSecret(await send(args, options))).toBe(expected);
  });

  const PUBLIC = { __provider: "text" };
  const SECRET = { __provider: "text", __secret: true };
  const hidden = pulumi.secret(where);
  it.each<[string, object, string, Properties, Properties, boolean]>([
    // what the program has, what is ignored, the state, what arrives otherwise, whether it is secret
    ["a public value, of a public state", { where }, "where.name", PUBLIC, {}, false],
    ["a public value, of a secret state", { where }, "where.name", SECRET, {}, true],
    ["no value any more, of a secret state", {}, "where", SECRET, {}, true],
    ["a secret value, of a public state", { where: hidden }, "where", PUBLIC, { where: { name: "old" } }, true],
    ["everything, of a public state", { where }, "*", PUBLIC, { __call: undefined }, false],
    ["everything, of a secret state", { where }, "*", SECRET, { __call: undefined }, true],
    ["a value of the plugin, whose state may not say what is secret", { where }, "where", { where }, {}, true],
  ])("with ignored changes: %s", async (_, args, ignored, olds, change, expected) => {
    expect(isSecret({ ...(await send(args, { ignoreChanges: [ignored] })), ...change }, olds)).toBe(expected);
  });
});
