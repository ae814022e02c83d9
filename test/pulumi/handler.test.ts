/** The handler that states load: what it waits for, what a refresh keeps secret, and what counts as a change. */
import * as handler from "../../provider/pulumi/lifecycle/handler.js";
import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN } from "../../provider/pulumi/engine-signatures.js";
import type { Properties } from "../../provider/pulumi/properties.js";
import { digestItems } from "../../provider/workflows/json/digest.js";
import { startFakeService } from "../support/fake-service.js";
import { opened } from "../support/opened.js";
import { rejectionOf } from "../support/thrown.js";

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

const isSecret = (value: unknown): value is { readonly value: unknown } =>
  (value as Properties | undefined)?.[SIGNATURE_KEY] === SECRET_SIGNATURE;

/** The properties as the engine hands them to a dynamic provider: without its wrappers of secrets. */
const unwrapped = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, isSecret(value) ? value.value : value]));

it("a refresh keeps json, count and digest secret, in outputs and inputs", async () => {
  const service = await opened(startFakeService({ workflows: [{ id: "wf_1", name: "Nightly import" }] }));
  Object.assign(process.env, service.environment());
  const checked = await handler.check({}, { __provider: "text", secret: true });
  expect(checked.failures).toBeUndefined();
  const { id, outs } = await handler.create(unwrapped(checked.inputs));
  expect(isSecret(outs["json"])).toBe(true);
  const { props, inputs } = await handler.read(id, unwrapped(outs));
  for (const properties of [props, inputs]) {
    const areSecret = ["json", "count", "digest"].map((name) => isSecret(properties[name]));
    expect(areSecret).toEqual([true, true, true]);
  }
});

it("nothing is read while a resource of `dependsOn` does not exist yet", async () => {
  const { inputs } = await handler.check({}, { __provider: "text", __call: { dependencies: UNKNOWN } });
  expect(inputs).toMatchObject({ json: UNKNOWN, count: UNKNOWN, digest: UNKNOWN });
});

it("an error of many issues is cut and keeps its code, because gRPC sends it as a header", async () => {
  const where = Object.fromEntries(
    Array.from({ length: 600 }, (_, index) => [`字段${"没有".repeat(20)}${index}`, { wrong: 1 }]),
  );
  const { message } = await rejectionOf(Error, handler.read("an-id", { __provider: "text", where }));
  expect(Buffer.byteLength(message)).toBeLessThan(17_000);
  expect(message).toMatch(/… \[settings\]$/);
});

const LISTING = { json: '[{"id":1}]', count: 1, digest: digestItems([{ id: 1 }]), __provider: "text" };

it.each([
  ["aaaaaaaaaaaaaaaa.bbbbbbbb", "aaaaaaaaaaaaaaaa.bbbbbbbb", false],
  ["aaaaaaaaaaaaaaaa.bbbbbbbb", "cccccccccccccccc.bbbbbbbb", true],
])("a listing of %s that is read from %s is a change: %s", (before, now, changes) => {
  expect(handler.diff("workflows", { ...LISTING, __service: before }, { ...LISTING, __service: now })).toEqual({
    changes,
  });
});
