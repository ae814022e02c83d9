/** States as they are parsed, and as they are written. Whole states of 5876bf0 are in deployments/upgrade.test.ts. */
import { parseState, type State, toProperties } from "../../provider/pulumi/lifecycle/state.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { signedSecret, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";

const LISTING = { json: '[{"id":1}]', count: 1, digest: "d" };
const NPM = { __provider: "text" };
const EMPTY = { args: {}, listing: undefined, service: undefined, isSecret: false };

it.each<[string, Properties, Partial<State>]>([
  ["nothing, for a new resource", {}, { origin: "new" }],
  ["without a mark of the service", { ...LISTING, ...NPM }, { listing: LISTING, origin: "npm" }],
  [
    "with a mark of the service",
    { __service: "c.b", ...NPM },
    { service: { client: "c", baseUrl: "b" }, origin: "npm" },
  ],
  ["with a third part", { __service: "c.b.0a", ...NPM }, { service: { client: "c", baseUrl: "b" }, origin: "npm" }],
  ["that is secret", { ...LISTING, __secret: true, ...NPM }, { listing: LISTING, isSecret: true, origin: "npm" }],
  [
    "of the plugin",
    { where: { a: 1 }, ...LISTING, items: [{ id: 1 }] },
    { args: { where: { a: 1 } }, listing: LISTING, origin: "plugin" },
  ],
  [
    "above 1 MB, in inputs that do not have it",
    { count: 1, digest: "d", ...NPM },
    { listing: { json: undefined, count: 1, digest: "d" }, origin: "npm" },
  ],
  [
    "of a preview with unknown arguments",
    { where: UNKNOWN, json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN, __service: UNKNOWN },
    { args: { where: UNKNOWN }, listing: "unknown", origin: "plugin" },
  ],
  [
    "of another version, with what this one does not know",
    { later: 1, __later: 2, pagination: { start: 1 }, ...LISTING, ...NPM },
    { args: { later: 1, pagination: { start: 1 } }, listing: LISTING, origin: "npm" },
  ],
  [
    "with values of the wrong types",
    { json: 1, count: "1", digest: 2, __service: 3, __secret: "x" },
    { origin: "plugin" },
  ],
])("a state %s", (_, properties, expected) => {
  expect(parseState(properties)).toEqual({ ...EMPTY, ...expected });
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
