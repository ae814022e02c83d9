/** States of every version so far, as the one parser reads them, and what is written of them again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseState, type State, toProperties } from "../../provider/pulumi/lifecycle/state.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { signedSecret, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";

interface Fixture {
  readonly deployment: { readonly resources: readonly { type: string; inputs: Properties; outputs: Properties }[] };
}

const FIXTURE = JSON.parse(readFileSync(join(__dirname, "..", "fixtures", "states", "0.1.0.json"), "utf8")) as Fixture;

const LISTING = { json: '[{"id":1}]', count: 1, digest: "d" };
const EMPTY = { args: {}, listing: undefined, service: undefined, isSecret: false };

it.each<[string, Properties, Partial<State>]>([
  ["nothing, for a new resource", {}, { origin: "new" }],
  ["without a mark of the service", { ...LISTING, __provider: "x" }, { listing: LISTING, origin: "npm" }],
  [
    "with the client alone",
    { ...LISTING, __service: "c", __provider: "x" },
    { listing: LISTING, service: { client: "c", baseUrl: undefined }, origin: "npm" },
  ],
  [
    "with client and base URL",
    { ...LISTING, __service: "c.b", __provider: "x" },
    { listing: LISTING, service: { client: "c", baseUrl: "b" }, origin: "npm" },
  ],
  [
    "with a third part",
    { ...LISTING, __service: "c.b.0a", __provider: "x" },
    { listing: LISTING, service: { client: "c", baseUrl: "b" }, origin: "npm" },
  ],
  [
    "that is secret",
    { ...LISTING, __secret: true, __provider: "x" },
    { listing: LISTING, isSecret: true, origin: "npm" },
  ],
  [
    "of the plugin",
    { where: { a: 1 }, ...LISTING, items: [{ id: 1 }] },
    { args: { where: { a: 1 } }, listing: LISTING, origin: "plugin" },
  ],
  [
    "above 1 MB, in its inputs",
    { count: 1, digest: "d", __provider: "x" },
    { listing: { json: undefined, count: 1, digest: "d" }, origin: "npm" },
  ],
  [
    "of a preview with unknown arguments",
    { where: UNKNOWN, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, __service: UNKNOWN },
    { args: { where: UNKNOWN }, listing: "unknown", origin: "plugin" },
  ],
  [
    "of `Workflows.get`",
    { select: ["id"], __call: { urn: "u" }, __provider: "x" },
    { args: { select: ["id"] }, origin: "npm" },
  ],
  [
    "with options that are gone",
    { pagination: { type: "page", start: 1 }, ...LISTING, __provider: "x" },
    { args: { pagination: { type: "page", start: 1 } }, listing: LISTING, origin: "npm" },
  ],
  [
    "of a later version",
    { later: 1, __later: 2, ...LISTING, __service: "c.b.0a.later", __provider: "x" },
    {
      args: { later: 1 },
      listing: LISTING,
      service: { client: "c", baseUrl: "b" },
      origin: "npm",
    },
  ],
  [
    "with values of the wrong types",
    { json: 1, count: "1", digest: 2, __service: 3, __secret: "x" },
    { origin: "plugin" },
  ],
])("a state %s", (_, properties, expected) => {
  expect(parseState(properties)).toEqual({ ...EMPTY, ...expected });
});

it("every state of version 0.1.0 is written as it was, without the third part of `__service`", () => {
  const states = FIXTURE.deployment.resources.filter(({ type }) => type.endsWith(":Workflows"));
  expect(states).toHaveLength(3);
  for (const { inputs, outputs } of states) {
    const { __provider, __service, ...written } = outputs;
    expect(__provider).toEqual(expect.any(String));
    const mark = String(__service).split(".").slice(0, 2).join(".");
    expect(toProperties(parseState(outputs))).toEqual({
      ...written,
      ...(__service === undefined ? {} : { __service: mark }),
    });
    expect(toProperties(parseState(outputs))).toEqual(toProperties(parseState(inputs)));
  }
});

const STATE: State = {
  args: { select: ["id"] },
  listing: LISTING,
  service: { client: "c", baseUrl: "b" },
  isSecret: false,
  origin: "npm",
};

it("what is written is parsed as it was", () => {
  const written = toProperties(STATE);
  expect(written).toEqual({ select: ["id"], ...LISTING, __service: "c.b" });
  expect(parseState({ ...written, __provider: "x" })).toEqual(STATE);
});

it("a secret listing is written with all known arguments as secrets", () => {
  const args = { where: { name: "Import", id: UNKNOWN }, select: ["id"], query: UNKNOWN };
  const { json, count, digest } = LISTING;
  const secrets = Object.entries({ select: ["id"], json, count, digest, __service: "c.b" });
  expect(toProperties({ ...STATE, args, isSecret: true })).toEqual({
    ...Object.fromEntries(secrets.map(([name, value]) => [name, signedSecret(value)])),
    // A plan would accept only a secret in place of an unknown value that is marked.
    where: { name: signedSecret("Import"), id: UNKNOWN },
    query: UNKNOWN,
    __secret: true,
  });
});
