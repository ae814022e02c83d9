/** States of every version so far, as the one parser reads them, and what is written of them again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseState, type State, toInputs, toOutputs } from "../../provider/pulumi/lifecycle/state.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { UNKNOWN } from "../../provider/pulumi/engine-signatures.js";

interface Fixture {
  readonly deployment: { readonly resources: readonly { type: string; inputs: Properties; outputs: Properties }[] };
}

const FIXTURE = JSON.parse(readFileSync(join(__dirname, "..", "fixtures", "states", "0.1.0.json"), "utf8")) as Fixture;

const LISTING = { json: '[{"id":1}]', count: 1, digest: "d" };
const EMPTY = { args: {}, listing: undefined, service: undefined, isSecret: false, unknownNames: [] };

it.each<[string, Properties, Partial<State>]>([
  ["nothing, for a new resource", {}, { origin: "new" }],
  ["without a mark of the service", { ...LISTING, __provider: "x" }, { listing: LISTING, origin: "npm" }],
  [
    "with the client alone",
    { ...LISTING, __service: "c", __provider: "x" },
    { listing: LISTING, service: { text: "c", client: "c", baseUrl: undefined, binding: undefined }, origin: "npm" },
  ],
  [
    "with client and base URL",
    { ...LISTING, __service: "c.b", __provider: "x" },
    { listing: LISTING, service: { text: "c.b", client: "c", baseUrl: "b", binding: undefined }, origin: "npm" },
  ],
  [
    "with a binding",
    { ...LISTING, __service: "c.b.0a", __provider: "x" },
    { listing: LISTING, service: { text: "c.b.0a", client: "c", baseUrl: "b", binding: "0a" }, origin: "npm" },
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
      service: { text: "c.b.0a.later", client: "c", baseUrl: "b", binding: "0a" },
      unknownNames: ["__later"],
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

it("every state of a released version is written as it was, with its binding", () => {
  const states = FIXTURE.deployment.resources.filter(({ type }) => type.endsWith(":Workflows"));
  expect(states).toHaveLength(3);
  for (const { inputs, outputs } of states) {
    const { __provider, ...written } = outputs;
    expect(__provider).toEqual(expect.any(String));
    const service = outputs["__service"];
    const bound = typeof service === "string" ? { __service: expect.stringMatching(/\.[0-9a-f]+$/) as string } : {};
    expect(toOutputs(parseState(outputs))).toEqual({ ...written, ...bound });
    expect(toInputs(parseState(outputs))).toEqual(toInputs(parseState(inputs)));
  }
});

it("what is written is parsed as it was, and inputs leave out a large `json`", () => {
  const json = JSON.stringify(["x".repeat(1_000_001)]);
  const service = { text: "c.b", client: "c", baseUrl: "b", binding: undefined };
  const state: State = {
    ...EMPTY,
    args: { select: ["id"] },
    listing: { json, count: 1, digest: "d" },
    service,
    origin: "npm",
  };
  const [outputs, inputs] = [toOutputs(state), toInputs(state)];
  expect(outputs["json"]).toBe(json);
  expect(inputs).not.toHaveProperty("json");
  expect(inputs["__service"]).toBe(outputs["__service"]);
  expect(parseState(outputs)).toMatchObject({
    args: state.args,
    listing: state.listing,
    service: { client: "c", baseUrl: "b" },
  });
});
