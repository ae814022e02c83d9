/** The arguments of a resource as they leave the program: what is refused, what is secret, and what triggers are made of. */
import * as pulumi from "@pulumi/pulumi";
import { argumentsOf, type Properties } from "../../provider/pulumi/properties.js";
import { Workflows } from "../../provider/pulumi/program/resource.js";
import { factsOf, withSecrets } from "../../provider/pulumi/lifecycle/metadata.js";
import { parseState } from "../../provider/pulumi/lifecycle/state.js";
import { SIGNATURE_KEY, signedSecret, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
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
  const result = await check({ session, log: () => Promise.resolve() }, {}, news, factsOf(news));
  return "failures" in result ? result.failures.map(({ reason }) => reason) : [];
}

it.each<[string, unknown, string]>([
  ["a promise of a Map", { where: Promise.resolve(new Map()) }, "`where` is an instance of Map"],
  ["a Map in an Output", { where: pulumi.output(new Map([["a", 1]])) }, "`where` is an empty object in an Output"],
  ["NaN", { where: { a: NaN } }, "`where.a` is NaN"],
  ["a hole in a list", { select: ["id", , "name"] }, "`select[1]` is undefined"], // eslint-disable-line no-sparse-arrays
  ["a prototype", { where: { ["__proto__"]: { a: 1 } } }, "`where` is an object with the key __proto__"],
  ["the engine's signature", { query: { [SIGNATURE_KEY]: "x" } }, "another object that only Pulumi understands"],
  ["a resource", { where: { a: new pulumi.DependencyResource("urn:x") } }, "`where.a` is a resource"],
  [
    "the engine's unknown",
    { where: { a: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" } },
    "`where.a` is the engine's signature",
  ],
  ["an undefined field", { where: { a: pulumi.secret(undefined) } }, "`where.a` is undefined"],
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

const COMPUTED = ["items", "json", "count", "digest", "id", "urn", "__call", "__provider", "__secret", "__service"];
it.each([...COMPUTED, "itemPath"])("%s is no argument, and is not swallowed", async (name) => {
  expect((await issuesOf({ [name]: "x" }))[0]).toMatch(new RegExp(`^\`${name}\` is not known here`));
});

it("arguments without a prototype, nested promises and Outputs are taken", async () => {
  const where = Object.assign(Object.create(null) as object, { a: Promise.resolve({ in: [pulumi.output("x")] }) });
  const news = await send({ where, query: { tag: ["a", Promise.resolve("b")] } });
  expect(argumentsOf(news)).toEqual({ where: { a: { in: ["x"] } }, query: { tag: ["a", "b"] } });
  expect(factsOf(news)).toMatchObject({ isSecret: false, secrets: {} });
});

it("triggers that are not plain are sent as placeholders, so that the provider can refuse them", async () => {
  const { triggers } = await send({ triggers: [1, new Date(0), new Map([["a", 1]])] });
  expect(triggers).toEqual([1, { __notPlain: "an instance of Date" }, { __notPlain: "an instance of Map" }]);
});

describe("what is read is secret", () => {
  const name = "Import";
  const where = { name };
  const secretWhere: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props: { ...(props as object), where: pulumi.secret(where) },
    opts,
  });
  it.each<[string, boolean, object, pulumi.CustomResourceOptions]>([
    ["no argument is secret", false, { where }, {}],
    ["an argument is", true, { where: pulumi.secret(where) }, {}],
    ["a part of one is", true, { where: { name: { in: [pulumi.secret(name)] } } }, {}],
    ["`secret` is set", true, { secret: true }, {}],
    ["`secret` is an Output", true, { secret: pulumi.output(true) }, {}],
    ["it is refused", false, { secret: false }, {}],
    ["a transformation makes an argument secret", true, { where }, { transformations: [secretWhere] }],
    ["a transformation adds a secret argument", true, {}, { transformations: [secretWhere] }],
    ["an output is made secret", true, { where }, { additionalSecretOutputs: ["items"] }],
    ["an output of another name is", false, { where }, { additionalSecretOutputs: ["other"] }],
  ])("where %s: %s", async (_, isSecret, args, options) => {
    expect(factsOf(await send(args, options)).isSecret).toBe(isSecret);
  });

  it("a transformation of a component does the same", async () => {
    const parent = new pulumi.ComponentResource("test:index:Group", "group", {}, { transformations: [secretWhere] });
    expect(factsOf(await send({}, { parent })).isSecret).toBe(true);
  });

  it.each<[string, Properties, Properties, Properties]>([
    // what arrives otherwise, what was sent, what is changed, the secret arguments
    ["another value", { where, maxItems: 5 }, { where: { name: "old" } }, { where: { name: "old" }, maxItems: 5 }],
    ["one more", { where }, { select: ["id"] }, { where, select: ["id"] }],
    ["one less", { where, maxItems: 5 }, { maxItems: undefined }, { where }],
    ["one less, and no more", { secret: true }, { secret: undefined }, {}],
    ["nothing that was sent with them", { where }, { __call: undefined }, { where }],
    ["another public one", { where: pulumi.secret(where), select: ["id"] }, { select: [] }, { where, select: [] }],
  ])("arguments that arrive otherwise are all secret: %s", async (_, args, change, secrets) => {
    const changed = Object.entries({ ...(await send(args)), ...change });
    const news = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
    expect(factsOf(news)).toMatchObject({ isSecret: true, secrets });
  });

  it("only the secret ones among the arguments are redacted if they arrive as they were sent", async () => {
    const news = await send({ where: pulumi.secret(where), select: ["id"] });
    expect(factsOf(news).secrets).toEqual({ where });
  });

  const PUBLIC = { __provider: "text" };
  const SECRET = { __provider: "text", __secret: true };
  const OLD = { where: { name: "old" } };
  const all = { __call: undefined };
  const hidden = pulumi.secret(where);
  it.each<[string, unknown, string, Properties, Properties, boolean]>([
    // what arrives, `where` in the program, what is ignored, the state, what arrives otherwise, whether it is secret
    ["the same value, of a public state", where, "where.name", PUBLIC, {}, false],
    ["the same value, of a secret state", where, "where.name", SECRET, {}, true],
    ["a first value", where, "where.name", {}, {}, false],
    ["another first value", where, "where.name", {}, OLD, true],
    ["everything, of a public state", where, "*", { ...PUBLIC, where }, all, false],
    ["everything, of a secret state", where, "*", { ...SECRET, where }, all, true],
    ["everything, and another value", where, "*", { ...PUBLIC, where: {} }, all, true],
    ["one, while another arrives otherwise", where, "where", PUBLIC, { maxItems: 5 }, true],
    ["an old value, which is public", where, "where.name", PUBLIC, OLD, false],
    ["an old value, which is secret", where, "where.name", SECRET, OLD, true],
    ["an old value of the plugin, whose state has no mark", where, "where.name", {}, OLD, true],
    ["a public value, which may have parts of a secret one", hidden, "where.name", PUBLIC, OLD, true],
  ])("with ignored changes: %s", async (_, given, ignored, olds, change, isSecret) => {
    const news = { ...(await send({ where: given }, { ignoreChanges: [ignored] })), ...change };
    expect(factsOf(news, parseState(olds))).toMatchObject({ isSecret });
  });
});

it("a secret listing is marked in the state, with the digests in `__service` and the known secret arguments", () => {
  const args = { where: { name: "Import" }, select: ["id"], query: UNKNOWN };
  const state = { ...args, json: "[]", count: 0, digest: "d", __service: "s" };
  const marked = Object.entries({ where: args.where, json: "[]", count: 0, digest: "d", __service: "s" });
  const secrets = Object.fromEntries(marked.map(([name, value]) => [name, signedSecret(value)]));
  const { where, query } = args;
  expect(withSecrets(state, true, { where, query })).toEqual({ ...args, ...secrets, __secret: true });
  expect(withSecrets(state, false)).toEqual(state);
});

it("a filter that a transform in the engine empties is refused", async () => {
  const news = await send({ where: { name: "Import" } });
  expect(factsOf({ ...news, where: {} }).issues?.[0]?.reason).toMatch(
    /^`where` is an empty object, which would list everything/,
  );
  expect(factsOf(await send({ where: {} })).issues).toEqual([]);
});
